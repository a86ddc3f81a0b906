/* Going to a place. */
state = fresh();
const slider = byId("slider");
slider.max = String(total);
// Takes other steps in place of those so far.
const load = (all) => {
  steps = all;
  survey();
  collectClauses();
  slider.max = String(total);
  chart();
  drawCurve();
  cursor = element("line", { class: "at", x1: 0, x2: 0, y1: 0, y2: 60 });
  shownConflict = -2;
  state = fresh();
  place = 0;
};
// Graphs and tables, which nobody reads faster than a few times a second: a film draws each of them as often, one a
// frame, so that no frame waits for all of them, and only those that are in sight.
const PARTS = { analysis: () => drawAnalysis(place), frontier: drawFrontier, implied: drawImplied, tree: drawTree, trails: drawTrails, lists: drawLists, flips: drawFlips, hand: drawHand };
const PART_EVERY = 150;
const partsDrawn = new Map(Object.keys(PARTS).map((name) => [name, 0]));
const inSight = new Set();
const sight = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => {
  if (isIntersecting) inSight.add(target.id);
  else inSight.delete(target.id);
  // What comes into sight is drawn in the next frame.
  partsDrawn.set(target.id, 0);
}));
for (const name of [...Object.keys(PARTS), "clauses"]) sight.observe(byId(name));
const drawParts = () => Object.values(PARTS).forEach((part) => part());
const drawOnePart = () => {
  const now = performance.now();
  const due = Object.keys(PARTS).filter((name) => inSight.has(name) && byId(name).open && now - partsDrawn.get(name) >= PART_EVERY);
  if (!due.length) return;
  const next = due.reduce((a, b) => (partsDrawn.get(a) <= partsDrawn.get(b) ? a : b));
  partsDrawn.set(next, now);
  PARTS[next]();
};
const draw = () => {
  drawOutlines(place > 0 ? steps[place - 1] : null);
  drawCells(state);
  drawCounts(state);
  drawTrail(state);
  drawText(place);
  if (!playing || inSight.has("clauses")) drawClauses();
  drawChart();
  if (playing) drawOnePart();
  else drawParts();
  cursor.setAttribute("x1", x(place));
  cursor.setAttribute("x2", x(place));
  slider.value = String(place);
  slider.setAttribute("aria-valuetext", "step " + place + " of " + total);
  byId("first").disabled = byId("back").disabled = place === 0;
  byId("last").disabled = byId("next").disabled = place === total;
};
const go = (to) => {
  to = Math.max(0, Math.min(total, to));
  if (to >= place && to - place < stride) for (let i = place; i < to; i++) apply(state, steps[i]);
  else state = stateAt(to);
  place = to;
  draw();
};
const seek = (...kinds) => {
  pause();
  for (let i = place; i < total; i++) if (kinds.includes(steps[i][0])) return go(i + 1);
  go(total);
};

// Goes on to the first state in which this holds; to the end if there is none.
const seekWhere = (holds) => {
  pause();
  const s = stateAt(place);
  for (let i = place; i < total; i++) {
    apply(s, steps[i]);
    if (holds(s, steps[i])) return go(i + 1);
  }
  go(total);
};

