// Formulas as trees of operators, beside the clauses that their parts become; and random ones to practise on.
"use strict";

const Parsing = (() => {
  const SIGNS = {not: "¬", and: "∧", or: "∨", xor: "⊕", implies: "→", iff: "↔"};
  const TYPED = {not: "~", and: " & ", or: " | ", xor: " xor ", implies: " -> ", iff: " <-> "};
  const ROW = 62;

  const svg = (name, attributes, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  // A part as it could be typed.
  function typed(parts, at) {
    const {word, sides} = parts[at];
    if (!sides.length) return word;
    const inside = side => parts[side].sides.length > 1 ? `(${typed(parts, side)})` : typed(parts, side);
    return word === "not" ? TYPED.not + inside(sides[0]) : sides.map(inside).join(TYPED[word]);
  }

  const text = ({parts, root}) => typed(parts, root);

  const VALUES = {
    not: ([a]) => !a, and: all => all.every(Boolean), or: all => all.some(Boolean), xor: all => all.filter(Boolean).length % 2 === 1,
    implies: ([a, b]) => !a || b, iff: ([a, b]) => a === b,
  };

  // Whether a formula holds where exactly these variables are true.
  function holds({parts, root}, trues) {
    const value = at => {
      const {word, sides} = parts[at];
      return sides.length ? VALUES[word](sides.map(value)) : word === "true" || trues.has(word);
    };
    return value(root);
  }

  // What has become of a part, in words.
  function told({word, sides, literal, clauses: [from, to]}, is) {
    const stands = literal ? `${literal} stands for it` : "";
    const made = to === from ? "" : to === from + 1 ? `it gives clause ${to}` : `it gives clauses ${from + 1} ${to === from + 2 ? "and" : "to"} ${to}`;
    const what = [stands, made].filter(Boolean).join("; ") || (sides.length ? "it gives no clause of its own" : `a ${/^(true|false)$/.test(word) ? "constant" : "variable"}`);
    return `${is}: ${what}.`;
  }

  // Draws one tree. `point` is told of a part that is looked at.
  function draw({parts, root}, point) {
    // Numbered from the root on, so that each part comes behind what it is a part of.
    const order = [], parents = [], open = [[root, null]];
    while (open.length) {
      const [at, parent] = open.shift();
      parents.push(parent);
      order.push(at);
      open.push(...parts[at].sides.map(side => [side, order.length - 1]));
    }
    const {across, depth, leaves, rows} = treePlaces(parents);
    const label = at => SIGNS[parts[at].sides.length ? parts[at].word : ""] ?? parts[at].word;
    const longest = Math.max(...order.map(at => Math.max(label(at).length, 0.85 * (parts[at].literal?.length ?? 0))));
    const width = Math.max(34, 14 + 8.5 * longest), column = width + 12;
    const [wide, high] = [leaves * column, rows * ROW];
    const picture = svg("svg", {viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, class: "parsing", role: "group", "aria-label": `The tree of ${typed(parts, root)}`});
    const place = node => [across[node] * column + column / 2, depth[node] * ROW + 18];
    parents.forEach((parent, node) => {
      if (parent === null) return;
      const [[a, b], [c, d]] = [place(parent), place(node)];
      // Below what stands for the part.
      picture.append(svg("line", {x1: a, y1: b + (parts[order[parent]].literal ? 31 : 0), x2: c, y2: d}));
    });
    const shapes = order.map((at, node) => {
      const [x, y] = place(node), part = parts[at];
      const words = told(part, typed(parts, at));
      const shape = svg("g", {role: "button", tabindex: node ? "-1" : "0", "aria-label": words, class: part.sides.length ? "operator" : "leaf"},
        svg("rect", {x: x - width / 2, y: y - 15, width, height: 30, rx: part.sides.length ? 15 : 4}),
        svg("text", {x, y: y + 5}, label(at)),
        svg("text", {class: "stands", x, y: y + 27}, part.literal ? `= ${part.literal}` : ""));
      for (const event of ["focus", "mouseenter", "click"]) shape.addEventListener(event, () => {
        shapes.forEach(other => other.classList.toggle("at", other === shape));
        point(part, words);
      });
      return shape;
    });
    // Up to what a part belongs to, down into it, and to its neighbours.
    picture.addEventListener("keydown", event => {
      const node = shapes.indexOf(event.target);
      const beside = by => parents.findIndex((parent, other) => parent === parents[node] && (other - node) * by > 0 && Math.abs(other - node) === 1);
      const to = {ArrowUp: parents[node], ArrowDown: parents.indexOf(node), ArrowLeft: beside(-1), ArrowRight: beside(1)}[event.key];
      if (to === undefined) return;
      event.preventDefault();
      if (to === null || to < 0) return;
      shapes[node].setAttribute("tabindex", "-1");
      shapes[to].setAttribute("tabindex", "0");
      shapes[to].focus();
    });
    picture.append(...shapes);
    return picture;
  }

  // All trees, and a line that says what the part under the mouse, or with the focus, has become; its clauses are marked.
  function show(trees, rows) {
    const line = make("p", {class: "note", role: "status"}, "Point at a part, or go through the parts with the arrows, to read here what becomes of it.");
    const point = ({clauses: [from, to]}, words) => {
      line.textContent = words;
      rows.forEach((row, at) => row.classList.toggle("of-part", from <= at && at < to));
    };
    const pictures = trees.map(tree => make("div", {class: "scroll"}, draw(tree, point)));
    return [line, make("div", {class: "trees"}, ...pictures)];
  }

  // Numbers that follow from a seed (mulberry32).
  function numbers(seed) {
    let state = seed >>> 0;
    return below => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * below);
    };
  }

  // Three or four variables, two to four formulas of up to three operators each; in all each variable occurs.
  function random(seed) {
    const below = numbers(seed), names = ["a", "b", "c", "d"].slice(0, 3 + below(2));
    const waiting = names.slice();
    const leaf = () => (below(3) ? "" : "~") + (waiting.length ? waiting.splice(below(waiting.length), 1)[0] : names[below(names.length)]);
    const formula = operators => {
      if (operators === 0) return leaf();
      const left = below(operators), operator = ["&", "|", "|", "->", "<->"][below(5)];
      const side = count => count === 0 ? leaf() : `${below(4) ? "" : "~"}(${formula(count)})`;
      return `${side(left)} ${operator} ${side(operators - 1 - left)}`;
    };
    const lines = Array.from({length: 2 + below(3)}, () => formula(1 + below(3)));
    while (waiting.length) lines.push(formula(1));
    return lines.join("\n") + "\n";
  }

  return {show, random, text, holds};
})();
