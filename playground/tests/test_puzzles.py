"""The boards: edited by mouse and keyboard, solved, counted, explained, made, shared. Answers are checked here anew."""

import re
from itertools import combinations

from page import PageTest

# A sudoku of 4 by 4.
SMALL = "1.....3..4.....2"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def sudoku_holds(digits, side=9, rows=3, columns=3):
    """Whether these digits keep the rules."""
    everything = set(range(1, side + 1))
    row = all({digits[r * side + c] for c in range(side)} == everything for r in range(side))
    column = all({digits[r * side + c] for r in range(side)} == everything for c in range(side))
    boxes = all({digits[(top + r) * side + left + c] for r in range(rows) for c in range(columns)} == everything
                for top in range(0, side, rows) for left in range(0, side, columns))
    return row and column and boxes


class FirstSudoku(PageTest):
    def test_the_first_board_is_one_for_people(self):
        self.tab("sudoku")
        self.assertIn("By the method “single”", self.verb("next"))
        self.cell(0)
        self.verb("explain")
        self.assertIn("Grade: pair", self.browser.text(".way-title"))


class Sudoku(PageTest):
    def setUp(self):
        super().setUp()
        self.tab("sudoku")
        self.put(HARD)

    def test_the_puzzle_on_the_page_is_solved(self):
        given = self.values()
        self.assertEqual(given.count("blank"), 81 - 21)
        self.assertTrue(self.verb("solve").startswith("✓"))
        solution = self.values()
        self.assertTrue(sudoku_holds([int(digit) for digit in solution]))
        self.assertTrue(all(a in ("blank", b) for a, b in zip(given, solution)))
        self.assertIn("exactly 1 solution", self.verb("count"))
        self.assertIn("60 cells are the same in every solution, of 60 open cells", self.verb("certain"))
        self.button("#clear")
        self.assertEqual(self.values(), given)

    def test_a_board_is_filled_by_keyboard_alone(self):
        self.choose("#shape", "4 by 4")
        self.idle()
        self.assertEqual(self.values(), ["blank"] * 16)
        # From the list of boards on to the board by Tab.
        self.browser.run("document.getElementById('undo').focus()")
        self.browser.press("Tab")
        self.assertTrue(self.browser.run("return document.activeElement.getAttribute('role')") == "gridcell")
        self.press("1", "ArrowRight", "2", "ArrowDown", "4", "Backspace", "Home", "ArrowDown", "3", "Home", "End", "4")
        self.assertEqual({index: value for index, value in enumerate(self.values()) if value != "blank"},
                         {0: "1", 1: "2", 4: "3", 15: "4"})
        self.assertIn("row 4, column 4: 4", self.browser.run("return document.activeElement.getAttribute('aria-label')"))
        self.assertTrue(self.verb("solve").startswith("✓"))
        self.assertTrue(sudoku_holds([int(digit) for digit in self.values()], 4, 2, 2))

    def test_digits_may_be_put_by_the_buttons_and_taken_back(self):
        self.cell(40)
        before = self.values()
        self.cell(1)
        self.browser.click("#keys button:nth-child(2)")
        self.idle()
        self.assertEqual(self.values()[1], "2")
        self.button("#undo")
        self.assertEqual(self.values(), before)

    def test_contradicting_clues_are_marked(self):
        self.cell(1)
        self.press("8")
        self.assertIn("No solution", self.verb("solve"))
        words = self.verb("explain")
        self.assertEqual(self.title("#puzzle-answer"), "No solution")
        self.assertIn("What is marked contradicts itself, and none of it can be left out.", words)
        self.assertEqual(self.marked(), [[0, 1], []])
        # A reader of the screen hears it, too; the second eight is no clue of the puzzle.
        self.assertEqual([name for name in self.cells() if name.endswith(", marked")], self.cells()[:2])
        self.assertNotIn("clue", words)

    def test_what_forces_a_digit_is_marked(self):
        self.verb("solve")
        digit = int(self.values()[1])
        self.button("#clear")
        self.cell(1)
        words = self.verb("explain")
        self.assertIn(f"row 1, column 2 holds {digit}: what is marked forces it", words)
        marked, about = self.marked()
        self.assertEqual(about, [1])
        self.assertGreater(len(marked), 1)
        self.assertTrue(all("given" in self.cells()[cell] for cell in marked))

    def test_an_explanation_goes_step_by_step(self):
        # Needs an X-wing; its steps are the program's.
        self.put("1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5")
        self.cell(1)
        self.verb("explain")
        heading = self.browser.text(".way-title")
        self.assertIn("Step by step", heading)
        steps = self.browser.run("return [...document.querySelectorAll('.way button')].map(step => step.textContent)")
        self.assertRegex(steps[-1], r"^(hidden )?single r1c2 is \d")
        digit = steps[-1].split(" is ")[1][0]
        self.assertEqual(self.values()[1], digit, "the forced digit is drawn")
        # A step shows the board after it, and marks what it looks at and what it fills.
        self.browser.click(".way li:first-child button")
        if len(steps) > 1:
            self.assertEqual(self.values_shown(1), "", "not yet")
        self.browser.press("ArrowDown")
        pressed = self.browser.run("return [...document.querySelectorAll('.way button')].findIndex(step => step.getAttribute('aria-pressed') === 'true')")
        self.assertEqual(pressed, min(1, len(steps) - 1))
        self.browser.click(".way li:last-child button")
        self.assertEqual(self.marked()[1], [1])
        # Without a cell that is open: the grade of the whole.
        self.button("#clear")
        self.cell(0)
        self.verb("explain")
        self.assertRegex(self.browser.text(".way-title"), r"Grade: [\w -]+, the hardest method")

    def test_the_next_step_is_said_and_taken_until_the_board_is_full(self):
        self.put(SMALL)
        given, solution = self.values(), None
        self.verb("solve")
        solution = self.values()
        self.button("#clear")
        self.assertEqual(self.values(), given)
        self.assertIn("The next step", self.verb("next"))
        steps = 0
        while self.browser.run("return Boolean(document.getElementById('take-step'))"):
            marked, about = self.marked()
            self.assertEqual(len(about), 1)
            self.assertEqual(self.values()[about[0]], solution[about[0]])
            self.assertRegex(self.browser.text("#puzzle-answer"), r"r\dc\d is \d: all other .*By the method “\w+( \w+)*”\.")
            self.button("#take-step")
            self.browser.wait(lambda: re.search("step|full", self.browser.text("#puzzle-answer")), "the next one")
            self.idle()
            steps += 1
        self.assertEqual(steps, given.count("blank"))
        self.assertEqual(self.values(), solution)
        self.assertIn("The board is full, and right.", self.browser.text("#puzzle-answer"))

    def test_a_board_that_takes_a_search_says_so(self):
        given = self.values()
        words = self.verb("next")
        self.assertEqual(self.title("#puzzle-answer"), "The next step")
        self.assertIn("it takes a search", words)
        marked, about = self.marked()
        self.assertEqual(len(about), 1)
        self.assertIn("what is marked forces it", words)
        # Put on the board it stands beside all that stood there.
        digit = self.values()[about[0]]
        self.button("#take-step")
        self.button("#clear")
        self.assertEqual(self.values(), given[:about[0]] + [digit] + given[about[0] + 1:])
        self.button("#undo")
        # Two eights in a row: there is no next step.
        self.cell(1)
        self.press("8")
        self.assertIn("contradicts itself", self.verb("next"))
        self.assertEqual(self.title("#puzzle-answer"), "No solution")

    def test_next_step_again_puts_the_step_and_goes_on(self):
        self.put(SMALL)
        given = self.values()
        self.assertIn("The next step", self.verb("next"))
        first = self.marked()[1]
        notes = self.browser.run("return [...document.querySelectorAll('#puzzle-detail .note')].map(note => note.textContent)")
        row, column = divmod(first[0], 4)
        self.assertEqual(notes[0], f"r{row + 1}c{column + 1} is row {row + 1}, column {column + 1}.")
        self.assertIn("It is not on the board yet.", notes[1])
        self.verb("next")
        second = self.marked()[1]
        self.assertNotEqual(second, first)
        put = self.cells()[first[0]]
        self.assertTrue(put.split(", marked")[0].endswith("given"), put)
        self.assertEqual(sum(name.split(": ")[1].startswith("blank") for name in self.cells()), given.count("blank") - 2)
        # One step back, and nothing else is lost; then the same step is said, not put.
        self.button("#undo")
        self.assertEqual(self.values(), given)
        self.verb("next")
        self.assertEqual(self.marked()[1], first)
        # What was shown before the answer was cleared is not put.
        self.button("#clear")
        self.verb("next")
        self.assertEqual(self.marked()[1], first)
        # A cell that is given, and one that may hold several digits.
        self.cell(given.index("1"))
        self.verb("explain")
        self.assertEqual(self.title("#puzzle-answer"), "No contradiction")
        self.put("1" + "." * 15)
        self.cell(1)
        self.verb("explain")
        self.assertEqual(self.title("#puzzle-answer"), "Not certain")

    def values_shown(self, cell):
        """What the picture shows in a cell: the text in its middle."""
        return self.browser.run("""const box = document.querySelectorAll('#board .cell')[arguments[0]].getBoundingClientRect();
            const text = [...document.querySelectorAll('#board svg text')].find(text => {
              const own = text.getBoundingClientRect(), [x, y] = [own.left + own.width / 2, own.top + own.height / 2];
              return x > box.left && x < box.right && y > box.top && y < box.bottom;
            });
            return text?.textContent ?? ''""", cell)

    def test_boards_of_all_shapes_are_made_and_solved(self):
        shapes = self.browser.run("return [...document.getElementById('shape').options].map(o => [o.value, o.text])")
        for value, text in shapes:
            if value == "16":
                continue
            self.browser.run("""const list = document.getElementById('shape'); list.value = arguments[0];
                list.dispatchEvent(new Event('change'))""", value)
            self.idle()
            self.button("#generate")
            if value != "killer":
                self.assertIn("exactly 1 solution", self.verb("count"), text)
            self.assertTrue(self.verb("solve").startswith("✓"), text)
            digits = [int(digit) for digit in self.values()]
            side = int(len(digits) ** 0.5)
            self.assertTrue(all(len({digits[r * side + c] for c in range(side)}) == side for r in range(side)), text)

    def test_cages_are_drawn_with_mouse_and_keys(self):
        self.choose("#shape", "4 by 4")
        self.idle()
        self.drag(0, 1)
        self.cell(0)
        # 3 and 7 are the least and the most; of more digits the last count.
        self.press("4", "5")
        self.assertEqual(self.cells()[0], "row 1, column 1: blank, cage of 5")
        # By keys alone: from the last cell upwards.
        self.cell(15)
        self.press("j", "ArrowUp", "Enter", "j", "ArrowUp", "Enter", "6")
        self.assertEqual([name.endswith("cage of 6") for name in self.cells()].count(True), 3)
        self.assertTrue(self.verb("solve").startswith("✓"))
        digits = [int(digit) for digit in self.values()]
        self.assertTrue(sudoku_holds(digits, 4, 2, 2))
        self.assertEqual((digits[0] + digits[1], digits[7] + digits[11] + digits[15]), (5, 6))
        self.cell(7)
        self.press("Backspace")
        self.assertEqual(self.cells()[7], "row 2, column 4: blank")
        # Three plus four in a cage of two, and again beside it in the row.
        self.button("#blank")
        self.drag(0, 1)
        self.drag(2, 3)
        self.cell(0)
        self.press("7")
        self.cell(2)
        self.press("7")
        self.assertIn("contradicts itself", self.verb("explain"))
        self.assertEqual(self.marked()[0], [0, 1, 2, 3])

    def test_the_cnf_goes_to_the_other_tab(self):
        words = self.verb("cnf")
        vars, clauses = re.search(r"(\d+) variables, (\d+) clauses", words).groups()
        self.assertIn(f"p cnf {vars} {clauses}", self.browser.run("return document.querySelector('#puzzle-detail pre').textContent"))
        self.browser.click("#puzzle-detail button:nth-child(2)")
        self.browser.wait(lambda: self.browser.run("return !document.getElementById('panel-formula').hidden"), "the tab")
        self.assertEqual(self.solve()[0], "SATISFIABLE")

    def test_the_search_is_played_beside_the_board(self):
        self.verb("play")
        page = self.browser.run("return document.querySelector('iframe.player').srcdoc")
        self.assertIn("sudoku of 9 by 9", page)
        self.assertIn('"d"', page)

    def test_a_link_brings_the_board_back(self):
        self.cell(1)
        self.press("4")
        board = self.values()
        self.browser.run("document.getElementById('share-puzzle').closest('details').open = true")
        self.browser.click("#share-puzzle")
        self.browser.wait(lambda: self.browser.run("return location.hash").startswith("#sudoku="), "the link")
        fragment = self.browser.run("return location.hash")
        self.open(fragment)
        self.idle()
        self.assertEqual(self.values(), board)
        self.open("#sudoku=!!")
        self.idle()
        self.assertEqual(len(self.cells()), 81)

    def test_what_is_no_sudoku_is_refused(self):
        self.put("1 2 3\n4 5\n")
        self.assertIn("That does not work", self.browser.text("#puzzle-answer"))

    def test_every_engine_is_offered_and_stops(self):
        self.put(SMALL)
        for engine in ["dpll", "backtracking", "astar", "walksat", "auto"]:
            self.choose("#puzzle-engine", engine)
            self.assertTrue(self.verb("solve").startswith("✓"), engine)
            self.assertTrue(sudoku_holds([int(digit) for digit in self.values()], 4, 2, 2), engine)


