// The tab for puzzles of all kinds: a board to edit, and what can be asked about it.
"use strict";

const Puzzle = (() => {
  const KINDS_OF_BOARD = {
    sudoku: {
      name: "Sudoku", toggle: false,
      hint: "Each row, column and box is to hold each digit once. Choose a cell and type a digit, or use the buttons; arrows move, Backspace takes a digit away.",
      pairing: "For a killer, drag over cells, or press J and choose the next: they join in a cage, whose sum is typed.",
      shapes: [["9", "9 by 9"], ["9x", "9 by 9 with diagonals"], ["jigsaw", "jigsaw"], ["killer", "killer"],
        ["4", "4 by 4"], ["6", "6 by 6"], ["16", "16 by 16"]],
      start: "1.8.3.....2...9.46.........94....76..1..5.2...7.....3.2.......3.6..........41..9.",
    },
    queens: {
      name: "Queens", toggle: true,
      hint: "Click a square, or press Enter: a queen, then blocked (×), then free. No two queens may share a row, a column or a diagonal. An answer puts a dot on a square that must stay empty.",
      shapes: [4, 5, 6, 8, 10, 12, 16, 20, 30].map(size => [String(size), `${size} by ${size}`]), shape: "8",
      start: ". . . . . . . .\n. . . Q . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . # .\n. . . . . . . .\n# . . . . . . .\n",
    },
    gems: {
      name: "Gems", toggle: true,
      hint: "Each covered cell hides a trap or a gem; a number counts the traps in the eight cells around it. A click, or Enter: a trap, then a gem, then unknown; 0 to 8 type a number.",
      shapes: [["5x5", "gems, 5 by 5"], ["6x6", "gems, 6 by 6"], ["8x8", "gems, 8 by 8"], ["12x12", "gems, 12 by 12"], ["16x16", "gems, 16 by 16"],
        ["mines9x9", "mines without guessing, 9 by 9"], ["mines16x16", "mines without guessing, 16 by 16"]], shape: "6x6",
      start: "_, 2, _, _, 1, _\n_, _, 3, _, _, 1\n2, _, _, 3, _, _\n_, 3, _, _, 2, _\n_, _, 2, _, _, 1\n1, _, _, 1, _, _\n",
    },
    coloring: {
      name: "Map to colour", toggle: true,
      hint: "Click a place, or press Enter, for the next colour; the keys 1, 2, 3 choose one, Backspace takes it away. Neighbours must differ.",
      pairing: "Draw: drag from place to place to join or part them, or press J and choose the other; + adds a neighbour, − removes the place.",
      shapes: [["own2", "a graph of your own, 2 colours"], ["own3", "a graph of your own, 3 colours"], ["own4", "a graph of your own, 4 colours"],
        ["usa4", "the US in 4 colours"], ["usa3", "the US in 3 colours"], ["usa5", "the US in 5 colours"],
        ["12,3", "random map of 12, 3 colours"], ["24,4", "random map of 24, 4 colours"], ["40,4", "random map of 40, 4 colours"]],
      shape: "usa4",
      start: "colors 4\nusa\nchoose TX red\nchoose CA blue\n",
    },
    tenner: {
      name: "Tenner grid", toggle: false,
      hint: "Each row holds 0 to 9 once, touching cells differ, also at corners, and each column adds up to its sum below. Choose a cell and type.",
      shapes: [3, 4, 5, 6, 7, 8].map(rows => [String(rows), `${rows} rows`]), shape: "4",
      start: "",
    },
  };
  const VERBS = {solve: "Solving", count: "Counting", explain: "Explaining", next: "Looking for the next step", certain: "Looking for certain cells",
    play: "Solving", cnf: "Writing the CNF", generate: "Generating", deal: "Laying mines", new: "Drawing", edit: "Drawing", show: "Drawing", total: "Drawing"};
  // What takes a moment only: what is asked meanwhile waits for it.
  const QUICK = Object.keys(VERBS).filter(verb => VERBS[verb] === "Drawing").concat("draw");
  const states = new Map();
  let queue = [];
  let kind = "sudoku";
  // The cell that waits for the one it is to be joined with, and the digits typed into the chosen cell in a row.
  let waiting = null;
  let typed = {cell: null, digits: ""};
  // The list of boards has changed while something ran.
  let again = false;

  // Whether a click chooses a cell and leaves it as it is.
  const choosing = () => $("choosing").getAttribute("aria-pressed") === "true";

  function wait(cell) {
    waiting = cell;
    Table.wait(cell);
    $("pair")?.setAttribute("aria-pressed", cell !== null);
    if (cell !== null) say("Choose the other one.");
  }

  // A game of mines: what a click or a key does to a cell.
  function play(cell, key) {
    const flagging = $("flagging").getAttribute("aria-pressed") === "true";
    if (/^f$/i.test(key ?? "") || ((key ?? " ") === " " && flagging)) {
      Mines.flag(cell);
      return ask("draw", {}, true);
    }
    if ((key ?? " ") === " " && Mines.open(cell)) ask("show", {text: Mines.text()}, true);
  }

  function edit(cell, key) {
    if (waiting !== null && waiting !== cell) {
      const from = waiting;
      wait(null);
      return ask("edit", {cell: from, with: cell}, true);
    }
    if (waiting !== null) return wait(null);
    if (kind === "sudoku" && /^[0-9]$/.test(key)) {
      typed = {cell, digits: (typed.cell === cell ? typed.digits : "").slice(-3) + key};
      key = typed.digits;
    } else {
      typed = {cell: null, digits: ""};
    }
    return ask("edit", {cell, key}, true);
  }

  const state = () => {
    if (!states.has(kind)) {
      const {start, shape, shapes} = KINDS_OF_BOARD[kind];
      const kept = Kept.read(`puzzle.${kind}`) ?? {};
      const known = shapes.some(([value]) => value === kept.shape) ? kept.shape : shape ?? shapes[0][0];
      states.set(kind, {text: typeof kept.text === "string" ? kept.text : start, undo: [], shape: known});
    }
    return states.get(kind);
  };

  const library = () => Libraries.of(kind);

  async function ask(verb, more = {}, focus = false) {
    if (library().busy()) {
      if (!state().quick) return say("One thing at a time: stop what runs first.");
      return new Promise(done => queue.push(() => done(ask(verb, more, focus))));
    }
    state().quick = QUICK.includes(verb);
    state().step = null;
    if (["new", "edit", "generate", "total"].includes(verb)) Mines.end();
    const [mine, own] = [kind, state()];
    // What is to be shown of a board whose tab is not open waits until it is.
    const conclude = shows => {
      if (mine === kind) shows();
      else own.late = shows;
    };
    const asked = {kind, verb, text: own.text, shape: $("shape").value, engine: $("puzzle-engine").value || "cdcl", ...more};
    if (verb === "play" && $("puzzle-textbook").checked && ["cdcl", "dpll"].includes(asked.engine)) asked.textbook = "order";
    own.doing = VERBS[verb];
    const shown = setTimeout(() => { if (mine === kind) progress(); }, 200);
    running(true);
    const before = own.text;
    try {
      const answer = await library().ask("puzzle", {question: asked}, now => { if (mine === kind) figures($("puzzle-progress"), now); });
      if (answer.error) return conclude(() => show($("puzzle-answer"), "bad", "That does not work.", answer.error));
      if (verb === "deal") {
        const opened = answer.spots.flatMap(({name}, cell) => /number/.test(name) ? [cell] : []);
        Mines.begin(asked.shape, answer.solution, opened);
        own.undo = [];
        own.text = answer.text;
      }
      if (answer.text !== before && ["edit", "new", "generate", "show", "total"].includes(verb)) {
        if (before && !Mines.on() && (verb !== "show" || more.text)) own.undo.push(before);
        own.text = answer.text;
      }
      Kept.write(`puzzle.${mine}`, {text: own.text, shape: own.shape});
      own.shown = () => shownAnswer(answer, verb, false);
      conclude(() => shownAnswer(answer, verb, focus));
      if (verb === "play" && mine === kind) $("puzzle-film").scrollIntoView();
    } catch (error) {
      conclude(() => {
        if (error.message === "stopped") show($("puzzle-answer"), "open", "UNKNOWN", "Stopped.");
        else show($("puzzle-answer"), "bad", "UNKNOWN", error.message);
      });
    } finally {
      clearTimeout(shown);
      if (mine === kind) {
        $("puzzle-progress").hidden = true;
        running(false);
        if (again) {
          again = false;
          ask("new");
        } else queue.shift()?.();
      }
    }
  }

  function progress() {
    figures($("puzzle-progress"), {seconds: 0, figures: {}});
    $("puzzle-progress").querySelector("p").textContent = state().doing;
  }

  function running(on) {
    $("stop-puzzle").disabled = !on;
    $("panel-puzzle").setAttribute("aria-busy", on);
  }

  function shownAnswer(answer, verb, focus) {
    const game = kind === "gems" && Mines.on();
    Table.draw({...answer, game, flags: kind === "gems" ? Mines.flags() : []}, `${KINDS_OF_BOARD[kind].name} board`, focus);
    $("game").hidden = kind !== "gems";
    $("flagging").hidden = !game;
    const keys = answer.keys.map(([key, means], index) => {
      const fill = kind === "coloring" && index < COLORS.length && key !== "Backspace" ? make("i", {style: `background:${COLORS[index]}`, "aria-hidden": "true"}) : "";
      return make("button", {onclick: () => edit(Table.chosen(), key), title: `Key ${key === " " ? "Space" : key}`}, fill, means);
    });
    if (answer.pairing) {
      keys.push(make("button", {id: "pair", "aria-pressed": "false", title: "Key J", onclick: () => wait(waiting === null ? Table.chosen() : null)}, answer.pairing));
    }
    const {hint, pairing, toggle} = KINDS_OF_BOARD[kind];
    $("hint").textContent = game ? "Click a cell, or press Enter, to open it; right click or F sets a flag. “Certain cells” shows the chances, and the safest cell."
      : [hint, answer.pairing && pairing, toggle && "Arrows, or a click after “Choose only”, choose a cell and leave it as it is."].filter(Boolean).join(" ");
    $("choosing").hidden = game || !toggle;
    Table.pairs(Boolean(answer.pairing));
    wait(null);
    $("keys").replaceChildren(...(game ? [] : keys));
    $("undo").disabled = state().undo.length === 0;
    $("puzzle-text").value = state().text;
    $("total-line").hidden = !answer.total;
    if (answer.total) {
      $("total-name").textContent = answer.total.words;
      $("total").max = answer.total.most;
      $("total").value = answer.total.number ?? "";
    }
    $("clear").disabled = !["solve", "play", "certain", "explain", "next"].includes(verb);
    $("puzzle-detail").replaceChildren();
    const filled = verb === "next" && (answer.about ?? null) !== null;
    const kindOf = KINDS[answer.status] ?? (answer.words ? "plain" : "");
    const title = answer.title ?? {solve: {SATISFIABLE: "Solved"}, play: {SATISFIABLE: "Solved"}, certain: {SATISFIABLE: "Certain cells"}}[verb]?.[answer.status] ?? {UNSATISFIABLE: "No solution", UNKNOWN: "UNKNOWN"}[answer.status] ?? "";
    const says = kind === "gems" && ["deal", "show", "draw"].includes(verb) ? Mines.says() : "";
    const heading = title || (verb === "count" ? "Counted" : verb === "cnf" ? "The formula" : "");
    show($("puzzle-answer"), heading ? kindOf : "", heading, says, answer.words, heading && verb !== "cnf" ? `In ${duration(answer.seconds)}.` : "");
    const redraw = change => Table.draw({...answer, ...change}, `${KINDS_OF_BOARD[kind].name} board`, false);
    if (filled && !game) state().step = answer.solved;
    const detail = [...Way.names(answer), ...(filled && !game ? goOn(answer) : []), ...Way.list(answer, redraw), ...whys(answer)];
    if (answer.cnf) {
      const text = make("pre", {class: "scroll", tabindex: "0", role: "region", "aria-label": "The formula in DIMACS"}, answer.cnf.slice(0, 1 << 17));
      const save = make("button", {onclick: () => download(new Blob([answer.cnf]), `${kind}.cnf`)}, "Save");
      const take = make("button", {onclick: () => { Formula.put(answer.cnf); location.hash = "formula"; }}, "Solve it as a formula");
      detail.push(make("div", {class: "line"}, save, take), text);
    }
    if (answer.counters?.length) detail.push(counters(answer.counters));
    film($("puzzle-film"), "The search", ...(answer.page ? player(answer.page) : []));
    $("puzzle-detail").replaceChildren(...detail);
  }

  // The most certain cells that are each asked about by a button.
  const MOST_ASKED = 12;

  // After “Certain cells”: why is each of them certain?
  function whys({certain = [], spots}) {
    const place = cell => spots[cell].name.split(":")[0];
    const shown = certain.filter(cell => spots[cell]).slice(0, MOST_ASKED);
    if (!shown.length) return [];
    const buttons = shown.map(cell => make("button", {onclick: () => ask("explain", {cell})}, place(cell)));
    return [make("p", {class: "way-title"}, "Why is it certain?"), make("div", {class: "line whys"}, ...buttons, ...(certain.length > shown.length ? [`and ${count(certain.length - shown.length)} more`] : []))];
  }

  // After “Next step”: put what it found on the board, and ask again.
  function goOn({about, solved}) {
    if (!solved) return [make("p", {class: "note"}, "The cells of this board take no values, so the step is only shown.")];
    const [them, are] = [about].flat().length > 1 ? ["them", "They are"] : ["it", "It is"];
    return [make("div", {class: "line"}, make("button", {id: "take-step", onclick: take}, `Put ${them} on the board, and go on`)),
      make("p", {class: "note"}, `${are} not on the board yet. “Next step” again puts ${them} there, too, and “Undo” takes ${them} back.`)];
  }

  async function take() {
    const text = state().step;
    if (!text) return;
    await ask("show", {text});
    await ask("next");
  }

  // The colours of the library's drawings (Okabe, Ito), for the keys.
  const COLORS = ["#d55e00", "#009e73", "#56b4e9", "#f0e442", "#cc79a7", "#e69f00", "#0072b2", "#999999"];

  return {
    kinds: Object.keys(KINDS_OF_BOARD),
    async open(next, text) {
      kind = next;
      const {shapes} = KINDS_OF_BOARD[kind];
      $("panel-puzzle").setAttribute("aria-labelledby", `tab-${kind}`);
      $("shape").replaceChildren(...shapes.map(([value, name]) => make("option", {value}, name)));
      $("shape").value = state().shape;
      $("board").dataset.kind = kind;
      $("choosing").setAttribute("aria-pressed", false);
      Table.reset();
      again = false;
      queue = [];
      const {late, shown} = state();
      state().late = null;
      const busy = library().busy();
      running(busy);
      $("puzzle-progress").hidden = true;
      if (text !== undefined && !busy) {
        Mines.end();
        state().text = text;
      }
      else if (busy || late) {
        if (text !== undefined) say("One thing at a time: stop what runs first.");
        shown?.();
        late?.();
        if (busy) {
          show($("puzzle-answer"), "", "");
          progress();
        }
        return;
      }
      const drawn = state().text ? ask("show") : ask("generate", {seed: 3});
      // The first board of a kind is small, and made in a moment.
      state().quick = true;
      await drawn;
    },
    begin() {
      $("blank").addEventListener("click", () => ask("new", {text: ""}));
      $("generate").addEventListener("click", () => ask("generate", {seed: Math.floor(Math.random() * 2 ** 32)}));
      $("shape").addEventListener("change", () => {
        state().shape = $("shape").value;
        Table.reset();
        // By keyboard one goes through the list faster than boards are drawn: the last one counts.
        if (library().busy()) again = true;
        else ask("new");
      });
      $("game").addEventListener("click", () => {
        if (!$("shape").value.startsWith("mines")) $("shape").value = state().shape = "mines9x9";
        Table.reset();
        ask("deal", {seed: Math.floor(Math.random() * 2 ** 32)});
      });
      for (const mode of [$("flagging"), $("choosing")]) {
        mode.addEventListener("click", () => mode.setAttribute("aria-pressed", mode.getAttribute("aria-pressed") !== "true"));
      }
      $("undo").addEventListener("click", () => {
        Mines.end();
        state().text = state().undo.pop();
        ask("draw");
      });
      $("clear").addEventListener("click", () => ask("draw"));
      for (const button of document.querySelectorAll("[data-verb]")) {
        const {verb} = button.dataset;
        button.addEventListener("click", () => verb === "next" && state().step ? take() : ask(verb, {cell: Table.chosen()}));
      }
      $("total").addEventListener("change", () => ask("total", {total: $("total").value}));
      $("stop-puzzle").addEventListener("click", () => library().stop());
      $("read").addEventListener("click", () => {
        Mines.end();
        ask("show", {text: $("puzzle-text").value});
      });
      $("share-puzzle").addEventListener("click", () => share(kind, state().text));
      Table.onkey((cell, key) => {
        if (kind === "gems" && Mines.on()) return play(cell, key);
        if (/^j$/i.test(key) && $("pair")) return wait(cell);
        if (key === "Escape") return wait(null);
        if (waiting === null && (key ?? " ") === " " && (choosing() || !KINDS_OF_BOARD[kind].toggle)) return;
        edit(cell, key ?? " ");
      }, (from, to) => {
        if ($("pair") && !choosing()) ask("edit", {cell: from, with: to}, true);
      });
    },
  };
})();
