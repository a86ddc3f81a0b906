// Of the formulas that are shown: how many each solver has solved, and the figures of what it took for them.
const sumUp = () => {
  const table = byId("statistics"), { limit } = measure();
  const line = solver => {
    const cells = shown.map(at => data.cells[at][solver]);
    const solved = cells.filter(isSolved).length;
    const values = cells.map(value).filter(number => number !== null).sort((a, b) => a - b);
    const count = values.length, sum = values.reduce((sum, number) => sum + number, 0), mean = sum / count;
    const median = (values[Math.floor((count - 1) / 2)] + values[Math.floor(count / 2)]) / 2;
    const spread = Math.sqrt(values.reduce((sum, number) => sum + (number - mean) ** 2, 0) / count);
    const par2 = limit !== null && shown.length ? (sum + 2 * limit * (shown.length - solved)) / shown.length : null;
    const figures = count ? [sum, mean, median, values[0], values[count - 1], spread] : Array(6).fill(null);
    const row = element("tr", "", { className: data.out[solver] ? "out" : "" });
    row.append(element("th", data.solvers[solver], { scope: "row" }), element("td", `${solved} of ${shown.length}`));
    for (const number of [...figures, par2]) {
      const cell = row.appendChild(element("td", number === null ? "-" : figure(number)));
      cell.dataset.v = number ?? "";
    }
    return row;
  };
  table.tBodies[0].replaceChildren(...data.solvers.map((_, solver) => solver).filter(isDrawn).map(line));
  sort(table);
};
byId("sums").hidden = false;
