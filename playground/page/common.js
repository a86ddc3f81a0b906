// What the tabs share: elements, messages, links, numbers in words, the player.
"use strict";

const $ = id => document.getElementById(id);

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function say(words) {
  $("said").textContent = words;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { $("said").textContent = ""; }, 4000);
}

const count = number => Math.round(number).toLocaleString("en");

const many = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

function duration(seconds) {
  if (seconds < 0.001) return "under a millisecond";
  return seconds < 1 ? `${Math.round(1000 * seconds)} ms` : `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}

function size(bytes) {
  for (const unit of ["bytes", "KiB", "MiB"]) {
    if (bytes < 1024 || unit === "MiB") return `${unit === "bytes" ? bytes : bytes.toFixed(1)} ${unit}`;
    bytes /= 1024;
  }
}

// An answer in a colour, with a sign that says the same without it.
function show(element, kind, title, ...more) {
  const sign = {yes: "✓", no: "∅", open: "?", bad: "!"}[kind] ?? "";
  element.className = `answer ${kind}`;
  element.replaceChildren(...(title ? [make("p", {class: "title"}, make("span", {"aria-hidden": "true"}, sign), title)] : []),
    ...more.filter(Boolean).map(words => typeof words === "string" ? make("p", {}, words) : words));
}

const KINDS = {SATISFIABLE: "yes", UNSATISFIABLE: "no", UNKNOWN: "open"};

// A table of counters, each with what it counts.
function counters(rows) {
  const body = rows.map(({name, value, help}) =>
    make("tr", {}, make("th", {scope: "row", title: help}, name.replaceAll("_", " ")), make("td", {}, count(value))));
  return make("details", {}, make("summary", {}, "Statistics"), make("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Statistics"},
    make("table", {}, make("tbody", {}, ...body))));
}

function figures(element, {seconds, figures}) {
  element.hidden = false;
  const parts = Object.entries(figures).map(([name, value]) => `${count(value)} ${name.replaceAll("_", " ")}`);
  element.querySelector("p").textContent = [duration(seconds), ...parts].join(" · ");
}

// More formulas than this have no columns of their own in a truth table.
const MOST_COLUMNS = 8;

// A truth table: a row for each assignment, those that satisfy the formula marked; of several formulas, a column each.
function truth({names, table, trees}) {
  const own = trees.length > 1 && trees.length <= MOST_COLUMNS ? trees : [];
  const value = on => make("td", {class: on ? "one" : "zero"}, on ? "1" : "0");
  const heads = [...names, ...own.map(Parsing.text), own.length ? "all" : "formula"];
  const head = make("tr", {}, ...heads.map(name => make("th", {scope: "col"}, name)));
  const rows = table.map((holds, row) => {
    const is = names.map((_, at) => row >> (names.length - 1 - at) & 1), trues = new Set(names.filter((_, at) => is[at]));
    return make("tr", {class: holds ? "holds" : ""}, ...[...is, ...own.map(tree => Parsing.holds(tree, trues)), holds].map(value));
  });
  return make("table", {class: "truth"}, make("thead", {}, head), make("tbody", {}, ...rows));
}

// The page that plays a search, in a frame that can reach nothing else: at a step, with its parts open, if they are named,
// and scrolled to the first of them or to what `see` selects.
function player(html, {step = 0, open = [], see = "", play = false} = {}) {
  const frame = make("iframe", {class: "player", title: "The search, step by step", sandbox: "allow-scripts allow-downloads"});
  const size = getComputedStyle(document.documentElement).fontSize;
  frame.srcdoc = html.replace("<html ", `<html style="font-size: ${size}" `).replace("<body>", `<body data-step="${step}" data-open="${open.join(" ")}" data-see="${see}"${play ? " data-play" : ""}>`);
  const save = make("button", {onclick: () => download(new Blob([html], {type: "text/html"}), "search.html")}, "Save as a page");
  return [frame, save];
}

// The card below everything else that a search, or two of them, is played in; without parts it goes.
function film(card, name, ...parts) {
  card.replaceChildren(...parts);
  card.setAttribute("aria-label", name);
  card.hidden = !parts.length;
}

function download(blob, name) {
  const link = make("a", {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// What somebody has typed stays in the browser, so that loading the page anew loses nothing.
const Kept = {
  read(name) {
    try {
      return JSON.parse(localStorage.getItem(`gemsat.${name}`));
    } catch {
      return null;
    }
  },
  write(name, value) {
    try {
      localStorage.setItem(`gemsat.${name}`, JSON.stringify(value));
    } catch {
      // Private windows and full stores keep nothing.
    }
  },
};

// Links: the text packed behind the number sign, so that it stays in the browser.
async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// Text that a link may unpack to: a short link could hold gigabytes of blanks.
const MOST_UNPACKED = 4 << 20;

async function unpack(letters) {
  const plain = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(plain, letter => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MOST_UNPACKED) throw new Error("the link holds too much text");
    parts.push(part.value);
  }
  return new Blob(parts).text();
}

// The most letters of a link: longer ones are cut by mail programs and servers.
const MOST_LINK = 30000;

async function share(kind, text, more = {}) {
  const rest = Object.entries(more).map(([name, value]) => `&${name}=${encodeURIComponent(value)}`);
  const link = `#${kind}=${await pack(text)}${rest.join("")}`;
  if (link.length > MOST_LINK) return say("This is too long for a link; save it as a file instead.");
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied.");
  } catch {
    say("The link is in the address bar.");
  }
}