class Queens(PageTest):
    def setUp(self):
        super().setUp()
        self.tab("queens")

    def queens(self):
        return [divmod(at, 8) for at, value in enumerate(self.values()) if value.startswith("queen")]

    def test_what_is_asked_while_the_board_is_drawn_waits(self):
        self.browser.run("""addEventListener('hashchange', () => document.querySelector('[data-verb=solve]').click(), {once: true});
            document.getElementById('tab-sudoku').click()""")
        self.browser.wait(lambda: self.browser.run("return document.getElementById('puzzle-answer').textContent"), "the solution")
        self.assertEqual(self.title("#puzzle-answer"), "Solved")
        self.assertEqual(self.browser.text("#said"), "")

    def test_queens_are_placed_by_mouse_and_the_rest_is_found(self):
        self.button("#blank")
        self.cell(3)
        self.assertEqual(self.queens(), [(0, 3)])
        self.assertIn("18 solutions", self.verb("count"))
        self.assertTrue(self.verb("solve").startswith("✓"))
        queens = self.queens()
        self.assertEqual(len(queens), 8)
        self.assertTrue(all(a != c and b != d and abs(a - c) != abs(b - d) for (a, b), (c, d) in combinations(queens, 2)))

    def test_attacking_queens_are_marked(self):
        self.button("#blank")
        self.cell(0)
        self.cell(9)
        self.assertIn("contradict", self.verb("explain"))
        self.assertEqual(self.marked()[0], [0, 9])
        # A third click frees the square that a second has blocked.
        self.cell(9)
        self.assertEqual(self.values()[9], "blocked")
        self.cell(9)
        self.assertEqual(self.values()[9], "free")

    def test_the_empty_board_has_92_solutions_and_nothing_certain(self):
        self.button("#blank")
        self.assertIn("92 solutions", self.verb("count"))
        self.assertIn("0 cells are the same", self.verb("certain"))

    def test_a_made_board_has_one_solution_and_can_be_watched(self):
        self.button("#generate")
        self.assertIn("exactly 1 solution", self.verb("count"))
        self.assertRegex(self.verb("certain"), r"(\d+) cells are the same in every solution, of \1 open cells")
        self.verb("play")
        self.assertIn("8 queens", self.browser.run("return document.querySelector('iframe.player').srcdoc"))

    def test_squares_that_are_certainly_empty_are_drawn(self):
        self.put(". Q . .\n. . . .\n. . . .\n. . . .\n")
        self.assertIn("15 cells are the same", self.verb("certain"))
        self.put("Q . . . . . . .\n" + ". . . . . . . .\n" * 7)
        self.verb("certain")
        dots = "return document.querySelectorAll('#board .no-queen').length"
        self.assertEqual(self.browser.run(dots), sum(value == "no queen" for value in self.values()))
        self.assertGreater(self.browser.run(dots), 20)
        self.verb("play")
        record = self.browser.run("return document.querySelector('iframe.player').srcdoc")
        self.assertEqual(record.count('class="queen given"'), 1)
        self.assertNotIn('id="one-1"', record)
        self.assertIn('id="one-2"', record)
        # The player says by a dot, too, that a square stays empty; no cross is drawn where nothing is blocked.
        self.assertIn('class="out mark" id="not-2"', record)
        self.assertNotRegex(record, r'class="blocked"|id="not-2"[^>]* d="[^"]*l10')

    def test_what_a_search_finds_is_put_beside_the_rest(self):
        # The board of the tab: with all known that its queen attacks, no method finds more.
        before = self.values()
        self.assertEqual((before[11], before[46], before[56]), ("queen", "blocked", "blocked"))
        searched = False
        while not searched:
            words = self.verb("next")
            searched = "it takes a search" in words
            about, said = self.marked()[1], self.values()
            self.button("#take-step")
            self.button("#clear")
            put = [{"no queen": "blocked"}.get(value, value) if at in about else before[at] for at, value in enumerate(said)]
            before = self.values()
            self.assertEqual(before, put)

    def test_a_square_is_chosen_and_left_as_it_is(self):
        self.button("#blank")
        pressed = "return document.getElementById('choosing').getAttribute('aria-pressed')"
        self.assertEqual(self.browser.run(pressed), "false")
        self.button("#choosing")
        self.assertEqual(self.browser.run(pressed), "true")
        self.cell(5)
        self.press("Enter")
        self.assertEqual(set(self.values()), {"free"})
        self.assertIn("row 1, column 6", self.browser.text("#where"))
        self.verb("explain")
        self.assertEqual(self.title("#puzzle-answer"), "Not certain")
        # What a key names is put all the same.
        self.cell(5)
        self.press("q")
        self.assertEqual(self.queens(), [(0, 5)])
        self.button("#choosing")
        self.cell(3)
        self.assertEqual(self.queens(), [(0, 3), (0, 5)])
        # By keyboard alone.
        self.browser.run("document.getElementById('choosing').focus()")
        self.press("Enter")
        self.assertEqual(self.browser.run(pressed), "true")
        # Where a click changes nothing there is no such button, and no other tab is left in this state.
        self.tab("sudoku")
        self.assertTrue(self.browser.run("return document.getElementById('choosing').hidden"))
        self.tab("gems")
        self.assertEqual(self.browser.run(pressed), "false")

    def test_keys_place_queens(self):
        self.button("#blank")
        self.browser.run("document.querySelector('#board .cell').focus()")
        self.press("ArrowDown", "ArrowRight", "q", "ArrowRight", "x")
        self.assertEqual([self.values()[9], self.values()[10]], ["queen", "blocked"])
        self.assertIn("clauses", self.verb("cnf"))


