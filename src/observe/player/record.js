const byId = (id) => document.getElementById(id);
const shown = JSON.parse(byId("shown").textContent);
const lines = JSON.parse(`[${byId("record").textContent.trim().replaceAll("\n", ",")}]`);
const header = lines[0];
const end = lines[lines.length - 1];
const kept = header.kept;
const count = (number) => Number(number).toLocaleString("en-US");
const lastStep = () => total - (steps[total - 1]?.[0] === "end" ? 1 : 0);
const stepsOf = (number) => count(number) + (number === 1 ? " step" : " steps");

// Snapshots and the verdict are steps too: they set the whole state. That a clause gets other watches, A* another open
// state, or what the rule rates before a decision, is no step of its own: `moved` of the next step counts them.
let steps = [];
const moves = [], opened = [], ratings = new Map();
let asides = 0, counted = 0;
lines.slice(1).forEach((line) => {
  const at = steps.length;
  if (line[0] === "w") moves.push({ at, lits: line[1] });
  else if (line[0] === "o") opened.push({ at, lit: line[1], cost: line[2] });
  else if (line[0] === "p") ratings.set(at, line[1]);
  else {
    const step = Array.isArray(line) ? line : line.verdict ? ["end", line] : ["gap", line];
    // Most steps have none: a record of a walk has hundreds of thousands of them.
    if (asides > counted) step.moved = asides - counted;
    counted = asides;
    steps.push(step);
    return;
  }
  asides++;
});
let total = steps.length;

/* The state of the search, and how a step changes it. */
const FREE = 0, CHOSEN = 1, FORCED = 2, WALK = 3, REMOVED = 4;
const fresh = () => ({
  values: new Int8Array(kept + 1), how: new Uint8Array(kept + 1), level: new Int32Array(kept + 1), reason: new Array(kept + 1).fill(null), trail: [], starts: [], walk: false,
  // Variables that simplification took out of the formula, and the true literals that reconstruction gave them.
  removed: [], extended: [],
  temperature: null, falsified: null, cost: null,
  counts: { events: 0, decisions: 0, assigned: 0, conflicts: 0, learned: 0, backtracks: 0, restarts: 0, starts: 0, flips: 0, expanded: 0, checks: 0, removed: 0 },
});
const copy = (s) => ({
  ...s, values: s.values.slice(), how: s.how.slice(), level: s.level.slice(), reason: s.reason.slice(), trail: s.trail.slice(), starts: s.starts.slice(),
  removed: s.removed.slice(), extended: s.extended.slice(), counts: { ...s.counts },
});
const set = (s, lit, how, reason = null) => {
  const variable = Math.abs(lit), value = Math.sign(lit);
  if (variable === 0 || variable > kept || (how !== CHOSEN && s.values[variable] === value)) return;
  s.values[variable] = value;
  s.how[variable] = how;
  s.level[variable] = s.starts.length;
  s.reason[variable] = reason;
  s.trail.push(lit);
};
const decide = (s, lit) => {
  s.starts.push(s.trail.length);
  set(s, lit, CHOSEN);
};
const backtrack = (s, level) => {
  if (level >= s.starts.length) return;
  for (const lit of s.trail.splice(s.starts[level])) {
    s.values[Math.abs(lit)] = 0;
    s.how[Math.abs(lit)] = FREE;
  }
  s.starts.length = level;
};
const clear = (s) => {
  s.values.fill(0);
  s.how.fill(FREE);
  s.trail = [];
  s.starts = [];
  s.walk = false;
};
const walk = (s, values) => {
  clear(s);
  s.walk = true;
  for (let i = 0; i < values.length; i++) {
    s.values[i + 1] = values[i] === "1" ? 1 : -1;
    s.how[i + 1] = WALK;
  }
};
// How many clauses are false where a walk begins, which only the clauses can tell.
const MOST_COUNTED = 5000;
const falseAtStart = (s) => {
  if (!walks || !header.clauses || header.variables > kept || header.clauses.length > MOST_COUNTED) return null;
  return header.clauses.filter((lits) => lits.every((lit) => s.values[Math.abs(lit)] * Math.sign(lit) < 0)).length;
};
const walks = steps.some((step) => step[0] === "f");
const apply = (s, step) => {
  const c = s.counts;
  if (step[0].length === 1) c.events += 1 + (step.moved || 0);
  switch (step[0]) {
    case "d": c.decisions++; decide(s, step[1]); break;
    case "a": c.assigned++; set(s, step[1], FORCED, step[2] || null); break;
    case "c": c.conflicts++; break;
    case "l": c.learned++; break;
    case "b": c.backtracks++; backtrack(s, step[1]); break;
    case "r": c.restarts++; break;
    case "s": c.starts++; walk(s, step[1]); s.falsified = falseAtStart(s); break;
    case "f": c.flips++; s.values[step[1]] = -s.values[step[1]]; s.falsified = step[2]; break;
    case "t": s.temperature = step[1]; break;
    case "x":
      c.expanded++;
      backtrack(s, 0);
      step[1].forEach((lit) => decide(s, lit));
      step[2].forEach((lit) => set(s, lit, FORCED));
      s.cost = step[3];
      break;
    case "k": c.checks += step[1]; break;
    case "e": c.removed++; s.removed.push(step[1]); break;
    case "v":
      s.extended.push(step[1]);
      s.values[Math.abs(step[1])] = Math.sign(step[1]);
      s.how[Math.abs(step[1])] = REMOVED;
      break;
    case "gap": {
      const snapshot = step[1];
      if (snapshot.values !== undefined) walk(s, snapshot.values);
      else {
        clear(s);
        snapshot.levels.forEach((level, index) => {
          if (index > 0) decide(s, level[0]);
          level.slice(1).forEach((lit) => set(s, lit, FORCED));
        });
      }
      s.counts = { ...snapshot.counts };
      s.falsified = null;
      break;
    }
    case "end": {
      const values = step[1].values || "";
      for (let i = 0; i < values.length; i++) {
        const value = values[i] === "1" ? 1 : -1;
        if (s.values[i + 1] !== value) {
          s.values[i + 1] = value;
          s.how[i + 1] = s.walk ? WALK : FORCED;
        }
      }
      if (values) s.falsified = s.falsified === null ? null : 0;
      break;
    }
  }
};

