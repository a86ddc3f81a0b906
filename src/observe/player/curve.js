/* Where the player is. */
let place = 0;

/* The curve above the slider: the level, or how many clauses are false. */
const curve = byId("curve");
const element = (name, attributes) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  curve.append(made);
  return made;
};
const x = (place) => (total ? (1000 * place) / total : 0);
const drawCurve = () => {
  curve.replaceChildren();
  let most = 1;
  for (const height of heights) most = Math.max(most, height);
  // Walks begin with many false clauses, and what counts happens among the last few.
  const scale = local ? Math.log1p : (height) => height;
  const y = (height) => 57 - (54 * scale(height)) / scale(most);
  const points = [];
  const buckets = Math.min(500, total + 1);
  for (let bucket = 0; bucket < buckets; bucket++) {
    const from = Math.floor((bucket * (total + 1)) / buckets), to = Math.floor(((bucket + 1) * (total + 1)) / buckets);
    let low = heights[from], high = heights[from];
    for (let i = from; i < to; i++) { low = Math.min(low, heights[i]); high = Math.max(high, heights[i]); }
    points.push(x(from).toFixed(1) + "," + y(high).toFixed(1));
    if (low !== high) points.push(x(from).toFixed(1) + "," + y(low).toFixed(1));
  }
  element("polyline", { class: "area", points: points.join(" ") });
  steps.forEach((step, i) => { if (step[0] === "gap") element("line", { class: "gap", x1: x(i), x2: x(i), y1: 0, y2: 60 }); });
  byId("curve-name").textContent = (local ? "Curve: clauses false (logarithmic), at most " : "Curve: level, at most ") + count(most);
};
drawCurve();
let cursor = element("line", { class: "at", x1: 0, x2: 0, y1: 0, y2: 60 });
