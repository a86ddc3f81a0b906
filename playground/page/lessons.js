// The lessons: each a few steps, a text and what is to be seen beside it.
"use strict";

const PARTY = "# who comes to the party?\nann | bob\nann & bob -> cem\nann & bob -> dia\n~(cem & dia)\n";
const HANDBOOK = "p cnf 8 6\nc varname 1 x21\nc varname 2 x31\nc varname 3 x1\nc varname 4 x2\nc varname 5 x3\nc varname 6 x4\nc varname 7 x5\nc varname 8 x6\n3 2 -4 0\n3 -5 0\n4 5 6 0\n-6 -7 0\n1 -6 -8 0\n7 8 0\n";
// The pigeons a, b and c, and the holes 1 and 2.
const PIGEONS = "a1 a2\nb1 b2\nc1 c2\n-a1 -b1\n-a1 -c1\n-b1 -c1\n-a2 -b2\n-a2 -c2\n-b2 -c2\n";
// Four pigeons, a to d, and three holes.
const MORE_PIGEONS = (() => {
  const pigeons = [..."abcd"], holes = [1, 2, 3];
  const apart = hole => pigeons.flatMap((one, at) => pigeons.slice(at + 1).map(other => `-${one}${hole} -${other}${hole}`));
  return `${[...pigeons.map(pigeon => holes.map(hole => pigeon + hole).join(" ")), ...holes.flatMap(apart)].join("\n")}\n`;
})();
const FIVE = "ann | bob\nann & bob -> cem\nann & bob -> dia\n~(cem & dia)\ncem -> eve\n";
const SIX = `${FIVE}cem -> fay\n`;
// Twenty variables and forty clauses of five literals.
const LONG = (() => {
  const clause = (at, steps, negated) => steps.map((step, place) => `${negated.includes(place) ? "-" : ""}x${(at + step) % 20 + 1}`).join(" ");
  const all = (steps, negated) => Array.from({length: 20}, (_, at) => clause(at, steps, negated));
  return `${[...all([0, 3, 7, 12, 17], [1, 3]), ...all([0, 1, 5, 9, 14], [0, 2, 4])].join("\n")}\n`;
})();
const WALK = "p cnf 8 24\nc varname 1 x1\nc varname 2 x2\nc varname 3 x3\nc varname 4 x4\nc varname 5 x5\nc varname 6 x6\nc varname 7 x7\nc varname 8 x8\n1 2 3 0\n-1 4 5 0\n-2 -4 6 0\n-3 7 8 0\n2 -5 -7 0\n-6 -8 1 0\n4 -1 -7 0\n-3 -5 2 0\n5 6 7 0\n-4 8 3 0\n-2 3 -8 0\n1 -6 4 0\n-7 -1 8 0\n6 -5 -3 0\n2 7 -8 0\n-4 5 -6 0\n-1 -2 3 0\n4 6 8 0\n-3 -7 5 0\n1 7 -5 0\n-8 -4 2 0\n3 -6 -2 0\n-5 8 -1 0\n6 1 -7 0\n";
const FOUR_QUEENS = ". . . .\n. . . .\n. . . .\n. . . .\n";

