// The tab for formulas.
"use strict";

const Formula = (() => {
  const MOST_BYTES = 64 << 20;
  const MOST_SHOWN = 1 << 20;
  let file = null;
  let engines = [];

  // Formulas that textbooks tell of: a name for the list, and family and values as `cnfmake` has them.
  const FAMILIES = [
    ["four pigeons in three holes", "php", {pigeons: "4", holes: "3"}],
    ["five people in pairs", "parity", {elements: "5"}],
    ["an order of four without a least element", "op", {elements: "4"}],
    ["odd charges on a grid (Tseitin)", "tseitin", {graph: "grid:2,3"}],
    ["pebbles on a pyramid", "pebbling", {dag: "pyramid:3"}],
    ["a ring of five in two colours", "kcolor", {graph: "cycle:5", colors: "2"}],
    ["six people: three friends or three strangers (Ramsey)", "ramsey", {independent: "3", clique: "3", vertices: "6"}],
    ["1 to 8 in two colours, no three at equal distances (van der Waerden)", "vdw", {length: "8", progressions: "3,3"}],
    ["1 to 4 in two colours, no sum with its parts (Schur)", "schur", {length: "4", colors: "2"}],
    ["pairs of 1, 2 and 3 at these distances (Langford)", "langford", {pairs: "3"}],
  ];

  async function example() {
    const chosen = $("example").value, [, at] = chosen.split("family "), [, story] = chosen.split("story ");
    let text;
    if (at) {
      const [, name, values] = FAMILIES[at];
      const made = await Library.ask("family", {question: {name, values}});
      if (made.error) return say(made.error);
      if ($("example").value !== chosen) return;
      text = made.text;
    } else ({text} = story ? STORIES[story] : EXAMPLES.find(({name}) => name === chosen));
    const {form = "auto", order = ""} = STORIES[story] ?? {};
    forget();
    $("text").value = text;
    $("form").value = form;
    $("order").value = order;
    $("order").dataset.example = order;
    convert();
    keep();
    show($("answer"), "", "");
    clear();
  }

  function taken(name, bytes) {
    if (bytes > MOST_BYTES) {
      show($("answer"), "bad", "That is too large for this page.",
        `${name} has ${size(bytes)}; the page takes up to ${size(MOST_BYTES)}. The program solver, on your own machine, takes formulas of any size.`);
      clear();
      return false;
    }
    return true;
  }

  async function load(chosen) {
    if (!taken(chosen.name, chosen.size)) return;
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const packed = /\.(gz|bz2|xz|zst)$/i.test(chosen.name);
    forget();
    if (!packed && bytes.length <= MOST_SHOWN) {
      $("text").value = new TextDecoder().decode(bytes);
      $("example").value = "";
    } else {
      $("example").value = "";
      file = {name: chosen.name, bytes};
      $("text").value = "";
      $("loaded").hidden = false;
      $("loaded").textContent = `${chosen.name}, ${size(bytes.length)}, is loaded. Typing a formula above takes its place.`;
    }
    show($("answer"), "", "");
    clear();
  }

  function clear() {
    $("detail").replaceChildren();
    film($("film"), "");
  }

  function forget() {
    file = null;
    $("loaded").hidden = true;
  }

  function number(id) {
    const value = Number($(id).value);
    return Number.isFinite(value) && value > 0 ? value : 0;
  }

  function question() {
    const options = {};
    for (const line of $("options").value.split("\n").map(line => line.trim()).filter(Boolean)) {
      const [name, ...value] = line.split("=");
      if (!value.length) throw new Error(`Options are written name=value; found '${line}'.`);
      options[name.trim()] = value.join("=").trim();
    }
    return {
      name: file ? file.name : "formula", form: $("form").value, engine: $("engine").value, proof: $("proof").value, options,
      seed: Math.floor(number("seed")), seconds: number("seconds"), conflicts: Math.floor(number("conflicts")),
      megabytes: Math.floor(number("megabytes")), play: $("steps").checked, relaxed: $("relaxed").checked,
    };
  }

  // Textbook mode is one of engines that have it. DLIS decides the literal that is in the most open clauses.
  const RULES = {cdcl: ["order", "vsids", "vmtf", ""], dpll: ["order", "dlis", ""]};

  function book(engine) {
    const rule = $("textbook").value, options = decisions(engine);
    if (engine !== "cdcl" && engine !== "dpll" || !rule) return {options};
    if (engine === "dpll") return {textbook: "order", options: {...(rule === "dlis" ? {rule} : {}), ...options}};
    return {textbook: rule, options};
  }

  const has = (engine, option) => engines.find(({name}) => name === engine)?.options.some(({name}) => name === option);

  // What is decided first, and the value that is tried first, of engines that can be told.
  function decisions(engine) {
    const order = $("order").value.trim();
    return {
      ...(order && has(engine, "decide_order") ? {decide_order: order} : {}),
      ...($("phase").value === "false" && has(engine, "phase") ? {phase: "false"} : {}),
    };
  }

  async function solve(watched = false) {
    let asked;
    const bytes = file ? file.bytes : new TextEncoder().encode($("text").value);
    if (!taken("The text", bytes.length)) return;
    try {
      asked = question();
      if (watched) {
        const {options = {}, ...textbook} = book(asked.engine);
        asked = {...asked, ...textbook, play: true, options: {...options, ...asked.options}};
      }
    } catch (error) {
      return show($("answer"), "bad", error.message);
    }
    running(true);
    show($("answer"), "", "");
    clear();
    let last = null;
    const ask = question => Library.ask("formula", {bytes, question}, progress => {
      last = progress;
      figures($("progress"), progress);
    });
    try {
      const answer = await ask(asked);
      const rival = watched && !answer.error ? $("rival").value : "";
      // The other engine has no options of its own here.
      const other = rival && await ask({...asked, textbook: undefined, options: {}, ...book(rival), engine: rival, proof: "none"});
      if (answer.error) show($("answer"), "bad", "This could not be solved.", here(answer.error));
      else answered(answer, watched, other ? {...other, engine: rival} : null);
    } catch (error) {
      const elapsed = last ? `It ran for ${duration(last.seconds)}.` : "";
      if (error.message === "stopped") show($("answer"), "open", "UNKNOWN", `Stopped. ${elapsed}`);
      else show($("answer"), "bad", "UNKNOWN", error.message, elapsed);
    }
    running(false);
  }

  function running(on) {
    $("solve").disabled = $("watch").disabled = on;
    $("stop").disabled = !on;
    $("progress").hidden = !on;
    if (on) $("progress").querySelector("p").textContent = "Reading";
    $("panel-formula").setAttribute("aria-busy", on);
  }

  // What the programs have an option for, the page has a list for.
  const here = words => words.replace(/\((?:which )?--input infix reads[^)]*\)/, "(operators are read once “formulas” is chosen under “Written as”)").replace("option 'decide_order'", "“deciding first”");

  // With another engine's answer, both searches are shown side by side.
  function answered(answer, watched, other = null) {
    if (answer.variables === undefined) return show($("answer"), KINDS[answer.status], answer.status, `No answer: ${answer.reason}.`);
    const formula = `${many(answer.variables, "variable")}, ${many(answer.clauses, "clause")}; read in ${duration(answer.read)}, solved in ${duration(answer.solve)}.`;
    const words = [];
    if (answer.status === "SATISFIABLE") words.push("The model below was checked clause by clause.");
    if (answer.status === "UNSATISFIABLE") words.push("No assignment makes all clauses true.");
    if (answer.reason) words.push(`No answer: ${answer.reason}.`);
    if (answer.best !== undefined) words.push(`The best assignment leaves ${count(answer.best)} clauses false.`);
    if (other) words.push(other.error ? `${other.engine}: ${other.error}` : `${other.engine} says ${other.status}, in ${duration(other.solve ?? 0)}.`);
    show($("answer"), KINDS[answer.status], answer.status, ...words, proof(answer.proof), formula, ...answer.remarks, ...answer.warnings);
    const detail = [];
    const run = ({engine, page, solve}) => ({engine, page, seconds: solve});
    if (answer.page && other?.page) {
      film($("film"), "Two searches on one clock", ...Duel.show([run({...answer, engine: $("engine").value}), run(other)]));
    } else if (answer.page) film($("film"), "The search", ...player(answer.page));
    if (answer.model) detail.push(model(answer.model));
    if (answer.proof?.lines) detail.push(lines(answer.proof));
    if (answer.counters.length) detail.push(counters(answer.counters));
    $("detail").replaceChildren(...detail);
    // Who wants to watch need not look for it.
    if (watched) $("film").scrollIntoView();
  }

  function proof(proof) {
    if (!proof) return null;
    if (proof.verified === undefined) return `No proof: ${proof.words}.`;
    const words = proof.verified ? "The proof was checked in this page and holds" : "The proof was not verified";
    const text = make("p", {class: "proof"}, `${words}: ${proof.words}; ${proof.format}, ${size(proof.bytes)}, in ${duration(proof.seconds)}. `);
    const save = make("button", {onclick: async () => {
      const bytes = await Library.ask("proof");
      download(new Blob([bytes]), `proof.${proof.format}`);
      save.disabled = true;
    }}, "Save the proof");
    return make("div", {}, text, save);
  }

  // Why there is no model, for those who want to see it themselves; drawn when it is opened.
  function lines(proof) {
    const body = make("div", {});
    const note = make("p", {class: "note"}, "Each clause follows from those above it: suppose that all of its literals are false, and a clause becomes false, step by step. The last one is the empty clause.");
    return make("details", {ontoggle: () => { if (!body.firstChild) body.append(note, ...Proof.show(proof)); }}, make("summary", {}, "The proof, line by line"), body);
  }

  // Lines of words that are at most this long.
  const MOST_LETTERS = 76;

  function wrapped(words) {
    const lines = ["v"];
    for (const word of words) {
      if (lines.at(-1).length + word.length >= MOST_LETTERS && lines.at(-1) !== "v") lines.push("v");
      lines[lines.length - 1] += ` ${word}`;
    }
    return lines;
  }

  function model({words, all, names, true: trues}) {
    const lines = wrapped(words.length === all && !names ? [...words, "0"] : words);
    if (words.length < all) lines.push(`c the first ${count(words.length)} of ${count(all)} values`);
    const text = make("pre", {class: "scroll", tabindex: "0", role: "region", "aria-label": "The model"}, lines.join("\n"));
    const named = trues.length ? make("p", {class: "scroll true", tabindex: "0", role: "region", "aria-label": "What is true"}, trues.join(" ")) : "";
    return make("details", {open: true}, make("summary", {}, "Model"), ...(named ? ["True are:", named, "All values:"] : []), text);
  }

  // What is kept of this tab. A large text stays out.
  function keep() {
    const text = $("text").value;
    if (text.length > MOST_SHOWN) return;
    Kept.write("formula", {text, example: $("example").value, form: $("form").value, engine: $("engine").value,
      textbook: $("textbook").value, order: $("order").value, phase: $("phase").value, proof: $("proof").value, options: $("options").value});
  }

  function restore() {
    const kept = Kept.read("formula");
    if (!kept || typeof kept.text !== "string") return;
    for (const name of ["text", "example", "form", "engine", "textbook", "order", "phase", "proof", "options"]) {
      if (typeof kept[name] === "string") $(name).value = kept[name];
    }
  }

  const HINTS = {
    auto: "One clause per line; at least one of its literals must be true: a -b c is “a or not b or c”. Or a DIMACS file: a line “p cnf VARIABLES CLAUSES”, then the clauses, variables by number, each closed by 0.",
    infix: "One formula per line; all of them must hold. ~a is not a; a & b, a | b, a -> b (if a, then b) and a <-> b (both or neither) bind in this order, unless brackets say otherwise; a xor b stands alone or in brackets; # begins a comment.",
  };

  // Of longer texts only formulas are converted while one types.
  const MOST_TYPED = 4096;
  const MOST_RESOLVED = 60;

  // The clauses, the truth table and the resolutions of what is typed, a moment after the last key.
  function convert() {
    clearTimeout(convert.timer);
    const form = $("form").value;
    $("form-hint").textContent = HINTS[form];
    const wanted = form === "infix" || ($("text").value.length <= MOST_TYPED && $("text").value.trim());
    $("converted").hidden = !wanted;
    if (wanted) convert.timer = setTimeout(async () => {
      if (Library.busy()) return convert();
      const bytes = new TextEncoder().encode($("text").value);
      converted(await Library.ask("convert", {bytes, question: {form}}), form === "infix");
    }, 250);
  }

  function converted(answer, infix) {
    // What is wrong with clauses is said when they are to be solved.
    const error = infix ? answer.error : "";
    $("converted-error").textContent = error ?? (answer.definitions ? `${count(answer.definitions)} new variables stand for parts of formulas.` : "");
    $("as-clauses").hidden = !infix || Boolean(answer.error);
    $("parsing").hidden = !answer.trees?.length;
    $("truth").hidden = !answer.table;
    $("resolution").hidden = Boolean(answer.error) || answer.all > MOST_RESOLVED;
    if (answer.error) return;
    const lines = answer.clauses.map(clause => clause.join(" or ") || "nothing: false");
    if (answer.all > lines.length) lines.push(`and ${count(answer.all - lines.length)} more`);
    const rows = lines.map(line => make("span", {}, line));
    $("as-clauses").querySelector("pre").replaceChildren(...rows.flatMap((row, at) => at ? ["\n", row] : [row]));
    $("save-dimacs").hidden = !answer.dimacs;
    $("save-dimacs").onclick = () => download(new Blob([answer.dimacs]), "formula.cnf");
    $("parsing").querySelector("div").replaceChildren(...Parsing.show(answer.trees, rows));
    if (answer.table) $("truth").querySelector("div").replaceChildren(truth(answer));
    const resolve = () => $("resolution").querySelector("div").replaceChildren(...($("resolution").open ? Resolution.show(answer.clauses) : []));
    $("resolution").ontoggle = resolve;
    if (!$("resolution").hidden) resolve();
  }

  // An answer is one to the text that it stands beside: after a change neither it nor the example's name stays.
  function changed() {
    forget();
    convert();
    // The decisions of an example say nothing of another formula; what somebody has typed stays.
    if ($("order").value && $("order").value === $("order").dataset.example) $("order").value = "";
    $("example").value = "";
    show($("answer"), "", "");
    clear();
    keep();
  }

  // A formula to practise on; its seed stands in the link.
  function random(seed) {
    history.replaceState(null, "", `#formula&random=${seed}`);
    $("form").value = "infix";
    $("text").value = Parsing.random(seed);
    changed();
  }

  function engine() {
    const chosen = engines.find(({name}) => name === $("engine").value);
    if (!chosen) return;
    const {about, options, name} = chosen;
    const rules = RULES[name];
    for (const option of $("textbook").options) option.disabled = Boolean(rules) && !rules.includes(option.value);
    if ($("textbook").selectedOptions[0].disabled) $("textbook").value = "order";
    $("order").parentElement.hidden = !has(name, "decide_order");
    $("phase").parentElement.hidden = !has(name, "phase");
    $("about").textContent = about;
    $("option-list").firstElementChild.replaceChildren(...options.flatMap(({name, value, accepts, help}) =>
      [make("dt", {}, make("code", {}, `${name}=${value}`)), make("dd", {}, `${help} (${accepts})`)]));
  }

  return {
    load, solve, random,
    async begin() {
      // Firefox brings the buttons back as they were when the page was loaded anew, perhaps in the middle of a run.
      running(false);
      $("example").append(make("option", {value: "", hidden: true}, "your own"));
      $("example").value = "";
      const group = (label, options) => make("optgroup", {label}, ...options.map(([value, about]) => make("option", {value}, about)));
      const textbooks = [...FAMILIES.map(([about], at) => [`family ${at}`, about]), ...STORIES.map(({about}, at) => [`story ${at}`, about])];
      $("example").append(group("Textbooks", textbooks), group("Samples", EXAMPLES.map(({name, about}) => [name, about])));
      $("example").addEventListener("change", example);
      $("random").addEventListener("click", () => random(Math.floor(Math.random() * 1e6)));
      const first = STORIES.findIndex(({first}) => first);
      $("text").value = STORIES[first].text;
      $("example").value = `story ${first}`;
      $("text").addEventListener("input", changed);
      $("file").addEventListener("change", () => {
        if ($("file").files[0]) load($("file").files[0]);
        $("file").value = "";
      });
      $("solve").addEventListener("click", () => solve());
      $("watch").addEventListener("click", () => solve(true));
      $("form").addEventListener("change", changed);
      $("stop").addEventListener("click", () => Library.stop());
      $("engine").addEventListener("change", engine);
      $("share-formula").addEventListener("click", () => {
        if (file) say("A loaded file is too long for a link.");
        else share("formula", $("text").value, {engine: $("engine").value, form: $("form").value, textbook: $("textbook").value, order: $("order").value, phase: $("phase").value});
      });
      const zone = $("panel-formula");
      zone.addEventListener("dragover", event => { event.preventDefault(); zone.classList.add("over"); });
      zone.addEventListener("dragleave", () => zone.classList.remove("over"));
      zone.addEventListener("drop", event => {
        event.preventDefault();
        zone.classList.remove("over");
        if (event.dataTransfer.files[0]) load(event.dataTransfer.files[0]);
      });
      engines = await Library.ask("engines");
      $("engine").replaceChildren(...engines.map(({name}) => make("option", {value: name}, name)));
      $("rival").append(...engines.map(({name}) => make("option", {value: name}, name)));
      $("puzzle-engine").replaceChildren(...engines.map(({name}) => make("option", {value: name}, name)));
      restore();
      engine();
      convert();
      for (const name of ["engine", "textbook", "order", "phase", "proof", "options"]) $(name).addEventListener(name === "order" ? "input" : "change", keep);
    },
    put(text, {engine: chosen, form = "auto", textbook, order = "", phase = "true"} = {}) {
      $("text").value = text;
      $("form").value = form;
      if (chosen && engines.some(({name}) => name === chosen)) $("engine").value = chosen;
      if (textbook !== undefined) $("textbook").value = textbook;
      $("order").value = order;
      $("phase").value = phase === "false" ? "false" : "true";
      engine();
      changed();
    },
  };
})();
