/* The clauses beside the search, given and learned: what each of them is now. Only the rows that are seen exist. */
const given = (header.clauses || []).map((lits) => ({ lits, born: 0 }));
let listedClauses = [];
const clauseState = (s, lits) => {
  let open = 0;
  for (const lit of lits) {
    const value = s.values[Math.abs(lit)] * Math.sign(lit);
    if (value > 0) return "satisfied";
    if (value === 0) open++;
  }
  return open === 0 ? "false" : open === 1 ? "unit" : "open";
};
const SIGNS = { satisfied: "✓", false: "✗", unit: "!", open: "·" };
const KINDS = ["all", "not satisfied", "unit or false", "learned"];
// By variable, the clauses that it is in; and clauses by what they hold.
let clausesOf = [], numbers = null;
const clauseKey = (lits) => [...lits].sort((a, b) => a - b).join(" ");
// The clause in the list, or null. Of several copies the first.
const numberOf = (lits) => {
  if (!given.length) return null;
  if (!numbers) {
    numbers = new Map();
    listedClauses.forEach((clause, at) => { if (!numbers.has(clauseKey(clause.lits))) numbers.set(clauseKey(clause.lits), at); });
  }
  return numbers.get(clauseKey(lits)) ?? null;
};
const collectClauses = () => {
  const learned = steps.flatMap((step, at) => (step[0] === "l" ? [{ lits: literals(step[1]), born: at + 1 }] : []));
  listedClauses = [...given, ...learned];
  numbers = null;
  clausesOf = Array.from({ length: kept + 1 }, () => []);
  listedClauses.forEach((clause, at) => clause.lits.forEach((lit) => clausesOf[Math.abs(lit)]?.push(at)));
};
collectClauses();

// The two literals that watch a clause now. Only a record of textbook mode says them; after a step by hand nobody knows.
const watchesOf = new Map();
moves.forEach(({ at, lits }) => {
  const key = clauseKey(lits);
  if (!watchesOf.has(key)) watchesOf.set(key, []);
  watchesOf.get(key).push({ at, watches: lits.slice(0, 2) });
});
const watched = (lits) => {
  if (!moves.length || way !== 0 || lits.length < 2) return [];
  if (lits.length === 2) return lits;
  return (watchesOf.get(clauseKey(lits)) || []).findLast(({ at }) => at <= place)?.watches ?? [];
};

