/* The latest conflict: its implication graph, the cut that makes the learned clause, and the resolutions that lead there. */
const GRAPH_NODES = 60;
const literals = (lits) => lits.filter((lit) => typeof lit === "number");

// The clause without `-pivot`, with the other literals of the pivot's reason; literals of level 0 say nothing.
const resolve = (s, clause, pivot, reason) => {
  const others = literals(reason).filter((lit) => lit !== pivot && s.level[Math.abs(lit)] > 0);
  return [...new Set([...clause.filter((lit) => lit !== -pivot), ...others])];
};

// All of an analysis: resolutions up to the first unique implication point, those that minimise, and the cuts beyond.
const analyze = (index) => {
  const s = stateAt(index + 1);
  const given = steps[index][1];
  const found = { s, index, given, rows: [], cuts: [], pivots: [], learned: null, jump: null, whole: literals(given).length === given.length };
  for (let i = index + 1; i < Math.min(total, index + 5) && !"dac".includes(steps[i][0]); i++) {
    if (steps[i][0] === "u") found.pivots = steps[i][1];
    if (steps[i][0] === "l") found.learned = steps[i][1];
    if (steps[i][0] === "b" && found.jump === null) found.jump = steps[i][1];
  }
  const place = new Map(s.trail.map((lit, at) => [lit, at]));
  const levelOf = (lit) => s.level[Math.abs(lit)];
  found.level = Math.max(0, ...literals(given).map(levelOf));
  let clause = literals(given).filter((lit) => levelOf(lit) > 0);
  found.rows.push({ clause, kind: "conflict" });
  found.cuts.push(found.rows[0]);
  const latest = (lits) => lits.reduce((a, b) => ((place.get(-a) ?? -1) > (place.get(-b) ?? -1) ? a : b));
  const step = (pivot, kind) => {
    const reason = s.reason[Math.abs(pivot)];
    if (!reason) return null;
    return { clause: resolve(s, clause, pivot, reason), pivot, reason, kind };
  };
  for (const pivot of found.pivots) {
    const row = step(pivot, "resolve");
    if (!row) break;
    clause = row.clause;
    found.rows.push(row);
    found.cuts.push(row);
  }
  found.uip = found.cuts.length - 1;
  const atUip = clause;
  // Cuts beyond the first UIP, back to the decision.
  for (let more = 0; found.learned && more < 200; more++) {
    const here = clause.filter((lit) => levelOf(lit) === found.level && s.reason[Math.abs(lit)]);
    if (!here.length) break;
    const row = step(-latest(here), "beyond");
    clause = row.clause;
    found.cuts.push(row);
  }
  clause = atUip;
  // What is not in the learned clause follows from what is: it is resolved away, the latest first.
  const kept = new Set(found.learned ? literals(found.learned) : []);
  for (let more = 0; found.learned && found.pivots.length + 1 === found.rows.length && more < 500; more++) {
    const rest = clause.filter((lit) => !kept.has(lit) && s.reason[Math.abs(lit)]);
    if (!rest.length || !found.whole) break;
    const row = step(-latest(rest), "minimise");
    clause = row.clause;
    found.rows.push(row);
  }
  return found;
};

// The graph behind a conflict: nodes are true literals, 0 is the conflict. Of a large one only the conflict's level.
const graphOf = ({ s, given, level }) => {
  const build = (whole) => {
    const nodes = new Map([[0, { lit: 0, from: [], level, behind: 0 }]]);
    const from = (clause, own) => literals(clause).filter((lit) => lit !== own && (level === 0 || s.level[Math.abs(lit)] > 0)).map((lit) => -lit);
    const open = [[0, from(given, null)]];
    while (open.length) {
      const [to, sources] = open.pop();
      for (const lit of sources) {
        nodes.get(to).from.push(lit);
        if (nodes.has(lit)) continue;
        const at = s.level[Math.abs(lit)], reason = s.reason[Math.abs(lit)];
        const node = { lit, from: [], level: at, decided: s.how[Math.abs(lit)] === CHOSEN, behind: 0 };
        nodes.set(lit, node);
        if (nodes.size > 400) return null;
        if (!reason) continue;
        if (whole || at === level) open.push([lit, from(reason, lit)]);
        else node.behind = from(reason, lit).length;
      }
    }
    return nodes;
  };
  const all = build(true);
  return all && all.size <= GRAPH_NODES ? { nodes: all, whole: true } : { nodes: build(false), whole: false };
};