/* Playing. */
const SPEEDS = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000, 20000];
const speed = byId("speed");
SPEEDS.forEach((rate) => speed.append(new Option(count(rate) + " / s", String(rate))));
const fitting = SPEEDS.findIndex((rate) => total / rate <= 60);
speed.selectedIndex = Math.max(1, fitting < 0 ? SPEEDS.length - 1 : fitting);
let playing = false, before = 0, owed = 0;
const show = () => {
  byId("play").textContent = playing ? "Pause" : "Play";
  // A reader of the screen is told each step by hand, but not each of a film.
  byId("now").setAttribute("aria-live", playing ? "off" : "polite");
};
const frame = (time) => {
  if (!playing) return;
  owed += Math.min(0.25, (time - before) / 1000) * SPEEDS[speed.selectedIndex];
  before = time;
  const made = Math.floor(owed);
  if (made > 0) {
    owed -= made;
    go(place + made);
  }
  if (place === total) pause();
  else requestAnimationFrame(frame);
};
const pause = () => {
  const played = playing;
  playing = false;
  show();
  if (!played) return;
  drawClauses();
  drawParts();
};
const toggle = () => {
  if (playing) return pause();
  if (place === total) go(0);
  playing = true;
  before = performance.now();
  owed = 0;
  show();
  requestAnimationFrame(frame);
};
const stepBy = (by) => {
  pause();
  go(place + by);
};
byId("first").onclick = () => stepBy(-total);
byId("back").onclick = () => stepBy(-1);
byId("next").onclick = () => stepBy(1);
byId("last").onclick = () => stepBy(total);
byId("play").onclick = toggle;
byId("conflict").onclick = () => seek("c");
byId("hand").hidden = !header.clauses || header.variables > kept || local || steps.some((step) => ["s", "x", "gap"].includes(step[0]));
byId("analysis").ontoggle = () => { shownConflict = -2; drawAnalysis(place); };
document.body.classList.toggle("walks", local);
byId("glossary").hidden = constraint;
if (!steps.some((step) => step[0] === "l")) byId("analysis").querySelector("summary").textContent = "The latest conflict: why it happened";
byId("conflict").hidden = state.counts.conflicts === 0 && !steps.some((step) => step[0] === "c");
slider.oninput = () => {
  pause();
  go(Number(slider.value));
};
const faster = (by) => { speed.selectedIndex = Math.max(0, Math.min(SPEEDS.length - 1, speed.selectedIndex + by)); };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const on = event.target;
  // Choices, boxes to tick and the other sliders keep the keys that change them.
  const moves = /^(Arrow|Page|Home|End)/.test(event.key), presses = event.key === " " || event.key === "Enter";
  if ((on.tagName === "SELECT" || (on.type === "range" && on !== slider)) && (moves || presses)) return;
  if ((on.tagName === "BUTTON" || on.type === "checkbox") && presses) return;
  const ten = event.shiftKey ? 10 : 1;
  const keys = {
    " ": toggle, ArrowRight: () => stepBy(ten), ArrowLeft: () => stepBy(-ten), PageDown: () => stepBy(10), PageUp: () => stepBy(-10),
    Home: () => stepBy(-total), End: () => stepBy(total), "+": () => faster(1), "=": () => faster(1), "-": () => faster(-1),
    c: () => seek("c"), d: () => seek("d"), r: () => seek("r"),
  };
  const key = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (key) {
    event.preventDefault();
    key();
  }
});

// Beside another search, the page around this one says where to go.
window.addEventListener("message", ({ data, source }) => {
  if (source !== window.parent) return;
  if (data?.step === 1 || data?.step === -1) return stepBy(data.step);
  if (!Number.isFinite(data?.go)) return;
  pause();
  go(Math.round(data.go));
});
if (window.parent !== window) window.parent.postMessage({ total, verdict: end.verdict, engine: header.engine }, "*");

// A page with open parts is laid out otherwise. Selectors with :has would be asked in every frame.
const layOutParts = () => {
  document.documentElement.classList.toggle("opened", document.querySelector("details[open]") !== null);
  document.documentElement.classList.toggle("explained", byId("analysis").open);
};
document.addEventListener("toggle", layOutParts, true);
const verdict = { SATISFIABLE: "satisfiable", UNSATISFIABLE: "unsatisfiable", UNKNOWN: "no answer" }[end.verdict];
byId("about").textContent = header.engine + ", " + count(header.variables) + " variables: " + verdict + " after " + stepsOf(end.events - asides) +
  (end.events - asides > total - 1 ? ", of which " + count(steps.filter((step) => step[0].length === 1).length) + " are kept here" : "");
show();
hand();
chart();
go(Number(document.body.dataset.step || 0));
(document.body.dataset.open || "").split(" ").filter(Boolean).forEach((part, index) => {
  byId(part).open = true;
  byId(part).classList.add("sent");
  layOutParts();
  // The page must be as high as it will be before it is scrolled.
  draw();
  // Somebody who was sent to a part of the page, or to the resolutions in it, sees it and need not look for it.
  if (index > 0 || !Number(document.body.dataset.step || 0)) return;
  const seen = document.querySelector(document.body.dataset.see || `#${part}`);
  requestAnimationFrame(() => scrollTo(0, seen.getBoundingClientRect().top + scrollY - 8));
});
if ("play" in document.body.dataset && !matchMedia("(prefers-reduced-motion: reduce)").matches) toggle();