const clauseBox = byId("clause-list"), clausePad = htmlOf("ul", {});
let visibleClauses = [], chosenClause = null, pointed = null;
const LINE_HEIGHT = 24;
const wantedClauses = (s, to) => {
  const kind = byId("clause-kind").value;
  const all = [];
  for (let at = 0; at < listedClauses.length; at++) {
    const { lits, born } = listedClauses[at];
    if (born > to) break;
    if (pointed && !pointed.has(at)) continue;
    if (kind === "learned" && !born) continue;
    if (kind !== "all" && kind !== "learned") {
      const is = clauseState(s, lits);
      if (is === "satisfied" || (kind === "unit or false" && is === "open")) continue;
    }
    all.push(at);
  }
  return all;
};
// A breakpoint: the next step after which the clause has one literal left, or none.
const untilForced = (at) => {
  const forced = (s) => ["unit", "false"].includes(clauseState(s, listedClauses[at].lits));
  const now = forced(state);
  let open = !now;
  seekWhere((s) => {
    const is = forced(s);
    const met = is && open;
    open = open || !is;
    return met;
  });
};
const pointClause = (at) => {
  outline.clear();
  if (at === null) drawOutlines(place > 0 ? steps[place - 1] : null);
  else point(listedClauses[at].lits, "why");
  drawCells(state);
};
const clauseRow = (at) => {
  const { lits, born } = listedClauses[at];
  const is = clauseState(state, lits);
  const row = htmlOf("li", { class: `clause ${is}${born ? " learned-one" : ""}`, tabindex: "-1" });
  row.append(htmlOf("span", { class: "sign", "aria-hidden": "true" }, SIGNS[is]), htmlOf("span", { class: "number" }, String(at + 1)));
  const watches = watched(lits);
  lits.slice(0, 30).forEach((lit, index) => {
    const value = state.values[Math.abs(lit)] * Math.sign(lit);
    if (index) row.append(" or ");
    row.append(htmlOf("span", { class: `lit ${value > 0 ? "true" : value < 0 ? "false" : ""}${watches.includes(lit) ? " watched" : ""}` }, word(lit)));
  });
  if (lits.length > 30) row.append(` or ${lits.length - 30} more`);
  row.title = `${is}${born ? `, learned in step ${count(born)}` : ""}: ${clauseWords(lits)}${watches.length ? `; watched: ${watches.map(word).join(", ")}` : ""}`;
  row.setAttribute("aria-label", row.title);
  row.onmouseenter = () => pointClause(at);
  row.onmouseleave = () => pointClause(null);
  row.onclick = () => untilForced(at);
  if (at === chosenClause) row.classList.add("at");
  row.style.top = `${visibleClauses.indexOf(at) * LINE_HEIGHT}px`;
  return row;
};
const fillClauses = () => {
  const from = Math.max(0, Math.floor(clauseBox.scrollTop / LINE_HEIGHT) - 4);
  const rows = Math.ceil((clauseBox.clientHeight || 240) / LINE_HEIGHT) + 8;
  clausePad.replaceChildren(...visibleClauses.slice(from, from + rows).map(clauseRow));
};
const drawClauses = () => {
  if (byId("clauses").hidden || !byId("clauses").open) return;
  visibleClauses = wantedClauses(state, place);
  clausePad.style.height = `${visibleClauses.length * LINE_HEIGHT}px`;
  const states = { satisfied: 0, unit: 0, false: 0, open: 0 };
  listedClauses.forEach(({ lits, born }) => { if (born <= place) states[clauseState(state, lits)]++; });
  byId("clause-sum").textContent = Object.entries(states).map(([name, number]) => `${count(number)} ${name}`).join(", ");
  fillClauses();
};
if (given.length) {
  byId("clauses").hidden = false;
  clauseBox.append(clausePad);
  byId("clause-watches").hidden = !moves.length;
  KINDS.forEach((kind) => byId("clause-kind").append(new Option(kind, kind)));
  byId("clause-kind").onchange = () => drawClauses();
  byId("clauses").ontoggle = () => drawClauses();
  clauseBox.onscroll = fillClauses;
  // By keyboard: up and down through the clauses, Enter goes on to where the clause forces something.
  clauseBox.onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const at = Math.max(0, Math.min(visibleClauses.length - 1, visibleClauses.indexOf(chosenClause) + step));
      chosenClause = visibleClauses[at] ?? null;
      if ((at + 1) * LINE_HEIGHT > clauseBox.scrollTop + clauseBox.clientHeight) clauseBox.scrollTop = (at + 1) * LINE_HEIGHT - clauseBox.clientHeight;
      if (at * LINE_HEIGHT < clauseBox.scrollTop) clauseBox.scrollTop = at * LINE_HEIGHT;
      fillClauses();
      if (chosenClause !== null) pointClause(chosenClause);
    } else if (event.key === "Enter" && chosenClause !== null) untilForced(chosenClause);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Over a cell of the board: the clauses that speak of it.
  halos.forEach((halo, cell) => {
    const part = fills[cell] || halo;
    if (!part) return;
    part.addEventListener("mouseenter", () => {
      if (!byId("clauses").open) return;
      pointed = new Set(shown.cells[cell][1].filter((variable) => variable <= kept).flatMap((variable) => clausesOf[variable]));
      drawClauses();
    });
    part.addEventListener("mouseleave", () => {
      if (!pointed) return;
      pointed = null;
      drawClauses();
    });
  });
}
