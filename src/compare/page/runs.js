// A click on a run shows how it ended and what the solver said. One run is reached by Tab, the others by arrows.
const dialog = byId("run");
const openRun = (at, solver) => {
  byId("run-title").textContent = `${data.solvers[solver]} on ${data.names[at]}`;
  const parts = data.runs[at][solver].flatMap(({ run, word, basis, how, log }) => {
    const title = data.runs[at][solver].length > 1 ? `Run ${run}: ` : "";
    return [element("p", `${title}${word}${basis ? ` (${basis})` : ""}; ${how}.`), log.length ? element("pre", log.join("\n")) : element("p", "It printed nothing.")];
  });
  byId("run-body").replaceChildren(...parts);
  dialog.showModal();
};
byId("run-close").addEventListener("click", () => dialog.close());
rows.forEach((row, at) => data.solvers.forEach((_, solver) => {
  if (!data.runs[at][solver].length) return;
  const cell = row.cells[BEFORE + solver], button = element("button", "", { type: "button", tabIndex: -1 });
  button.append(...cell.childNodes);
  button.addEventListener("click", () => openRun(at, solver));
  cell.append(button);
}));
const firstRun = body.querySelector("button");
if (firstRun) firstRun.tabIndex = 0;
body.addEventListener("keydown", event => {
  const [down, right] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key] ?? [];
  const cell = event.target.closest("td");
  if (down === undefined || !cell) return;
  event.preventDefault();
  const left = [...body.rows].filter(row => !row.hidden);
  const next = left[left.indexOf(cell.parentElement) + down]?.cells[cell.cellIndex + right]?.querySelector("button");
  if (!next) return;
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
