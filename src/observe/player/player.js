"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const shown = JSON.parse(byId("shown").textContent);
  const lines = JSON.parse("[" + byId("record").textContent.trim().split("\n").join(",") + "]");
  const header = lines[0];
  const end = lines[lines.length - 1];
  const kept = header.kept;
  const count = (number) => Number(number).toLocaleString("en-US");
  const stepsOf = (number) => count(number) + (number === 1 ? " step" : " steps");

  // Snapshots and the verdict are steps too: they set the whole state.
  const steps = lines.slice(1).map((line) => (Array.isArray(line) ? line : line.verdict ? ["end", line] : ["gap", line]));
  const total = steps.length;

  /* The state of the search, and how a step changes it. */
  const FREE = 0, CHOSEN = 1, FORCED = 2, WALK = 3;
  const fresh = () => ({
    values: new Int8Array(kept + 1), how: new Uint8Array(kept + 1), trail: [], starts: [], walk: false,
    temperature: null, falsified: null, cost: null,
    counts: { events: 0, decisions: 0, assigned: 0, conflicts: 0, learned: 0, backtracks: 0, restarts: 0, starts: 0, flips: 0, expanded: 0, checks: 0 },
  });
  const copy = (s) => ({
    ...s, values: s.values.slice(), how: s.how.slice(), trail: s.trail.slice(), starts: s.starts.slice(), counts: { ...s.counts },
  });
  const set = (s, lit, how) => {
    const variable = Math.abs(lit), value = Math.sign(lit);
    if (variable === 0 || variable > kept || (how !== CHOSEN && s.values[variable] === value)) return;
    s.values[variable] = value;
    s.how[variable] = how;
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
  const apply = (s, step) => {
    const c = s.counts;
    if (step[0].length === 1) c.events++;
    switch (step[0]) {
      case "d": c.decisions++; decide(s, step[1]); break;
      case "a": c.assigned++; set(s, step[1], FORCED); break;
      case "c": c.conflicts++; break;
      case "l": c.learned++; break;
      case "b": c.backtracks++; backtrack(s, step[1]); break;
      case "r": c.restarts++; break;
      case "s": c.starts++; walk(s, step[1]); s.falsified = null; break;
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
  const note = new Int32Array(total);
  const heights = new Float64Array(total + 1);
  const jumps = new Int32Array(total);
  const marks = [];
  let state = fresh();
  const stride = Math.max(250, Math.ceil((total * (kept + 50)) / 6e6));
  let local = false;
  for (let i = 0; i < total; i++) {
    if (i % stride === 0) marks.push(copy(state));
    const step = steps[i];
    const level = state.starts.length;
    const at = state.counts.events;
    apply(state, step);
    if (step[0] === "f") { note[i] = state.values[step[1]]; local = true; }
    else if (step[0] === "gap") jumps[i] = step[1].at - at;
    else note[i] = level;
    heights[i + 1] = local ? (state.falsified === null ? heights[i] : state.falsified) : state.starts.length;
  }
  const stateAt = (place) => {
    const mark = Math.min(marks.length - 1, Math.floor(place / stride));
    const s = marks.length ? copy(marks[mark]) : fresh();
    for (let i = mark * stride; i < place; i++) apply(s, steps[i]);
    return s;
  };

  /* Words. */
  const word = (lit) => {
    if (lit === 0) return "a variable that is not kept";
    const own = shown.words[Math.abs(lit) - 1];
    return own ? own[lit < 0 ? 1 : 0] : String(lit);
  };
  const listed = (lits, between, most) => {
    const numbers = lits.filter((lit) => typeof lit === "number");
    let more = numbers.length - most;
    const left = lits.find((lit) => typeof lit === "string");
    if (left) more = Math.max(more, 0) + Number(left.slice(1));
    const words = numbers.slice(0, most).map(word);
    if (more > 0) words.push(count(more) + " more");
    return words.join(between);
  };
  const negated = (lits) => lits.map((lit) => (typeof lit === "number" ? -lit : lit));
  const constraint = header.engine.startsWith("csp");
  const describe = (index, most) => {
    const step = steps[index];
    switch (step[0]) {
      case "d": return ["Decide", word(step[1]) + " (level " + (note[index] + 1) + ")"];
      case "a": {
        const others = step[2] ? step[2].filter((lit) => lit !== step[1]) : [];
        if (others.length) return ["Follows", word(step[1]) + ", because " + listed(negated(others), ", ", most)];
        if (constraint && step[1] < 0) return ["Ruled out", word(step[1])];
        return [note[index] === 0 ? "Fixed" : "Then", word(step[1])];
      }
      case "c": return ["Conflict", step[1].length ? "not all of these can be: " + listed(negated(step[1]), ", ", most) : "nothing is left"];
      case "l": return ["Learned", listed(step[1], " or ", most)];
      case "b": return [note[index] > step[1] + 1 ? "Back jump" : "Back", "to level " + step[1] + " from " + note[index]];
      case "r": return ["Restart", ""];
      case "s": {
        if (header.engine === "brute") return ["Attempt", ""];
        // Units may have left nothing to choose at random.
        const next = steps[index + 1] || ["gap"];
        const solved = next[0] === "end" && next[1].verdict === "SATISFIABLE";
        return ["Start", solved ? "at an assignment that is a model" : "at a random assignment"];
      }
      case "f": return ["Flip", word(note[index] > 0 ? step[1] : -step[1]) + " (" + count(step[2]) + " clauses false)"];
      case "t": return ["Temperature", step[1].toPrecision(3)];
      case "x": return ["Expand", "f = " + step[3] + ": " + (step[1].length ? listed(step[1], ", ", most) : "nothing chosen") + (step[2].length ? " (" + step[2].length + " more follow)" : "")];
      case "k": return ["Check", count(step[1]) + " consistency checks"];
      case "gap": return ["Left out", stepsOf(jumps[index]) + " that this record does not keep"];
      default: return [step[1].verdict === "UNKNOWN" ? "Unknown" : step[1].verdict === "SATISFIABLE" ? "Solved" : "No solution",
        step[1].reason ? step[1].reason : "after " + stepsOf(step[1].events)];
    }
  };

  /* The board. */
  const parts = { one: [], some: [], not: [] };
  const fills = [], halos = [];
  const cellOf = new Int32Array(kept + 1).fill(-1);
  shown.cells.forEach(([name, variables], cell) => {
    halos[cell] = byId("cell-" + cell);
    fills[cell] = byId("fill-" + cell);
    variables.forEach((variable) => {
      if (variable > kept) return;
      cellOf[variable] = cell;
      for (const part of Object.keys(parts)) parts[part][variable] = byId(part + "-" + variable);
    });
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = name;
    if (halos[cell]) halos[cell].append(title);
  });
  const dress = (element, wanted) => {
    if (element && element.dressed !== wanted) {
      const own = element.own === undefined ? (element.own = element.getAttribute("class") || "") : element.own;
      element.setAttribute("class", own + " " + wanted);
      element.dressed = wanted;
    }
  };
  const isMark = (part) => part !== undefined && part !== null && part.classList.contains("mark");
  const HOW = ["", "chosen", "forced", "walk"];
  const outline = new Map();
  const drawCells = (s) => {
    shown.cells.forEach(([, variables, colours], cell) => {
      let trues = 0, first = 0, chosen = false;
      for (const variable of variables) {
        if (s.values[variable] > 0 && trues++ === 0) first = variable;
        // A choice against a value leaves the cell open, unless its falsity is a mark of its own.
        if (s.how[variable] === CHOSEN && (s.values[variable] > 0 || isMark(parts.not[variable]))) chosen = true;
      }
      for (const variable of variables) {
        const value = s.values[variable];
        const alone = trues === 1;
        const large = alone || (colours && variable === first);
        dress(parts.one[variable], large && value > 0 ? "on " + HOW[s.how[variable]] : "");
        dress(parts.some[variable], (value > 0 ? "t" : value < 0 ? "f" : "u") + (alone ? " alone" : ""));
        dress(parts.not[variable], value < 0 ? "on " + HOW[s.how[variable]] : "");
      }
      if (colours && fills[cell]) fills[cell].style.fill = trues > 0 ? colours[variables.indexOf(first)] : "";
      dress(halos[cell], (chosen ? "chosen " : "") + (outline.get(cell) || ""));
    });
  };
  const point = (lits, kind) => lits.forEach((lit) => {
    const cell = typeof lit === "number" && Math.abs(lit) <= kept ? cellOf[Math.abs(lit)] : -1;
    if (cell >= 0 && !(outline.get(cell) || "").includes("now")) outline.set(cell, kind);
  });
  const drawOutlines = (step) => {
    outline.clear();
    if (!step) return;
    switch (step[0]) {
      case "d": case "f": point([step[1]], "now"); break;
      case "a": point([step[1]], "now"); if (step[2]) point(step[2], "why"); break;
      case "c": point(step[1], "bad"); break;
      case "l": point(step[1], "why"); break;
      case "x": point(step[1], "now"); break;
    }
  };

  /* The legend names what can be seen in this search, as it is drawn on this board. */
  const kinds = new Set(steps.map((step) => step[0]));
  const reasons = kinds.has("l") || steps.some((step) => step[0] === "a" && step[2]);
  for (const [name, seen] of Object.entries({ why: reasons, bad: kinds.has("c"), chosen: kinds.has("d") || kinds.has("x") })) {
    byId("key-" + name).hidden = !seen;
  }
  byId("legend").classList.toggle("shapes", halos.some((halo) => halo && halo.tagName === "path"));

  /* The panels. */
  const COUNTERS = [
    ["decisions", "decisions"], ["assigned", "assigned"], ["conflicts", "conflicts"], ["learned", "learned"], ["backtracks", "steps back"],
    ["restarts", "restarts"], ["starts", header.engine === "brute" ? "attempts" : "starts"], ["flips", "flips"], ["expanded", "expanded"], ["checks", "checks"],
  ].filter(([name]) => state.counts[name] > 0);
  const figures = new Map();
  const figure = (name) => {
    const box = document.createElement("div");
    const title = document.createElement("dt"), value = document.createElement("dd");
    title.textContent = name;
    box.append(title, value);
    byId("counts").append(box);
    figures.set(name, value);
  };
  COUNTERS.forEach(([, name]) => figure(name));
  if (!local && !state.walk) figure("level");
  if (local) figure("clauses false");
  if (state.temperature !== null) figure("temperature");
  const drawCounts = (s) => {
    COUNTERS.forEach(([key, name]) => { figures.get(name).textContent = count(s.counts[key]); });
    const put = (name, text) => { if (figures.has(name)) figures.get(name).textContent = text; };
    put("level", String(s.starts.length));
    put("clauses false", s.falsified === null ? "-" : count(s.falsified));
    put("temperature", s.temperature === null ? "-" : s.temperature.toPrecision(3));
  };
  const paragraph = (level, first, rest) => {
    const p = document.createElement("p");
    const number = document.createElement("span");
    number.className = "level";
    number.textContent = level;
    p.append(number);
    if (first) {
      const b = document.createElement("b");
      b.textContent = first;
      p.append(b, " ");
    }
    p.append(rest);
    return p;
  };
  const LEVELS = 40;
  const drawTrail = (s) => {
    const box = byId("trail");
    const rows = [];
    byId("trail-title").textContent = s.walk ? "Where the walk is" : "Decisions, and what follows from them";
    if (s.walk) {
      const trues = [];
      for (let i = 1; i <= kept && trues.length <= 60; i++) if (s.values[i] > 0) trues.push(i);
      rows.push(paragraph("", "", trues.length ? "true: " + listed(trues, ", ", 60) : "all variables are false"));
    } else {
      const last = s.starts.length;
      const from = Math.max(0, last - LEVELS);
      for (let level = last; level >= from; level--) {
        const start = level === 0 ? 0 : s.starts[level - 1];
        const stop = level === last ? s.trail.length : s.starts[level];
        const lits = s.trail.slice(start, stop);
        const first = level > 0 ? word(lits.length ? lits[0] : 0) : "";
        const rest = (level > 0 ? lits.slice(1) : lits).reverse();
        if (level === 0 && !rest.length) continue;
        rows.push(paragraph(level === 0 ? "fixed" : String(level), first, listed(rest, ", ", 24)));
      }
      if (from > 0) rows.push(paragraph("", "", from + " levels more"));
      if (!rows.length) rows.push(paragraph("", "", "nothing is assigned"));
    }
    box.replaceChildren(...rows);
  };
  const say = (element, [what, text]) => {
    const b = document.createElement("b");
    b.textContent = what;
    element.replaceChildren(b, " " + text);
  };
  const drawText = (place) => {
    const now = byId("now");
    if (place === 0) say(now, ["Before the search", "press play, or the right arrow"]);
    else say(now, describe(place - 1, 40));
    const rows = [];
    for (let i = place - 2; i >= 0 && rows.length < 5; i--) {
      const row = document.createElement("li");
      const [what, text] = describe(i, 4);
      row.textContent = (what + " " + text).trim();
      rows.push(row);
    }
    byId("past").replaceChildren(...rows);
    byId("place").textContent = "step " + count(place) + " of " + count(total);
  };

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
  const cursor = element("line", { class: "at", x1: 0, x2: 0, y1: 0, y2: 60 });

  /* Going to a place. */
  const slider = byId("slider");
  slider.max = String(total);
  let place = 0;
  state = fresh();
  const draw = () => {
    drawOutlines(place > 0 ? steps[place - 1] : null);
    drawCells(state);
    drawCounts(state);
    drawTrail(state);
    drawText(place);
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
    playing = false;
    show();
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
  byId("conflict").hidden = state.counts.conflicts === 0 && !steps.some((step) => step[0] === "c");
  slider.oninput = () => {
    pause();
    go(Number(slider.value));
  };
  const faster = (by) => { speed.selectedIndex = Math.max(0, Math.min(SPEEDS.length - 1, speed.selectedIndex + by)); };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const on = event.target;
    if (on === speed && (event.key.startsWith("Arrow") || event.key === " ")) return;
    if (on.tagName === "BUTTON" && (event.key === " " || event.key === "Enter")) return;
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

  const verdict = { SATISFIABLE: "satisfiable", UNSATISFIABLE: "unsatisfiable", UNKNOWN: "no answer" }[end.verdict];
  byId("about").textContent = header.engine + ", " + count(header.variables) + " variables: " + verdict + " after " + stepsOf(end.events) +
    (end.events > total - 1 ? ", of which " + count(steps.filter((step) => step[0].length === 1).length) + " are kept here" : "");
  show();
  draw();
})();