class Gems(PageTest):
    def setUp(self):
        super().setUp()
        self.tab("gems")

    def test_a_board_is_filled_counted_and_solved(self):
        clues = self.values()
        self.assertRegex(self.verb("count"), r"There are \d+ solutions")
        self.assertTrue(self.verb("solve").startswith("✓"))
        filled = self.values()
        for at, clue in enumerate(clues):
            if clue.startswith("number"):
                row, column = divmod(at, 6)
                around = [r * 6 + c for r in range(max(row - 1, 0), min(row + 2, 6)) for c in range(max(column - 1, 0), min(column + 2, 6))]
                self.assertEqual(sum(filled[other] == "trap" for other in around), int(clue.split()[1]))

    def test_cells_are_toggled_and_numbers_typed(self):
        self.button("#blank")
        self.cell(0)
        self.assertEqual(self.values()[0], "trap")
        self.cell(0)
        self.assertEqual(self.values()[0], "gem")
        self.cell(0)
        self.assertEqual(self.values()[0], "unknown")
        self.press("3", "ArrowRight", "t", "ArrowDown", "g")
        self.assertEqual([self.values()[at] for at in (0, 1, 7)], ["number 3", "trap", "gem"])
        # Three cells around the corner, of which one is a gem.
        self.assertIn("cannot be met", self.verb("explain"))
        self.assertEqual(self.marked()[0], [0])

    def test_certain_cells_and_chances(self):
        self.put("_ 1\n1 1\n")
        self.assertIn("1 cell is certain", self.verb("certain"))
        self.assertIn("100", self.browser.run("return document.querySelector('#board svg').textContent"))
        self.cell(0)
        self.button("#undo")
        self.assertIn("holds a trap", self.verb("explain"))
        self.assertIn("count The 1 in r1c2 lacks 1 trap, and as many cells are left: r1c1 is a trap.", self.browser.text(".way"))

    def test_why_a_cell_is_certain_is_asked_by_a_button(self):
        words = self.verb("certain")
        self.assertIn("chances of a trap in percent", words)
        safe = self.browser.run("return [...document.querySelectorAll('#board .cell')].findIndex(cell => cell.classList.contains('safest'))")
        name = self.cells()[safe].split(":")[0]
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.whys button')].map(button => button.textContent)"), [name])
        self.button(".whys button")
        self.assertRegex(self.browser.text("#puzzle-answer"), rf"Why\s+{name} holds a gem: what is marked forces it")
        self.assertEqual(self.marked()[1], [safe])
        words = self.verb("next")
        self.assertRegex(words, r"The next step\s+Suppose that r1c6 is a trap\. .*So r1c6 is a gem")
        # Each cell of the supposition has the number that it follows from.
        follows = words.split("Then ")[1].split("; but ")[0].split("; ")
        self.assertTrue(all(re.search(r" (is|are) .*\(the \d in r\dc\d has ", part) for part in follows), follows)

    def test_a_gem_is_put_as_a_gem(self):
        before = self.values()
        self.verb("next")
        [cell] = self.marked()[1]
        self.button("#take-step")
        self.button("#clear")
        # Its number is not known, so no number is put.
        self.assertEqual(self.values(), before[:cell] + ["gem"] + before[cell + 1:])

    def test_a_game_of_mines_is_won_by_the_hints(self):
        self.button("#game")
        self.assertIn("mines without a flag", self.browser.text("#puzzle-answer"))
        unknown = [at for at, value in enumerate(self.values()) if value == "unknown"]
        # A flag by its key, and away again by the button and a click.
        self.browser.run("document.querySelectorAll('#board .cell')[arguments[0]].focus()", unknown[0])
        self.browser.run("document.querySelectorAll('#board .cell')[arguments[0]].dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))", unknown[0])
        self.idle()
        self.assertIn("flagged", self.cells()[unknown[0]])
        self.button("#flagging")
        self.cell(unknown[0])
        self.assertNotIn("flagged", self.cells()[unknown[0]])
        self.button("#flagging")
        for _ in range(81):
            self.assertIn("are safe", self.verb("certain"))
            safest = self.browser.run("return [...document.querySelectorAll('#board .cell')].findIndex(cell => cell.classList.contains('safest'))")
            self.cell(safest)
            if "found all mines" in self.browser.text("#puzzle-answer"):
                break
        self.assertIn("found all mines", self.browser.text("#puzzle-answer"))
        # The next one is lost on purpose.
        self.button("#game")
        for cell in reversed(range(81)):
            if self.values()[cell] == "unknown":
                self.cell(cell)
            if "That was a mine" in self.browser.text("#puzzle-answer"):
                break
        self.assertIn("That was a mine", self.browser.text("#puzzle-answer"))
        self.assertIn("mine", self.values())

    def test_chances_go_by_the_number_of_mines(self):
        self.put("- - -\n- - -\n- - X\n")
        self.assertTrue(self.browser.run("return !document.getElementById('total-line').hidden"))
        self.assertIn("any number of mines", self.verb("certain"))
        self.browser.run("const t = document.getElementById('total'); t.value = '3'; t.dispatchEvent(new Event('change'))")
        self.idle()
        self.assertIn("Safest are 8 cells, marked, with 25.0 %, with 3 mines on the board", self.verb("certain"))
        self.assertEqual(self.browser.run("return document.querySelectorAll('#board .safest').length"), 8)
        self.assertIn("3x3x3", self.browser.run("return document.getElementById('puzzle-text').value"))
        self.assertEqual(self.values()[8], "mine")
        # Gems and traps have no such number.
        self.put("_ 1\n1 1\n")
        self.assertTrue(self.browser.run("return document.getElementById('total-line').hidden"))

    def test_boards_are_made(self):
        self.button("#generate")
        self.assertIn("exactly 1 solution", self.verb("count"))
        self.assertIn("clauses", self.verb("cnf"))
        self.choose("#shape", "mines without guessing, 9 by 9")
        self.idle()
        self.button("#generate")
        self.assertTrue(self.verb("solve").startswith("✓"))
        self.verb("play")
        self.assertIn("9 by 9 board", self.browser.run("return document.querySelector('iframe.player').srcdoc"))


