// The steps of an explanation: a list beside the board, and the board as it is after the chosen one.
"use strict";

const Way = (() => {
  // The cells are named shortly: what the first of these names means.
  function names({words = "", steps = []}) {
    const [name, row, column] = [words, ...steps.map(step => step.words)].join(" ").match(/\br(\d+)c(\d+)\b/) ?? [];
    return name ? [make("p", {class: "note"}, `${name} is row ${row}, column ${column}.`)] : [];
  }

  // `show` draws the board with these changes: the picture, the cells that a step looks at, those that it fills.
  function list({way, steps = [], svg, marked, about}, show) {
    if (!way) return [];
    const heading = make("p", {class: "way-title"}, way);
    if (!steps.length) return [heading];
    const buttons = steps.map(({technique, words}) => make("button", {"aria-pressed": "false"}, make("b", {}, technique), ` ${words}`));
    let at = null;
    const go = to => {
      at = to === at ? null : to;
      buttons.forEach((button, index) => button.setAttribute("aria-pressed", index === at));
      const step = steps[at];
      show(step ? {svg: step.svg ?? svg, marked: step.from, about: step.fills} : {svg, marked, about});
    };
    buttons.forEach((button, index) => {
      button.addEventListener("click", () => go(index));
      button.addEventListener("keydown", event => {
        const next = {ArrowDown: index + 1, ArrowUp: index - 1}[event.key];
        if (!buttons[next]) return;
        event.preventDefault();
        buttons[next].focus();
        if (at !== next) go(next);
      });
    });
    const items = buttons.map(button => make("li", {}, button));
    return [heading, make("p", {class: "note"}, "Choose a step to see the board after it."), make("ol", {class: "way"}, ...items)];
  }

  return {list, names};
})();
