// The three plots of a page.

// A series for each solver that is drawn; its number stays its own, and with it its colour.
const seriesOf = points => data.solvers.map((name, at) => ({ at, label: data.out[at] ? `${name} (out)` : name, points: points(at) }))
  .filter(({ at }) => isDrawn(at));
const heights = series => series.flatMap(({ points }) => points.map(point => point.y));
const caption = figure => figure.querySelector("figcaption").textContent;

// How many each solver has solved within a time: its sorted times.
const drawCactus = () => {
  const figure = byId("cactus");
  const series = seriesOf(solver => {
    const solved = shown.map(at => [value(data.cells[at][solver]), data.names[at]]).filter(([number]) => number !== null);
    solved.sort(([a, name], [b, other]) => a - b || (name < other ? -1 : 1));
    return solved.map(([number, name], before) => ({ x: before + 1, y: number,
      tip: `${data.solvers[solver]}: ${before + 1} solved within ${amount(number)} (the last: ${name})` }));
  });
  const most = Math.max(1, ...series.map(({ points }) => points.length)), step = Math.max(1, niceStep(most));
  const x = countAxis("formulas solved", 0, most + 0.5, steps(most, step).map(at => [at, String(at)]));
  draw(figure, { label: caption(figure), inner: look.width - look.left - look.right, x,
    y: valueAxis(axisName(), heights(series)), series, limit: measure().limit !== null, lines: true });
};

// Any two solvers against each other.
const across = choice("across"), up = choice("up");
const drawScatter = () => {
  if (!across) return;
  const [a, b] = [+across.value, +up.value], [first, second] = [data.solvers[a], data.solvers[b]];
  // Where a solver has an answer but does not tell what counts, there is nothing to compare.
  const tells = cell => !isSolved(cell) || taken(cell) !== null;
  const pairs = shown.map(at => ({ name: data.names[at], p: data.cells[at][a], q: data.cells[at][b] }))
    .filter(({ p, q }) => (isSolved(p) || isSolved(q)) && tells(p) && tells(q));
  const values = pairs.flatMap(({ p, q }) => [value(p), value(q)]).filter(number => number !== null);
  const [x, y] = [first, second].map(name => valueAxis(`${name}, ${axisName()}`, values));
  const series = ["satisfiable", "unsatisfiable", "unsolved by one"].map((label, at) => ({ at, label, hollow: at === 2, points: [] }));
  for (const { name, p, q } of pairs) {
    const open = !isSolved(p) || !isSolved(q);
    series[open ? 2 : p.k === "sat" ? 0 : 1].points.push({ x: value(p) ?? x.edge, y: value(q) ?? y.edge, open,
      tip: `${name}: ${first} ${result(p)}; ${second} ${result(q)}` });
  }
  draw(byId("scatter"), { label: `${first} against ${second}: below the diagonal ${second} is better.`,
    inner: look.width - look.left - look.right, x, y, series, limit: true, ratios: look.ratios });
};

// All solvers on each formula, where these are not too many.
const drawChart = () => {
  const figure = byId("chart"), count = shown.length;
  if (!figure) return;
  figure.closest("section").hidden = count < 2 || count > data.charted;
  if (figure.closest("section").hidden) return;
  const solvers = data.solvers.length;
  // The marks of a formula stand side by side, so that none covers another.
  const beside = at => (at - (solvers - 1) / 2) * Math.min(0.7 / solvers, 0.16);
  const cells = solver => shown.map((at, before) => ({ cell: data.cells[at][solver], name: data.names[at], before }))
    .filter(({ cell }) => cell.k && (!isSolved(cell) || taken(cell) !== null));
  const values = data.solvers.flatMap((_, solver) => cells(solver).map(({ cell }) => value(cell))).filter(number => number !== null);
  const y = valueAxis(axisName(), values);
  const series = seriesOf(solver => cells(solver).map(({ cell, name, before }) => ({ x: before + 1 + beside(solver),
    y: value(cell) ?? y.edge, open: !isSolved(cell), tip: `${data.solvers[solver]} on ${name}: ${result(cell)}` })));
  const every = count <= look.named ? 1 : Math.max(1, niceStep(Math.ceil(count / 2)));
  const ticks = shown.map((at, before) => [before + 1, short(data.names[at])]).filter((_, before) => before % every === 0);
  const width = Math.min(2.4 * look.width, Math.max(look.width, look.left + look.right + look.slot * count));
  figure.closest(".wide").style.setProperty("--w", `${width}px`);
  draw(figure, { label: caption(figure), width, inner: look.inner, x: countAxis("", 0.5, count + 0.5, ticks), y, series,
    limit: true, slanted: true });
};