const LESSONS = [
  {title: "A first search", steps: [
    {text: "Ann or Bob comes. If both come, so does Cem, and so does Dia. Cem and Dia do not come together. Four variables, a “+” for true and a “−” for false, and the solver looks for a party: watch it. It decides one thing, sees what follows, and decides the next. A decision opens a level; what follows from it belongs to this level, one row of the list.",
      show: {form: "infix", text: PARTY, engine: "cdcl", textbook: "order", play: true}},
    {text: "Ann and Bob cannot both come: then Cem and Dia would come, too, and together. This is a conflict. The solver does not only try something else, it writes down what it has learned: “-bob or -ann”. A minus says “not”, and such an “or” is a clause: Bob or Ann stays at home. It never makes this mistake again. How to read the graph comes in lesson 5; “What the words mean”, below the board, has every word that is used there.",
      show: {form: "infix", text: PARTY, engine: "cdcl", textbook: "order", step: 7, open: ["analysis"]}},
  ]},
  {title: "Truth table", steps: [
    {text: "The party as formulas, all of which must hold: | is “or”, & is “and”, ~ is “not”, and a -> b is “if a, then b”. With four variables there are 16 assignments. A truth table tries each of them, with 1 for true, and has a column for each formula. The party is possible in every row whose last column is 1. Such a row is called a model.",
      show: {kind: "table", form: "infix", text: PARTY}},
    {text: "A solver wants clauses: an “or” of variables and negated variables. “ann & bob -> cem” becomes “-ann or -bob or cem”, where a minus is read “not”: it is broken only where Ann and Bob come and Cem does not, and so is the clause. All clauses together must hold.",
      show: {kind: "clauses", form: "infix", text: PARTY}},
    {text: "Each further variable doubles the table. Eve, who comes wherever Cem does, makes 32 rows instead of 16; thirty variables have a thousand million rows. The searches of the next lessons need no table.",
      show: {kind: "table", form: "infix", text: FIVE}},
  ]},
  {title: "DPLL", steps: [
    {text: "A literal is a variable, or its negation: -x3 is read “not x3”. (The names are those of the Handbook of Satisfiability, from which this formula comes; x21 is one name, not a number.) Where all literals of a clause but one are false, the clause is unit, and its last literal must be true. This is unit propagation, and most of the work of every solver. Only where nothing follows, DPLL (named after Davis, Putnam, Logemann and Loveland) decides a variable. Go step by step with the arrows, on the keyboard or under the board, and see the clauses change: ✓ is satisfied, · still open, ! unit, ✗ false.",
      show: {text: HANDBOOK, engine: "dpll", textbook: "order", phase: "false", step: 0, open: ["clauses"]}},
    {text: "Four pigeons, a to d, do not fit into three holes: a1 says that pigeon a sits in hole 1. Each has a hole, as “a1 or a2 or a3”, and no two share one, as “-a1 or -b1”. DPLL decides, propagates, meets a clause that is false, and takes back the last decision. It tries the other value of that decision. Nothing remembers why the first one failed: in one branch after the other pigeon c has no hole left. Go on to the end, and see the tree grow.",
      show: {text: MORE_PIGEONS, engine: "dpll", textbook: "order", step: 20, open: ["tree"]}},
  ]},
  {title: "Resolution", steps: [
    {text: "Take “a or b” and “not b or c”. If b is true, c must be; if b is false, a must be. Either way “a or c” holds: the two clauses have been resolved on b. The truth table of “if both hold, a or c holds” has a 1 in every row, so this is always right.",
      show: {kind: "table", form: "infix", text: "(a | b) & (~b | c) -> (a | c)\n"}},
    {text: "Resolve again and again. Where “x” and “not x” are left, nothing remains: the empty clause, which nothing can make true. Then there is no model, and the table is the proof: here of the three pigeons a, b and c and the holes 1 and 2. CDCL will resolve too, but only the clauses of a conflict.",
      show: {kind: "resolution", text: PIGEONS}},
  ]},
  {title: "CDCL", steps: [
    {text: "Conflict-driven clause learning asks of each conflict: why? The example of the Handbook of Satisfiability, with its names. Three decisions, x21, x31 and x1, each false, as the Handbook has it; the third makes everything else follow, until the clause “x5 or x6” is false. Each decision opens a level: what follows from it belongs to the level, a band of the graph.",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 9, open: ["analysis"]}},
    {text: "Why? Follow the arrows in the graph: those into a literal come from the literals that forced it, by a clause. x4 is the point nearest to the conflict through which all ways from the last decision, -x1, lead to it: the first unique implication point, or first UIP.",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 10, open: ["analysis"]}},
    {text: "Cut the graph between x4 and what it forces, along the dotted line: the decisions on one side, the conflict on the other. The arrows that cross the cut come from -x21 and x4. Whenever these two hold, the same conflict follows; so one of them must not, and that is the learned clause: “-x4 or x21”.",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 11, open: ["analysis"]}},
    {text: "The solver finds this clause without a picture, by resolution (lesson 4). It begins with the false clause, takes the literal in it that became false last, here x6, and resolves with the clause that forced it. So it goes on, x5 next, until one literal of the last level is left. That one is the first UIP: whatever else is in the clause was there on lower levels.",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 11, open: ["analysis"], see: "#analysis .last-level"}},
    {text: "Then the search jumps: to the second highest level in the learned clause, here level 1, where x21 was decided. There x21 is still false, so the clause has one literal left, and forces x4 to be false: see the board. Level 2 is passed over, since the clause says nothing of x31.",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 13}},
    {text: "The three pigeons a, b and c, and the holes 1 and 2. CDCL learns after each conflict, until a conflict hangs on no decision at all: then there is no model. “Next conflict” shows each of them.",
      show: {text: PIGEONS, engine: "cdcl", textbook: "order", step: 0, open: ["analysis"]}},
    {text: "Now you decide. The party again, before the first decision: in “You decide”, choose a literal, or click a person, and press Decide. Propagate makes true what follows. Where a clause is false, Analyse learns why, and Back jump goes to where the learned clause forces a literal, and makes it true. Go back with the arrows whenever you like, and decide otherwise: each way that you took stays in the list below the buttons.",
      show: {form: "infix", text: PARTY, engine: "cdcl", textbook: "order", step: 0, open: ["hand", "analysis"]}},
  ]},
  {title: "Watched literals", steps: [
    {text: "A formula may have millions of clauses, and a decision makes only a few of them unit. How does a solver find these without looking at all? In each clause it watches two literals, underlined in the list. As long as neither of them is false, the clause is not unit, since two of its literals can still become true. So a solver looks only at the clauses in which a watched literal has become false. In a clause of two literals both are watched.",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 0, open: ["clauses"]}},
    {text: "x21 has become false, and it was watched in “x21 or -x4 or -x6”. The solver looks in the clause for another literal that is not false, finds -x6, and watches that from now on. Nothing else has to be done. (Where the other watched literal is true, not even this is done, since the clause holds.)",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 1, open: ["clauses"]}},
    {text: "Two decisions later x1 has become false, and then -x2 is forced: since x31 became false, x1 and -x2 have been watched in “x1 or x31 or -x2”, and it has no third literal that is not false. Where there is no other literal to watch, the second watched literal must be true; if that one is false as well, this is a conflict. It is none yet in “x2 or x3 or x4”: -x3 and -x2 still wait in the queue, since what has become true is dealt with one after the other, and then this clause forces x4.",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 5, open: ["clauses"]}},
    {text: "After the conflict the search has jumped back to level 1. Compare the underlined literals with the step before: none has moved. Whatever is taken back makes false literals open again, never open ones false; so watches stay right, and going back costs nothing.",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 12, open: ["clauses"]}},
    {text: "What is it worth? Here every clause has five literals. “The lists” counts the clauses that a solver has had to look at up to now: all that hold a literal that has become false, or only those that watch it. The longer the clauses, the more is saved. Nearly all solvers have watched two literals since Chaff (2001).",
      show: {text: LONG, engine: "cdcl", textbook: "order", phase: "false", step: 8, open: ["lists", "clauses"]}},
  ]},
  {title: "Which variable?", steps: [
    {text: "Which variable is decided can make the difference between a second and a year. The party has two more guests, Eve and Fay, who come if Cem does. An old rule, DLIS, counts before each decision in how many open clauses each literal is, and makes the most frequent one true; the step says which came first. Counting again and again takes long, and the counts know nothing of what has gone wrong before.",
      show: {form: "infix", text: SIX, engine: "dpll", textbook: "order", options: {rule: "dlis"}, step: 1}},
    {text: "Four pigeons, a to d, in three holes. VSIDS looks at conflicts. Each variable has a score: a conflict adds 1 to the variables that it came from, and then all scores are made a little smaller, here by a twentieth, so that late conflicts count more than early ones. The open variable of the highest score is decided. So the search stays where the trouble is. Here that is d3, and the step says which come next; it gets the value that it had last, which was true.",
      show: {text: MORE_PIGEONS, engine: "cdcl", textbook: "vsids", step: 60}},
    {text: "VMTF makes do without scores: the variables of a conflict move to the front of a queue, and of the open variables the one that moved last is decided. Its last value was false, so it is false again: what was found out before is not lost by a jump back. VMTF runs from one place to the next, VSIDS stays longer; this solver, as it runs, takes them in turn. On formulas as small as these no rule is much better than another; on large ones the rule decides.",
      show: {text: MORE_PIGEONS, engine: "cdcl", textbook: "vmtf", step: 17}},
  ]},
  {title: "WalkSAT", steps: [
    {text: "There is another way, local search: it begins with a random value for every variable, takes a clause that is false, and flips one of its variables, which makes this clause true. The table shows the false clauses, and how many true clauses each flip would break: those that hold only by the literal that the flip makes false. WalkSAT takes one of the false clauses at random, and in it a flip that breaks none, if there is one: here x5, which makes two clauses true. If there is none, it flips, by chance, either the variable that breaks the fewest or any of the clause. The curve above the buttons shows how many clauses are false.",
      show: {text: WALK, engine: "walksat", step: 7, open: ["flips"]}},
    {text: "Why does it get stuck? Here a clause is false, but each flip that mends it breaks as many others or more: a local minimum. Whoever only goes downhill stays there for ever. WalkSAT flips all the same: the variable of the clause that breaks the fewest or, now and then, any of them. More clauses may be false then (the dots of the chart), but it leaves the minimum. How often it takes any of them is called its noise.",
      show: {text: WALK, engine: "walksat", step: 13, open: ["flips", "chart"]}},
    {text: "It finds models, often fast, but can never say that there is none: on the three pigeons it walks about until it is stopped, here in the second try, with 40 flips in each. To show that a formula has no model takes one of the other searches.",
      show: {text: PIGEONS, engine: "walksat", options: {max_flips: "40", restarts: "1"}, step: 2, open: ["chart"]}},
  ]},
  {title: "Encoding", steps: [
    {text: "Four queens on a board of 4 by 4, none in reach of another. Each square is a variable, true for a queen: Q_1_2 is row 1, column 2. Each row and each column needs one of its four: clauses of four literals. Of two squares in one row, column or diagonal one stays empty: clauses of two negated literals.",
      show: {kind: "puzzle", puzzle: "queens", text: FOUR_QUEENS, verb: "cnf"}},
    {text: "The search in these clauses, on the board; each clause is said in the words of the puzzle. A dot is a square that must stay empty.",
      show: {kind: "puzzle", puzzle: "queens", text: FOUR_QUEENS, verb: "play", engine: "cdcl", textbook: "order", open: ["clauses"]}},
  ]},
  {title: "Proofs", steps: [
    {text: "A model is checked by looking at each clause. And if the solver says that there is none, why believe it? Because it writes down, clause by clause, what it has learned and what has then been forced for good: a proof. Each clause follows from those above it so simply that you can check it yourself. Suppose that it does not hold, so that all of its literals are false; propagate; a clause becomes false. The last one is the empty clause, “nothing”: the pigeons a, b and c have no places in the holes 1 and 2.",
      show: {kind: "proof", text: PIGEONS, engine: "cdcl"}},
    {text: "You need not trust the solver, and no person reads a million lines: a program checks them all, which shares no code with the solver and is much simpler. The proof as a file (DRAT): a clause a line, variables by number, each line closed by 0; a line with d deletes a clause that is not needed any more; 0 alone is the empty clause.",
      show: {kind: "proof", text: PIGEONS, engine: "cdcl", file: true}},
  ]},
];
