/* The next flip of a local search: the false clauses, and what the flip of each of their variables would change. */
const MOST_FALSE = 8;

// How many clauses the flip of a variable makes true, and how many false.
const flipOf = (s, variable) => {
  const found = { makes: 0, breaks: 0, broken: [], made: [] };
  const lit = s.values[variable] > 0 ? variable : -variable;
  for (const at of clausesOf[variable] || []) {
    const { lits } = listedClauses[at];
    const trues = lits.filter((one) => s.values[Math.abs(one)] * Math.sign(one) > 0);
    if (trues.length === 0 && lits.includes(-lit)) found.made.push(at);
    if (trues.length === 1 && trues[0] === lit && !lits.includes(-lit)) found.broken.push(at);
  }
  found.makes = found.made.length;
  found.breaks = found.broken.length;
  return found;
};
const falseClauses = (s) => listedClauses.flatMap(({ lits }, at) => (clauseState(s, lits) === "false" ? [at] : []));

// What a flip has changed, as the rest of a sentence; without the clauses nobody knows.
const changedBy = (index) => {
  if (!walkKnown) return "";
  const { made, broken } = flipOf(stateAt(index), steps[index][1]);
  const named = (clauses) => `${clauses.length === 1 ? "clause" : "clauses"} ${clauses.slice(0, 6).map((at) => count(at + 1)).join(", ")}${clauses.length > 6 ? ", …" : ""}`;
  const parts = [[made, "true"], [broken, "false"]].filter(([clauses]) => clauses.length);
  return parts.map(([clauses, value]) => `${named(clauses)} ${clauses.length === 1 ? "becomes" : "become"} ${value}`).join(", ");
};

const drawFlips = () => {
  const box = byId("flips");
  if (box.hidden || !box.open) return;
  const body = byId("flips-body");
  if (!state.walk) return body.replaceChildren(htmlOf("p", {}, "The walk has not begun. One step on, every variable has a value."));
  const wrong = falseClauses(state);
  if (!wrong.length) return body.replaceChildren(htmlOf("p", {}, "No clause is false: this is a model."));
  const effects = new Map(wrong.flatMap((at) => listedClauses[at].lits.map(Math.abs)).map((variable) => [variable, flipOf(state, variable)]));
  const stuck = [...effects.values()].every(({ makes, breaks }) => makes <= breaks);
  const free = [...effects.values()].some(({ breaks }) => breaks === 0);
  const next = steps[place]?.[0] === "f" ? steps[place][1] : 0;
  const cell = (lit) => {
    const { makes, breaks } = effects.get(Math.abs(lit));
    const made = htmlOf("td", Math.abs(lit) === next ? { class: "next" } : {}, htmlOf("b", {}, word(Math.abs(lit))), ` breaks ${count(breaks)}, makes ${count(makes)}`);
    if (Math.abs(lit) === next) made.append(htmlOf("span", {}, " ← next"));
    return made;
  };
  const row = (at) => htmlOf("tr", {}, htmlOf("th", { scope: "row" }, unbroken(`${count(at + 1)}: ${clauseWords(listedClauses[at].lits, 8)}`)), ...listedClauses[at].lits.slice(0, 8).map(cell));
  const table = htmlOf("table", {}, htmlOf("tbody", {}, ...wrong.slice(0, MOST_FALSE).map(row)));
  const says = stuck ? "A local minimum: no flip of one variable leaves fewer clauses false. A greedy search is stuck here; only a flip that is no better, or worse, leads on."
    : free ? "There is a flip that breaks nothing: it can only help." : "Each flip breaks something, and yet one of them leaves fewer clauses false.";
  body.replaceChildren(htmlOf("p", { class: "says" }, says), htmlOf("div", { class: "scroll-box" }, table),
    ...(wrong.length > MOST_FALSE ? [htmlOf("p", {}, `and ${count(wrong.length - MOST_FALSE)} more false clauses`)] : []));
};
const walkKnown = local && given.length > 0 && header.variables <= kept && given.length <= 5000;
byId("flips").hidden = !walkKnown;
byId("flips").ontoggle = drawFlips;
