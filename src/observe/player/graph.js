/* Implication graphs: what led to a conflict or is true now, laid out by levels, and drawn with a cut. */
const GRAPH_NODES = 60;
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

// The lanes of an arrow beside the boxes that it would run behind: from where to where, and how high. The label below
// a box belongs to it.
const ABOVE = NODE_HEIGHT / 2 + 4.5, BELOW = NODE_HEIGHT / 2 + 13;
const lanesOf = (from, to, all, { x, y, width }) => {
  const lanes = [];
  const heightAt = (across) => {
    const points = [[x(from) + width, y(from)], ...lanes.filter(Boolean).flatMap(([begin, end, at]) => [[begin, at], [end, at]]), [x(to), y(to)]];
    const next = points.findIndex(([at]) => at > across), [[a, b], [c, d]] = [points[next - 1], points[next]];
    return b + ((d - b) * (across - a)) / (c - a);
  };
  // A lane in one column bends the arrow in those before and behind it.
  const blocked = (depth) => {
    const box = lanes[depth] ? undefined : all.find((node) => node.depth === depth && [0, width / 2, width].some((part) => {
      const at = heightAt(x(node) + part);
      return at > y(node) - ABOVE && at < y(node) + BELOW;
    }));
    if (box) lanes[depth] = [x(box) - 6, x(box) + width + 6, heightAt(x(box) + width / 2) < y(box) ? y(box) - ABOVE : y(box) + BELOW];
    return Boolean(box);
  };
  const between = Array.from({ length: Math.max(0, to.depth - from.depth - 1) }, (_, at) => from.depth + 1 + at);
  while (between.some(blocked));
  return lanes.filter(Boolean);
};
// A smooth line along lanes, from one point to another.
const along = (lanes, [a, b], [c, d]) => {
  let way = `M${a} ${b}`, [left, high] = [a, b];
  const curve = (to, at) => {
    const bend = Math.min(22, (to - left) / 2);
    way += `C${left + bend} ${high} ${to - bend} ${at} ${to} ${at}`;
  };
  for (const [begin, end, at] of lanes) {
    curve(begin, at);
    way += `L${end} ${at}`;
    [left, high] = [end, at];
  }
  curve(c, d);
  return way;
};

// A point on the way to an end, close to it: where the cut crosses an arrow, so that long arrows do not run along it.
const shortlyBefore = ([c, d], [a, b]) => {
  const at = Math.max((a + c) / 2, c - 24);
  return [at, b + ((d - b) * (at - a)) / (c - a)];
};

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
  const { levels, columns, rows, bands } = layOut(nodes), all = [...nodes.values()];
  const label = (node) => (node.lit === 0 ? "conflict" : shortened(word(node.lit)));
  const width = 18 + 7.2 * Math.max(...all.map((node) => label(node).length));
  const column = width + 44;
  // The last column needs no room for arrows behind it.
  const wide = LEFT + columns * column - 38, high = rows * ROW + 8;
  const svg = svgOf("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, class: "graph", role: "group" });
  // In a narrow window it shrinks, as far as it can still be read, before it scrolls.
  svg.style.width = `${wide / 16}rem`;
  svg.style.minWidth = `${(0.72 * wide) / 16}rem`;
  const x = (node) => LEFT + node.depth * column, y = (node) => node.row * ROW + ROW / 2;
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
      const lanes = lanesOf(from, node, all, { x, y, width });
      if (crosses) crossings.push(shortlyBefore([c, d], lanes.length ? lanes[lanes.length - 1].slice(1) : [a, b]));
      drawn.edges.push({ from: ids.get(lit), to: ids.get(node.lit), cut: crosses });
      const way = found.ways?.on.has(lit) && found.ways.on.has(node.lit) ? " way" : "";
      svg.append(svgOf("path", { class: `${crosses ? "edge cut" : "edge"}${way}`, d: along(lanes, [a, b], [c - 5, d]) }));
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
  // The cut itself: through the arrows that cross it, from above all levels to below them; across each of them alone,
  // where the line would run through a box.
  if (crossings.length && found.learned) {
    crossings.sort(([, a], [, b]) => a - b);
    const [first, last] = [crossings[0], crossings[crossings.length - 1]];
    const points = [[first[0], 2], ...crossings, [last[0], high - 2]];
    const across = crossings.map(([a, b]) => `M${a.toFixed(1)} ${(b - 10).toFixed(1)}v20`).join("");
    const line = "M" + points.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join("L");
    const inBox = ([a, b]) => all.some((node) => a > x(node) && a < x(node) + width && Math.abs(b - y(node)) < NODE_HEIGHT / 2);
    const parts = points.slice(1).flatMap(([c, d], at) => Array.from({ length: 20 }, (_, part) => [0, 1].map((axis) => points[at][axis] + ([c, d][axis] - points[at][axis]) * part / 20)));
    const split = parts.some(inBox);
    svg.append(svgOf("path", { class: "divide", d: split ? across : line }));
    svg.append(svgOf("text", { class: "divide-name", x: first[0] + 4, y: split ? first[1] - 12 : 12 }, "cut"));
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
