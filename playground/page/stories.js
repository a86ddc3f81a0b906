// Small formulas that tell a story. `order` is what is decided first, where a book says so; `first` is the one
// that the page begins with.
"use strict";

const STORIES = (() => {
  const seats = [1, 2, 3, 4], guests = ["ada", "ben", "cyd", "dee"];
  const pairs = guests.flatMap((guest, at) => guests.slice(at + 1).map(other => [guest, other]));
  const bench = `# ada2: Ada sits on the second of four seats. Everybody has a seat:
${guests.map(guest => seats.map(seat => guest + seat).join(" | ")).join("\n")}
# No two share one:
${seats.flatMap(seat => pairs.map(([one, other]) => `~(${one}${seat} & ${other}${seat})`)).join("\n")}
# Ada and Ben do not sit side by side:
${[1, 2, 3].map(seat => `~(ada${seat} & ben${seat + 1})\n~(ben${seat} & ada${seat + 1})`).join("\n")}
# Ben sits next to Cyd, on the left of him:
${[1, 2, 3].map(seat => `ben${seat} -> cyd${seat + 1}`).join("\n")}
~ben4
# Dee wants two neighbours, and Ada not the first seat:
dee2 | dee3
~ada1
`;
  // What is so in the next step: what was so, and what a move makes so. As clauses, so that no part needs a variable.
  const not = literal => (literal.startsWith("~") ? literal.slice(1) : `~${literal}`);
  const next = (what, now, move, need) => [`${what}_${now} -> ${what}_${now + 1}`, `${not(move)} | ${not(need)} | ${what}_${now + 1}`,
    `~${what}_${now + 1} | ${what}_${now} | ${move}`, `~${what}_${now + 1} | ${what}_${now} | ${need}`];
  const step = now => [`# Step ${now + 1}:`, ...next("a_ready", now, `a_moves_${now}`, `~b_in_${now}`), ...next("a_in", now, `a_moves_${now}`, `a_ready_${now}`),
    ...next("b_ready", now, `~a_moves_${now}`, `~a_in_${now}`), ...next("b_in", now, `~a_moves_${now}`, `b_ready_${now}`)].join("\n");
  const room = `# Two programs, a and b, must not both be in. Each looks first: when the other is not in, it is ready. When it is
# ready, its next move takes it in. In every step one of them moves. At first:
~a_ready_0 & ~a_in_0 & ~b_ready_0 & ~b_in_0
${[0, 1, 2, 3].map(step).join("\n")}
# Can both be in then? With three steps they cannot.
a_in_4 & b_in_4
`;
  const grasp = `c J. P. Marques-Silva, K. A. Sakallah: GRASP, IEEE Transactions on Computers 48 (1999), figures 1 and 2.
c Five decisions stand when x1 is decided, and it forces a conflict; x4 is the first UIP.
-x1 x2
-x1 x3 x9
-x2 -x3 x4
-x4 x5 x10
-x4 x6 x11
-x5 -x6
x1 x7 -x12
x1 x8
-x7 -x8 -x13
`;
  const party = `c Who comes to the party? A line is a clause: one of its literals must be true, and -ann is “not Ann”.
c Ann or Bob comes; if both come, so do Cem and Dia; Cem and Dia do not come together.
ann bob
-ann -bob cem
-ann -bob dia
-cem -dia
`;
  return [
    {about: "the conflict of the GRASP paper", text: grasp, order: "-x9, x12, x13, -x10, -x11, x1"},
    {about: "four guests on a bench", text: bench, form: "infix"},
    {about: "two programs in one room (bounded model checking)", text: room, form: "infix"},
    {about: "who comes to the party?", text: party, first: true},
  ];
})();
