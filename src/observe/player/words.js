/* Words. */
const word = (lit) => {
  if (lit === 0) return "a variable that is not kept";
  const own = shown.words[Math.abs(lit) - 1];
  return own ? own[lit < 0 ? 1 : 0] : String(lit);
};
const listed = (lits, between, most) => {
  const numbers = lits.filter((lit) => typeof lit === "number");
  let more = numbers.length - most;
  const left = lits.find((lit) => typeof lit === "string");
  if (left) more = Math.max(more, 0) + Number(left.slice(1));
  const words = numbers.slice(0, most).map(word);
  if (more > 0) words.push(count(more) + " more");
  return words.join(between);
};
// No line ends between a minus and its variable.
const unbroken = (text) => text.replace(/-(?=\w)/g, "-\u2060");
// In a sentence: "a, b and c".
const inSentence = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : words.join(""));
const together = (lits, most = 12) => inSentence([...lits.slice(0, most).map(word), ...(lits.length > most ? [`${count(lits.length - most)} more`] : [])]);
const negated = (lits) => lits.map((lit) => (typeof lit === "number" ? -lit : lit));
const constraint = header.engine.startsWith("csp");
// Whether variables have names alone, so that a clause of them reads as one; a puzzle's own words say what is on the board.
const plain = shown.words.every(([yes, no]) => no === `-${yes}`);
// A clause by its number in the list of clauses, in words as long as it is short.
const MOST_IN_CLAUSE = 8;
const clauseNamed = (lits) => {
  const number = plain ? numberOf(lits) : null;
  if (number === null) return "";
  const { born, lits: own } = listedClauses[number];
  return `${born ? "learned clause" : "clause"} ${count(number + 1)}${own.length <= MOST_IN_CLAUSE ? `: ${listed(own, " or ", MOST_IN_CLAUSE)}` : ""}`;
};
// Why a search that has learned goes back to this level.
const whyBack = (index) => {
  const [what, learned] = steps[index - 1] ?? [];
  if (what !== "l" || learned.some((lit) => typeof lit === "string")) return "";
  if (jumpOf(stateAt(index), learned) !== steps[index][1]) return "";
  return learned.length === 1 ? ", since the learned clause holds without any decision" : ", the second highest level in the learned clause: there one literal of it is left";
};
const describe = (index, most) => {
  const step = steps[index];
  switch (step[0]) {
    case "d": return ["Decide", word(step[1]) + " (level " + (note[index] + 1) + ")"];
    case "a": {
      const others = step[2] ? step[2].filter((lit) => lit !== step[1]) : [];
      if (others.length) {
        const clause = most > 4 ? clauseNamed(step[2]) : "";
        return ["Follows", word(step[1]) + ", because " + listed(negated(others), ", ", most) + (clause && ` (${clause})`)];
      }
      if (constraint && step[1] < 0) return ["Ruled out", word(step[1])];
      return [note[index] === 0 ? "Fixed" : "Then", word(step[1])];
    }
    case "c": {
      if (!step[1].length) return ["Conflict", "nothing is left"];
      const clause = most > 4 ? clauseNamed(step[1]) : "";
      return ["Conflict", "these cannot all be true: " + listed(negated(asListed(step[1])), ", ", most) + (clause && ` (${clause}, which is false)`)];
    }
    case "l": return ["Learned", listed(step[1], " or ", most)];
    case "b": return [note[index] > step[1] + 1 ? "Back jump" : "Back", "to level " + step[1] + " from " + note[index] + (most > 4 ? whyBack(index) : "")];
    case "r": return ["Restart", ""];
    case "s": {
      if (header.engine === "brute") return ["Attempt", ""];
      // Units may have left nothing to choose at random.
      const next = steps[index + 1] || ["gap"];
      const solved = next[0] === "end" && next[1].verdict === "SATISFIABLE";
      return ["Start", solved ? "at an assignment that is a model" : "at a random assignment"];
    }
    case "f": {
      const changed = most > 4 ? changedBy(index) : "";
      return ["Flip", word(note[index] > 0 ? step[1] : -step[1]) + (changed && `: ${changed}`) + ` (${count(step[2])} ${step[2] === 1 ? "clause" : "clauses"} false)`];
    }
    case "t": return ["Temperature", step[1].toPrecision(3)];
    case "x": return ["Expand", "f = " + step[3] + ": " + (step[1].length ? listed(step[1], ", ", most) : "nothing chosen") + (step[2].length ? " (" + step[2].length + " more follow)" : "")];
    case "u": return ["Resolved", "the conflict with the reasons of " + (step[1].length ? listed(step[1], ", ", most) : "nothing")];
    case "e": return ["Removed", word(step[1]) + ": simplification has taken this variable out of the formula"];
    case "v": return ["Reconstructed", word(step[1]) + ": what the clauses that went with it ask for"];
    case "k": return ["Check", count(step[1]) + " consistency checks"];
    case "gap": return ["Left out", stepsOf(jumps[index]) + " that this record does not keep"];
    default: return [step[1].verdict === "UNKNOWN" ? "Unknown" : step[1].verdict === "SATISFIABLE" ? "Solved" : "No solution",
      step[1].reason ? step[1].reason : "after " + stepsOf(step[1].events - asides)];
  }
};
