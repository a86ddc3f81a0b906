/* Places of the nodes of trees: leaves side by side, each parent in the middle above its children. Nodes are numbered, a
   child behind its parent. Both the player and the playground draw trees. */
const treePlaces = (parents) => {
  const children = parents.map(() => []), depth = parents.map(() => 0);
  parents.forEach((parent, node) => {
    if (parent === null) return;
    children[parent].push(node);
    depth[node] = depth[parent] + 1;
  });
  // From the last node back, so that children come first; leaves get their places in a walk of its own.
  let leaves = 0;
  const across = parents.map(() => 0), open = parents.flatMap((parent, node) => (parent === null ? [node] : [])).reverse();
  while (open.length) {
    const node = open.pop();
    if (!children[node].length) across[node] = leaves++;
    open.push(...children[node].slice().reverse());
  }
  for (let node = parents.length - 1; node >= 0; node--) {
    const below = children[node];
    if (below.length) across[node] = (across[below[0]] + across[below[below.length - 1]]) / 2;
  }
  return { across, depth, leaves: Math.max(1, leaves), rows: 1 + Math.max(0, ...depth) };
};