class Colouring(PageTest):
    def setUp(self):
        super().setUp()
        self.tab("coloring")

    def test_states_get_colours_by_mouse_and_the_map_is_coloured(self):
        names = [name.split(":")[0] for name in self.cells()]
        self.button("#blank")
        # Kansas, in the middle of the map, by its shape: red, then green.
        kansas = names.index("KS")
        self.cell(kansas)
        self.assertEqual(self.values()[kansas], "red")
        self.press("3")
        self.assertEqual(self.values()[kansas], "blue")
        self.assertTrue(self.verb("solve").startswith("✓"))
        colours = dict(zip(names, self.values()))
        self.assertEqual(colours["KS"], "blue")
        for a, b in map(str.split, ["KS MO", "KS NE", "KS OK", "KS CO", "TX NM", "TX LA", "CA NV", "CA OR", "NY PA", "KY TN"]):
            self.assertNotEqual(colours[a], colours[b], (a, b))
        self.assertIn("more than 10000", self.verb("count"))

    def test_the_chosen_state_is_outlined(self):
        names = [name.split(":")[0] for name in self.cells()]
        self.cell(names.index("KS"))
        frames = self.browser.run("""return [...document.querySelectorAll('#board .frame')].map(frame => {
            const style = getComputedStyle(frame); return [style.fill, style.stroke, frame.getAttribute('d').length > 0]; })""")
        self.assertEqual([frame[0] for frame in frames], ["none", "none"])
        self.assertEqual(len({frame[1] for frame in frames}), 2, "two colours, so that one is seen on any ground")

    def test_neighbours_of_one_colour_are_marked(self):
        self.put("colors 4\nusa\nchoose TX red\nchoose OK red\nchoose ME blue\n")
        self.assertIn("These colours contradict each other; they are marked", self.verb("explain"))
        names = [name.split(":")[0] for name in self.cells()]
        self.assertEqual(sorted(names[cell] for cell in self.marked()[0]), ["OK", "TX"])

    def test_a_forced_colour_and_what_forces_it(self):
        self.put("colors 3\nA: B C D\nB: C\nchoose A red\nchoose B green\n")
        self.cell(2)
        self.button("#undo")
        self.assertIn("C is blue: what is marked forces it", self.verb("explain"))
        self.assertEqual(self.marked(), [[0, 1], [2]])
        self.assertIn("1 cell is the same in every solution", self.verb("certain"))
        self.assertIn("There are 2 solutions", self.verb("count"))

    def test_three_colours_are_too_few_and_the_states_are_named(self):
        self.choose("#shape", "the US in 3 colours")
        self.idle()
        self.assertIn("No solution", self.verb("solve"))
        self.assertRegex(self.verb("explain"), r"These \d vertices cannot be coloured with 3 colours")
        self.assertGreaterEqual(len(self.marked()[0]), 4)

    def test_a_graph_is_drawn(self):
        self.choose("#shape", "a graph of your own, 3")
        self.idle()
        self.assertEqual(self.cells(), ["A: open", "B: open", "C: open"])
        edges = "return document.querySelector('#board .edges').getAttribute('d').split('M').length - 1"
        self.drag(0, 2)
        self.assertEqual(self.browser.run(edges), 3)
        self.browser.run("document.querySelector('#board .cell').focus()")
        self.press("+")
        self.assertEqual(self.cells()[3], "D: open")
        # To every one: four neighbours of each other.
        self.press("End", "j", "ArrowLeft")
        self.browser.run("document.querySelectorAll('#board .cell')[1].focus()")
        self.press("Enter")
        self.drag(3, 2)
        self.assertEqual(self.browser.run(edges), 6)
        self.assertIn("No solution", self.verb("solve"))
        self.assertIn("These 4 vertices cannot be coloured with 3 colours", self.verb("explain"))
        self.choose("#shape", "a graph of your own, 4")
        self.idle()
        self.assertEqual(self.browser.run(edges), 6)
        self.assertTrue(self.verb("solve").startswith("✓"))
        self.assertEqual(len(set(self.values())), 4)
        # Joined again, two are parted; and one goes.
        self.drag(0, 1)
        self.assertEqual(self.browser.run(edges), 5)
        self.browser.run("document.querySelectorAll('#board .cell')[3].focus()")
        self.press("-")
        self.assertEqual(([name[0] for name in self.cells()], self.browser.run(edges)), (["A", "B", "C"], 2))
        self.button("#blank")
        self.assertEqual(self.browser.run(edges), 2)

    def test_random_maps_and_the_search(self):
        self.choose("#shape", "random map of 24, 4 colours")
        self.idle()
        self.button("#generate")
        self.assertEqual(len(self.cells()), 24)
        self.assertTrue(self.verb("solve").startswith("✓"))
        self.verb("play")
        self.assertIn("24 vertices in 4 colours", self.browser.run("return document.querySelector('iframe.player').srcdoc"))
        self.assertIn("clauses", self.verb("cnf"))


