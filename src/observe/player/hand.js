/* You decide: the search goes on by hand from any step. Every way that was taken stays in a tree, and can be walked. */
const ways = [{ parent: null, at: 0, steps }];
let way = 0;

const falseIn = (s, lits) => lits.every((lit) => s.values[Math.abs(lit)] * Math.sign(lit) < 0);
const knownClauses = () => listedClauses.filter(({ born }) => born <= place).map(({ lits }) => lits);

// Adds steps behind the present one. In the middle of a way they begin another.
const take = (more) => {
  if (way === 0 || place < total) {
    ways.push({ parent: way, at: place, steps: steps.slice(0, place) });
    way = ways.length - 1;
  }
  ways[way].steps = [...ways[way].steps, ...more];
  load(ways[way].steps);
  go(total);
};

// All that follows by unit propagation from here: steps, the last of them a conflict if there is one.
const followUp = (s) => {
  const clauses = knownClauses(), more = [];
  for (let found = true; found; ) {
    found = false;
    const broken = clauses.find((clause) => falseIn(s, clause));
    if (broken) return [...more, ["c", broken]];
    for (const clause of clauses) {
      if (clauseState(s, clause) !== "unit") continue;
      const lit = clause.find((other) => s.values[Math.abs(other)] === 0);
      more.push(["a", lit, clause]);
      apply(s, more[more.length - 1]);
      found = true;
    }
  }
  return more;
};

// The analysis of a conflict by the book: what is resolved on, and the learned clause without what follows from it.
const learn = (s, conflict) => {
  const level = (lit) => s.level[Math.abs(lit)];
  const at = new Map(s.trail.map((lit, index) => [lit, index]));
  const top = Math.max(...conflict.map(level));
  let clause = conflict.filter((lit) => level(lit) > 0);
  const pivots = [];
  for (;;) {
    const here = clause.filter((lit) => level(lit) === top);
    if (here.length === 1) break;
    const pivot = -here.reduce((a, b) => (at.get(-a) > at.get(-b) ? a : b));
    pivots.push(pivot);
    clause = resolve(s, clause, pivot, s.reason[Math.abs(pivot)]);
  }
  const implied = (lit) => {
    const reason = s.reason[Math.abs(lit)];
    return level(lit) === 0 || (reason && reason.filter((other) => other !== -lit).every((other) => clause.includes(other) || implied(other)));
  };
  const kept = clause.filter((lit) => level(lit) === top || !implied(lit));
  return { pivots, clause: kept };
};

const HAND = {
  decide: () => take([["d", Number(byId("hand-literal").value)]]),
  propagate: () => take(followUp(stateAt(place))),
  analyze: () => {
    const { pivots, clause } = learn(state, steps[place - 1][1]);
    take([["u", pivots], ["l", clause]]);
  },
  jump: () => {
    const clause = steps[place - 1][1];
    const levels = clause.map((lit) => state.level[Math.abs(lit)]);
    take([["b", jumpOf(state, clause)], ["a", clause[levels.indexOf(Math.max(...levels))], clause]]);
  },
  back: () => {
    const decision = state.trail[state.starts[state.starts.length - 1]];
    take([["b", state.starts.length - 1], ["a", -decision]]);
  },
  restart: () => take([["r"], ["b", 0]]),
};

// What is decided here on the way that is shown, if anything is.
const decidedNext = () => {
  const [what, lit] = steps[place] ?? [];
  return what !== "d" ? "" : way === 0 ? ` The search decides ${word(lit)} here.` : ` On this way ${word(lit)} was decided here.`;
};

// What can be done here, and why not more.
const drawHand = () => {
  if (byId("hand").hidden || !byId("hand").open) return;
  const last = place > 0 ? steps[place - 1] : [""];
  const conflict = last[0] === "c", learned = last[0] === "l" && state.starts.length > 0, ended = last[0] === "end";
  const clauses = knownClauses();
  const broken = clauses.some((clause) => falseIn(state, clause));
  const unit = clauses.some((clause) => clauseState(state, clause) === "unit");
  const open = [];
  for (let variable = 1; variable <= kept; variable++) if (state.values[variable] === 0) open.push(variable, -variable);
  const choice = byId("hand-literal"), before = choice.value;
  choice.replaceChildren(...open.map((lit) => new Option(word(lit), String(lit))));
  if (open.includes(Number(before))) choice.value = before;
  const can = {
    // What follows now belongs to this level: a decision before it would count it to the next one.
    decide: !conflict && !learned && !broken && !unit && open.length > 0 && !ended,
    propagate: !conflict && !learned && (unit || broken),
    analyze: conflict && state.starts.length > 0,
    jump: learned,
    back: (conflict || learned || broken) && state.starts.length > 0,
    restart: state.starts.length > 0 && !conflict && !learned,
  };
  Object.entries(can).forEach(([name, on]) => { byId(`hand-${name}`).disabled = !on; });
  const satisfied = clauses.every((clause) => clauseState(state, clause) === "satisfied");
  byId("hand-says").textContent = satisfied ? "Every clause is true: this is a model."
    : (conflict || broken) && state.starts.length === 0 ? "A clause is false without any decision: there is no model."
      : conflict ? "A clause is false. Analyse says what caused it; Backtrack only tries the other value of the last decision."
        : learned ? `The learned clause is false now. Back jump goes to level ${jumpOf(state, last[1])}, where it forces a literal.`
          : broken ? "A clause is false: Propagate shows which."
            : unit ? `Some clauses have one literal left: Propagate makes it true.${last[0] === "d" ? " To decide otherwise, go one step back first." : ""}`
              : `Nothing follows: decide. A click on the board chooses, too.${decidedNext()}`;
  const branch = (at) => {
    const { parent, at: from, steps: own } = ways[at];
    const first = own[from];
    const name = parent === null ? "the recorded search" : `from step ${count(from)}: ${first && first[0] === "d" ? word(first[1]) : "by hand"}, ${stepsOf(own.length - from)}`;
    const button = htmlOf("button", at === way ? { "aria-current": "true" } : {}, name);
    button.onclick = () => {
      way = at;
      load(ways[at].steps);
      go(Math.max(from, at === 0 ? 0 : total));
    };
    const below = ways.flatMap((other, index) => (other.parent === at ? [branch(index)] : []));
    return htmlOf("li", {}, button, ...(below.length ? [htmlOf("ul", {}, ...below)] : []));
  };
  byId("hand-tree").replaceChildren(branch(0));
};

// On the board: in a search by hand a click chooses a literal, otherwise it goes to where the cell is spoken of next.
const clickCell = (cell) => {
  const variables = shown.cells[cell][1].filter((variable) => variable <= kept);
  if (byId("hand").open && !byId("hand").hidden) {
    const lits = variables.flatMap((variable) => [variable, -variable]).filter((lit) => state.values[Math.abs(lit)] === 0);
    const choice = byId("hand-literal");
    if (lits.length) choice.value = String(lits[(lits.indexOf(Number(choice.value)) + 1) % lits.length]);
    return;
  }
  seekWhere((s, step) => ["d", "a", "f", "v"].includes(step[0]) && variables.includes(Math.abs(step[1])));
};

const hand = () => {
  for (const [name, act] of Object.entries(HAND)) byId(`hand-${name}`).onclick = act;
  byId("hand").ontoggle = drawHand;
  halos.forEach((halo, cell) => {
    const part = fills[cell] || halo;
    if (part) part.addEventListener("click", () => clickCell(cell));
  });
};
