/* The panel of the latest conflict: its graph, what was learned and why, and the table of resolutions. */
const clauseWords = (lits, most = 40) => (lits.length ? listed(lits, " or ", most) : "nothing: the empty clause");
const htmlOf = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const ROWS = {
  conflict: () => ["", "the conflict: this clause is false"],
  beyond: (row) => ROWS.resolve(row),
  resolve: (row) => [word(Math.abs(row.pivot)), "its reason: " + clauseWords(asListed(literals(row.reason)), 12)],
  minimise: (row) => [word(Math.abs(row.pivot)), "follows from the rest by: " + clauseWords(asListed(literals(row.reason)), 12)],
};
// How many literals of the last level a clause still has, and what resolution does therefore.
const NUMBERS = ["none", "one literal", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const leftOf = ({ s, level }, { clause }, uip) => {
  const left = clause.filter((lit) => s.level[Math.abs(lit)] === level).length;
  return `${NUMBERS[left] ?? count(left)} of level ${level}: ${uip ? "the first UIP, stop" : "go on"}`;
};
// The resolutions to the learned clause or, with another cut, to the clause of that cut.
const drawChain = (found, cut) => {
  const body = htmlOf("tbody", {});
  (cut === found.uip ? found.rows : found.cuts.slice(0, cut + 1)).forEach((row, at) => {
    const [pivot, why] = ROWS[row.kind](row);
    const uip = at === found.uip && found.learned;
    const line = htmlOf("tr", { class: row.kind }, htmlOf("td", {}, pivot), htmlOf("td", {}, unbroken(why)),
      htmlOf("td", {}, unbroken(clauseWords(row.clause)), ...(row.kind === "minimise" || !found.learned ? [] : [htmlOf("span", { class: "left" }, leftOf(found, row, uip))])));
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
  const sentences = [htmlOf("p", { class: "learned" }, unbroken(why), htmlOf("b", {}, "Learned "), unbroken(clauseWords(learned)))];
  if (found.jump === null || !whole) return sentences;
  const last = learned.find((lit) => level(lit) === found.level);
  const others = learned.filter((lit) => lit !== last).sort((a, b) => level(b) - level(a));
  const stands = (lit) => `${word(-lit)} is of level ${level(lit)}`;
  const jump = others.length === 0 ? `The clause has one literal, which holds without any decision: all are taken back, to level 0, and ${word(last)} is true.`
    : `${stands(last)}, ${stands(others[0])}${others.length > 1 ? ", the others are not higher" : ""}. The search goes back to level ${found.jump}, the second highest: there ${word(last)} is all that is left of the clause, and must be true.`;
  const skipped = [];
  for (let at = found.jump + 1; at < found.level; at++) skipped.push(found.s.trail[found.s.starts[at - 1]]);
  const [decisions, levels, those] = skipped.length === 1 ? ["decision", "its level", "it"] : ["decisions", "their levels", "them"];
  const skips = skipped.length ? ` This skips the ${decisions} ${together(skipped)}: the clause has no literal of ${levels}, and forces ${word(last)} without ${those}.` : "";
  sentences.push(htmlOf("p", { class: "goes-back" }, unbroken(jump + skips)));
  return sentences;
};

const MOST_ON_LEVEL = 40;
// In which order literals became true, on the level of the conflict: the last of them is resolved first.
const lastLevel = ({ s, level }) => {
  const all = level > 0 ? s.trail.slice(s.starts[level - 1], s.starts[level]) : [], before = Math.max(0, all.length - MOST_ON_LEVEL);
  return htmlOf("p", { class: "hint last-level" }, `Level ${level}, in the order in which it became true: ${before ? `${count(before)} before, ` : ""}${listed(all.slice(before), ", ", MOST_ON_LEVEL)}.`);
};
// What levels below the conflict's have no part in it.
const aside = ({ level }, nodes) => {
  const parts = new Set([...nodes.values()].map((node) => node.level)), without = [];
  for (let at = 1; at < level; at++) if (!parts.has(at)) without.push(at);
  return without.length ? [htmlOf("p", { class: "hint" }, `No part in it: ${without.length > 1 ? "levels" : "level"} ${inSentence(without)}.`)] : [];
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
  if (whole) parts.push(...aside(found, behind.nodes));
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
    parts.push(htmlOf("p", { class: "hint" }, "The causes cannot all be true, and that is the clause of the cut: the “or” of their negations. It comes from resolution, below: begin with the false clause, and resolve with the reason of its latest literal, until one literal of the last level is left. That one is the first UIP, the unique implication point nearest to the conflict: every way there from the decision goes through it."), lastLevel(found), drawChain(found, cut));
  } else if (found.level === 0) {
    parts.push(htmlOf("p", { class: "learned" }, "Nothing here hangs on a decision: the formula has no model."));
  }
  parts.push(...copiesOf(drawn));
  box.replaceChildren(...parts);
  // Of a graph that is too wide, the cut and the conflict are seen first.
  graph.scrollLeft = graph.scrollWidth;
};
