// Plots of what is shown. They look like those that the library draws for pages without scripts, whose sizes, colours,
// marks and dashes are in the data.
const look = data.look, axisChoice = choice("axis");
const make = (name, attributes, text = "") => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
};
const short = name => [...name].length <= 18 ? name : `…${[...name].slice(-17).join("")}`;
// A step of 1, 2 or 5 times a power of ten, of which there are at most eight up to `high`.
const niceStep = high => {
  const unit = 10 ** Math.floor(Math.log10(high / 8));
  return [1, 2, 5, 10].map(digit => digit * unit).find(step => Math.floor(high / step) <= 8);
};
const steps = (high, step) => Array.from({ length: Math.floor(high / step + 0.001) + 1 }, (_, at) => at * step);

// An axis of what counts: from 0, or from the decade of the least value. `edge` is where a formula stands that was not
// solved: the limit or, where there is none, beyond all values.
const valueAxis = (label, values) => {
  const { limit, floor } = measure(), linear = axisChoice.value === "linear";
  const edge = limit ?? 1.25 * values.reduce((most, number) => Math.max(most, number), 10 * floor), high = 1.25 * edge;
  const least = Math.max(floor, values.reduce((least, number) => Math.min(least, number), edge / 10));
  const low = linear ? 0 : 10 ** Math.floor(Math.log10(least) + 1e-9);
  const digits = high < 100 * low ? [1, 2, 5] : [1];
  const powers = Array.from({ length: 24 }, (_, at) => 10 ** (at - 6));
  const marks = linear ? steps(high, niceStep(high)) : powers.flatMap(power => digits.map(digit => digit * power));
  const place = number => linear ? number / high : Math.log(Math.max(number, low) / low) / Math.log(high / low);
  const ticks = marks.filter(at => at >= low * 0.999 && at <= high * 1.001).map(at => [at, tick(at)]);
  return { label, low, high, edge, place, ticks };
};
const countAxis = (label, low, high, ticks) => ({ label, low, high, place: at => (at - low) / (high - low), ticks });

const mark = (kind, x, y) => kind === 0 ? `M${(x - 3.7).toFixed(1)} ${y.toFixed(1)}a3.7 3.7 0 1 0 7.4 0a3.7 3.7 0 1 0 -7.4 0`
  : `M${look.shapes[kind].map(([dx, dy]) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`).join("L")}z`;
const lineOf = (at, d) =>
  make("path", { class: `line s${at % look.colors}`, "stroke-dasharray": look.dashes[at % look.dashes.length], d });
const markOf = (at, open, x, y, more = {}) => {
  const color = at % look.colors;
  return make("path", { class: `mark s${color} ${open ? "open" : `f${color}`}`, d: mark(at % look.shapes.length, x, y), ...more });
};

// Draws into the picture of a figure. Each series has a number `at`, on which its colour depends; a plot with `ratios`
// has what counts on both axes.
const draw = (figure, { label, width = look.width, inner, x, y, series, limit, lines = false, ratios = [], slanted = false }) => {
  const svg = figure.querySelector("svg"), wide = width - look.left - look.right, end = look.left + wide;
  const bottom = look.top + inner, parts = [];
  const px = at => look.left + Math.min(1, Math.max(0, x.place(at))) * wide;
  const py = at => bottom - Math.min(1, Math.max(0, y.place(at))) * inner;
  const path = (name, d) => parts.push(make("path", { class: name, d }));
  const text = (name, anchor, at, up, words) => {
    const place = { "text-anchor": anchor, x: at.toFixed(1), y: up.toFixed(1) };
    parts.push(make("text", name ? { class: name, ...place } : place, words));
  };
  for (const [at, words] of y.ticks) {
    path("rule", `M${look.left} ${py(at).toFixed(1)}H${end}`);
    text("tick", "end", look.left - 6, py(at) + 4, words);
  }
  for (const [at, words] of x.ticks) {
    path("rule", `M${px(at).toFixed(1)} ${look.top}V${bottom}`);
    if (!slanted) text("tick", "middle", px(at), bottom + 16, words);
    else parts.push(make("text", { class: "tick", "text-anchor": "end",
      transform: `translate(${(px(at) + 4).toFixed(1)} ${bottom + 14}) rotate(-40)` }, words));
  }
  path("axis", `M${look.left} ${look.top}V${bottom}H${end}`);
  text("", "middle", look.left + wide / 2, bottom + 33, x.label);
  parts.push(make("text", { "text-anchor": "middle", transform: `translate(11 ${look.top + inner / 2}) rotate(-90)` }, y.label));
  if (ratios.length) path("axis", `M${look.left} ${bottom}L${end} ${look.top}`);
  for (const times of ratios.filter(times => times * y.low < y.high)) {
    const [least, most] = [times * y.low, y.high / times];
    path("rule ratio", `M${px(y.low)} ${py(least)}L${px(most)} ${py(y.high)}M${px(least)} ${py(y.low)}L${px(y.high)} ${py(most)}`);
    text("tick", "start", px(most) + 3, look.top + 11, `×${times}`);
    if (py(most) > look.top + look.close) text("tick", "end", end - 3, py(most) - 4, `×${times}`);
  }
  if (limit) {
    path("limit", `M${look.left} ${py(y.edge).toFixed(1)}H${end}`);
    if (ratios.length) path("limit", `M${px(x.edge).toFixed(1)} ${look.top}V${bottom}`);
    const free = y.ticks.every(([at]) => Math.abs(py(at) - py(y.edge)) > 12);
    if (free && measure().limit !== null) text("tick", "end", look.left - 6, py(y.edge) + 4, tick(y.edge));
  }
  for (const { at, points } of series) {
    if (lines && points.length > 1) {
      parts.push(lineOf(at, `M${points.map(point => `${px(point.x).toFixed(1)} ${py(point.y).toFixed(1)}`).join("L")}`));
    }
    // If marks would cover each other, only some are drawn; every point keeps its tooltip.
    const every = lines ? Math.max(1, Math.ceil(points.length / 40)) : 1;
    points.forEach((point, number) => {
      const [left, up] = [px(point.x), py(point.y)], tip = { "data-tip": point.tip };
      parts.push(number % every === 0 || number + 1 === points.length ? markOf(at, point.open, left, up, tip)
        : make("circle", { class: "hit", cx: left.toFixed(1), cy: up.toFixed(1), r: 4, ...tip }));
    });
  }
  const longest = x.ticks.reduce((most, [, words]) => Math.max(most, [...words].length), 0), lead = lines ? 36 : 20;
  let [left, up] = [look.left, bottom + (slanted ? 24 + 4.5 * longest : 40) + 10];
  for (const { at, label, hollow = false } of series) {
    const words = short(label), size = lead + 7.2 * [...words].length + 14;
    if (left + size > width && left > look.left) [left, up] = [look.left, up + 20];
    if (lines) parts.push(lineOf(at, `M${left} ${up}h30`));
    parts.push(markOf(at, hollow, left + (lead - 6) / 2, up));
    text("", "start", left + lead, up + 4, words);
    left += size;
  }
  svg.setAttribute("viewBox", `0 0 ${width} ${Math.round(up + 12)}`);
  svg.setAttribute("aria-label", `${label} Arrow keys go through the points.`);
  svg.replaceChildren(...parts);
};
