// A proof line by line, and why each line follows: what a checker does, for proofs that are short enough to be read.
// A clause follows by unit propagation where the values that make all of its literals false lead to a clause that is
// false, step by step (reverse unit propagation: Goldberg and Novikov, DATE 2003).
"use strict";

const Proof = (() => {
  const MOST_LINES = 400;

  // Why the clause follows from these, as the literals that are forced in order, each by a clause, and the clause that
  // is false at last; only what that needs. Null where propagation does not tell.
  function refute(clauses, lits) {
    const value = new Map(), why = new Map(), order = [];
    const set = (lit, number) => {
      value.set(lit, true).set(-lit, false);
      why.set(lit, number);
      order.push(lit);
    };
    for (const lit of lits) {
      if (value.get(lit) === true) return null;
      if (!value.has(lit)) set(-lit, null);
    }
    let clash = null;
    for (let changed = true; changed && clash === null;) {
      changed = false;
      for (const [number, clause] of clauses) {
        if (clause.some(lit => value.get(lit) === true)) continue;
        const open = clause.filter(lit => !value.has(lit));
        if (open.length === 0) clash = number;
        else if (open.length === 1) {
          set(open[0], number);
          changed = true;
        }
        if (clash !== null) break;
      }
    }
    if (clash === null) return null;
    const needed = new Set(), visit = number => {
      for (const lit of clauses.get(number)) {
        if (value.get(lit) !== false || needed.has(-lit)) continue;
        needed.add(-lit);
        if (why.get(-lit) !== null) visit(why.get(-lit));
      }
    };
    visit(clash);
    return {supposed: lits.map(lit => -lit).filter(lit => why.get(lit) === null), forced: order.filter(lit => needed.has(lit) && why.get(lit) !== null).map(lit => [lit, why.get(lit)]), clash};
  }

  const key = lits => [...lits].sort((a, b) => a - b).join(" ");

  // The rows of the proof: the clauses of the formula, then those of the proof with why they follow, up to the empty one.
  function derive({clauses, lines}) {
    const known = new Map(clauses.map((lits, at) => [at + 1, lits]));
    const rows = clauses.map((lits, at) => ({number: at + 1, lits, given: true}));
    for (const [deleted, lits] of lines.slice(0, MOST_LINES)) {
      if (deleted) {
        const gone = [...known].findLast(([, other]) => key(other) === key(lits));
        if (gone) known.delete(gone[0]);
        rows.push({deleted: gone?.[0] ?? null, lits});
        continue;
      }
      const number = rows.filter(row => row.number).length + 1;
      rows.push({number, lits, because: refute(known, lits)});
      known.set(number, lits);
      if (!lits.length) break;
    }
    return rows;
  }

  const list = words => words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words[0];

  // A line is not broken between a minus and its variable.
  const whole = text => text.split(/(?<= )/).map(word => word.startsWith("-") ? make("span", {class: "literal"}, word.trimEnd()) : word)
    .flatMap(part => typeof part === "string" ? [part] : [part, " "]);
  const cell = text => {
    const parts = whole(text);
    return parts.at(-1) === " " ? parts.slice(0, -1) : parts;
  };

  // A table of the derivation.
  function show(proof) {
    const name = lit => `${lit < 0 ? "-" : ""}${proof.names[Math.abs(lit) - 1]}`;
    const clause = lits => lits.map(name).join(" or ") || "nothing: the empty clause";
    const reason = ({given, deleted, because, lits}) => {
      if (given) return "given";
      if (deleted !== undefined) return deleted === null ? "deleted" : `clause ${deleted} is not needed any more`;
      if (!because) return "by another rule: it keeps a model, if there is one (RAT)";
      const {supposed, forced, clash} = because;
      const suppose = lits.length ? `If not, ${list(supposed.map(name))} ${supposed.length > 1 ? "are" : "is"} true. ` : "";
      const then = forced.length ? `${suppose ? "Then" : ""} ${list(forced.map(([lit, by]) => `${name(lit)} (by ${by})`))} ${forced.length > 1 ? "follow" : "follows"}, and clause ${clash} is false.` : `Then clause ${clash} is false.`;
      return `${suppose}${then}`.trim();
    };
    const rows = derive(proof).map(row => make("tr", {class: row.given ? "" : "derived"}, make("th", {scope: "row"}, row.number ? String(row.number) : ""),
      make("td", {}, ...(row.deleted === undefined ? cell(clause(row.lits)) : [make("s", {}, ...cell(clause(row.lits)))])), make("td", {}, ...cell(reason(row)))));
    const left = proof.lines.length - MOST_LINES;
    return [make("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "The proof, line by line"}, make("table", {class: "resolution proof-lines"}, make("tbody", {}, ...rows))),
      ...(left > 0 ? [make("p", {class: "note"}, `and ${count(left)} lines more`)] : [])];
  }

  return {derive, refute, show};
})();