class Tenner(PageTest):
    def setUp(self):
        super().setUp()
        self.tab("tenner")

    def holds(self, values):
        grid, sums = values[:-10], [int(value) for value in values[-10:]]
        rows = [[int(digit) for digit in grid[at:at + 10]] for at in range(0, len(grid), 10)]
        self.assertTrue(all(sorted(row) == list(range(10)) for row in rows))
        self.assertEqual([sum(column) for column in zip(*rows)], sums)
        for upper, lower in zip(rows, rows[1:]):
            for column, digit in enumerate(upper):
                self.assertNotIn(digit, lower[max(column - 1, 0):column + 2])

    def test_grids_are_made_and_solved(self):
        for rows in ["3 rows", "5 rows"]:
            self.choose("#shape", rows)
            self.idle()
            self.button("#generate")
            self.assertIn("exactly 1 solution", self.verb("count"))
            self.assertTrue(self.verb("solve").startswith("✓"))
            self.holds(self.values())
            self.assertRegex(self.verb("certain"), r"(\d+) cells are the same in every solution, of \1 open cells")

    def test_digits_and_sums_are_typed(self):
        self.choose("#shape", "3 rows")
        self.idle()
        self.browser.run("document.querySelector('#board .cell').focus()")
        self.press("7", "End", "1", "4")
        self.assertEqual([self.values()[0], self.values()[-1]], ["7", "14"])
        self.press("Backspace")
        self.assertEqual(self.values()[-1], "1")

    def test_contradictions_and_reasons_are_marked(self):
        self.choose("#shape", "3 rows")
        self.idle()
        self.browser.run("document.querySelector('#board .cell').focus()")
        self.press("7", "ArrowDown", "ArrowRight", "7")
        self.assertIn("What is marked contradicts itself", self.verb("explain"))
        self.assertEqual(self.marked()[0], [0, 11])
        self.button("#generate")
        blank = self.values().index("blank")
        self.cell(blank)
        self.assertRegex(self.verb("explain"), r"holds \d: what is marked forces it")
        self.assertEqual(self.marked()[1], [blank])

    def test_the_search_and_the_cnf(self):
        self.verb("play")
        self.assertIn("Tenner grid of 4 rows", self.browser.run("return document.querySelector('iframe.player').srcdoc"))
        self.assertIn("clauses", self.verb("cnf"))
