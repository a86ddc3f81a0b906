/* The search as a tree: what was decided, what was tried instead after a conflict, and how each branch ended. */
const BRANCHES_SHOWN = 400, BRANCHES_KEPT = 20000;

let branchesOf = null, branches = [];
// Each branch: its literal, the step that begins it, its parent, and how it has ended, at which step.
const collectBranches = () => {
  if (branchesOf === steps) return;
  branchesOf = steps;
  branches = [{ lit: 0, kind: "root", at: 0, parent: null, level: 0, followed: [], ends: [] }];
  let here = [0], back = false, learned = false, level = 0;
  for (let index = 0; index < steps.length && branches.length < BRANCHES_KEPT; index++) {
    const [what, value, reason] = steps[index], at = index + 1, top = () => branches[here[here.length - 1]];
    const grow = (kind) => {
      branches.push({ lit: value, kind, at, parent: here[here.length - 1], level, followed: [], ends: [] });
      here.push(branches.length - 1);
    };
    if (what === "d") {
      level++;
      grow("decided");
    } else if (what === "a" && back) grow(learned || reason ? "learned" : "instead");
    else if (what === "a") top().followed.push(at);
    else if (what === "c") top().ends.push({ at, kind: "conflict" });
    else if (what === "l") learned = true;
    else if (what === "b") {
      level = value;
      while (top().level > level) here.pop();
    } else if (what === "r") top().ends.push({ at, kind: "restart" });
    else if (what === "end" && value.verdict === "SATISFIABLE") top().ends.push({ at, kind: "model" });
    if (what === "b") back = steps[index - 1]?.[0] !== "r";
    else if (what !== "l" && what !== "u") {
      back = false;
      if (what !== "c") learned = false;
    }
  }
};

