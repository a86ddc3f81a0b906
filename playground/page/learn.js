// The tab for learning: lessons, and beside them what their steps show, live.
"use strict";

const Learn = (() => {
  let lesson = 0;
  let asked = 0;
  let opened = false;

  const library = () => Libraries.of("learn");
  const link = (at, step) => `#learn=${at + 1}&step=${step + 1}`;

  // No line ends between a minus and its variable.
  const unbroken = words => words.replace(/-(?=\w)/g, "-\u2060");

  function draw(step) {
    const {title, steps} = LESSONS[lesson];
    $("lesson-list").replaceChildren(...LESSONS.map(({title: name}, at) =>
      make("button", {"aria-pressed": String(at === lesson), onclick: () => { location.hash = link(at, 0); }}, `${at + 1}. ${name}`)));
    $("lesson-title").textContent = title;
    $("panel-learn").append($("lesson-tool"));
    $("lesson").replaceChildren(...steps.map(({text}, at) =>
      make("div", {class: at === step ? "step now" : "step", ...(at === step ? {"aria-current": "step"} : {})}, make("p", {}, unbroken(text)),
        make("a", {href: link(lesson, at), onclick: () => { if (at === step) open(lesson + 1, {step: at + 1}); }}, at === step ? "Show it again" : "Show it"))));
    // In one column what a step shows stands right below its text.
    const narrow = !matchMedia("(min-width: 60rem)").matches;
    if (narrow) $("lesson").children[step].after($("lesson-tool"));
    return narrow;
  }

  const text = (label, words) => make("pre", {class: "scroll", tabindex: "0", role: "region", "aria-label": label}, words);

  // A formula's file as clauses of names, one a line, and below them the file itself.
  function clauses(dimacs) {
    const names = new Map([...dimacs.matchAll(/^c varname (\d+) (\S+)$/gm)].map(([, number, name]) => [number, name]));
    const lines = dimacs.split("\n").filter(line => /^-?\d/.test(line));
    const word = lit => `${lit.startsWith("-") ? "-" : ""}${names.get(lit.replace("-", "")) ?? lit.replace("-", "")}`;
    const words = lines.map(line => line.split(" ").slice(0, -1).map(word).join(" or "));
    return [make("p", {class: "note"}, `${count(lines.length)} clauses; a minus is read “not”.`), text("The clauses", words.join("\n")),
      make("details", {}, make("summary", {}, "The file for solvers (DIMACS)"),
        make("p", {class: "note"}, "A line that begins with c is a comment, here with the names. “p cnf” tells how many variables and clauses there are. Then come the clauses, variables by number, each clause closed by 0."),
        text("The file", dimacs))];
  }

  // What a step shows: a search, a truth table, clauses, resolutions, a proof or a puzzle.
  async function shown({kind = "play", text: formula, form = "auto", engine, textbook, phase, step = 0, open = [], see, play, puzzle, verb, options: own = {}, file = false}) {
    const bytes = new TextEncoder().encode(formula);
    if (["table", "clauses", "resolution"].includes(kind)) {
      const answer = await library().ask("convert", {bytes, question: {form}});
      if (kind === "resolution") return Resolution.show(answer.clauses);
      const clauses = answer.clauses.map(clause => clause.join(" or ")).join("\n");
      return kind === "table" ? [text("The formula", formula), make("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Truth table"}, truth(answer))]
        : [text("The formula", formula), make("p", {}, "as clauses:"), text("The clauses", clauses)];
    }
    if (kind === "puzzle") {
      const answer = await library().ask("puzzle", {question: {kind: puzzle, verb, text: formula, engine, textbook}});
      return answer.page ? player(answer.page, {open}) : clauses(answer.cnf);
    }
    const options = phase ? {phase, ...own} : own;
    const question = {name: LESSONS[lesson].title, form, engine, ...(textbook ? {textbook} : {}), options, proof: kind === "proof" ? "drat-text" : "none", play: kind === "play"};
    const answer = await library().ask("formula", {bytes, question});
    if (answer.error) throw new Error(answer.error);
    if (kind === "proof") {
      const checked = make("p", {class: "answer yes"}, answer.proof.verified ? "✓ checked: the proof holds, by the checker of this page" : answer.proof.words);
      if (!file) return [...Proof.show(answer.proof), checked];
      const numbers = answer.proof.names.map((name, at) => `${at + 1} is ${name}`).join(", ");
      return [text("The proof", answer.proof.text), make("p", {class: "note"}, `${numbers}.`), checked];
    }
    return player(answer.page, {step, open, see, play});
  }

  async function open(name, {step = "1"} = {}) {
    lesson = Math.max(0, Math.min(LESSONS.length, Number(name) || 1) - 1);
    const at = Math.max(0, Math.min(LESSONS[lesson].steps.length, Number(step) || 1) - 1);
    const narrow = draw(at);
    if (opened || at > 0) document.querySelector(".step.now").scrollIntoView({block: narrow ? "start" : "nearest"});
    opened = true;
    const mine = ++asked;
    if (library().busy()) library().stop();
    const {show} = LESSONS[lesson].steps[at];
    try {
      const parts = await shown(show);
      if (mine !== asked) return;
      const own = make("button", {onclick: () => take(show)}, show.kind === "puzzle" ? "Change the board" : "Change the formula");
      const buttons = parts.filter(part => part.localName === "button");
      $("lesson-tool").replaceChildren(...parts.filter(part => !buttons.includes(part)), make("div", {class: "line"}, ...buttons, own));
    } catch (error) {
      if (mine === asked && error.message !== "stopped") $("lesson-tool").replaceChildren(make("p", {}, error.message));
    }
  }

  // Takes what a step shows to the tab where it can be changed.
  function take({kind, text: formula, form, engine, textbook, phase, puzzle}) {
    if (kind === "puzzle") return share(puzzle, formula).then(() => dispatchEvent(new Event("hashchange")));
    location.hash = "formula";
    setTimeout(() => Formula.put(formula, {engine, form, textbook, phase}), 0);
  }

  // The arrows go through a search, wherever on the page one has clicked before.
  function arrow(event) {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || $("panel-learn").hidden) return;
    if (event.target.closest("[role=tab], .scroll, input, select, textarea")) return;
    const frame = document.querySelector("#lesson-tool iframe");
    if (!frame) return;
    event.preventDefault();
    frame.contentWindow.postMessage({step}, "*");
  }

  return {
    open,
    begin() {
      draw(0);
      document.addEventListener("keydown", arrow);
    },
  };
})();
