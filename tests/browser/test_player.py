"""The step player on every board: it opens, plays, steps both ways, obeys the keyboard, and ends at the solution."""

import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from driver import Browser, keep, poor_contrast, tool

SUDOKU = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n"
# The example of the Handbook of Satisfiability, chapter 4: its three decisions are the first variables, false.
HANDBOOK = "".join(f"c varname {number} {name}\n" for number, name in enumerate("x21 x31 x1 x2 x3 x4 x5 x6".split(), 1)) + \
    "p cnf 8 6\n3 2 -4 0\n3 -5 0\n4 5 6 0\n-6 -7 0\n1 -6 -8 0\n7 8 0\n"
# The ids of the marks that are shown.
# The clauses of figure 1 of the GRASP paper (Marques-Silva, Sakallah, 1999).
GRASP = "-x1 x2\n-x1 x3 x9\n-x2 -x3 x4\n-x4 x5 x10\n-x4 x6 x11\n-x5 -x6\nx1 x7 -x12\nx1 x8\n-x7 -x8 -x13\n"
SHOWN = """return [...document.querySelectorAll('.mark.on')].map(mark => mark.id).sort()"""
LOOK = """return [...document.querySelectorAll('#board [class]')].map(part => part.id + part.getAttribute('class') +
  (part.style.fill || '')).join(' ') + document.getElementById('counts').textContent +
  document.getElementById('trail').textContent"""
# The shown text in each square of a picture, by its place, from left to right and from the top.
DIGITS = """
const seen = new Map();
for (const text of document.querySelectorAll('#board svg text')) {
  if (!text.textContent || getComputedStyle(text).visibility !== 'visible' || text.classList.contains('some')) continue;
  const box = text.getBoundingClientRect(), middle = [box.left + box.width / 2, box.top + box.height / 2];
  seen.set(middle.map(Math.round).join(), [middle, text.textContent]);
}
const rows = new Map();
for (const [[x, y], text] of seen.values()) {
  const row = [...rows.keys()].find(other => Math.abs(other - y) < 8) ?? y;
  rows.set(row, [...(rows.get(row) || []), [x, text]]);
}
return [...rows.entries()].sort((a, b) => a[0] - b[0]).map(row => row[1].sort((a, b) => a[0] - b[0]).map(p => p[1]));
"""