// Places of the nodes: a band for each level, a column for each step away from decisions.
const layOut = (nodes) => {
  const depth = (node) => {
    if (node.depth === undefined) node.depth = node.from.length ? 1 + Math.max(...node.from.map((lit) => depth(nodes.get(lit)))) : 0;
    return node.depth;
  };
  const all = [...nodes.values()];
  all.forEach(depth);
  all.forEach((node) => { node.to = []; });
  all.forEach((node) => node.from.forEach((lit) => nodes.get(lit).to.push(node.lit)));
  const levels = [...new Set(all.map((node) => node.level))].sort((a, b) => a - b);
  const columns = 1 + Math.max(...all.map((node) => node.depth));
  const stacks = levels.map((level) => Array.from({ length: columns }, (_, at) => all.filter((node) => node.level === level && node.depth === at)));
  const place = () => {
    let top = 0;
    stacks.forEach((stack) => {
      const height = Math.max(...stack.map((cell) => cell.length));
      stack.forEach((cell) => cell.forEach((node, at) => { node.row = top + at + (height - cell.length) / 2; }));
      top += height;
    });
    return top;
  };
  place();
  // Each stack in the order of the middles of its neighbours, from both sides in turn: few edges cross then.
  const middle = (node, side) => (side.length ? side.reduce((sum, lit) => sum + nodes.get(lit).row, 0) / side.length : node.row);
  for (let round = 0; round < 8; round++) {
    const sides = round % 2 ? "to" : "from";
    stacks.forEach((stack) => stack.forEach((cell) => cell.sort((a, b) => middle(a, a[sides]) - middle(b, b[sides]))));
    place();
  }
  return { levels, columns, rows: place(), bands: stacks.map((stack) => Math.max(...stack.map((cell) => cell.length))) };
};

