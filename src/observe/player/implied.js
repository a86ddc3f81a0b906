/* The implication graph of the present step: what is true now, and from what it follows, before any conflict. */
const impliedGraph = (s, given) => {
  const top = s.starts.length, at = (lit) => s.level[Math.abs(lit)];
  const all = s.trail.filter((lit) => at(lit) > 0), whole = all.length <= GRAPH_NODES;
  const seen = new Set(whole ? all : all.filter((lit) => at(lit) === top).slice(-GRAPH_NODES));
  const from = (clause, own) => literals(clause).filter((lit) => lit !== own && seen.has(-lit)).map((lit) => -lit);
  const node = (lit) => {
    const reason = s.reason[Math.abs(lit)], sources = reason ? from(reason, lit) : [];
    const behind = reason ? literals(reason).filter((other) => other !== lit && at(other) > 0).length - sources.length : 0;
    return [lit, { lit, from: sources, level: at(lit), decided: s.how[Math.abs(lit)] === CHOSEN, behind }];
  };
  const nodes = new Map([...seen].map(node));
  if (given.length) nodes.set(0, { lit: 0, from: from(given, null), level: top, behind: 0 });
  return { nodes, whole };
};
const drawImplied = () => {
  const box = byId("implied");
  if (box.hidden || !box.open) return;
  const last = place > 0 ? steps[place - 1] : [""], given = last[0] === "c" ? last[1] : [];
  const graph = impliedGraph(state, given), body = byId("implied-body");
  if (!graph.nodes.size) return body.replaceChildren(htmlOf("p", {}, "Nothing hangs on a decision here."));
  const says = htmlOf("p", { class: "why", role: "status" }, POINT);
  const found = { s: state, given, level: state.starts.length, cuts: [{ clause: [] }], jump: null };
  const { svg, size, drawn } = drawGraph(found, 0, graph, says);
  const scrolls = htmlOf("div", { class: "graph-box", tabindex: "0", role: "region", "aria-label": "Implication graph of this step" }, svg);
  body.replaceChildren(scrolls, says, ...(graph.whole ? [] : [htmlOf("p", { class: "hint" }, `The whole graph is too large: shown are the latest ${size} literals of this level.`)]), ...copiesOf(drawn));
  scrolls.scrollLeft = scrolls.scrollWidth;
};
byId("implied").hidden = byId("analysis").hidden = local || (!header.clauses && !steps.some((step) => step[0] === "c"));
byId("implied").ontoggle = drawImplied;