class Player(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.browser = Browser().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def play(self, name, program, *args, text="", code=10):
        """Solves with a page; gives the solution that was printed, once the page has passed what every page must."""
        page, record = (Path(self.folder.name) / f"{name}.{end}" for end in ("html", "jsonl"))
        command = [tool(program), *args, "--play", page, "--record", record]
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertLess(page.stat().st_size, 5 << 20)
        lines = [json.loads(line) for line in record.read_text().splitlines()]
        # Watches, ratings and open states are told beside the steps.
        aside = [isinstance(line, list) and line[0] in "wop" for line in lines]
        self.steps = [line for line, is_aside in zip(lines, aside) if not is_aside]
        self.asides = [(at - sum(aside[:at]) - 1, line) for at, line in enumerate(lines) if aside[at]]
        self.general(name, page)
        return done.stdout

    def place(self):
        at, text = self.browser.run("return [Number(document.getElementById('slider').value), document.getElementById('place').textContent]")
        # What is said beside the buttons is the same; the answer is no step of its own.
        self.assertIn(int(re.search(r"\d[\d,]*", text)[0].replace(",", "")), [at, at - 1] if text.startswith("the end") else [at])
        return at

    def go(self, share):
        self.browser.run("const s = document.getElementById('slider'); s.value = Math.round(s.max * arguments[0]);"
                         "s.dispatchEvent(new Event('input'))", share)

    def general(self, name, page):
        browser = self.browser
        total = len(self.steps) - 1
        for width, height, dark in [(1280, 800, False), (1280, 800, True), (390, 800, False), (390, 800, True)]:
            browser.open_within(1 if width > 600 else 2, page, width=width, height=height, dark=dark)
            self.go(0.6)
            self.assertEqual(poor_contrast(browser), [], f"{name} {width} dark={dark}")
            self.assertLessEqual(browser.run("return document.documentElement.scrollWidth"), width, f"{name} is too wide")
            if path := keep(f"player-{name}-{width}{'-dark' if dark else ''}"):
                browser.picture(path, whole=False)
        browser.open(page)
        self.assertEqual(browser.requests(), [])
        self.assertEqual(self.place(), 0)
        self.assertTrue(browser.run("return document.getElementById('board').getAttribute('aria-label')"))
        # Keys: steps, jumps to decisions and conflicts, both ends.
        browser.press("ArrowRight", "ArrowRight", "ArrowLeft")
        self.assertEqual(self.place(), 1)
        browser.press("End")
        self.assertEqual(self.place(), total)
        last = browser.run(LOOK)
        browser.press("Home")
        self.assertEqual(self.place(), 0)
        for key, kind in [("d", "d"), ("c", "c")]:
            places = [at for at, step in enumerate(self.steps) if isinstance(step, list) and step[0] == kind]
            browser.press("Home", key)
            self.assertEqual(self.place(), places[0] if places else total, f"{name}: key {key}")
        # Buttons, and back: the way there does not matter.
        browser.press("Home")
        browser.click("#next")
        self.assertEqual(self.place(), 1)
        self.go(0.5)
        middle, look = self.place(), browser.run(LOOK)
        browser.click("#last")
        self.go(0.5)
        self.assertEqual((self.place(), browser.run(LOOK)), (middle, look), f"{name}: from behind")
        browser.click("#back")
        browser.click("#next")
        self.assertEqual(browser.run(LOOK), look, f"{name}: one back, one on")
        # Playing, pausing, and to the end.
        browser.run("document.activeElement.blur()")
        browser.press("Home")
        browser.press(*"+" * 12)
        browser.press("Space")
        browser.wait(lambda: self.place() == total, f"{name} to play to its end")
        self.assertEqual(browser.text("#play"), "Play")
        self.assertEqual(browser.run(LOOK), last, f"{name}: played to the end")
        if total > 5:
            browser.press("Home")
            browser.press(*"-" * 12)
            browser.press("Space")
            browser.wait(lambda: self.place() > 0, f"{name} to play")
            self.assertEqual(browser.text("#play"), "Pause")
            browser.press("Space")
            stopped = self.place()
            self.assertLess(stopped, total)
            self.assertEqual(browser.text("#play"), "Play")
        browser.press("End")
        self.assertEqual(browser.console(), [], name)

    def queens(self, name, *args):
        printed = self.play(name, "queens", "solve", "8", "--line", *args)
        columns = [int(column) for column in printed.split()]
        crowns = [mark for mark in self.browser.run(SHOWN) if mark.startswith("one-")]
        self.assertEqual(crowns, sorted(f"one-{8 * row + column + 1}" for row, column in enumerate(columns)))

    def test_queens_by_astar(self):
        self.queens("queens-astar", "--engine", "astar")

    def test_the_open_list_of_astar(self):
        self.play("open-list", "queens", "solve", "6", "--engine", "astar")
        browser = self.browser
        rows = "return [...document.querySelectorAll('#frontier-list tr')].slice(1).map(row => [...row.cells].map(cell => cell.textContent))"
        states = "return document.querySelectorAll('.tree .state').length"
        browser.press("Home", "c")
        self.parts("frontier")
        expanded = [(at, step) for at, step in enumerate(self.steps) if isinstance(step, list) and step[0] == "x"]
        for number, (at, _) in list(enumerate(expanded))[:8]:
            browser.run("const s = document.getElementById('slider'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))", at)
            self.assertEqual(browser.run(states), number + 1)
            shown = browser.run(rows)
            added = sum(place <= at for place, _ in self.asides)
            self.assertEqual(len(shown), min(40, added - number), f"open after {at} steps")
            for f, g, h, _ in shown:
                self.assertEqual(int(f), int(g) + int(h))
            self.assertEqual([int(row[0]) for row in shown], sorted(int(row[0]) for row in shown))
            # The first of the list is the next that is expanded.
            if number + 1 < len(expanded):
                self.assertEqual(int(shown[0][0]), expanded[number + 1][1][3])
                self.assertEqual(int(shown[0][1]), len(expanded[number + 1][1][1]))
        if path := keep("player-open-list"):
            browser.picture(path)
        self.assertEqual(poor_contrast(browser), [])

    def test_queens_by_dpll(self):
        self.queens("queens-dpll", "--engine", "dpll")

    def sudoku(self, name, *args):
        printed = self.play(name, "sudoku", "solve", "--line", *args, text=SUDOKU)
        rows = self.browser.run(DIGITS)
        self.assertEqual(["".join(row) for row in rows], re.findall(".{9}", printed.split()[0]))

    def test_sudoku_by_walksat(self):
        self.sudoku("sudoku-walksat", "--engine", "walksat", "--seed", "1")

    def test_sudoku_by_cdcl(self):
        self.sudoku("sudoku-cdcl", "--engine", "cdcl")
        self.assertTrue(any(step[0] == "l" for step in self.steps[1:-1]), "something is learned")

    def test_map_by_annealing(self):
        printed = self.play("map-annealing", "coloring", "solve", "usa", "-k", "4", "--engine", "annealing")
        colors = ["rgb(213, 94, 0)", "rgb(0, 158, 115)", "rgb(86, 180, 233)", "rgb(240, 228, 66)"]
        names = ["red", "green", "blue", "yellow"]
        wanted = [line.split()[-1] for line in printed.splitlines()]
        filled = self.browser.run("return [...document.querySelectorAll('[id^=fill-]')].sort((a, b) =>"
                                  " a.id.slice(5) - b.id.slice(5)).map(state => getComputedStyle(state).fill)")
        self.assertEqual([names[colors.index(fill)] for fill in filled], wanted)
        # Not by colour alone: the name of the colour stands in each state.
        shown = self.browser.run("return [...document.querySelectorAll('text.mark.on')].map(text => text.textContent)")
        self.assertEqual(shown, wanted)

    def test_gems_by_backtracking(self):
        board = subprocess.run([tool("gems"), "generate", "--rows", "9", "--cols", "9", "--seed", "3"],
                               capture_output=True, text=True, check=True).stdout
        printed = self.play("gems-backtracking", "gems", "solve", "--free", "model", "--engine", "backtracking", text=board)
        cells = [cell for line in printed.splitlines() for cell in re.split(r"[,\s]+", line.strip())]
        unknown = [cell for cell in cells if cell in ("T", "G")]
        wanted = [f"{'one' if cell == 'T' else 'not'}-{number}" for number, cell in enumerate(unknown, 1)]
        self.assertEqual(self.browser.run(SHOWN), sorted(wanted))

    def test_tenner_by_forward_checking(self):
        grid = subprocess.run([tool("tenner"), "generate", "--rows", "5", "--blanks", "6", "--unique", "--seed", "4"],
                              capture_output=True, text=True, check=True).stdout
        printed = self.play("tenner-csp", "tenner", "solve", "--engine", "csp-fc-mrv", text=grid)
        wanted = [line.strip("|").split() for line in printed.splitlines()]
        self.assertEqual(self.browser.run(DIGITS), wanted)

    def parts(self, name):
        self.browser.run("for (const part of document.querySelectorAll('details')) part.open = part.id === arguments[0]", name)
        self.browser.run("return new Promise(done => setTimeout(done, 50))")

    def test_a_conflict_is_explained(self):
        self.play("handbook", "solver", "--textbook", "--no-phase", text=HANDBOOK)
        browser = self.browser
        browser.press("Home", "c")
        self.parts("analysis")
        graph = "return [...document.querySelectorAll('.graph .node')].map(node => node.lastChild.textContent).sort()"
        wanted = ["the conflict", "x4, level 3", "-x1, decided, level 3", "-x2, level 3", "-x21, decided, level 1", "-x3, level 3",
                  "-x31, decided, level 2", "-x5, level 3", "-x6, level 3"]
        self.assertEqual(browser.run(graph), sorted(wanted))
        self.assertEqual(browser.run("return document.querySelectorAll('.graph .edge.cut').length"), 3)
        rows = browser.run("return [...document.querySelectorAll('.chain tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))")
        left = ["two of level 3: go on", "two of level 3: go on", "one literal of level 3: the first UIP, stop"]
        wanted = [clause + more for clause, more in zip(["x5 or x6", "x5 or -x4 or x21", "-x4 or x21"], left)]
        self.assertEqual([row[2] for row in rows], wanted)
        self.assertEqual(browser.text(".learned"), "x4 and -x21 lead to the conflict, so they cannot both hold: Learned -x4 or x21")
        self.assertIn("goes back to level 1, the second highest: there -x4 is all that is left", browser.text(".goes-back"))
        self.assertIn("This skips the decision -x31: the clause has no literal of its level, and forces -x4 without it.", browser.text(".goes-back"))
        # By keyboard: every way from the last decision to the conflict goes through the first UIP, and the graph says so.
        browser.run("document.getElementById('ways').focus()")
        browser.press(" ")
        self.assertEqual(browser.text("#analysis .why"), "All ways from -x1 to the conflict go through x4: it is the first UIP.")
        on = "return [...document.querySelectorAll('.graph .node.' + arguments[0] + ' title')].map(title => title.textContent).sort()"
        self.assertEqual(browser.run(on, "uip"), ["-x1, decided, level 3", "x4, level 3"])
        self.assertEqual(browser.run(on, "way"), ["-x1, decided, level 3", "-x2, level 3", "-x3, level 3", "-x5, level 3", "-x6, level 3", "the conflict", "x4, level 3"])
        self.assertEqual(browser.run("return document.querySelectorAll('.graph .edge.way').length"), 8)
        self.assertEqual(browser.run("return document.activeElement.id"), "ways")
        if path := keep("player-ways"):
            browser.picture(path)
        # Another cut gives another clause.
        browser.run("const cut = document.getElementById('cut'); cut.value = '0'; cut.dispatchEvent(new Event('change'))")
        self.assertEqual(browser.text(".cut-line output"), "gives: x5 or x6")
        self.assertEqual(browser.run("return document.querySelectorAll('.chain tbody tr').length"), 1, "the resolutions to this cut")
        self.assertEqual(poor_contrast(browser), [])
        browser.run("document.activeElement.blur()")
        browser.press("Home", "ArrowRight", "ArrowRight")
        self.assertIn("no conflict yet", browser.text("#analysis-body"))

    def test_arrows_run_beside_the_boxes(self):
        # Of the GRASP paper (1999): an arrow from the second column to the fifth would run behind two boxes.
        self.play("grasp", "solver", "--textbook", "--decide-order=-x9,x12,x13,-x10,-x11,x1", text=GRASP)
        browser = self.browser
        browser.press("Home", "c")
        self.parts("analysis")
        behind = """const boxes = [...document.querySelectorAll('.graph .node rect')].map(box => box.getBBox());
            return [...document.querySelectorAll('.graph .edge')].filter(edge => {
              const length = edge.getTotalLength();
              for (let at = 8; at < length - 8; at += 2) {
                const {x, y} = edge.getPointAtLength(at);
                if (boxes.some(box => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height)) return true;
              }
            }).length"""
        self.assertGreater(browser.run("return document.querySelectorAll('.graph .edge').length"), 9)
        self.assertEqual(browser.run(behind), 0)
        self.assertIn("No part in it: levels", browser.text("#analysis-body"))
        if path := keep("player-grasp"):
            browser.picture(path)

    def test_a_literal_says_what_forced_it(self):
        self.play("why", "solver", "--textbook", "--no-phase", text=HANDBOOK)
        browser = self.browser
        browser.press("Home", "c")
        # A step names its clause, also beside the buttons once a part below the board is open.
        said = "these cannot all be true: -x5, -x6 (clause 6: x5 or x6, which is false)"
        self.assertIn(said, browser.text("#now"))
        self.parts("analysis")
        self.assertIn(said, browser.text("#now-line"))
        why = """const node = [...document.querySelectorAll('.graph .node')].find(node => node.textContent.startsWith(arguments[0]));
            node.focus(); return document.querySelector('#analysis .why').textContent"""
        self.assertEqual(browser.run(why, "-x6"), "-x6 is forced by x4 and -x21, through clause 5: x21 or -x4 or -x6. It alone is left of that clause.")
        self.assertEqual(browser.run(why, "-x31"), "-x31 was decided; this opened level 2.")
        self.assertEqual(browser.run(why, "conflict"), "The conflict: clause 6: x5 or x6. All of its literals are false.")

    def test_what_follows_is_drawn_before_any_conflict(self):
        self.play("implied", "solver", "--textbook", "--no-phase", text=HANDBOOK)
        browser = self.browser
        nodes = "return [...document.querySelectorAll('#implied .node title')].map(title => title.textContent)"
        browser.press("Home")
        self.parts("implied")
        self.assertEqual(browser.text("#implied-body"), "Nothing hangs on a decision here.")
        # Two decisions, of which nothing follows; the third has consequences, one a step.
        browser.press("d", "d", "d")
        drawn = ["-x21, decided, level 1", "-x31, decided, level 2", "-x1, decided, level 3"]
        self.assertEqual(browser.run(nodes), drawn)
        browser.press("ArrowRight")
        self.assertEqual(len(browser.run(nodes)), 4)
        self.assertEqual(browser.run("return document.querySelectorAll('#implied .edge').length"), len(self.steps[4][2]) - 1)
        browser.press("c")
        self.assertIn("the conflict", browser.run(nodes))
        self.assertEqual(len(browser.run(nodes)), 9)
        by = browser.run("return [...document.querySelectorAll('#implied .by')].map(text => text.textContent)")
        self.assertEqual(sorted(by), [f"clause {number}" for number in range(1, 7)])
        self.assertEqual(poor_contrast(browser), [])

    def test_the_search_is_a_tree(self):
        browser = self.browser
        twigs = "return [...document.querySelectorAll('#tree-body .twig title')].map(title => title.textContent)"
        self.play("tree", "solver", "--engine", "dpll", "--textbook", text="p cnf 4 5\n1 2 0\n-1 3 0\n-1 -3 0\n-2 4 0\n3 -4 0\n")
        browser.press("Home")
        self.parts("tree")
        self.assertEqual(browser.run(twigs), ["start"])
        browser.press("c")
        self.assertEqual(browser.run(twigs), ["start", "1, decided, 1 more follows, ends in a conflict"])
        browser.press("End")
        ends = browser.run(twigs)
        self.assertEqual(ends[2], "-1, the other value, after a conflict, 3 more follow, ends in a model")
        # What followed on each branch, and from which clause, in place of its number.
        browser.run("document.getElementById('tree-followed').focus()")
        browser.press(" ")
        lines = "return [...document.querySelectorAll('#tree-body .followed')].map(text => text.textContent)"
        self.assertEqual(browser.run(lines), ["3 (clause 2)", "2 (clause 1)", "4 (clause 4)", "3 (clause 5)"])
        self.assertIn("1 more follows: 3 by clause 2: -1 or 3, ends in a conflict", browser.run(twigs)[1])
        self.assertLessEqual(browser.run("return document.documentElement.scrollWidth"), 1280)
        if path := keep("player-tree-followed"):
            browser.picture(path)
        browser.press(" ")
        self.assertEqual(browser.run(twigs), ends)
        # By keyboard to a branch, and on from there.
        browser.run("document.querySelectorAll('#tree-body .twig')[1].focus()")
        browser.press("Enter")
        conflict = 1 + next(at for at, step in enumerate(self.steps[1:]) if step[0] == "c")
        self.assertEqual(self.place(), conflict)
        self.assertEqual(browser.run("return document.activeElement.getAttribute('aria-label').startsWith('1, decided')"), True)
        self.assertEqual(poor_contrast(browser), [])
        # With learning: each back jump begins a branch with what was learned; as many conflicts as the search had.
        queens = subprocess.run([tool("queens"), "encode", "6"], capture_output=True, text=True, check=True).stdout
        self.play("tree-cdcl", "solver", "--textbook", text=queens)
        browser.press("End")
        self.parts("tree")
        drawn = browser.run(twigs)
        self.assertEqual(sum("a conflict" in words for words in drawn), sum(step[0] == "c" for step in self.steps if isinstance(step, list)))
        self.assertEqual(sum(", decided" in words for words in drawn), sum(step[0] == "d" for step in self.steps if isinstance(step, list)))
        self.assertTrue(any("forced by a learned clause" in words for words in drawn))
        if path := keep("player-tree"):
            browser.picture(path)

    def test_a_decision_says_what_its_rule_saw(self):
        browser = self.browser
        why = "return document.getElementById('why')?.textContent ?? ''"
        formula = "p cnf 4 6\n1 2 0\n-1 3 0\n-1 -3 4 0\n-2 4 3 0\n3 -4 0\n-2 -4 -3 0\n"
        for name, args, said in [
            ("order", [], "In order: the first variable without a value, true first"),
            ("list", ["--decide-order=-3,2", "--no-phase"], "By the list: of -3 and 2, the first that has no value"),
            ("dlis", ["--engine", "dpll", "--rule", "dlis"], "DLIS: the literal in the most open clauses: 3 is in 3 open clauses, -1 in 2, -3 in 2, 4 in 2, …"),
            ("vsids", ["--textbook=vsids"], "VSIDS: no open variable has been in a conflict yet, so all scores are 0 and any will do"),
            ("vmtf", ["--textbook=vmtf"], "VMTF: the open variable that was moved to the front last: 4, then 3, 2, 1"),
        ]:
            self.play(f"rule-{name}", "solver", *(args if any("textbook" in arg for arg in args) else ["--textbook", *args]), text=formula)
            browser.press("Home", "d")
            self.assertEqual(browser.run(why), said)
            browser.press("Home")
            self.assertEqual(browser.run(why), "")
        # After conflicts variables have scores, and the one with the highest is decided.
        queens = subprocess.run([tool("queens"), "encode", "6"], capture_output=True, text=True, check=True).stdout
        self.play("rule-scores", "solver", "--textbook=vsids", text=queens)
        last = max(at for at, step in enumerate(self.steps) if isinstance(step, list) and step[0] == "d")
        browser.press("Home")
        browser.run("const s = document.getElementById('slider'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))", last)
        scores = [float(score) for score in re.findall(r" ([\d.]+)(?:,|$)", browser.run(why).split("score:")[1])]
        self.assertGreater(scores[0], 0)
        self.assertEqual(scores, sorted(scores, reverse=True))
        # The usual mode has no rule to tell.
        self.play("rule-none", "solver", text=formula)
        browser.press("Home", "d")
        self.assertEqual(browser.run(why), "")

    def test_clauses_say_what_they_are(self):
        self.play("clauses", "solver", "--textbook", "--no-phase", text=HANDBOOK)
        browser = self.browser
        states = "return [...document.querySelectorAll('.clause')].map(row => row.className.split(' ')[1])"
        browser.press("Home")
        self.parts("clauses")
        self.assertEqual(browser.run(states), ["open"] * 6)
        browser.press("ArrowRight", "ArrowRight", "ArrowRight")
        self.assertEqual(browser.run(states), ["unit", "unit", "open", "open", "open", "open"])
        browser.press("c")
        self.assertEqual(browser.run(states)[-1], "false")
        learned = next(at for at, step in enumerate(self.steps) if isinstance(step, list) and step[0] == "l")
        browser.press("ArrowRight", "ArrowRight")
        self.assertEqual(self.place(), learned)
        self.assertEqual(browser.run("return document.querySelectorAll('.clause.learned-one').length"), 1)
        # Enter goes on to where a clause forces something: the third clause does when x2 and x3 are false.
        browser.press("Home")
        browser.run("document.getElementById('clause-list').focus()")
        browser.press("ArrowDown", "ArrowDown", "ArrowDown", "Enter")
        self.assertEqual(browser.run(states)[2], "unit")
        browser.run("document.getElementById('clause-kind').value = 'unit or false'; document.getElementById('clause-kind').onchange()")
        self.assertLess(len(browser.run(states)), 6)

    def test_a_step_draws_only_what_changes(self):
        self.play("changes", "solver", "--textbook", "--no-phase", text=HANDBOOK)
        browser = self.browser
        browser.press("Home", "ArrowRight", "ArrowRight")
        self.parts("clauses")
        mark = """const rows = [...document.querySelectorAll('#trail p, #past li, .clause .sign')];
            rows.forEach(row => { row.marked = true; }); return rows.length"""
        self.assertEqual(browser.run(mark), 2 + 1 + 6)
        browser.press("ArrowRight")
        old = "return [...document.querySelectorAll(arguments[0])].map(row => row.marked === true)"
        # The third decision: a level is new and two are not; x1 is in the clauses 1, 2 and nowhere else.
        self.assertEqual(browser.run(old, "#trail p"), [False, True, True])
        self.assertEqual(browser.run(old, "#past li"), [False, True])
        unchanged = browser.run(old, ".clause .sign")
        self.assertEqual(unchanged, [3 not in map(abs, clause) for clause in self.steps[0]["clauses"]])
        # A part that was out of sight while a film was played shows its end.
        browser.run("document.querySelectorAll('details').forEach(part => { part.open = true; }); scrollTo(0, 0)")
        browser.press("Home", *"+" * 12, "Space")
        browser.wait(lambda: self.place() == len(self.steps) - 1, "the end of the film")
        self.assertEqual(browser.run("return document.querySelectorAll('#trails tr').length - 1"), sum(step[0] == "c" for step in self.steps if isinstance(step, list)))
        self.assertIn("✓", browser.text("#tree-body"))

    def test_the_watches_are_underlined(self):
        self.play("watches", "solver", "--textbook", "--no-phase", text=HANDBOOK)
        browser = self.browser
        browser.press("Home")
        self.parts("clauses")
        underlined = "return [...document.querySelectorAll('.clause')].map(row => [...row.querySelectorAll('.watched')].map(lit => lit.textContent))"
        now = dict(enumerate(self.steps[0]["clauses"]))
        name = lambda lit: ("-" if lit < 0 else "") + self.steps[0]["names"][str(abs(lit))]
        moved = 0
        for place in range(len(self.steps)):
            expected = []
            for clause in now.values():
                told = [line[1][:2] for at, line in self.asides if at <= place and sorted(line[1]) == sorted(clause)]
                expected.append(sorted(map(name, clause if len(clause) == 2 else told[-1])) if len(clause) == 2 or told else [])
                moved += len(told) > 1
            shown = [sorted(lits) for lits in browser.run(underlined)[:len(now)]]
            self.assertEqual(shown, expected, f"after {place} steps")
            browser.press("ArrowRight")
        self.assertGreater(moved, 0, "a watch has moved")
        self.assertIn("watched literals of each clause", browser.text("#clause-watches"))
        if path := keep("player-watches"):
            browser.picture(path)

    def test_lists_say_which_clauses_are_looked_at(self):
        self.play("lists", "solver", "--textbook", "--no-phase", text=HANDBOOK)
        browser = self.browser
        browser.press("Home")
        self.parts("lists")
        self.assertIn("Nothing is assigned", browser.text("#lists-body"))
        browser.press("c")
        self.parts("lists")
        # Three decisions and five that follow; of the last two only the list of the one that meets the conflict.
        looked = lambda: [int(number) for number in re.findall(r"\d+", browser.text("#lists-sum"))]
        occurrences, watches = looked()
        clauses = self.steps[0]["clauses"]
        conflict = next(at for at, step in enumerate(self.steps) if isinstance(step, list) and step[0] == "c")
        trail = [step[1] for step in self.steps[:conflict] if isinstance(step, list) and step[0] in "da"]
        met = next(at for at, lit in enumerate(trail) if -lit in self.steps[conflict][1])
        self.assertEqual(occurrences, sum(-lit in clause for lit in trail[:met + 1] for clause in clauses))
        self.assertLessEqual(watches, occurrences)
        browser.run("const choice = document.getElementById('lists-literal'); choice.value = '-3'; choice.onchange()")
        self.assertEqual(browser.run("return [...document.querySelectorAll('#lists-body > div:first-child li')].map(row => row.textContent.split(':')[0])"), ["1", "2"])
        self.assertIn("x1 occurs in 2", browser.text("#lists-body"))
        browser.press("End")
        occurrences, watches = looked()
        self.assertLess(watches, occurrences)
        self.assertEqual(poor_contrast(browser), [])
        if path := keep("player-lists"):
            browser.picture(path)

    def test_steps_and_graphs_are_copied_as_text(self):
        self.play("copies", "solver", "--textbook", "--no-phase", text=HANDBOOK)
        browser = self.browser
        browser.press("Home", "c", "ArrowRight", "ArrowRight")
        self.parts("words")
        browser.click("#tell")
        told = browser.run("return document.querySelector('#told textarea').value").splitlines()
        self.assertEqual(len(told), self.place())
        self.assertEqual(told[-1], f"{self.place()}. Learned -x4 or x21")
        self.parts("analysis")
        for name, edge in [("DOT", " -> "), ("TikZ", r"\draw")]:
            browser.run("[...document.querySelectorAll('#analysis button')].find(button => button.textContent === arguments[0]).click()", name)
            text = browser.run("return document.querySelector('#analysis textarea').value")
            self.assertEqual(sum(edge in line for line in text.splitlines()), browser.run("return document.querySelectorAll('.graph .edge').length"), text)
            self.assertEqual(text.count("red]"), 3 if name == "DOT" else 0)
            self.assertIn("x21", text)
        # With the clause that forced each literal, and of every step, not of a conflict alone.
        browser.press("Home", "c")
        self.parts("implied")
        browser.run("document.querySelector('#implied button').click()")
        text = browser.run("return document.querySelector('#implied textarea').value")
        self.assertEqual(text.count(" -> "), browser.run("return document.querySelectorAll('#implied .edge').length"), text)
        self.assertIn(r'[label="x4 @ 3\nclause 3"', text)
        # The tree for slides: as many edges as it has branches.
        browser.press("End")
        self.parts("tree")
        browser.run("document.getElementById('tree-dot').click()")
        text = browser.run("return document.querySelector('#tree textarea').value")
        self.assertTrue(text.startswith("digraph tree {"))
        self.assertEqual(text.count(" -> "), browser.run("return document.querySelectorAll('#tree-body .twig').length") - 1, text)
        self.assertIn("✗", text)

    def test_the_cut_is_drawn_where_something_is_learned(self):
        self.play("cut", "solver", "--textbook", "--no-phase", text=HANDBOOK)
        browser = self.browser
        self.parts("analysis")
        browser.press("Home", "c")
        self.assertEqual(browser.text(".graph .divide-name"), "cut")
        # It goes through the arrows from the causes, from above all levels to below them.
        points = browser.run("return document.querySelector('.graph .divide').getAttribute('d').split(/[ML]/).slice(1).map(point => point.split(' ').map(Number))")
        self.assertEqual(len(points), 2 + browser.run("return document.querySelectorAll('.graph .edge.cut').length"))
        self.assertEqual([y for _, y in points], sorted(y for _, y in points))
        self.assertIn("the level to go back to", browser.text("#analysis .hint"))
        browser.press("End")
        self.assertRegex(browser.text("#place"), r"^the end, after \d+ steps$")
        self.assertIn(browser.text("#place").removeprefix("the end, "), browser.text("#about"))
        self.play("cut-none", "solver", "--textbook", text="p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", code=20)
        self.parts("analysis")
        browser.press("End")
        self.assertFalse(browser.run("return Boolean(document.querySelector('.graph .divide, .graph .edge.cut'))"))
        self.assertNotIn("cut", browser.text("#analysis .hint"))
        # What was learned with one literal is named as its own reason.
        self.assertIn("learned", browser.run("return [...document.querySelectorAll('.graph .by')].map(text => text.textContent)"))

    def test_trails_stand_one_below_the_other(self):
        self.play("trails", "solver", "--textbook", "--no-phase", text=HANDBOOK)
        browser = self.browser
        browser.press("End")
        self.parts("trails")
        rows = "return [...document.querySelectorAll('#trails tr')].slice(1).map(row => [...row.cells].map(cell => cell.textContent.trim().replace(/\\s+/g, ' ')))"
        conflicts = [at for at, step in enumerate(self.steps) if isinstance(step, list) and step[0] == "c"]
        shown = browser.run(rows)
        self.assertEqual(len(shown), len(conflicts))
        self.assertEqual(shown[0], ["1", "1 -x21 2 -x31 3 -x1 -x3 -x2 x4 -x5 -x6", "x5 or x6", "-x4 or x21", "level 1"])
        browser.click("#trails tr:nth-child(2) button")
        self.assertEqual(self.place(), conflicts[0])
        self.assertEqual([row[3:] for row in browser.run(rows)], [["", ""]], "what comes later is not known yet")
        self.assertEqual(poor_contrast(browser), [])
        if path := keep("player-trails"):
            browser.picture(path)

    def test_the_search_goes_on_by_hand(self):
        self.play("hand", "solver", "--textbook", "--no-phase", text=HANDBOOK)
        browser = self.browser
        browser.press("Home", "ArrowRight", "ArrowRight")
        self.parts("hand")
        browser.run("document.getElementById('hand-literal').value = '-3'")
        self.assertIn("The search decides -x1 here.", browser.text("#hand-says"))
        for button, says in [("decide", "To decide otherwise, go one step back first."), ("propagate", "A clause is false"),
                             ("analyze", "Back jump goes to level 1"), ("jump", "Nothing follows")]:
            browser.click(f"#hand-{button}")
            self.assertIn(says, browser.text("#hand-says"))
            if button == "decide":
                # What follows from this decision would be counted to the next one.
                self.assertTrue(browser.run("return document.getElementById('hand-decide').disabled"))
            elif button == "analyze":
                self.parts("analysis")
                self.assertIn("The search goes back to level 1, the second highest", browser.text("#analysis .goes-back"))
                self.parts("hand")
        self.assertIn("Follows -x4", browser.text("#now"))
        # Back, and otherwise: the first way stays.
        browser.press("Home", "ArrowRight")
        browser.run("document.getElementById('hand-literal').value = '6'")
        browser.click("#hand-decide")
        self.assertEqual(len(browser.run("return [...document.querySelectorAll('#hand-tree button')]")), 3)
        browser.click("#hand-propagate")
        browser.click("#hand-back")
        self.assertIn("-x4", browser.text("#now"))
        browser.run("document.querySelector('#hand-tree button').click()")
        self.assertEqual(browser.run("return document.getElementById('slider').max"), str(len(self.steps) - 1))

    def test_the_chart_has_one_size_of_letters(self):
        self.play("chart", "queens", "solve", "6", "--engine", "dpll")
        page = Path(self.folder.name) / "chart.html"
        for width, high in [(360, 16), (1280, 16), (3840, 28)]:
            self.browser.open(page, width=width)
            self.browser.run("document.getElementById('chart').open = true")
            self.browser.wait(lambda: self.browser.run("return document.querySelector('#chart text')"), "the chart")
            heights = self.browser.run("return [...document.querySelectorAll('#chart text')].map(text => text.getBoundingClientRect().height)")
            self.assertTrue(all(0.7 * high < height < 1.3 * high for height in heights), f"{width}: {heights}")
            over = """const box = document.querySelector('#chart svg').getBoundingClientRect();
                return [...document.querySelectorAll('#chart text')].map(text => text.getBoundingClientRect())
                  .filter(at => at.left < box.left || at.right > box.right + 1 || at.bottom > box.bottom + 1).length"""
            self.assertEqual(self.browser.run(over), 0, f"{width}: the texts are inside")
            self.assertEqual(self.browser.console(), [])
        # It is drawn anew where the window changes.
        self.browser.size(1280, 900, False)
        width = "return document.querySelector('#chart svg').viewBox.baseVal.width"
        self.browser.wait(lambda: self.browser.run(width) < 1300, "the chart to be drawn for the window")
        # After a reload it shows the whole search: no browser brings a slider back alone.
        self.browser.run("const from = document.getElementById('chart-from'); from.value = 5; from.dispatchEvent(new Event('input'))")
        self.browser.run("location.reload()")
        self.assertEqual(self.browser.run("return document.getElementById('chart-from').value"), "0")

    def test_500_clauses_are_played_at_sixty_frames_a_second(self):
        formula = subprocess.run([tool("cnfmake"), "ksat", "-n", "125", "--ratio", "4", "--seed", "3"], capture_output=True,
                                 text=True, check=True).stdout
        self.assertIn("p cnf 125 500", formula)
        self.play("frames", "solver", "--textbook", text=formula)
        browser = self.browser
        browser.press("Home")
        self.parts("clauses")
        # The work of a frame, and the frames of half a second; a busy machine gets several tries.
        work = """let best = Infinity;
            for (let round = 0; round < 20; round++) {
              const start = performance.now();
              document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}));
              document.body.getBoundingClientRect();
              best = Math.min(best, performance.now() - start);
            }
            return best;"""
        self.assertLess(min(browser.run(work) for _ in range(5)), 12)
        frames = """return new Promise(done => {
              const deltas = [], end = performance.now() + 500;
              let last = null;
              const tick = time => {
                if (last !== null) deltas.push(time - last);
                last = time;
                if (time < end) requestAnimationFrame(tick);
                else done(deltas.sort((a, b) => a - b)[deltas.length >> 1]);
              };
              document.getElementById('play').click();
              requestAnimationFrame(tick);
            });"""
        medians = []
        while len(medians) < 10 and min(medians, default=100) > 17.5:
            browser.press("Home")
            medians.append(browser.run(frames))
        self.assertLess(min(medians), 17.5)

    def test_formula_by_cdcl(self):
        formula = subprocess.run([tool("cnfmake"), "ksat", "-n", "150", "--ratio", "4.1", "--seed", "3"], capture_output=True,
                                 text=True, check=True).stdout
        printed = self.play("formula-cdcl", "solver", text=formula)
        values = [int(word) for line in printed.splitlines() if line.startswith("v ") for word in line.split()[1:]]
        wanted = [f"{'one' if value > 0 else 'not'}-{abs(value)}" for value in values if value]
        self.assertEqual(self.browser.run(SHOWN), sorted(wanted))


if __name__ == "__main__":
    unittest.main()
