"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const all = (css, at = document) => [...at.querySelectorAll(css)];

// Tables sort by a click on a heading, and back by another. What has no number comes last either way.
for (const button of all("thead button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement, table = head.closest("table"), column = head.cellIndex;
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of all("th", table.tHead)) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const order = new Intl.Collator("en", { numeric: true });
    const key = row => row.cells[column].dataset.v ?? row.cells[column].textContent;
    const compare = (a, b) => {
      const [x, y] = [key(a), key(b)], [p, q] = [parseFloat(x), parseFloat(y)];
      if (column === 0) return (down ? -1 : 1) * order.compare(x, y);
      if (isNaN(p) || isNaN(q)) return isNaN(p) - isNaN(q) || order.compare(x, y);
      return down ? q - p : p - q;
    };
    const body = table.tBodies[0];
    body.append(...[...body.rows].sort(compare));
  });
}

// What is chosen stands in the address, so that a link shows the same.
const chosen = new URLSearchParams(location.hash.slice(1));
const CHOICES = ["words", "family", "which", "least", "axis", "across", "up"].map(id => document.getElementById(id)).filter(Boolean);
// The columns of the table of instances that are hidden, by their number; the first one stays.
const hidden = new Set();
const keepChoices = () => {
  const parts = new URLSearchParams();
  for (const choice of CHOICES) {
    const usual = choice.tagName === "SELECT" ? ([...choice.options].find(option => option.defaultSelected) ?? choice.options[0]).value : "";
    if (choice.value !== usual) parts.set(choice.id, choice.value);
  }
  if (hidden.size) parts.set("hide", [...hidden].sort((a, b) => a - b).join(","));
  history.replaceState(null, "", parts.size ? `#${parts}` : location.pathname + location.search);
};

// The family of a formula: its folder or, where there are no folders, the letters with which its name begins.
const folders = data.names.some(name => name.includes("/"));
const familyOf = name => folders ? name.slice(0, Math.max(0, name.lastIndexOf("/"))) : name.match(/^[^\d._-]*/)[0];
const [words, family, which, least, axis] = ["words", "family", "which", "least", "axis"].map(id => document.getElementById(id));
const families = [...new Set(data.names.map(familyOf))].sort(new Intl.Collator("en", { numeric: true }).compare);
document.getElementById("families").hidden = families.length < 2;
for (const name of families) family.append(new Option(name || "(none)", name || " "));
for (const choice of CHOICES) {
  if (!chosen.has(choice.id)) continue;
  choice.value = chosen.get(choice.id);
  // A link that names what is not here chooses nothing.
  if (choice.tagName === "SELECT" && choice.selectedIndex < 0) choice.selectedIndex = 0;
}

// The table of instances, and the plot of two, show those whose names hold all words, and which have what is asked for.
const body = document.getElementById("instances").tBodies[0];
const rowOf = new Map([...body.rows].map((row, at) => [row, at]));
let shownNames = new Set();
const filter = () => {
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  shownNames = new Set();
  for (const [row, at] of rowOf) {
    const name = data.names[at];
    const slowest = Math.max(...data.cells[at].map(cell => cell.t ?? data.limit));
    const fits = wanted.every(word => name.toLowerCase().includes(word))
      && (which.value === "all" || row.classList.contains(which.value))
      && (family.value === "" || familyOf(name) === family.value.trim())
      && (least.value === "" || slowest >= Number(least.value));
    row.hidden = !fits;
    if (fits) shownNames.add(name);
  }
  document.getElementById("shown").textContent = `${shownNames.size} of ${data.names.length} shown`;
};
// How many of the shown ones each solver has solved, and its PAR-2 on them: twice the limit where it has not.
const table = body.closest("table"), sums = table.createTFoot().insertRow();
const sumUp = () => {
  const rows = data.names.map((_, at) => at).filter(at => shownNames.has(data.names[at]));
  const cell = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  const of = solver => rows.map(at => data.cells[at][solver].t);
  const words = data.solvers.map((_, solver) => {
    const times = of(solver), par2 = times.reduce((sum, time) => sum + (time ?? 2 * data.limit), 0) / rows.length;
    const made = cell("td", `${times.filter(time => time !== null).length} of ${rows.length}`);
    made.dataset.tip = `${data.solvers[solver]}, those shown: PAR-2 ${par2 < 10 ? par2.toFixed(3) : par2.toFixed(1)} s`;
    return made;
  });
  const head = Object.assign(cell("th", "solved of those shown"), { scope: "row" });
  sums.replaceChildren(head, cell("td", ""), cell("td", ""), cell("td", ""), ...words);
  sums.hidden = rows.length === 0;
};
let redraw = () => {};
const change = () => {
  filter();
  sumUp();
  for (const part of all("[data-axis]")) part.hidden = part.dataset.axis !== axis.value;
  redraw();
  keepChoices();
};
for (const choice of CHOICES) choice.addEventListener(choice.tagName === "SELECT" ? "change" : "input", change);

