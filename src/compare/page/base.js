"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);
const all = (css, at = document) => [...at.querySelectorAll(css)];
const element = (name, text = "", more = {}) => Object.assign(document.createElement(name), { textContent: text }, more);

// What is chosen stands in the address, so that a link shows the same.
const chosen = new URLSearchParams(location.hash.slice(1));
const choices = [];
const usual = control => control.tagName === "SELECT"
  ? ([...control.options].find(option => option.defaultSelected) ?? control.options[0]).value : "";
const choice = id => {
  const control = byId(id);
  if (!control) return null;
  choices.push(control);
  if (chosen.has(id)) control.value = chosen.get(id);
  // A link that names what is not here chooses nothing.
  if (control.tagName === "SELECT" && control.selectedIndex < 0) control.value = usual(control);
  return control;
};
// The columns of the table of formulas that are hidden, by their number; the first one stays.
const hidden = new Set();
const keepChoices = () => {
  const parts = new URLSearchParams();
  for (const control of choices) if (control.value !== usual(control)) parts.set(control.id, control.value);
  if (hidden.size) parts.set("hide", [...hidden].sort((a, b) => a - b).join(","));
  history.replaceState(null, "", parts.size ? `#${parts}` : location.pathname + location.search);
};

// The rows of the table of formulas, by the number of the formula, and the columns before those of the solvers.
const body = byId("instances").tBodies[0], rows = [...body.rows], BEFORE = 4;
// The numbers of the formulas that the filters leave.
let shown = [];
