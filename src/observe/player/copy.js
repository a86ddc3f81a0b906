/* Texts to take away: the steps in words, and a conflict's graph for papers and slides. */
const offer = (text, where) => {
  const area = htmlOf("textarea", { readonly: "", rows: "6", "aria-label": "Text to copy" }, text);
  where.replaceChildren(area);
  area.focus();
  area.select();
  // The newer way needs a permission that a page in a frame does not have.
  const done = document.execCommand("copy");
  where.append(htmlOf("p", { role: "status" }, done ? "Copied." : "Copy the chosen text."));
};

// Up to the present step, so that a text says what is seen.
const MOST_TOLD = 20000;
byId("tell").onclick = () => {
  const from = Math.max(0, place - MOST_TOLD);
  const told = Array.from({ length: place - from }, (_, at) => `${from + at + 1}. ${describe(from + at, 40).join(" ").trim()}`);
  offer(told.join("\n") + "\n", byId("told"));
};

// A graph as it is drawn: nodes with their places, edges, and those that the cut crosses.
const copiesOf = (drawn) => {
  const copied = htmlOf("div", {});
  const button = (name, text) => {
    const made = htmlOf("button", {}, name);
    made.onclick = () => offer(text(drawn), copied);
    return made;
  };
  return [htmlOf("p", { class: "cut-line" }, "Copy the graph as ", button("DOT", dotOf), " ", button("TikZ", tikzOf)), copied];
};
const dotOf = ({ nodes, edges }) => {
  const quoted = (text) => JSON.stringify(text);
  const node = ({ id, label, level, kind, by }) => {
    const look = { conflict: "shape=ellipse, style=filled, fillcolor=mistyrose", decided: "shape=box, style=bold" }[kind] ?? "shape=box, style=rounded";
    return `  n${id} [label=${quoted((kind === "conflict" ? label : `${label} @ ${level}`) + (by && `\n${by}`))}, ${look}];`;
  };
  const edge = ({ from, to, cut }) => `  n${from} -> n${to}${cut ? " [style=bold, color=red]" : ""};`;
  return ["digraph conflict {", "  rankdir=LR;", ...nodes.map(node), ...edges.map(edge), "}", ""].join("\n");
};
const tikzOf = ({ nodes, edges }) => {
  const special = { "\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}" };
  const escaped = (text) => text.replace(/[\\^~{}$&#_%]/g, (sign) => special[sign] ?? `\\${sign}`);
  const label = (text) => (/^[-−]/.test(text) ? `$\\neg$${escaped(text.slice(1))}` : escaped(text));
  const node = ({ id, label: text, level, kind, column, row }) =>
    `  \\node[${kind}] (n${id}) at (${(2.4 * column).toFixed(2)}, ${(-1.1 * row).toFixed(2)}) {${label(text)}${kind === "conflict" ? "" : `\\,@\\,${level}`}};`;
  const edge = ({ from, to, cut }) => `  \\draw[${cut ? "cut" : "->"}] (n${from}) -- (n${to});`;
  return [
    "\\begin{tikzpicture}[>=stealth, literal/.style={draw, rounded corners}, decided/.style={draw, very thick},",
    "  conflict/.style={draw, ellipse, fill=red!15}, cut/.style={->, very thick, red}]",
    "  % \\usetikzlibrary{shapes.geometric} for the ellipse",
    ...nodes.map(node), ...edges.map(edge), "\\end{tikzpicture}", "",
  ].join("\n");
};
