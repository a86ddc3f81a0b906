/* A*: its open list by f, g and h, and the tree of the states that it has expanded. */
const OPEN_SHOWN = 40, TREE_SHOWN = 150;
// The open states after so many steps, best first, and the expanded ones; each by the decisions that lead to it.
const searched = (to) => {
  let open = [], expanded = [], next = 0, gap = false;
  for (let at = 0; at <= to; at++) {
    for (; next < opened.length && opened[next].at <= at; next++) {
      const { lit, cost } = opened[next], parent = expanded[expanded.length - 1];
      const decisions = [...(parent ? parent.decisions : []), lit];
      open.push({ decisions, key: decisions.join(" "), f: cost, g: decisions.length, h: cost - decisions.length, number: next });
    }
    const step = at < to ? steps[at] : [""];
    if (step[0] === "gap") gap = true;
    if (step[0] !== "x") continue;
    const [, decisions, , f] = step, key = decisions.join(" ");
    open = open.filter((other) => other.key !== key);
    expanded.push({ decisions, key, f, g: decisions.length, h: f - decisions.length });
  }
  open.sort((a, b) => a.f - b.f || a.h - b.h || b.number - a.number);
  return { open, expanded, gap };
};
const frontierTable = (open) => {
  const table = htmlOf("table", {}), head = htmlOf("tr", {});
  ["f", "g", "h", "decisions"].forEach((name) => head.append(htmlOf("th", { scope: "col" }, name)));
  table.append(head);
  open.slice(0, OPEN_SHOWN).forEach(({ f, g, h, decisions }, at) => {
    const row = htmlOf("tr", at === 0 ? { class: "next" } : {});
    [f, g, h].forEach((value) => row.append(htmlOf("td", {}, count(value))));
    row.append(htmlOf("td", { class: "decisions" }, (at === 0 ? "next: " : "") + (decisions.length ? listed(decisions, ", ", 12) : "none")));
    table.append(row);
  });
  return table;
};
const frontierTree = (expanded) => {
  const shownStates = expanded.slice(0, TREE_SHOWN), at = new Map(shownStates.map((node, index) => [node.key, index]));
  const parents = shownStates.map((node) => (node.g > 0 ? at.get(node.decisions.slice(0, -1).join(" ")) ?? null : null));
  const { across, depth, leaves, rows } = treePlaces(parents);
  const width = 46 * leaves, height = 52 * rows;
  const svg = svgOf("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "tree", role: "img", "aria-label": `${count(shownStates.length)} states as a tree: below a state are those that a decision makes of it` });
  const place = (node) => [46 * across[node] + 23, 52 * depth[node] + 22];
  parents.forEach((parent, child) => {
    if (parent === null) return;
    const [x, y] = place(parent), [a, b] = place(child);
    svg.append(svgOf("path", { class: "branch", d: `M${x} ${y + 14}C${x} ${y + 30} ${a} ${b - 30} ${a} ${b - 14}` }));
  });
  shownStates.forEach((node, index) => {
    const [x, y] = place(index), last = index === expanded.length - 1;
    const group = svgOf("g", { class: last ? "state now" : "state" });
    group.append(svgOf("title", {}, `f ${node.f} = g ${node.g} + h ${node.h}: ${node.decisions.length ? listed(node.decisions, ", ", 12) : "no decision"}`));
    group.append(svgOf("circle", { cx: x, cy: y, r: 14 }), svgOf("text", { x, y: y + 4, class: "middle" }, String(node.f)));
    svg.append(group);
  });
  return svg;
};
const drawFrontier = () => {
  const box = byId("frontier");
  if (box.hidden || !box.open) return;
  const { open, expanded, gap } = searched(place);
  byId("frontier-sum").textContent = `${count(open.length)} open, ${count(expanded.length)} expanded${gap ? ", as far as this record keeps them" : ""}`;
  byId("frontier-list").replaceChildren(open.length ? frontierTable(open) : htmlOf("p", {}, "No state is open."));
  byId("frontier-tree").replaceChildren(frontierTree(expanded), ...(expanded.length > TREE_SHOWN ? [htmlOf("p", {}, `The first ${TREE_SHOWN} states are drawn.`)] : []));
};
byId("frontier").hidden = !opened.length;
byId("frontier").ontoggle = drawFrontier;
