// Resolution: from two clauses, one with a variable and one with its negation, the clause of all their other literals
// follows. Clauses are resolved, the shortest first, until the empty clause is there or nothing new follows.
// J. A. Robinson, "A machine-oriented logic based on the resolution principle", JACM 1965.
"use strict";

const Resolution = (() => {
  const MOST_KEPT = 400, MOST_RESOLVENTS = 60000;

  const negated = lit => lit.startsWith("-") ? lit.slice(1) : `-${lit}`;
  const subsumes = (small, large) => small.size <= large.size && [...small].every(lit => large.has(lit));

  // The derived clauses in order, those of `clauses` before them; `end` says how it ended.
  function saturate(clauses) {
    const kept = clauses.map(lits => ({lits: new Set(lits), from: null, on: null}));
    const tautology = lits => [...lits].some(lit => lits.has(negated(lit)));
    const open = kept.filter(({lits}) => !tautology(lits));
    const used = [];
    let tried = 0;
    let empty = kept.find(({lits}) => !lits.size);
    while (open.length && !empty) {
      const next = open.splice(open.reduce((best, {lits}, at) => lits.size < open[best].lits.size ? at : best, 0), 1)[0];
      if (used.some(({lits}) => subsumes(lits, next.lits))) continue;
      used.push(next);
      for (const other of [...used]) {
        for (const lit of next.lits) {
          if (!other.lits.has(negated(lit))) continue;
          if (++tried > MOST_RESOLVENTS || kept.length > MOST_KEPT) return {kept, end: "given up", empty: null};
          const lits = new Set([...next.lits, ...other.lits].filter(one => one !== lit && one !== negated(lit)));
          if (tautology(lits) || [...used, ...open].some(known => subsumes(known.lits, lits))) continue;
          const made = {lits, from: [other, next], on: lit.replace(/^-/, "")};
          kept.push(made);
          open.push(made);
          if (!lits.size) empty = made;
        }
        if (empty) break;
      }
    }
    return {kept, end: empty ? "empty" : "saturated", empty};
  }

  // Those that the last clause needs.
  function needed(last) {
    const all = new Set(), visit = clause => {
      clause.from?.forEach(visit);
      all.add(clause);
    };
    visit(last);
    return all;
  }

  // A table of the derivation, and what it says.
  function show(clauses) {
    const {kept, end, empty} = saturate(clauses);
    const shown = empty ? kept.filter(clause => needed(empty).has(clause)) : kept;
    const number = new Map(shown.map((clause, at) => [clause, at + 1]));
    const rows = shown.map(clause => make("tr", {class: clause.from ? "derived" : ""}, make("th", {scope: "row"}, String(number.get(clause))),
      make("td", {}, [...clause.lits].join(" or ") || "nothing: the empty clause"),
      make("td", {}, clause.from ? `from ${clause.from.map(one => number.get(one)).join(" and ")}, on ${clause.on}` : "given")));
    const derived = shown.filter(({from}) => from).length;
    const steps = `${count(derived)} ${derived === 1 ? "resolution" : "resolutions"}`;
    const words = {
      empty: `The empty clause follows in ${steps}: there is no model.`,
      saturated: `Nothing new follows after ${steps}, and the empty clause is not there: there is a model.`,
      "given up": `Too much follows: after ${count(kept.length - clauses.length)} new clauses this table ends without an answer.`,
    }[end];
    return [make("p", {class: "note"}, words),
      make("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Resolution"}, make("table", {class: "resolution"}, make("tbody", {}, ...rows)))];
  }

  return {saturate, show};
})();
