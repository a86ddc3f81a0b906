// Tables sort by a click on a heading, and back by another. What has no number comes last either way.
const order = new Intl.Collator("en", { numeric: true });
const sort = table => {
  const head = table.tHead.querySelector("[aria-sort]");
  if (!head) return;
  const column = head.cellIndex, down = head.getAttribute("aria-sort") === "descending";
  const key = row => row.cells[column].dataset.v ?? row.cells[column].textContent;
  const compare = (a, b) => {
    const [x, y] = [key(a), key(b)], [p, q] = [parseFloat(x), parseFloat(y)];
    if (column === 0) return (down ? -1 : 1) * order.compare(x, y);
    if (isNaN(p) || isNaN(q)) return isNaN(p) - isNaN(q) || order.compare(x, y);
    return down ? q - p : p - q;
  };
  const body = table.tBodies[0];
  body.append(...[...body.rows].sort(compare));
};
for (const button of all("thead button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement, table = head.closest("table");
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of all("th", table.tHead)) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    sort(table);
  });
}
