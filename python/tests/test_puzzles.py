"""Every kind of puzzle, through the class that they share."""

import unittest

import gemsat


class Kinds(unittest.TestCase):
    # A shape that each kind makes puzzles of, and numbers that its texts leave open.
    SHAPES = {"coloring": ("usa4", {"colors": 4}), "gems": ("4x4", {}), "queens": ("6", {}), "sudoku": ("4", {}), "tenner": ("3", {})}

    def test_every_verb_of_every_kind(self):
        for name, kind in gemsat.puzzles.items():
            shape, numbers = self.SHAPES[name]
            with self.subTest(name):
                text = kind.generate(shape, seed=1)
                self.assertEqual(text, kind.generate(shape, seed=1))
                filled = kind.solve(text, **numbers)
                self.assertIsNone(kind.check(text, filled, **numbers))
                self.assertGreaterEqual(kind.count(text, limit=2, **numbers), 1)
                for picture in (kind.draw(text, **numbers), kind.draw(text, filled, **numbers)):
                    self.assertTrue(picture.startswith("<svg"))
                self.assertIn("p cnf ", kind.encode(text, **numbers))
                self.assertIn(kind.explain(text, **numbers)[0], ("consistent", "open", "forced"))

    def test_wrong_answers_and_clues(self):
        sudoku = gemsat.puzzles["sudoku"]
        self.assertIn("row", sudoku.check("1...\n..3.\n.4..\n...2\n", "1123\n4231\n2413\n3142\n"))
        kind, value, clues = sudoku.explain("1...\n..3.\n.4..\n...2\n", "1,2")
        self.assertEqual((kind, value), ("forced", "3"))
        self.assertTrue(clues)
        self.assertEqual(sudoku.explain("11..\n....\n....\n....\n")[0], "contradiction")
        self.assertEqual(sudoku.steps("11..\n....\n....\n....\n")[-1], ("contradiction", "Here r1c1 and r1c2 both hold 1."))
        way = sudoku.steps("1...\n..3.\n.4..\n...2\n", "1,2")
        self.assertTrue(way[-1][1].startswith(f"r1c2 is {value}: "), way)
        self.assertIsNone(sudoku.steps("....\n....\n....\n....\n"), "it has many solutions")
        trap = "The 1 in r1c1 lacks 1 trap, and as many cells are left: r1c2 is a trap."
        self.assertEqual(gemsat.puzzles["gems"].steps("1 _ _\n", "1,2"), [("count", trap)])
        way = sudoku.next_step("1...\n..3.\n.4..\n...2\n")
        self.assertRegex(way[-1][1], r"^r\dc\d is \d: ")
        self.assertEqual(sudoku.next_step("1234341221434321"), [], "it is full")
        self.assertIsNone(sudoku.next_step("11..............", time_limit=10))
        hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
        (method, words), = sudoku.next_step(hard)
        self.assertEqual(method, "search")
        self.assertRegex(words, r"^row \d, column \d holds \d, forced by the ")
        for wrong in ("1...\n", "x", ""):
            self.assertRaises(ValueError, sudoku.solve, wrong)
        self.assertRaises(ValueError, sudoku.explain, "1...\n..3.\n.4..\n...2\n", "9,9")
        self.assertRaises(ValueError, sudoku.generate, "no such shape")
        self.assertEqual(gemsat.puzzles["gems"].solve("1 _\n_ _\n", mines=5), None)


if __name__ == "__main__":
    unittest.main()