// Which columns are shown.
const heads = all("#instances thead th"), rules = document.head.appendChild(document.createElement("style"));
const columns = document.getElementById("columns");
const hide = () => {
  rules.textContent = [...hidden].map(at => `#instances tr > :nth-child(${at + 1}) { display: none; }`).join("\n");
};
for (const at of (chosen.get("hide") ?? "").split(",").map(Number)) if (heads[at] && at > 0) hidden.add(at);
heads.slice(1).forEach((head, before) => {
  const at = before + 1, box = Object.assign(document.createElement("input"), { type: "checkbox", checked: !hidden.has(at) });
  const label = document.createElement("label");
  label.append(box, ` ${head.textContent}`);
  box.addEventListener("change", () => {
    if (box.checked) hidden.delete(at);
    else hidden.add(at);
    hide();
    keepChoices();
  });
  columns.append(label);
});
hide();

// A click on a run shows how it ended and what the solver said. One run is reached by Tab, the others by arrows.
const dialog = document.getElementById("run");
const openRun = (at, solver) => {
  document.getElementById("run-title").textContent = `${data.solvers[solver]} on ${data.names[at]}`;
  const parts = data.runs[at][solver].flatMap(({ run, word, basis, how, log }) => {
    const text = (name, words) => Object.assign(document.createElement(name), { textContent: words });
    const title = data.runs[at][solver].length > 1 ? `Run ${run}: ` : "";
    return [text("p", `${title}${word}${basis ? ` (${basis})` : ""}; ${how}.`), log.length ? text("pre", log.join("\n")) : text("p", "It printed nothing.")];
  });
  document.getElementById("run-body").replaceChildren(...parts);
  dialog.showModal();
};
document.getElementById("run-close").addEventListener("click", () => dialog.close());
for (const [row, at] of rowOf) {
  data.solvers.forEach((_, solver) => {
    if (!data.runs[at][solver].length) return;
    const cell = row.cells[4 + solver], button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1;
    button.textContent = cell.textContent;
    button.addEventListener("click", () => openRun(at, solver));
    cell.replaceChildren(button);
  });
}
const firstRun = body.querySelector("button");
if (firstRun) firstRun.tabIndex = 0;
body.addEventListener("keydown", event => {
  const [down, right] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key] ?? [];
  const cell = event.target.closest("td");
  if (down === undefined || !cell) return;
  event.preventDefault();
  const rows = [...body.rows].filter(row => !row.hidden);
  const next = rows[rows.indexOf(cell.parentElement) + down]?.cells[cell.cellIndex + right]?.querySelector("button");
  if (!next) return;
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});

