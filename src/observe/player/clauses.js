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
  const all = watchesOf.get(clauseKey(lits)) || [];
  let low = 0;
  for (let high = all.length; low < high;) {
    const middle = (low + high) >> 1;
    if (all[middle].at <= place) low = middle + 1;
    else high = middle;
  }
  return all[low - 1]?.watches ?? [];
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
// The rows that are there, by their clauses, and what they show; a row is filled anew when that changes.
let clauseRowsOf = null, clauseRows = new Map();
const clauseRow = (at, index) => {
  const { lits, born } = listedClauses[at];
  const is = clauseState(state, lits), watches = watched(lits);
  const key = lits.slice(0, 30).map((lit) => state.values[Math.abs(lit)]).join() + (at === chosenClause) + watches + is;
  let row = clauseRows.get(at);
  if (!row) {
    clauseRows.set(at, (row = htmlOf("li", { tabindex: "-1" })));
    row.onmouseenter = () => pointClause(at);
    row.onmouseleave = () => pointClause(null);
    row.onclick = () => untilForced(at);
  }
  const top = `${index * LINE_HEIGHT}px`;
  if (row.style.top !== top) row.style.top = top;
  if (row.shows === key) return row;
  row.shows = key;
  row.className = `clause ${is}${born ? " learned-one" : ""}${at === chosenClause ? " at" : ""}`;
  row.replaceChildren(htmlOf("span", { class: "sign", "aria-hidden": "true" }, SIGNS[is]), htmlOf("span", { class: "number" }, String(at + 1)));
  lits.slice(0, 30).forEach((lit, index) => {
    const value = state.values[Math.abs(lit)] * Math.sign(lit);
    if (index) row.append(" or ");
    row.append(htmlOf("span", { class: `lit ${value > 0 ? "true" : value < 0 ? "false" : ""}${watches.includes(lit) ? " watched" : ""}` }, word(lit)));
  });
  if (lits.length > 30) row.append(` or ${lits.length - 30} more`);
  row.title = `${is}${born ? `, learned in step ${count(born)}` : ""}: ${clauseWords(lits)}${watches.length ? `; watched: ${watches.map(word).join(", ")}` : ""}`;
  row.setAttribute("aria-label", row.title);
  return row;
};
// To ask the box itself in every frame would lay the page out in the middle of it.
const inView = { top: 0, height: 0 };
const measureClauses = () => {
  inView.top = clauseBox.scrollTop;
  inView.height = clauseBox.clientHeight;
};
new ResizeObserver(() => {
  measureClauses();
  fillClauses();
}).observe(clauseBox);
const fillClauses = () => {
  const from = Math.max(0, Math.floor(inView.top / LINE_HEIGHT) - 4);
  const rows = Math.ceil((inView.height || 240) / LINE_HEIGHT) + 8;
  if (clauseRowsOf !== listedClauses) {
    clauseRowsOf = listedClauses;
    clauseRows = new Map();
  }
  const shown = visibleClauses.slice(from, from + rows);
  settle(clausePad, shown.map((at, index) => clauseRow(at, from + index)));
  // Rows out of sight are made again when they come back.
  if (clauseRows.size > 400) clauseRows = new Map(shown.map((at) => [at, clauseRows.get(at)]));
};
const drawClauses = () => {
  if (byId("clauses").hidden || !byId("clauses").open) return;
  visibleClauses = wantedClauses(state, place);
  const height = `${visibleClauses.length * LINE_HEIGHT}px`;
  if (clausePad.style.height !== height) clausePad.style.height = height;
  const states = { satisfied: 0, unit: 0, false: 0, open: 0 };
  listedClauses.forEach(({ lits, born }) => { if (born <= place) states[clauseState(state, lits)]++; });
  put(byId("clause-sum"), Object.entries(states).map(([name, number]) => `${count(number)} ${name}`).join(", "));
  fillClauses();
};
if (given.length) {
  byId("clauses").hidden = false;
  clauseBox.append(clausePad);
  byId("clause-watches").hidden = !moves.length;
  KINDS.forEach((kind) => byId("clause-kind").append(new Option(kind, kind)));
  byId("clause-kind").onchange = () => drawClauses();
  byId("clauses").ontoggle = () => drawClauses();
  clauseBox.onscroll = () => {
    measureClauses();
    fillClauses();
  };
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
