// The table, the sums and the plots show the formulas whose names hold all words, and which have what is asked for.

// The family of a formula: its folder or, where there are no folders, the letters with which its name begins.
const folders = data.names.some(name => name.includes("/"));
const familyOf = name => folders ? name.slice(0, Math.max(0, name.lastIndexOf("/"))) : name.match(/^[^\d._-]*/)[0];
const families = [...new Set(data.names.map(familyOf))].sort(order.compare);
byId("families").hidden = families.length < 2;
for (const name of families) byId("family").append(new Option(name || "(none)", name || " "));
const [words, family, which] = ["words", "family", "which"].map(choice);

// What one solver, or one or more of them, did with a formula.
const RESULTS = {
  "": ["any", () => true],
  answered: ["answered", isSolved],
  sat: ["satisfiable", cell => cell.k === "sat"],
  unsat: ["unsatisfiable", cell => cell.k === "unsat"],
  open: ["not answered", cell => !isSolved(cell)],
  unknown: ["unknown", cell => cell.k === "unknown"],
  time: ["time-out", cell => cell.k === "time"],
  memory: ["out of memory", cell => cell.k === "memory"],
  error: ["error", cell => cell.k === "error"],
};
const condition = (key, name, cells) => {
  const select = element("select", "", { id: `result-${key}` });
  for (const [value, [words]] of Object.entries(RESULTS)) select.append(new Option(words, value));
  const bound = id => element("input", "", { id: `${id}-${key}`, type: "number", min: 0, step: "any" });
  const label = (words, ...parts) => {
    const made = element("label", words);
    made.append(...parts);
    return made;
  };
  const row = element("div", "", { className: "tools", role: "group", ariaLabel: name });
  row.append(element("b", name), label("result", select), label("from", bound("from")),
    label("to", bound("to"), element("span", "", { className: "unit" })));
  byId("more").append(row);
  const [kind, from, to] = ["result", "from", "to"].map(id => choice(`${id}-${key}`));
  const fits = cell => {
    const used = taken(cell);
    return RESULTS[kind.value][1](cell) && (from.value === "" || used !== null && used >= Number(from.value))
      && (to.value === "" || used !== null && used <= Number(to.value));
  };
  return at => [kind, from, to].every(control => control.value === "") || cells(at).some(fits);
};
const conditions = data.solvers.map((name, solver) => condition(solver, name, at => [data.cells[at][solver]]));
if (data.solvers.length > 1) conditions.push(condition("any", "one or more", at => data.cells[at]));
const filters = [...choices].filter(control => control !== measureChoice);
byId("more").open = all("input, select", byId("more")).some(control => control.value !== "");

const filter = () => {
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (row, at) => wanted.every(word => data.names[at].toLowerCase().includes(word))
    && (which.value === "all" || row.classList.contains(which.value))
    && (family.value === "" || familyOf(data.names[at]) === family.value.trim())
    && conditions.every(holds => holds(at));
  rows.forEach((row, at) => { row.hidden = !fits(row, at); });
  shown = data.names.map((_, at) => at).filter(at => !rows[at].hidden);
  for (const part of all(".unit")) part.textContent = measure().unit;
  byId("shown").textContent = `${shown.length} of ${data.names.length} shown`;
  byId("clear").hidden = filters.every(control => control.value === usual(control));
};