// Tooltips: under the mouse or a finger, or by arrow keys in a plot that has the focus.
const tip = document.getElementById("tip");
let marked = null;
const show = (element, x, y) => {
  marked?.classList.remove("at");
  marked = element;
  tip.hidden = !element;
  if (!element) return;
  tip.textContent = element.dataset.tip;
  if (element.closest(".plot")) element.classList.add("at");
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - box.width - 4))}px`;
  tip.style.top = `${y + 16 + box.height > innerHeight ? Math.max(4, y - box.height - 10) : y + 16}px`;
};
document.addEventListener("pointerover", event => {
  show(event.target.closest?.("[data-tip]"), event.clientX, event.clientY);
});
document.addEventListener("pointerdown", event => {
  show(event.target.closest?.("[data-tip]"), event.clientX, event.clientY);
});
document.addEventListener("scroll", () => show(null), true);
document.addEventListener("keydown", event => {
  if (event.key === "Escape") return show(null);
  const plot = document.activeElement?.closest?.(".plot");
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!plot || !(step || event.key === "Home" || event.key === "End")) return;
  event.preventDefault();
  const points = all("[data-tip]", plot);
  if (!points.length) return;
  const now = points.indexOf(marked);
  const next = step ? (now < 0 ? (step > 0 ? 0 : points.length - 1) : now + step + points.length) % points.length
    : event.key === "Home" ? 0 : points.length - 1;
  const box = points[next].getBoundingClientRect();
  show(points[next], box.x + box.width / 2, box.y + box.height / 2);
});
document.addEventListener("focusout", () => show(null));

// Any two solvers against each other.
const [across, up, field] = ["across", "up", "scatter"].map(id => document.getElementById(id));
if (field) {
  const make = (name, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const [left, right, top, bottom] = [58, 466, 14, 422];
  const tick = time => time === 0 ? "0" : time < 0.0995 ? `${+(time * 1e3).toFixed(3)} ms` : `${+time.toFixed(3)} s`;
  const duration = cell => cell.t === null ? cell.w : `${cell.t < 10 ? cell.t.toFixed(3) : cell.t.toFixed(1)} s`;
  const shape = (kind, x, y) => [
    `M${x - 3.7} ${y}a3.7 3.7 0 1 0 7.4 0a3.7 3.7 0 1 0 -7.4 0`,
    `M${x - 3.4} ${y - 3.4}h6.8v6.8h-6.8z`,
    `M${x} ${y - 4.6}l4.2 7.8h-8.4z`,
  ][kind];
  const draw = () => {
    const linear = axis.value === "linear";
    const [a, b] = [+across.value, +up.value];
    const pairs = data.names.map((name, at) => ({ name, p: data.cells[at][a], q: data.cells[at][b] }))
      .filter(({ name, p, q }) => shownNames.has(name) && (p.t !== null || q.t !== null));
    const times = pairs.flatMap(({ p, q }) => [p.t, q.t]).filter(time => time !== null);
    const low = linear ? 0 : 10 ** Math.floor(Math.log10(Math.max(data.floor, Math.min(data.limit / 10, ...times)))), high = data.limit * 1.25;
    const place = time => linear ? Math.min(1, (time ?? data.limit) / high) : Math.min(1, Math.max(0, Math.log(Math.max(time ?? data.limit, data.floor) / low) / Math.log(high / low)));
    const px = time => +(left + place(time) * (right - left)).toFixed(1);
    const py = time => +(bottom - place(time) * (bottom - top)).toFixed(1);
    const [first, second] = [data.solvers[a], data.solvers[b]];
    field.setAttribute("aria-label", `${first} against ${second}: below the diagonal ${second} is faster. Arrow keys go through the points.`);
    field.replaceChildren();
    const unit = 10 ** Math.floor(Math.log10(high / 8)), step = [1, 2, 5, 10].map(digit => digit * unit).find(size => high / size <= 8);
    const marks = linear ? Array.from({ length: 9 }, (_, at) => at * step) : Array.from({ length: 13 }, (_, at) => 10 ** (at - 6));
    for (const at of marks) {
      if (at < low * 0.999 || at > high) continue;
      field.append(make("path", { class: "rule", d: `M${px(at)} ${top}V${bottom}M${left} ${py(at)}H${right}` }),
        make("text", { class: "tick", "text-anchor": "middle", x: px(at), y: bottom + 16 }, tick(at)),
        make("text", { class: "tick", "text-anchor": "end", x: left - 6, y: py(at) + 4 }, tick(at)));
    }
    field.append(make("path", { class: "axis", d: `M${left} ${top}V${bottom}H${right}M${left} ${bottom}L${right} ${top}` }),
      make("path", { class: "limit", d: `M${px(data.limit)} ${top}V${bottom}M${left} ${py(data.limit)}H${right}` }),
      make("text", { "text-anchor": "middle", x: (left + right) / 2, y: bottom + 33 }, `${first}, ${data.clock}`),
      make("text", { "text-anchor": "middle", transform: `translate(11 ${(top + bottom) / 2}) rotate(-90)` }, `${second}, ${data.clock}`));
    for (const { name, p, q } of pairs) {
      const open = p.t === null || q.t === null, kind = open ? 2 : p.w === "sat" ? 0 : 1;
      field.append(make("path", { class: `mark s${kind} ${open ? "open" : `f${kind}`}`, d: shape(kind, px(p.t), py(q.t)),
        "data-tip": `${name}: ${first} ${duration(p)}, ${second} ${duration(q)}` }));
    }
    ["satisfiable", "unsatisfiable", "unsolved by one"].forEach((label, kind) => {
      const x = left + [0, 112, 238][kind];
      field.append(make("path", { class: `mark s${kind} ${kind === 2 ? "open" : `f${kind}`}`, d: shape(kind, x + 6, bottom + 56) }),
        make("text", { x: x + 18, y: bottom + 60 }, label));
    });
    show(null);
  };
  redraw = draw;
}
change();
