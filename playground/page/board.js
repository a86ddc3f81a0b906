// A board: the library's picture, with a cell over each place that can be chosen by mouse, touch or keyboard.
"use strict";

const Table = (() => {
  const NAMESPACE = "http://www.w3.org/2000/svg";
  let spots = [];
  let chosen = 0;
  let typed = () => {};
  let dragged = () => {};
  // Whether cells may be joined by dragging from one to another, and where a drag began and has been.
  let pairs = false;
  let drag = null;
  // Whether cells can be flagged.
  let flagging = false;

  function draw({svg, spots: cells, fills, marked = [], safest = [], flags = [], game = false, about = null}, label, focus) {
    const board = $("board");
    const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    const [left, top, width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
    board.replaceChildren(document.importNode(picture, true));
    const drawn = board.firstChild;
    drawn.querySelectorAll("title").forEach(title => title.remove());
    board.style.setProperty("--ratio", width / height);
    chosen = Math.min(chosen, cells.length - 1);
    flagging = game;
    const shapes = cells.length > 0 && !cells[0].place;
    board.classList.toggle("shapes", shapes);
    if (shapes) places(drawn, cells, fills, label);
    else grid(drawn, cells, label, {left, top, width, height});
    marked.forEach(cell => spots[cell]?.classList.add("marked"));
    for (const cell of safest) {
      spots[cell].classList.add("safest");
      spots[cell].setAttribute("aria-label", `${spots[cell].getAttribute("aria-label")}, safest`);
    }
    for (const cell of flags) {
      spots[cell].classList.add("flag");
      spots[cell].setAttribute("aria-label", `${spots[cell].getAttribute("aria-label")}, flagged`);
    }
    for (const cell of [about ?? []].flat()) spots[cell]?.classList.add("about");
    spots.forEach((spot, cell) => {
      if (marked.includes(cell)) spot.setAttribute("aria-label", `${spot.getAttribute("aria-label")}, marked`);
      listen(spot, cell);
    });
    choose(chosen, focus);
  }

  function grid(drawn, cells, label, {left, top, width, height}) {
    drawn.setAttribute("aria-hidden", "true");
    const over = make("div", {role: "grid", "aria-label": label, class: "cells"});
    const rows = new Map();
    spots = cells.map(({row, place: [x, y, w, h], name}) => {
      if (!rows.has(row)) over.append(rows.set(row, make("div", {role: "row"})).get(row));
      const cell = make("div", {role: "gridcell", "aria-label": name, class: "cell", tabindex: "-1"});
      const part = (value, whole) => `${100 * value / whole}%`;
      Object.assign(cell.style, {left: part(x - left, width), top: part(y - top, height), width: part(w, width), height: part(h, height)});
      rows.get(row).append(cell);
      return cell;
    });
    $("board").append(over);
  }

  function places(drawn, cells, fills, label) {
    drawn.setAttribute("role", "group");
    drawn.setAttribute("aria-label", label);
    spots = cells.map(({name}, cell) => {
      const shape = drawn.querySelector(`#fill-${cell}`);
      shape.setAttribute("role", "button");
      shape.setAttribute("aria-label", name);
      shape.classList.add("cell");
      if (fills[cell]) {
        shape.style.fill = fills[cell][0];
        drawn.querySelector(`#${fills[cell][1]}`)?.classList.add("on");
      }
      return shape;
    });
  }

  // Draws the outline of the chosen place: above its neighbours and below the names.
  function outline(spot) {
    const board = $("board");
    board.querySelectorAll(".frame").forEach(frame => frame.remove());
    if (!board.classList.contains("shapes")) return;
    for (const width of ["thin", "wide"]) {
      const frame = document.createElementNS(NAMESPACE, spot.tagName);
      for (const name of ["d", "cx", "cy", "r", "x", "y", "width", "height", "transform"]) {
        if (spot.hasAttribute(name)) frame.setAttribute(name, spot.getAttribute(name));
      }
      frame.setAttribute("class", `frame ${width}`);
      const above = board.querySelector(".frame") ?? (spot.tagName === "path" ? board.querySelector("svg > g") : spot.nextSibling);
      (above ?? spot).parentNode.insertBefore(frame, above);
    }
  }

  function listen(spot, cell) {
    spot.addEventListener("pointerdown", event => {
      event.preventDefault();
      spot.releasePointerCapture?.(event.pointerId);
      drag = pairs ? {from: cell, over: null} : null;
    });
    // Where a drag goes: over the next cell it joins the two.
    spot.addEventListener("pointerenter", () => {
      if (drag && cell !== drag.from) spots[cell].classList.add("over");
    });
    spot.addEventListener("pointerleave", () => spots[cell]?.classList.remove("over"));
    spot.addEventListener("pointerup", () => {
      if (!drag || drag.from === cell) return;
      const from = drag.from;
      drag = null;
      choose(cell, true);
      dragged(from, cell);
    });
    spot.addEventListener("click", () => {
      choose(cell, true);
      typed(cell, null);
    });
    spot.addEventListener("contextmenu", event => {
      if (!flagging) return;
      event.preventDefault();
      choose(cell, true);
      typed(cell, "F");
    });
    spot.addEventListener("keydown", event => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
      if (step) choose(neighbour(cell, step), true);
      else if (event.key === "Home") choose(0, true);
      else if (event.key === "End") choose(spots.length - 1, true);
      else if (event.key === "Enter" || event.key === " ") typed(cell, " ");
      else if (event.key.length === 1 || event.key === "Escape" || event.key === "Backspace" || event.key === "Delete") typed(cell, event.key);
      else return;
      event.preventDefault();
    });
  }

  // The nearest cell in a direction, those straight ahead first.
  function neighbour(from, [right, down]) {
    const middle = spot => {
      const {left, top, width, height} = spot.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const [x, y] = middle(spots[from]);
    let best = from;
    let least = Infinity;
    spots.forEach((spot, cell) => {
      const [a, b] = middle(spot);
      const ahead = (a - x) * right + (b - y) * down;
      const aside = Math.abs((a - x) * down) + Math.abs((b - y) * right);
      if (ahead > 1 && ahead + 3 * aside < least) [best, least] = [cell, ahead + 3 * aside];
    });
    return best;
  }

  function choose(cell, focus) {
    spots[chosen]?.classList.remove("chosen");
    spots.forEach(spot => spot.setAttribute("tabindex", "-1"));
    chosen = cell;
    const spot = spots[cell];
    if (!spot) return;
    spot.classList.add("chosen");
    spot.setAttribute("tabindex", "0");
    outline(spot);
    $("where").textContent = spot.getAttribute("aria-label");
    if (focus) spot.focus({preventScroll: true});
  }

  addEventListener("pointerup", () => { drag = null; });
  addEventListener("pointercancel", () => { drag = null; });

  return {
    draw,
    chosen: () => chosen,
    reset() { chosen = 0; },
    pairs(on) {
      pairs = on;
      $("board").classList.toggle("pairs", on);
    },
    wait(cell) { spots.forEach((spot, index) => spot.classList.toggle("waiting", index === cell)); },
    onkey(listener, pairing) {
      typed = listener;
      dragged = pairing;
    },
  };
})();
