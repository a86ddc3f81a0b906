/* The board. */
const parts = { one: [], some: [], not: [] };
const fills = [], halos = [];
const cellOf = new Int32Array(kept + 1).fill(-1);
shown.cells.forEach(([name, variables], cell) => {
  halos[cell] = byId("cell-" + cell);
  fills[cell] = byId("fill-" + cell);
  // A halo takes the mouse even while it is not seen; where a shape is filled, that does.
  if (halos[cell] && !fills[cell]) halos[cell].classList.add("pointable");
  variables.forEach((variable) => {
    if (variable > kept) return;
    cellOf[variable] = cell;
    for (const part of Object.keys(parts)) parts[part][variable] = byId(part + "-" + variable);
  });
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = name;
  if (halos[cell]) halos[cell].append(title);
});
const dress = (element, wanted) => {
  if (element && element.dressed !== wanted) {
    const own = element.own === undefined ? (element.own = element.getAttribute("class") || "") : element.own;
    element.setAttribute("class", own + " " + wanted);
    element.dressed = wanted;
  }
};
const isMark = (part) => part !== undefined && part !== null && part.classList.contains("mark");
const HOW = ["", "chosen", "forced", "walk", "removed"];
const outline = new Map();
const drawCells = (s) => {
  shown.cells.forEach(([, variables, colours], cell) => {
    let trues = 0, first = 0, chosen = false;
    for (const variable of variables) {
      if (s.values[variable] > 0 && trues++ === 0) first = variable;
      // A choice against a value leaves the cell open, unless its falsity is a mark of its own.
      if (s.how[variable] === CHOSEN && (s.values[variable] > 0 || isMark(parts.not[variable]))) chosen = true;
    }
    for (const variable of variables) {
      const value = s.values[variable];
      const alone = trues === 1;
      const large = alone || (colours && variable === first);
      dress(parts.one[variable], large && value > 0 ? "on " + HOW[s.how[variable]] : "");
      dress(parts.some[variable], (value > 0 ? "t" : value < 0 ? "f" : "u") + (alone ? " alone" : ""));
      dress(parts.not[variable], value < 0 ? "on " + HOW[s.how[variable]] : "");
    }
    if (colours && fills[cell]) fills[cell].style.fill = trues > 0 ? colours[variables.indexOf(first)] : "";
    dress(halos[cell], (chosen ? "chosen " : "") + (outline.get(cell) || ""));
  });
};
const point = (lits, kind) => lits.forEach((lit) => {
  const cell = typeof lit === "number" && Math.abs(lit) <= kept ? cellOf[Math.abs(lit)] : -1;
  if (cell >= 0 && !(outline.get(cell) || "").includes("now")) outline.set(cell, kind);
});
const drawOutlines = (step) => {
  outline.clear();
  if (!step) return;
  switch (step[0]) {
    case "d": case "f": case "e": case "v": point([step[1]], "now"); break;
    case "a": point([step[1]], "now"); if (step[2]) point(step[2], "why"); break;
    case "c": point(step[1], "bad"); break;
    case "l": point(step[1], "why"); break;
    case "x": point(step[1], "now"); break;
  }
};

/* The legend names what can be seen in this search, as it is drawn on this board. */
const kinds = new Set(steps.map((step) => step[0]));
const reasons = kinds.has("l") || steps.some((step) => step[0] === "a" && step[2]);
for (const [name, seen] of Object.entries({ why: reasons, bad: kinds.has("c"), chosen: kinds.has("d") || kinds.has("x") })) {
  byId("key-" + name).hidden = !seen;
}
const tiles = Boolean(document.querySelector("#board .strip"));
byId("key-true").hidden = byId("key-false").hidden = !tiles;
byId("key-empty").hidden = !document.querySelector("#board .out");
byId("legend").classList.toggle("shapes", halos.some((halo) => halo && halo.tagName === "path"));
