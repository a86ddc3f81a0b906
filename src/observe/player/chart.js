/* The chart: the search over its steps, with axes, on as much of it as is chosen. */
const CHART = { height: 260, left: 60, right: 60, top: 14, bottom: 48 };
// Its width in units of which a letter is as high as everywhere on the page, however wide the window is.
const chartWidth = () => Math.max(280, Math.round(byId("chart-box").clientWidth * 16 / parseFloat(getComputedStyle(document.documentElement).fontSize)));
// By step: how many clauses are false, or the level, or the cost of an A* state; and the temperature of annealing.
const measured = () => {
  const main = new Float64Array(total + 1).fill(NaN), warm = new Float64Array(total + 1).fill(NaN);
  let cost = NaN, temperature = NaN;
  steps.forEach((step, at) => {
    if (step[0] === "x") cost = step[3];
    if (step[0] === "t") temperature = step[1];
    main[at + 1] = costs ? cost : heights[at + 1];
    warm[at + 1] = temperature;
  });
  return { main, warm };
};
const costs = steps.some((step) => step[0] === "x");
const CHART_NAME = costs ? "f = g + h of the expanded state" : local ? "clauses false" : "level";

// Round numbers between two ends, about five of them.
const ticks = (low, high) => {
  const raw = (high - low) / 5 || 1;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((size) => size >= raw);
  const all = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) all.push(Number(at.toPrecision(12)));
  return all;
};

// What the chart shows stays the same from step to step, but for the line where the player is.
let charted = {};
const drawChart = () => {
  const box = byId("chart");
  if (box.hidden || !box.open) return;
  const from = Number(byId("chart-from").value), to = Math.max(from + 1, Number(byId("chart-to").value));
  const width = chartWidth();
  if (charted.steps !== steps || charted.from !== from || charted.to !== to || charted.width !== width) {
    charted = { steps, from, to, width, here: drawSeries(from, to, width) };
  }
  const { left, right } = CHART, at = left + ((place - from) / (to - from)) * (width - left - right);
  charted.here.setAttribute("visibility", place >= from && place <= to ? "visible" : "hidden");
  charted.here.setAttribute("x1", at);
  charted.here.setAttribute("x2", at);
};
// Draws everything else; gives the line.
const drawSeries = (from, to, width) => {
  const { main, warm } = measured();
  const { height, left, right, top, bottom } = CHART;
  const seen = (series) => series.subarray(from, to + 1).filter((value) => !Number.isNaN(value));
  const values = seen(main), heat = seen(warm);
  const most = values.reduce((a, b) => Math.max(a, b), 1), hottest = heat.reduce((a, b) => Math.max(a, b), 0);
  const across = (at) => left + ((at - from) / (to - from)) * (width - left - right);
  const up = (value, top_value) => height - bottom - (value / top_value) * (height - top - bottom);
  const svg = svgOf("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": `${CHART_NAME} over the steps ${from} to ${to}, at most ${most}` });
  ticks(from, to).forEach((at) => {
    svg.append(svgOf("line", { class: "grid", x1: across(at), x2: across(at), y1: top, y2: height - bottom }));
    svg.append(svgOf("text", { x: across(at), y: height - bottom + 16, class: "middle" }, count(at)));
  });
  ticks(0, most).forEach((value) => {
    svg.append(svgOf("line", { class: "grid", x1: left, x2: width - right, y1: up(value, most), y2: up(value, most) }));
    svg.append(svgOf("text", { x: left - 6, y: up(value, most) + 4, class: "end" }, String(value)));
  });
  svg.append(svgOf("text", { x: left, y: height - 4 }, `step; left: ${CHART_NAME}${hottest ? "; right, dashed: temperature" : ""}`));
  // Lowest and highest of what falls into a pixel.
  const path = (series, top_value) => {
    const columns = Math.min(to - from + 1, width), points = [];
    for (let column = 0; column < columns; column++) {
      const a = from + Math.floor((column * (to - from + 1)) / columns), b = from + Math.floor(((column + 1) * (to - from + 1)) / columns);
      let low = Infinity, high = -Infinity;
      for (let at = a; at < Math.max(b, a + 1) && at <= to; at++) {
        if (Number.isNaN(series[at])) continue;
        low = Math.min(low, series[at]);
        high = Math.max(high, series[at]);
      }
      if (high === -Infinity) continue;
      points.push(`${across(a).toFixed(1)} ${up(high, top_value).toFixed(1)}`);
      if (low < high) points.push(`${across(a).toFixed(1)} ${up(low, top_value).toFixed(1)}`);
    }
    return points.length ? "M" + points.join("L") : "";
  };
  svg.append(svgOf("path", { class: "series", d: path(main, most) }));
  if (hottest) {
    ticks(0, hottest).forEach((value) => svg.append(svgOf("text", { x: width - right + 6, y: up(value, hottest) + 4 }, String(value))));
    svg.append(svgOf("path", { class: "warm", d: path(warm, hottest) }));
  }
  let marked = 0;
  for (let at = from; at < to && marked < 1500; at++) {
    const kind = steps[at][0];
    if (kind === "r" || kind === "gap") svg.append(svgOf("line", { class: kind === "r" ? "restart" : "left-out", x1: across(at + 1), x2: across(at + 1), y1: top, y2: height - bottom }));
    const uphill = kind === "f" && main[at + 1] > main[at];
    if (uphill || kind === "c" && !local) svg.append(svgOf("circle", { class: uphill ? "uphill" : "clash", cx: across(at + 1), cy: up(main[at + 1], most), r: 3 }));
    marked += Number(uphill || kind === "r" || kind === "c");
  }
  const here = svgOf("line", { class: "here", y1: top, y2: height - bottom });
  svg.append(here);
  // A drag over the chart chooses what is shown; a click goes there.
  const stepAt = (event) => {
    const area = svg.getBoundingClientRect();
    const share = ((event.clientX - area.left) / area.width * width - left) / (width - left - right);
    return Math.round(from + Math.max(0, Math.min(1, share)) * (to - from));
  };
  svg.onpointerdown = (event) => { svg.dataset.from = stepAt(event); };
  svg.onpointerup = (event) => {
    const [a, b] = [Number(svg.dataset.from), stepAt(event)].sort((one, other) => one - other);
    if (b - a > (to - from) / 100) zoom(a, b);
    else stepBy(b - place);
  };
  byId("chart-box").replaceChildren(svg);
  return here;
};
const zoom = (from, to) => {
  byId("chart-from").value = String(from);
  byId("chart-to").value = String(to);
  drawChart();
};
const chart = () => {
  for (const id of ["chart-from", "chart-to"]) {
    byId(id).max = String(total);
    byId(id).oninput = drawChart;
  }
  // A browser may bring the slider back where it was before the page was loaded anew.
  byId("chart-from").value = "0";
  byId("chart-to").value = String(total);
  byId("chart-all").onclick = () => zoom(0, total);
  byId("chart").ontoggle = drawChart;
  new ResizeObserver(drawChart).observe(byId("chart-box"));
  byId("chart-marks").textContent = local ? "Dots are flips that make more clauses false, lines restarts." : costs ? "" : "Dots are conflicts, lines restarts.";
};