/* One pass over all steps: what a step's text needs to know of its state, marks to return to, and the curve. */
let note, heights, jumps, marks, stride, state, local;
const survey = () => {
  total = steps.length;
  note = new Int32Array(total);
  heights = new Float64Array(total + 1);
  jumps = new Int32Array(total);
  marks = [];
  state = fresh();
  stride = Math.max(250, Math.ceil((total * (kept + 50)) / 6e6));
  local = false;
  for (let i = 0; i < total; i++) {
    if (i % stride === 0) marks.push(copy(state));
    const step = steps[i];
    const level = state.starts.length;
    const at = state.counts.events;
    apply(state, step);
    if (step[0] === "f") { note[i] = state.values[step[1]]; local = true; }
    else if (step[0] === "gap") jumps[i] = step[1].at - at - (step.moved || 0);
    else note[i] = level;
    heights[i + 1] = local || (walks && state.walk) ? (state.falsified === null ? heights[i] : state.falsified) : state.starts.length;
  }
  // Before a walk begins nothing is true or false: its curve begins where the walk does.
  const begins = steps.findIndex((step) => step[0] === "s");
  if (local && begins >= 0) heights.fill(heights[begins + 1], 0, begins + 1);
};
survey();
const stateAt = (place) => {
  const mark = Math.min(marks.length - 1, Math.floor(place / stride));
  const s = marks.length ? copy(marks[mark]) : fresh();
  for (let i = mark * stride; i < place; i++) apply(s, steps[i]);
  return s;
};
