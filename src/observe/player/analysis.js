/* The analysis of a conflict: the resolutions that lead to the learned clause, and the cuts of its graph. */
const literals = (lits) => lits.filter((lit) => typeof lit === "number");

// The clause without `-pivot`, with the other literals of the pivot's reason; literals of level 0 say nothing.
const resolve = (s, clause, pivot, reason) => {
  const others = literals(reason).filter((lit) => lit !== pivot && s.level[Math.abs(lit)] > 0);
  return [...new Set([...clause.filter((lit) => lit !== -pivot), ...others])];
};

// The second highest level of a clause, where one literal of it is left; 0 of one literal.
const jumpOf = (s, clause) => {
  const levels = clause.map((lit) => s.level[Math.abs(lit)]), top = Math.max(...levels);
  return Math.max(0, ...levels.filter((level) => level < top));
};

// A clause in the order in which the list of clauses has it; searches change the order of literals.
const asListed = (lits) => {
  const number = plain ? numberOf(lits) : null;
  return number === null ? lits : listedClauses[number].lits;
};

// All of an analysis: resolutions up to the first unique implication point, those that minimise, and the cuts beyond.
const analyze = (index) => {
  const s = stateAt(index + 1);
  const given = steps[index][1];
  const found = { s, index, given, rows: [], cuts: [], pivots: [], learned: null, jump: null, whole: literals(given).length === given.length };
  for (let i = index + 1; i < Math.min(total, index + 5) && !"dac".includes(steps[i][0]); i++) {
    if (steps[i][0] === "u") found.pivots = steps[i][1];
    if (steps[i][0] === "l") found.learned = steps[i][1];
    if (steps[i][0] === "b" && found.jump === null) found.jump = steps[i][1];
  }
  // By hand the search has not gone back yet.
  if (found.jump === null && found.learned?.length && way !== 0) found.jump = jumpOf(s, found.learned);
  const place = new Map(s.trail.map((lit, at) => [lit, at]));
  const levelOf = (lit) => s.level[Math.abs(lit)];
  found.level = Math.max(0, ...literals(given).map(levelOf));
  let clause = asListed(literals(given)).filter((lit) => levelOf(lit) > 0);
  found.rows.push({ clause, kind: "conflict" });
  found.cuts.push(found.rows[0]);
  const latest = (lits) => lits.reduce((a, b) => ((place.get(-a) ?? -1) > (place.get(-b) ?? -1) ? a : b));
  const step = (pivot, kind) => {
    const reason = s.reason[Math.abs(pivot)];
    if (!reason) return null;
    return { clause: resolve(s, clause, pivot, reason), pivot, reason, kind };
  };
  for (const pivot of found.pivots) {
    const row = step(pivot, "resolve");
    if (!row) break;
    clause = row.clause;
    found.rows.push(row);
    found.cuts.push(row);
  }
  found.uip = found.cuts.length - 1;
  const atUip = clause;
  // Cuts beyond the first UIP, back to the decision.
  for (let more = 0; found.learned && more < 200; more++) {
    const here = clause.filter((lit) => levelOf(lit) === found.level && s.reason[Math.abs(lit)]);
    if (!here.length) break;
    const row = step(-latest(here), "beyond");
    clause = row.clause;
    found.cuts.push(row);
  }
  clause = atUip;
  // What is not in the learned clause follows from what is: it is resolved away, the latest first.
  const order = literals(found.learned ?? []), kept = new Set(order);
  for (let more = 0; found.learned && found.pivots.length + 1 === found.rows.length && more < 500; more++) {
    const rest = clause.filter((lit) => !kept.has(lit) && s.reason[Math.abs(lit)]);
    if (!rest.length || !found.whole) break;
    const row = step(-latest(rest), "minimise");
    clause = row.clause;
    found.rows.push(row);
  }
  // What is in the learned clause first, and in its order.
  const row = found.cuts[found.uip];
  row.clause = [...order.filter((lit) => row.clause.includes(lit)), ...row.clause.filter((lit) => !kept.has(lit))];
  return found;
};
