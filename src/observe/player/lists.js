/* The lists that propagation goes through: where the negation of a true literal occurs, and where it is watched; and how
   many clauses a solver looks at with either. */
let listsOf = null, visits = [];

// For each place, the clauses looked at so far: with occurrence lists, and with two watched literals. The watches are
// those of a solver that watches the first two literals and moves a false watch to the next literal that is not false.
const countVisits = () => {
  if (listsOf === steps) return;
  listsOf = steps;
  const occurs = new Map(), watches = new Map(), two = [];
  const list = (lists, lit) => lists.get(lit) ?? lists.set(lit, []).get(lit);
  const add = (lits) => {
    lits.forEach((lit) => list(occurs, lit).push(two.length));
    two.push({ lits, at: lits.slice(0, 2) });
    if (lits.length > 1) lits.slice(0, 2).forEach((lit) => list(watches, lit).push(two.length - 1));
  };
  given.forEach(({ lits }) => add(lits));
  const s = fresh();
  const isFalse = (lit) => s.values[Math.abs(lit)] * Math.sign(lit) < 0;
  // Where the literals begin that the latest decision, or jump, has made true.
  let done = 0, begun = 0, byOccurrence = 0, byWatch = 0;
  const visit = (lit) => {
    byOccurrence += list(occurs, -lit).length;
    const mine = list(watches, -lit);
    byWatch += mine.length;
    watches.set(-lit, mine.filter((clause) => {
      const { lits, at } = two[clause];
      const other = at[0] === -lit ? at[1] : at[0];
      const next = lits.find((one) => one !== other && one !== -lit && !isFalse(one));
      if (next === undefined || s.values[Math.abs(other)] * Math.sign(other) > 0) return true;
      two[clause].at = [other, next];
      list(watches, next).push(clause);
      return false;
    }));
  };
  visits = [[0, 0]];
  for (const step of steps) {
    if (["d", "c", "r", "end"].includes(step[0])) {
      // A conflict shows in the first list that has the clause, and ends the propagation.
      const clash = step[0] === "c" ? s.trail.findIndex((lit, at) => at >= begun && step[1].includes(-lit)) : -1;
      const end = clash < 0 ? s.trail.length : clash + 1;
      while (done < end) visit(s.trail[done++]);
      done = s.trail.length;
    }
    apply(s, step);
    if (step[0] === "d" || step[0] === "b") begun = s.trail.length - (step[0] === "d" ? 1 : 0);
    // Nothing waits before a decision: its literal is dealt with at once.
    if (step[0] === "d") visit(s.trail[done++]);
    if (step[0] === "l") {
      // The literals that become open last are watched.
      add(literals(step[1]).sort((a, b) => s.level[Math.abs(b)] - s.level[Math.abs(a)]));
    }
    done = Math.min(done, s.trail.length);
    visits.push([byOccurrence, byWatch]);
  }
};

const listChoice = byId("lists-literal");
const drawLists = () => {
  const box = byId("lists");
  if (box.hidden || !box.open) return;
  countVisits();
  const [byOccurrence, byWatch] = visits[place];
  byId("lists-sum").textContent = `${count(byOccurrence)} clauses looked at by occurrence lists, ${count(byWatch)} by watches`;
  const chosen = listChoice.value;
  listChoice.replaceChildren(new Option("the latest", ""), ...state.trail.map((lit) => new Option(word(lit), String(lit))));
  listChoice.value = state.trail.includes(Number(chosen)) ? chosen : "";
  const lit = Number(listChoice.value) || state.trail[state.trail.length - 1];
  if (!lit) return byId("lists-body").replaceChildren(htmlOf("p", {}, "Nothing is assigned yet."));
  const at = (clausesOf[Math.abs(lit)] || []).filter((clause) => listedClauses[clause].born <= place && listedClauses[clause].lits.includes(-lit));
  const watching = at.filter((clause) => watched(listedClauses[clause].lits).includes(-lit));
  const named = (clauses) => htmlOf("ul", {}, ...clauses.slice(0, 200).map((clause) => htmlOf("li", {}, `${clause + 1}: ${clauseWords(listedClauses[clause].lits, 12)}`)));
  const part = (title, clauses) => htmlOf("div", {}, htmlOf("h3", {}, title), clauses.length ? named(clauses) : htmlOf("p", {}, "none"));
  const parts = [part(`${word(-lit)} occurs in ${count(at.length)}`, at)];
  if (moves.length && way === 0) parts.push(part(`and is watched in ${count(watching.length)} now`, watching));
  byId("lists-body").replaceChildren(...parts);
};
byId("lists").hidden = !given.length || local || kept < header.variables || steps.some((step) => ["gap", "s", "x"].includes(step[0]));
byId("lists").ontoggle = drawLists;
listChoice.onchange = drawLists;