const BRANCH_WORDS = { root: "the beginning", decided: "decided", instead: "the other value, after a conflict", learned: "forced by a learned clause" };
const END_SIGNS = { conflict: "✗", restart: "↻", model: "✓" }, END_WORDS = { conflict: "a conflict", restart: "a restart", model: "a model" };
// What followed on a branch up to now: the literals in their order, each with the clause that forced it.
const MOST_FOLLOWED = 12;
const followedOn = (branch) => branch.followed.filter((at) => at <= place).map((at) => {
  const [, lit, reason] = steps[at - 1], number = plain && reason ? numberOf(reason) : null;
  const by = number === null ? "" : listedClauses[number].born ? `learned ${count(number + 1)}` : `clause ${count(number + 1)}`;
  return { text: `${shortened(word(lit))}${by && ` (${by})`}`, whole: `${word(lit)}${reason ? ` by ${clauseNamed(reason) || clauseWords(literals(reason), 12)}` : ""}` };
});
// These lines below a branch, and what it ends with.
const below = (branch, end) => {
  const followed = followedOn(branch), sign = end ? END_SIGNS[end.kind] : "";
  if (!byId("tree-followed").checked) return [`${followed.length ? `+${followed.length} ` : ""}${sign}`];
  const more = followed.length - MOST_FOLLOWED;
  const lines = followed.slice(0, MOST_FOLLOWED).map(({ text }) => text).concat(more > 0 ? [`+${more}`] : []);
  return sign || !lines.length ? [...lines, sign] : lines;
};
const drawTree = () => {
  const box = byId("tree");
  if (box.hidden || !box.open) return;
  collectBranches();
  // They stand in the order of their steps.
  const later = branches.findIndex(({ at }) => at > place), begun = later < 0 ? branches.length : later;
  const seen = branches.slice(0, Math.min(begun, BRANCHES_SHOWN));
  const conflicts = state.counts.conflicts;
  byId("tree-sum").textContent = `${count(begun - 1)} ${begun === 2 ? "branch" : "branches"}, ${count(conflicts)} ${conflicts === 1 ? "conflict" : "conflicts"}`;
  const { across, depth, leaves, rows } = treePlaces(seen.map(({ parent }) => parent));
  const label = ({ kind, lit }) => (kind === "root" ? "start" : shortened(word(lit)));
  const ended = seen.map(({ ends }) => ends.findLast(({ at }) => at <= place)), lines = seen.map((branch, node) => below(branch, ended[node]));
  const wide = 16 + 7.4 * Math.max(5, ...seen.map((branch) => label(branch).length));
  const column = 14 + Math.max(wide, ...lines.flat().map((line) => 6.6 * line.length)), line = 15;
  // Each row is as high as the longest list in it.
  const tops = [20];
  for (let at = 0; at < rows; at++) tops.push(tops[at] + 43 + line * Math.max(1, ...lines.filter((_, node) => depth[node] === at).map((list) => list.length)));
  const width = leaves * column + 8, height = tops[rows] - 6;
  const svg = svgOf("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "tree", role: "group", "aria-label": "The search as a tree" });
  const x = (node) => 4 + across[node] * column + column / 2, y = (node) => tops[depth[node]];
  const listing = byId("tree-followed").checked;
  const foot = (node) => y(node) + (listing ? 17 + line * lines[node].filter(Boolean).length : 13);
  seen.forEach(({ parent, kind }, node) => {
    if (parent === null) return;
    const [a, b, c, d] = [x(parent), foot(parent), x(node), y(node) - 13];
    svg.append(svgOf("path", { class: `branch ${kind}`, d: `M${a} ${b}C${a} ${b + 16} ${c} ${d - 16} ${c} ${d}` }));
  });
  const now = seen.reduce((last, { at }, node) => (at > seen[last].at ? node : last), 0);
  seen.forEach((branch, node) => {
    const end = ended[node], followed = followedOn(branch), more = followed.length;
    const those = listing ? `: ${followed.map(({ whole }) => whole).join("; ")}` : "";
    const says = `${branch.kind === "root" ? "start" : `${word(branch.lit)}, ${BRANCH_WORDS[branch.kind]}`}${more ? `, ${count(more)} more ${more === 1 ? "follows" : "follow"}${those}` : ""}${end ? `, ends in ${END_WORDS[end.kind]}` : ""}`;
    const group = svgOf("g", { class: `twig ${branch.kind}${node === now ? " now" : ""}${end ? ` ${end.kind}` : ""}`, role: "button", tabindex: "0", "aria-label": `${says}: go there` },
      svgOf("title", {}, says),
      svgOf("rect", { x: x(node) - wide / 2, y: y(node) - 13, width: wide, height: 26, rx: branch.kind === "decided" ? 2 : 13 }),
      svgOf("text", { x: x(node), y: y(node) + 4 }, label(branch)),
      ...lines[node].flatMap((text, at) => (text ? [svgOf("text", { class: listing && !(end && at === lines[node].length - 1) ? "followed" : "end", x: x(node), y: y(node) + 28 + line * at }, text)] : [])));
    const to = end && !seen.some(({ parent }) => parent === node) ? end.at : branch.at;
    group.onclick = () => { stepBy(to - place); byId("tree-body").querySelector(".now")?.focus(); };
    group.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      group.onclick();
    };
    svg.append(group);
  });
  const body = byId("tree-body");
  body.replaceChildren(svg, ...(begun > seen.length ? [htmlOf("p", {}, `The first ${count(BRANCHES_SHOWN)} branches are drawn.`)] : []));
  // What happens now is in sight.
  body.scrollLeft = x(now) - body.clientWidth / 2;
  body.scrollTop = y(now) - body.clientHeight / 2;
};
// The branches up to the present step, for Graphviz: a child below its parent, in the order in which they came.
const treeDot = () => {
  collectBranches();
  const seen = branches.filter(({ at }) => at <= place), quoted = (text) => JSON.stringify(text);
  const node = (branch, id) => {
    const lines = below(branch, branch.ends.findLast(({ at }) => at <= place)), name = branch.kind === "root" ? "start" : word(branch.lit);
    const label = (byId("tree-followed").checked ? [name, ...lines].join("\n") : `${name} ${lines[0]}`).trim();
    return `  n${id} [label=${quoted(label)}${branch.kind === "decided" ? ", style=bold" : ", style=rounded"}];`;
  };
  const edge = ({ parent, kind }, id) => (parent === null ? [] : [`  n${parent} -> n${id}${kind === "decided" ? "" : " [style=dashed]"};`]);
  return ["digraph tree {", "  node [shape=box];", "  graph [ordering=out];", ...seen.map(node), ...seen.flatMap(edge), "}", ""].join("\n");
};
byId("tree-dot").onclick = () => offer(treeDot(), byId("tree-copied"));
byId("tree").hidden = local || !steps.some((step) => step[0] === "d") || steps.some((step) => ["s", "x", "gap"].includes(step[0]));
byId("tree").ontoggle = drawTree;
byId("tree-followed").onchange = drawTree;
