/* The trails, one for each conflict: what was decided, what followed, which clause became false, and what was learned. */
const MOST_TRAILS = 2000, TRAILS_SHOWN = 60;
let trailsOf = null, trails = [], trailsShown = "";
const collectTrails = () => {
  if (trailsOf === steps) return;
  trailsOf = steps;
  trailsShown = "";
  trails = [];
  const s = fresh();
  for (let at = 0; at < steps.length && trails.length < MOST_TRAILS; at++) {
    const step = steps[at];
    apply(s, step);
    if (step[0] === "c") trails.push({ at: at + 1, lits: s.trail.slice(), starts: s.starts.slice(), clause: step[1], learned: null, back: null });
    const last = trails[trails.length - 1];
    if (step[0] === "l" && last && !last.learned) last.learned = { at: at + 1, lits: step[1] };
    if (step[0] === "b" && last && !last.back) last.back = { at: at + 1, level: step[1] };
  }
};
const trailRow = ({ at, lits, starts, clause, learned, back }, number) => {
  const line = htmlOf("td", { class: "trail-line" });
  lits.slice(0, 60).forEach((lit, index) => {
    const level = starts.indexOf(index);
    if (level >= 0) line.append(htmlOf("span", { class: "level" }, ` ${level + 1} `));
    line.append(htmlOf(level >= 0 ? "b" : "span", {}, word(lit)), " ");
  });
  if (lits.length > 60) line.append(`and ${count(lits.length - 60)} more`);
  const go = htmlOf("button", { title: "Go to this conflict" }, count(number + 1));
  go.onclick = () => stepBy(at - place);
  // What comes after the present step is not known yet.
  const after = learned && learned.at <= place ? listed(learned.lits, " or ", 12) || "nothing: false" : "";
  const to = back && back.at <= place ? `level ${back.level}` : "";
  return htmlOf("tr", { class: at === place ? "at" : "" }, htmlOf("th", { scope: "row" }, go), line,
    ...[listed(asListed(clause), " or ", 12) || "nothing", after, to].map((text) => htmlOf("td", {}, text)));
};
const drawTrails = () => {
  const box = byId("trails");
  if (box.hidden || !box.open) return;
  collectTrails();
  const later = trails.findIndex(({ at }) => at > place), seen = later < 0 ? trails : trails.slice(0, later);
  byId("trails-sum").textContent = seen.length === 1 ? "1 conflict" : `${count(seen.length)} conflicts`;
  // Only the last rows change, and only where something is learned or a conflict begins or ends.
  const last = seen[seen.length - 1], now = [seen.length, last?.at === place, last?.learned?.at <= place, last?.back?.at <= place].join();
  if (now === trailsShown && byId("trails-body").firstChild) return;
  trailsShown = now;
  const head = htmlOf("tr", {}, ...["", "trail", "false clause", "learned", "back to"].map((name) => htmlOf("th", { scope: "col" }, name)));
  const first = Math.max(0, seen.length - TRAILS_SHOWN);
  const rows = seen.slice(first).map((trail, index) => trailRow(trail, first + index));
  byId("trails-body").replaceChildren(seen.length ? htmlOf("table", {}, head, ...rows) : htmlOf("p", {}, "There was no conflict yet."));
};
byId("trails").hidden = local || !steps.some((step) => step[0] === "c");
byId("trails").ontoggle = drawTrails;
