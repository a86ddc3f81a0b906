/* Why a decision is this one: what its rule rated highest, as the record has it, or what the rule says. */
const listedFirst = (header.options?.decide_order || "").split(",").map(Number).filter(Boolean);
const inOrder = header.options?.order === "true" || (header.engine === "dpll" && header.options?.rule === "first");
const rated = (list) => list.map(([lit, rating]) => `${word(lit)} ${count(Math.round(100 * rating) / 100)}`).join(", ");
const inClauses = ([lit, number], at) => `${word(lit)} ${at ? `in ${count(number)}` : `is in ${count(number)} open ${number === 1 ? "clause" : "clauses"}`}`;
const ofVariables = (list) => list.map(([lit, rating]) => [Math.abs(lit), rating]);
// By rule: its name, and what it says of literals and their ratings, the best first.
const RULES = {
  dlis: ["DLIS", (list) => `the literal in the most open clauses: ${list.map(inClauses).join(", ")}`],
  moms: ["MOMS", (list) => `the most occurrences in the shortest open clauses, both signs counted: ${rated(list)}`],
  "jeroslow-wang": ["Jeroslow-Wang", (list) => `the most occurrences, where shorter clauses count more: ${rated(list)}`],
  vsids: ["VSIDS", (list) => (list[0][1] ? `the highest score: ${rated(ofVariables(list))}`
    : "no open variable has been in a conflict yet, so all scores are 0 and any will do")],
  vmtf: ["VMTF", (list) => `the open variable that was moved to the front last: ${word(Math.abs(list[0][0]))}${list.length > 1 ? `, then ${list.slice(1).map(([lit]) => word(Math.abs(lit))).join(", ")}` : ""}`],
};
const ruleOf = RULES[header.engine === "dpll" ? header.options?.rule : { 0: "vmtf", 2: "vsids" }[header.options?.stable]];
const MOST_RATED = 4;
const whyDecided = (index) => {
  const step = steps[index];
  // A decision by hand has no rule.
  if (step?.[0] !== "d" || step !== ways[0].steps[index]) return ["", ""];
  if (listedFirst.includes(step[1])) return ["By the list", `of ${together(listedFirst)}, the first that has no value`];
  const all = ratings.get(index), list = all?.slice(0, MOST_RATED);
  if (list && ruleOf) return [ruleOf[0], ruleOf[1](list) + (all.length > list.length ? ", …" : "")];
  return inOrder ? ["In order", `the first variable without a value, ${header.options.phase} first`] : ["", ""];
};
