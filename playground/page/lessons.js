// The lessons: each a few steps, a text and what is to be seen beside it.
"use strict";

const PARTY = "# who comes to the party?\nann | bob\nann & bob -> cem\nann & bob -> dia\n~(cem & dia)\n";
const HANDBOOK = "p cnf 8 6\nc varname 1 x21\nc varname 2 x31\nc varname 3 x1\nc varname 4 x2\nc varname 5 x3\nc varname 6 x4\nc varname 7 x5\nc varname 8 x6\n3 2 -4 0\n3 -5 0\n4 5 6 0\n-6 -7 0\n1 -6 -8 0\n7 8 0\n";
const PIGEONS = "a1 a2\nb1 b2\nc1 c2\n-a1 -b1\n-a1 -c1\n-b1 -c1\n-a2 -b2\n-a2 -c2\n-b2 -c2\n";
const WALK = "p cnf 8 24\n1 2 3 0\n-1 4 5 0\n-2 -4 6 0\n-3 7 8 0\n2 -5 -7 0\n-6 -8 1 0\n4 -1 -7 0\n-3 -5 2 0\n5 6 7 0\n-4 8 3 0\n-2 3 -8 0\n1 -6 4 0\n-7 -1 8 0\n6 -5 -3 0\n2 7 -8 0\n-4 5 -6 0\n-1 -2 3 0\n4 6 8 0\n-3 -7 5 0\n1 7 -5 0\n-8 -4 2 0\n3 -6 -2 0\n-5 8 -1 0\n6 1 -7 0\n";
const FOUR_QUEENS = ". . . .\n. . . .\n. . . .\n. . . .\n";

const LESSONS = [
  {title: "A first search", steps: [
    {text: "Ann or Bob comes. If both come, so does Cem, and so does Dia. Cem and Dia do not come together. Four variables, a “+” for true and a “−” for false, and the solver looks for a party: watch it. It decides one thing, sees what follows, and decides the next.",
      show: {form: "infix", text: PARTY, engine: "cdcl", textbook: "order", play: true}},
    {text: "Ann and Bob together cannot be: that makes Cem and Dia come. The solver does not only try something else, it writes down what it has learned: “-bob or -ann”. A minus says “not”: Bob or Ann stays at home. It never makes this mistake again. How to read the graph comes in lesson 5.",
      show: {form: "infix", text: PARTY, engine: "cdcl", textbook: "order", step: 7, open: ["analysis"]}},
  ]},
  {title: "Truth table", steps: [
    {text: "With four variables there are 16 assignments. A truth table tries each of them. The party is possible in every row whose last column is 1. Such a row is called a model.",
      show: {kind: "table", form: "infix", text: PARTY}},
    {text: "A solver wants clauses: an “or” of variables and negated variables. Ann & Bob -> Cem says: “-ann or -bob or cem”, where a minus is read “not”. All clauses together must hold.",
      show: {kind: "clauses", form: "infix", text: PARTY}},
    {text: "Each further variable doubles the table: thirty variables have a thousand million rows. The next lessons get by without a table.",
      show: {kind: "table", form: "infix", text: "(a -> b) & (b -> c) & (c -> d)\na | d\n"}},
  ]},
  {title: "DPLL", steps: [
    {text: "A literal is a variable, or its negation: -x3 is read “not x3”. Where all literals of a clause but one are false, the clause is unit, and its last literal must be true. This is unit propagation, and most of the work of every solver. Only where nothing follows, DPLL (after Davis, Putnam, Logemann and Loveland) decides a variable. Go step by step with the arrows, on the keyboard or under the board, and see the clauses change.",
      show: {text: HANDBOOK, engine: "dpll", textbook: "order", step: 0, open: ["clauses"]}},
    {text: "Three pigeons do not fit into two holes. DPLL decides, propagates, meets a clause that is false, and takes back the last decision. It tries the other value, and does much of the work twice: see the tree grow.",
      show: {text: PIGEONS, engine: "dpll", textbook: "order", step: 4, open: ["tree"]}},
  ]},
  {title: "Resolution", steps: [
    {text: "Take “a or b” and “not b or c”. If b is true, c must be; if b is false, a must be. Either way “a or c” holds: the two clauses have been resolved on b. The truth table has a 1 in every row, so this is always right.",
      show: {kind: "table", form: "infix", text: "(a | b) & (~b | c) -> (a | c)\n"}},
    {text: "Resolve again and again. Where “x” and “not x” are left, nothing remains: the empty clause, which nothing can make true. Then there is no model, and the table is the proof: here of three pigeons and two holes. CDCL will resolve too, but only the clauses of a conflict.",
      show: {kind: "resolution", text: PIGEONS}},
  ]},
  {title: "CDCL", steps: [
    {text: "Conflict-driven clause learning asks of each conflict: why? The example of the Handbook of Satisfiability. Three decisions, x21, x31 and x1, each false; the third makes everything else follow, until the clause “x5 or x6” is false. Each decision opens a level: what follows from it belongs to the level, a band of the graph.",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 9, open: ["analysis"]}},
    {text: "Why? Follow the arrows in the graph: they come from the literals that forced this one, by a clause. x4 is the latest point through which all ways from the decision to the conflict go: the first unique implication point.",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 10, open: ["analysis"]}},
    {text: "Cut the graph behind it: decisions on one side, the conflict on the other. The arrows that cross the cut come from -x21 and x4. Whenever these two hold, the same conflict follows; so one of them must not, and that is the learned clause: “x21 or -x4”. The table derives it by resolution: first the false clause, then the reason of each literal of it, the latest first, until one literal of the last level is left.",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 11, open: ["analysis"]}},
    {text: "Then the search jumps: to the second highest level in the learned clause, here level 1, where x21 was decided. There x21 is still false, so the clause has one literal left, and forces x4 to be false. Level 2 is passed over: the clause says nothing of x31.",
      show: {text: HANDBOOK, engine: "cdcl", textbook: "order", phase: "false", step: 13, open: ["analysis", "clauses"]}},
    {text: "The pigeons again. CDCL learns after each conflict, until a conflict hangs on no decision at all: then there is no model. “Next conflict” shows each of them.",
      show: {text: PIGEONS, engine: "cdcl", textbook: "order", step: 0, open: ["analysis"]}},
  ]},
  {title: "WalkSAT", steps: [
    {text: "There is another way, local search: it begins with a random value for every variable, takes a clause that is false, and flips one of its variables; WalkSAT prefers one that makes few other clauses false. The curve above the buttons shows how many clauses are false. It finds models, often fast, but can never say that there is none.",
      show: {text: WALK, engine: "walksat", step: 0, open: ["clauses"]}},
  ]},
  {title: "Encoding", steps: [
    {text: "Four queens on a board of 4 by 4, none in reach of another. Each square is a variable, true for a queen. Each row needs one of its four; of two squares in one line, one stays empty: clauses of two literals.",
      show: {kind: "puzzle", puzzle: "queens", text: FOUR_QUEENS, verb: "cnf"}},
    {text: "The same search, on the board. A dot is a square that must stay empty.",
      show: {kind: "puzzle", puzzle: "queens", text: FOUR_QUEENS, verb: "play", engine: "cdcl", textbook: "order", open: ["clauses"]}},
  ]},
  {title: "Proofs", steps: [
    {text: "A model is checked by looking at each clause. And if the solver says that there is none? Then it writes what it has learned, clause by clause, up to the empty one: a proof. A checker that shares no code with the solver goes through it.",
      show: {kind: "proof", text: PIGEONS, engine: "cdcl"}},
  ]},
];
