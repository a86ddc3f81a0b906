// What counts: a time, the memory or the conflicts. Table, sums and plots show what is chosen.
const measureChoice = choice("measure");
const measure = () => data.measures[measureChoice.selectedIndex];
const isSolved = cell => cell.k === "sat" || cell.k === "unsat";
// What a solver took for a formula, and the same where it has solved it.
const taken = cell => cell.v[measureChoice.selectedIndex];
const value = cell => isSolved(cell) ? taken(cell) : null;

const figure = number => {
  const { unit } = measure();
  if (unit === "s") return number.toFixed(number < 10 ? 3 : number < 100 ? 2 : 1);
  return unit === "MB" ? number.toFixed(1) : number.toLocaleString("en", { maximumFractionDigits: 1 });
};
const amount = number => `${figure(number)} ${measure().unit}`;
const result = cell => {
  const number = value(cell);
  return number !== null ? `${amount(number)}, ${cell.w}` : cell.w;
};
// The name of an axis; marks of times say their unit themselves.
const axisName = () => measure().unit === "MB" ? `${measure().name} in MB` : measure().name;
// The label of a mark on an axis.
const tick = number => {
  const { unit } = measure();
  if (number === 0) return "0";
  if (unit === "MB") return String(+number.toPrecision(6));
  if (unit !== "s") return number.toLocaleString("en", { notation: "compact" });
  return number < 0.0995 ? `${+(number * 1e3).toFixed(3)} ms` : `${+number.toFixed(3)} s`;
};

// Which of them the cells show; at first the one with which the page was made.
let written = [...measureChoice.options].findIndex(option => option.defaultSelected);
// Only the solvers that tell have a number; a word stays.
const writeCells = () => {
  for (const part of all("[data-measure]")) part.textContent = measure()[part.dataset.measure];
  if (written === measureChoice.selectedIndex) return;
  written = measureChoice.selectedIndex;
  rows.forEach((row, at) => data.cells[at].forEach((cell, solver) => {
    const place = row.cells[BEFORE + solver], number = place.querySelector("span"), now = value(cell);
    place.dataset.v = now ?? "";
    if (number) number.textContent = now === null ? "-" : figure(now);
    place.classList.toggle("best", data.best[at][written] === solver);
  }));
};