const svgOf = (name, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const NODE_HEIGHT = 26, ROW = 44, LEFT = 64, LETTERS = 18;
const shortened = (text) => (text.length > LETTERS ? text.slice(0, LETTERS - 1) + "…" : text);

// All ways from the last decision to the conflict: the literals on them, and those that all of them go through, the
// nearest to the conflict first.
const waysTo = ({ s, level }, nodes) => {
  const last = [...nodes.values()].find((node) => node.decided && node.level === level);
  if (!last) return null;
  const led = (without) => {
    const known = new Map();
    const from = (lit) => {
      if (lit === without) return false;
      if (lit === last.lit) return true;
      if (!known.has(lit)) known.set(lit, nodes.get(lit).from.some(from));
      return known.get(lit);
    };
    return from;
  };
  const on = new Set([...nodes.keys()].filter(led(null)));
  const through = [...on].filter((lit) => lit !== 0 && !led(lit)(0)).sort((a, b) => s.trail.indexOf(b) - s.trail.indexOf(a));
  return { last: last.lit, on, through };
};
const waysInWords = ({ last, through }) => {
  const others = through.filter((lit) => lit !== last), uip = word(through[0]);
  if (!others.length) return `The ways from ${word(last)} to the conflict have nothing but ${uip} in common, so the decision itself is the first UIP.`;
  return `All ways from ${word(last)} to the conflict go through ${together(others)}: ${others.length > 1 ? `the nearest to the conflict, ${uip},` : "it"} is the first UIP.`;
};

// The graph with one of the cuts; `says` is where it is said what forced a literal.
const drawGraph = (found, cut, { nodes, whole }, says) => {
  const { levels, columns, rows, bands } = layOut(nodes);
  const label = (node) => (node.lit === 0 ? "conflict" : shortened(word(node.lit)));
  const width = 18 + 7.2 * Math.max(...[...nodes.values()].map((node) => label(node).length));
  const column = width + 44;
  // The last column needs no room for arrows behind it.
  const wide = LEFT + columns * column - 38, high = rows * ROW + 8;
  const svg = svgOf("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, class: "graph", role: "group" });
  // In a narrow window it shrinks, as far as it can still be read, before it scrolls.
  svg.style.width = `${wide / 16}rem`;
  svg.style.minWidth = `${(0.72 * wide) / 16}rem`;
  const x = (node) => LEFT + node.depth * column, y = (node) => 4 + node.row * ROW + ROW / 2;
  let top = 4;
  levels.forEach((level, at) => {
    const height = bands[at] * ROW;
    svg.append(svgOf("rect", { class: level === found.jump ? "band jump" : "band", x: 0, y: top, width: wide, height: height - 2 }));
    svg.append(svgOf("text", { class: "band-name", x: 6, y: top + 17 }, `level ${level}`));
    if (level === found.jump) svg.append(svgOf("text", { class: "band-name", x: 6, y: top + 32 }, "jump here"));
    top += height;
  });
  // What was resolved away stands on the conflict's side of the cut.
  const drawn = { nodes: [], edges: [] }, ids = new Map([...nodes.keys()].map((lit, id) => [lit, id]));
  const side = new Set([0, ...found.cuts.slice(1, cut + 1).map((row) => row.pivot)]);
  const clause = new Set(found.cuts[cut].clause.map((lit) => -lit));
  const crossings = [];
  for (const node of nodes.values()) {
    for (const lit of node.from) {
      const from = nodes.get(lit);
      const [a, b, c, d] = [x(from) + width, y(from), x(node), y(node)];
      const crosses = side.has(node.lit) && !side.has(lit) && Boolean(found.learned);
      if (crosses) crossings.push([(a + c) / 2, (b + d) / 2]);
      drawn.edges.push({ from: ids.get(lit), to: ids.get(node.lit), cut: crosses });
      const way = found.ways?.on.has(lit) && found.ways.on.has(node.lit) ? " way" : "";
      svg.append(svgOf("path", { class: `${crosses ? "edge cut" : "edge"}${way}`, d: `M${a} ${b}C${a + 22} ${b} ${c - 22} ${d} ${c - 5} ${d}` }));
      svg.append(svgOf("path", { class: crosses ? "arrow cut" : "arrow", d: `M${c} ${d}l-7 -3.5v7z` }));
    }
  }
  for (const node of nodes.values()) {
    const kind = ["node", node.lit === 0 ? "clash" : node.decided ? "decided" : "", found.learned && side.has(node.lit) ? "behind" : "", clause.has(node.lit) ? "source" : "", found.ways?.on.has(node.lit) ? "way" : "", found.ways?.through.includes(node.lit) ? "uip" : ""];
    const box = svgOf("g", { class: kind.filter(Boolean).join(" ") },
      svgOf("rect", { x: x(node), y: y(node) - NODE_HEIGHT / 2, width, height: NODE_HEIGHT, rx: node.decided ? 2 : 13 }),
      svgOf("text", { x: x(node) + width / 2, y: y(node) + 4.5 }, label(node)));
    const told = { id: ids.get(node.lit), label: node.lit === 0 ? "conflict" : word(node.lit), level: node.level, column: node.depth, row: node.row,
      kind: node.lit === 0 ? "conflict" : node.decided ? "decided" : "literal", by: "" };
    drawn.nodes.push(told);
    const reason = node.lit === 0 ? found.given : found.s.reason[Math.abs(node.lit)];
    const number = plain && reason ? numberOf(reason) : null;
    // A clause of one literal, given or learned, is its own reason.
    const unit = plain && !reason && node.level === 0 ? numberOf([node.lit]) : null;
    const by = number !== null ? `clause ${count(number + 1)}` : unit === null ? "" : listedClauses[unit].born ? "learned" : `clause ${count(unit + 1)}`;
    told.by = by;
    if (by) box.append(svgOf("text", { class: "by", x: x(node) + width / 2, y: y(node) + NODE_HEIGHT / 2 + 8 }, by));
    const more = node.behind ? `, from ${node.behind} more` : "";
    box.append(svgOf("title", {}, node.lit === 0 ? "the conflict" : `${word(node.lit)}${node.decided ? ", decided" : ""}, level ${node.level}${more}`));
    box.setAttribute("role", "button");
    box.setAttribute("tabindex", "0");
    const why = () => {
      svg.querySelectorAll(".asked").forEach((other) => other.classList.remove("asked"));
      box.classList.add("asked");
      says.textContent = whyTrue(found, node);
    };
    box.onclick = why;
    box.onfocus = why;
    box.onmouseenter = why;
    svg.append(box);
  }
  // The cut itself: through the middles of the arrows that cross it, from above all levels to below them.
  if (crossings.length && found.learned) {
    crossings.sort(([, a], [, b]) => a - b);
    const [first, last] = [crossings[0], crossings[crossings.length - 1]];
    const points = [[first[0], 2], ...crossings, [last[0], high - 2]];
    svg.append(svgOf("path", { class: "divide", d: "M" + points.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join("L") }));
    svg.append(svgOf("text", { class: "divide-name", x: first[0] + 4, y: 12 }, "cut"));
  }
  const size = nodes.size - (nodes.has(0) ? 1 : 0);
  svg.setAttribute("aria-label", `Implication graph: ${size} literals on ${levels.length} levels${nodes.has(0) ? " lead to the conflict" : ""}`);
  return { svg, whole, size, drawn };
};

// What made a literal of the graph true, or what the conflict is.
const whyTrue = ({ s, given: clause }, { lit, level }) => {
  if (lit === 0) return `The conflict: ${clauseNamed(clause) || clauseWords(literals(clause), 12)}. All of its literals are false.`;
  const reason = s.reason[Math.abs(lit)];
  if (!reason && level > 0) {
    return s.how[Math.abs(lit)] === CHOSEN ? `${word(lit)} was decided; this opened level ${level}.` : `${word(lit)} is tried since its negation has failed, or since nothing speaks against it.`;
  }
  const unit = reason ? null : clauseNamed([lit]);
  if (!reason) return `${word(lit)} holds without any decision${unit ? `, by ${unit}` : ""}.`;
  const others = negated(literals(reason).filter((other) => other !== lit));
  if (!others.length) return `${word(lit)} holds without any decision.`;
  return `${word(lit)} is forced by ${together(others)}, through ${clauseNamed(reason) || clauseWords(literals(reason), 12)}. It alone is left of that clause.`;
};

const clauseWords = (lits, most = 40) => (lits.length ? listed(lits, " or ", most) : "nothing: the empty clause");
const htmlOf = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const ROWS = {
  conflict: () => ["", "the conflict: this clause is false"],
  resolve: (row) => [word(Math.abs(row.pivot)), "its reason: " + clauseWords(literals(row.reason), 12)],
  minimise: (row) => [word(Math.abs(row.pivot)), "follows from the rest by: " + clauseWords(literals(row.reason), 12)],
};
// How many literals of the last level a clause still has, and what resolution does therefore.
const NUMBERS = ["none", "one literal", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const leftOf = ({ s, level }, { clause }, uip) => {
  const left = clause.filter((lit) => s.level[Math.abs(lit)] === level).length;
  return `${NUMBERS[left] ?? count(left)} of level ${level}: ${uip ? "the first UIP, stop" : "go on"}`;
};
const drawChain = (found) => {
  const body = htmlOf("tbody", {});
  found.rows.forEach((row, at) => {
    const [pivot, why] = ROWS[row.kind](row);
    const uip = at === found.uip && found.learned;
    const line = htmlOf("tr", { class: row.kind }, htmlOf("td", {}, pivot), htmlOf("td", {}, why),
      htmlOf("td", {}, clauseWords(row.clause), ...(row.kind === "minimise" || !found.learned ? [] : [htmlOf("span", { class: "left" }, leftOf(found, row, uip))])));
    body.append(line);
  });
  const head = htmlOf("tr", {}, ...["resolved on", "with", "gives"].map((text) => htmlOf("th", { scope: "col" }, text)));
  return htmlOf("table", { class: "chain" }, htmlOf("thead", {}, head), body);
};

// In sentences: why the clause was learned, and where the search goes back to, and why there.
const lesson = (found) => {
  const learned = literals(found.learned), whole = learned.length === found.learned.length;
  const level = (lit) => found.s.level[Math.abs(lit)];
  const cannot = { 1: "leads to the conflict, so it cannot hold", 2: "lead to the conflict, so they cannot both hold" };
  const why = `${together(negated(learned))} ${cannot[learned.length] ?? "lead to the conflict, so they cannot all hold"}: `;
  const sentences = [htmlOf("p", { class: "learned" }, why, htmlOf("b", {}, "Learned "), clauseWords(learned))];
  if (found.jump === null || !whole) return sentences;
  const last = learned.find((lit) => level(lit) === found.level);
  const others = learned.filter((lit) => lit !== last).sort((a, b) => level(b) - level(a));
  const stands = (lit) => `${word(-lit)} is of level ${level(lit)}`;
  const jump = others.length === 0 ? `The clause has one literal, which holds without any decision: all are taken back, to level 0, and ${word(last)} is true.`
    : `${stands(last)}, ${stands(others[0])}${others.length > 1 ? ", and no other is of a higher one" : ""}. The search goes back to level ${found.jump}, the second highest: there ${word(last)} is all that is left of the clause, and must be true.`;
  const skipped = [];
  for (let at = found.jump + 1; at < found.level; at++) skipped.push(found.s.trail[found.s.starts[at - 1]]);
  const [decisions, levels, those] = skipped.length === 1 ? ["decision", "its level", "it"] : ["decisions", "their levels", "them"];
  const skips = skipped.length ? ` This skips the ${decisions} ${together(skipped)}: the clause has no literal of ${levels}, and forces ${word(last)} without ${those}.` : "";
  sentences.push(htmlOf("p", { class: "goes-back" }, jump + skips));
  return sentences;
};

const POINT = "Arrows lead to a literal from those that forced it. Point at a literal, or click it, to see by which clause.";
let shownConflict = -1, chosenCut = null, showsWays = false;
const latestConflict = (to) => {
  for (let i = to - 1; i >= 0 && i > to - 5000; i--) {
    if (steps[i][0] === "c") return i;
    if (steps[i][0] === "gap") return -1;
  }
  return -1;
};
const drawAnalysis = (to) => {
  const box = byId("analysis");
  if (!box.open || box.hidden) return;
  const index = latestConflict(to);
  if (index === shownConflict) return;
  shownConflict = index;
  chosenCut = null;
  drawConflict();
};
const drawConflict = () => {
  const box = byId("analysis-body");
  if (shownConflict < 0) return box.replaceChildren(htmlOf("p", {}, "There has been no conflict yet. “Next conflict” goes to the first one."));
  const found = analyze(shownConflict);
  if (!found.whole) return box.replaceChildren(htmlOf("p", {}, "The clause of this conflict is too long to be kept whole."));
  const cut = chosenCut ?? found.uip;
  const says = htmlOf("p", { class: "why", role: "status" }, POINT);
  const behind = graphOf(found), ways = found.learned ? waysTo(found, behind.nodes) : null;
  if (showsWays && ways) {
    found.ways = ways;
    says.textContent = waysInWords(ways);
  }
  const { svg, whole, size, drawn } = drawGraph(found, cut, behind, says);
  const graph = htmlOf("div", { class: "graph-box", tabindex: "0", role: "region", "aria-label": "Implication graph" }, svg);
  const parts = [graph];
  const key = (name, text) => [htmlOf("span", { class: `key ${name}` }), ` ${text}  `];
  parts.push(says);
  // Of a conflict that hangs on no decision nothing is learned, and no cut is drawn.
  const learns = Boolean(found.learned);
  const keys = [["decided", "decided", found.level > 0], ["source", "the causes: arrows from them cross the cut", learns],
    ["behind", "what they force: between the cut and the conflict", learns && cut > 0], ["jump", "the level to go back to", svg.querySelector(".band.jump") !== null],
    ["way", "on a way from the last decision", Boolean(found.ways)], ["uip", "on all of them", Boolean(found.ways)]];
  parts.push(htmlOf("p", { class: "hint" }, ...keys.filter(([, , seen]) => seen).flatMap(([name, text]) => key(name, text))));
  if (found.learned) parts.push(...lesson(found));
  if (!whole) parts.push(htmlOf("p", { class: "hint" }, `The whole graph is too large: shown are the ${size} literals of the conflict's level and those that lead into it.`));
  if (found.learned) {
    const choice = htmlOf("select", { id: "cut" });
    found.cuts.forEach((row, at) => {
      const uips = row.clause.filter((lit) => found.s.level[Math.abs(lit)] === found.level).length === 1;
      const name = at === found.uip ? "first UIP" : at === 0 ? "beside the conflict" : `after ${at} resolution${at > 1 ? "s" : ""}${uips ? ", a later UIP" : ""}`;
      choice.append(new Option(name, String(at), at === cut, at === cut));
    });
    choice.onchange = () => {
      chosenCut = Number(choice.value);
      drawConflict();
      byId("cut").focus();
    };
    const gives = htmlOf("output", { for: "cut" }, "gives: " + clauseWords(found.cuts[cut].clause));
    const tick = htmlOf("input", { type: "checkbox", id: "ways", ...(showsWays ? { checked: "" } : {}) });
    tick.onchange = () => {
      showsWays = tick.checked;
      drawConflict();
      byId("ways").focus();
    };
    parts.push(htmlOf("p", { class: "cut-line" }, htmlOf("label", {}, "Cut ", choice), " ", gives));
    if (ways) parts.push(htmlOf("p", {}, htmlOf("label", {}, tick, " Show all ways from the last decision to the conflict")));
    parts.push(htmlOf("p", { class: "hint" }, "The causes cannot all be true, and that is the clause of the cut: the “or” of their negations. It comes from resolution, below: begin with the false clause, and resolve with the reason of its latest literal, until one literal of the last level is left. That one is the first UIP, the unique implication point nearest to the conflict: every way there from the decision goes through it."), drawChain(found));
  } else if (found.level === 0) {
    parts.push(htmlOf("p", { class: "learned" }, "Nothing here hangs on a decision: the formula has no model."));
  }
  parts.push(...copiesOf(drawn));
  box.replaceChildren(...parts);
  // Of a graph that is too wide, the cut and the conflict are seen first.
  graph.scrollLeft = graph.scrollWidth;
};
