/* The panels. A film draws them in every frame, so what is there already stays: texts that are the same, and elements. */
const put = (element, text) => {
  if (element.said === text) return;
  element.said = text;
  element.textContent = text;
};
// Makes these the children of a box, in this order, and touches only those that come, go or change places.
const settle = (box, nodes) => {
  let next = box.firstChild;
  const wanted = new Set(nodes);
  for (const node of nodes) {
    while (next && !wanted.has(next)) {
      const gone = next;
      next = next.nextSibling;
      gone.remove();
    }
    if (node === next) next = next.nextSibling;
    else box.insertBefore(node, next);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
};
const COUNTERS = [
  ["decisions", "decisions"], ["assigned", "followed"], ["conflicts", "conflicts"], ["learned", "learned"], ["backtracks", "steps back"],
  ["restarts", "restarts"], ["starts", header.engine === "brute" ? "attempts" : "starts"], ["flips", "flips"], ["expanded", "expanded"], ["checks", "checks"], ["removed", "removed"],
].filter(([name]) => state.counts[name] > 0 || (header.clauses && !local && !state.walk && ["decisions", "assigned", "conflicts", "backtracks"].includes(name)));
const figures = new Map();
const figure = (name) => {
  const box = document.createElement("div");
  const title = document.createElement("dt"), value = document.createElement("dd");
  title.textContent = name;
  box.append(title, value);
  byId("counts").append(box);
  figures.set(name, value);
};
COUNTERS.forEach(([, name]) => figure(name));
if (!local && !state.walk) figure("level");
if (local) figure("clauses false");
if (state.temperature !== null) figure("temperature");
const drawCounts = (s) => {
  COUNTERS.forEach(([key, name]) => { put(figures.get(name), count(s.counts[key])); });
  const tell = (name, text) => { if (figures.has(name)) put(figures.get(name), text); };
  tell("level", String(s.starts.length));
  tell("clauses false", s.falsified === null ? "-" : count(s.falsified));
  tell("temperature", s.temperature === null ? "-" : s.temperature.toPrecision(3));
};
// The rows of the trail that are there, by what they say; a row that says the same is used again.
let trailRows = new Map();
const paragraph = (level, first, rest) => {
  const key = [level, first, rest].join("\n"), known = trailRows.get(key);
  if (known) return known;
  const p = document.createElement("p");
  const number = document.createElement("span");
  number.className = "level";
  number.textContent = level;
  p.append(number);
  if (first) {
    const b = document.createElement("b");
    b.textContent = first;
    p.append(b, " ");
  }
  p.append(rest);
  trailRows.set(key, p);
  return p;
};
const LEVELS = 40, TRAIL_SHOWN = 24;
const drawTrail = (s) => {
  const box = byId("trail");
  const rows = [];
  put(byId("trail-title"), s.walk || local ? "Where the walk is" : "Decisions, and what follows from them");
  if (s.walk) {
    const trues = [];
    for (let i = 1; i <= kept && trues.length <= 60; i++) if (s.values[i] > 0) trues.push(i);
    rows.push(paragraph("", "", trues.length ? "true: " + listed(trues, ", ", 60) : "all variables are false"));
  } else {
    const last = s.starts.length;
    const from = Math.max(0, last - LEVELS);
    for (let level = last; level >= from; level--) {
      const start = level === 0 ? 0 : s.starts[level - 1];
      const stop = level === last ? s.trail.length : s.starts[level];
      const lits = s.trail.slice(start, stop);
      const first = level > 0 ? word(lits.length ? lits[0] : 0) : "";
      const rest = level > 0 ? lits.slice(1) : lits;
      if (level === 0 && !rest.length) continue;
      // Of many the latest.
      const before = Math.max(0, rest.length - TRAIL_SHOWN);
      rows.push(paragraph(level === 0 ? "fixed" : String(level), first, (before ? `${count(before)} before, ` : "") + listed(rest.slice(before), ", ", TRAIL_SHOWN)));
    }
    if (from > 0) rows.push(paragraph("", "", from + " levels more"));
    const open = s.removed.slice(0, s.extended.length ? 0 : s.removed.length);
    if (open.length) rows.push(paragraph("removed", "", listed(open, ", ", 24)));
    if (s.extended.length) rows.push(paragraph("reconstructed", "", listed(s.extended, ", ", 24)));
    if (!rows.length) rows.push(paragraph("", "", "nothing is assigned"));
  }
  settle(box, rows);
  const used = new Set(rows);
  for (const [key, row] of trailRows) if (!used.has(row)) trailRows.delete(key);
};
const say = (element, [what, text]) => {
  const b = document.createElement("b");
  b.textContent = what;
  element.replaceChildren(b, " " + unbroken(text));
};
// The rows of the steps before, by their steps; after steps by hand all are new.
let pastOf = null, pastRows = new Map();
const pastRow = (at) => {
  if (pastOf !== steps) {
    pastOf = steps;
    pastRows = new Map();
  }
  if (!pastRows.has(at)) {
    const row = document.createElement("li");
    row.textContent = describe(at, 4).join(" ").trim();
    pastRows.set(at, row);
  }
  return pastRows.get(at);
};
const drawText = (place) => {
  const now = byId("now");
  if (place === 0) say(now, ["Before the search", "press play, or the right arrow"]);
  else say(now, describe(place - 1, 40));
  const [rule, why] = whyDecided(place - 1);
  if (rule) now.append(" ", htmlOf("span", { id: "why" }, htmlOf("b", {}, `${rule}:`), ` ${why}`));
  const rows = [];
  for (let i = place - 2; i >= 0 && rows.length < 5; i--) rows.push(pastRow(i));
  settle(byId("past"), rows);
  for (const at of pastRows.keys()) if (at > place - 2 || at < place - 6) pastRows.delete(at);
  // Where the parts below are read, the step is said again beside the buttons.
  put(byId("now-line"), now.textContent.replace(/^(Conflict|Before the search|Unknown) /, "$1: "));
  // The answer, after the last step, is none itself.
  put(byId("place"), steps[place - 1]?.[0] === "end" ? "the end, after " + stepsOf(place - 1) : "step " + count(place) + " of " + count(lastStep()));
};
