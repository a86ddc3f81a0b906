"""The lessons: each step shows what its text says, and goes on in the tabs."""

import re

from page import LINES, PageTest, follows


class Learn(PageTest):
    def setUp(self):
        self.open("#learn")

    def go(self, lesson, step):
        self.browser.run("document.getElementById('lesson-tool').replaceChildren(); location.hash = arguments[0]",
                         f"#learn={lesson}&step={step}")
        self.browser.wait(lambda: self.browser.run("return document.getElementById('lesson-tool').children.length > 1"), "the step")

    def inside(self, script, *arguments):
        """Runs a script in the page that plays the search, once it is there."""
        frame = {"element-6066-11e4-a52e-4f735466cecf": self.browser.find("iframe.player")}
        self.browser.call("POST", "/frame", {"id": frame})
        try:
            self.browser.wait(lambda: self.browser.run("return document.getElementById('place')?.textContent"), "the player")
            return self.browser.run(script, *arguments)
        finally:
            self.browser.call("POST", "/frame", {"id": None})

    def test_the_page_opens_on_a_story_that_plays(self):
        self.open("")
        self.browser.wait(lambda: self.browser.run("return Boolean(document.querySelector('#lesson-tool iframe.player'))"), "the story")
        self.assertIn("are there values that make the whole formula true", self.browser.text(".intro"))
        self.assertIn("Ann or Bob", self.browser.text("#lesson"))
        self.assertEqual(self.inside("return document.querySelectorAll('.label').length"), 4)
        self.assertEqual(self.inside("return document.getElementById('play').textContent"), "Pause")

    def test_every_step_of_every_lesson_shows_something(self):
        lessons = self.browser.run("return document.querySelectorAll('#lesson-list button').length")
        self.assertEqual(lessons, 10)
        for lesson in range(1, lessons + 1):
            step = steps = 1
            while step <= steps:
                self.go(lesson, step)
                self.assertNotIn("error", self.browser.text("#lesson-tool").lower())
                steps = self.browser.run("return document.querySelectorAll('.step').length")
                if self.browser.run("return Boolean(document.querySelector('iframe.player'))"):
                    self.assertIn(" of ", self.inside("return document.getElementById('place').textContent"))
                step += 1

    def test_the_buttons_of_the_search_are_in_sight(self):
        for width, height in [(1280, 720), (1280, 900), (1920, 1080)]:
            self.open("#learn=5&step=5", width=width, height=height)
            self.browser.wait(lambda: self.browser.run("return Boolean(document.querySelector('#lesson-tool iframe.player'))"), "the player")
            bottom = "return document.querySelector('iframe.player').getBoundingClientRect().bottom"
            self.browser.run("scrollTo(0, 0)")
            self.assertLess(self.browser.run(bottom), height)
            self.browser.run("scrollTo(0, document.body.scrollHeight)")
            self.assertLess(self.browser.run(bottom), height)
            foot = "const foot = document.querySelector('footer').getBoundingClientRect(); return foot.bottom <= innerHeight + 1 && foot.top > 0"
            self.assertTrue(self.inside(foot), f"{width} by {height}")

    def test_a_step_shows_the_part_that_its_text_is_about(self):
        # Again and again: it once depended on which of two events came first.
        for lesson, step in 4 * [(5, 3), (8, 2)]:
            self.load(f"#learn={lesson}&step={step}")
            self.browser.wait(lambda: self.browser.run("return Boolean(document.querySelector('#lesson-tool iframe.player'))"), "the step")
            far = """const most = document.documentElement.scrollHeight - innerHeight;
                return Math.abs(scrollY - Math.min(most, document.querySelector('.sent').offsetTop - 8))"""
            self.browser.wait(lambda: self.inside(far) < 40, "the part to be in sight", seconds=4)

    def test_arrows_go_through_the_search_from_anywhere(self):
        self.go(3, 1)
        place = "return document.getElementById('place').textContent"
        self.assertIn("step 0 of", self.inside(place))
        self.browser.run("document.querySelector('.step.now a').focus()")
        self.browser.press("ArrowRight", "ArrowRight", "ArrowLeft")
        self.browser.wait(lambda: "step 1 of" in self.inside(place), "one step")

    def test_the_lesson_on_cdcl_says_what_is_seen(self):
        self.go(5, 3)
        now = self.inside("return document.getElementById('now').textContent")
        self.assertRegex(now, "Learned.*x21")
        learned = self.inside("return document.querySelector('#analysis .learned').textContent")
        self.assertRegex(learned, "Learned.*-x4.*x21|Learned.*x21.*-x4")
        jump = self.inside("return document.querySelector('#analysis .goes-back').textContent")
        self.assertEqual(jump, "x4 is of level 3, -x21 is of level 1. The search goes back to level 1, the second highest: there -x4 is all that is left of the clause, and must be true. This skips the decision -x31: the clause has no literal of its level, and forces -x4 without it.")
        self.go(5, 4)
        order = self.inside("return document.querySelector('#analysis .last-level').textContent")
        self.assertEqual(order, "Level 3, in the order in which it became true: -x1, -x3, -x2, x4, -x5, -x6.")
        self.assertEqual(self.inside("return [...document.querySelectorAll('#analysis .chain tbody td:first-child')].map(cell => cell.textContent)"), ["", "x6", "x5"])
        self.go(5, 5)
        self.assertRegex(self.inside("return document.getElementById('now').textContent"), "Follows.*-x4")
        levels = self.inside("return document.getElementById('trail').textContent")
        self.assertEqual(levels, "1-x21 -x4")

    def test_the_reader_decides(self):
        self.go(5, 7)
        self.assertIn("Nothing follows: decide.", self.inside("return document.getElementById('hand-says').textContent"))
        said = self.inside("""const says = () => document.getElementById('hand-says').textContent, all = [];
            for (const [literal, button] of [["1", "decide"], ["2", "decide"], [, "propagate"], [, "analyze"], [, "jump"]]) {
              if (literal) document.getElementById('hand-literal').value = literal;
              document.getElementById(`hand-${button}`).click();
              all.push(says());
            }
            return all""")
        self.assertIn("Analyse says what caused it", said[2])
        self.assertIn("Back jump goes to level 1, where it forces a literal", said[3])
        self.assertIn("-bob", self.inside("return document.getElementById('now').textContent"))

    def test_a_step_is_shown_again(self):
        self.go(5, 5)
        self.inside("document.getElementById('first').click()")
        self.browser.run("document.querySelector('.step.now a').click()")
        self.browser.wait(lambda: "step 13 of" in self.inside("return document.getElementById('place').textContent"), "the step")

    def watched(self):
        """The clauses of which two literals are underlined, each with these."""
        rows = self.inside("""return [...document.querySelectorAll('#clause-list .clause')].map(row =>
            [...row.querySelectorAll('.watched')].map(lit => lit.textContent))""")
        return [sorted(row) for row in rows if row]

    def test_the_lesson_on_watched_literals_says_what_is_underlined(self):
        self.go(6, 1)
        before = self.watched()
        self.assertIn(["-x4", "x21"], before)
        self.go(6, 2)
        after = self.watched()
        self.assertEqual([row for row in after if row not in before], [["-x4", "-x6"]])
        self.go(6, 3)
        self.assertRegex(self.inside("return document.getElementById('now').textContent"), "Follows.*-x2.*x1 or x31 or -x2")
        self.assertIn(["-x2", "x1"], self.watched())
        self.go(6, 4)
        there = self.watched()
        self.inside("document.getElementById('back').click()")
        self.assertEqual(self.watched(), there)
        self.go(6, 5)
        sums = self.inside("return document.getElementById('lists-sum').textContent")
        by_occurrence, by_watch = map(int, re.fullmatch(r"(\d+) clauses looked at by occurrence lists, (\d+) by watches", sums).groups())
        self.assertGreater(by_occurrence, 2 * by_watch)

    def test_the_lesson_on_decisions_says_what_the_rules_rate(self):
        for step, words in [(1, "-cem.*DLIS: the literal in the most open clauses: -cem is in 3"), (2, "d3.*VSIDS: the highest score: d3 .*, d1 "), (3, "-b2.*VMTF: the open variable that was moved to the front last: b2, then b1")]:
            self.go(7, step)
            self.assertRegex(self.inside("return document.getElementById('now').textContent"), words)

    def test_resolution_ends_in_the_empty_clause(self):
        self.go(4, 2)
        rows = self.browser.run("return [...document.querySelectorAll('.resolution tr')].map(row => [...row.cells].map(cell => cell.textContent))")
        self.assertEqual(rows[-1][1], "nothing: the empty clause")
        # Each row is given, or the resolvent of the two that it names.
        clauses = {}
        for number, clause, why in rows:
            lits = set() if "nothing" in clause else set(clause.split(" or "))
            if why != "given":
                first, second, pivot = re.fullmatch(r"from (\d+) and (\d+), on (\w+)", why).groups()
                a, b = clauses[first], clauses[second]
                positive, negative = (a, b) if pivot in a else (b, a)
                self.assertEqual(lits, (positive - {pivot}) | (negative - {f"-{pivot}"}))
            clauses[number] = lits
        self.assertIn("there is no model", self.browser.text("#lesson-tool"))

    def test_a_proof_is_shown_and_checked(self):
        self.go(10, 1)
        self.assertIn("✓ checked", self.browser.text("#lesson-tool"))
        self.assertGreater(follows(self.browser.run(LINES)), 5)
        self.go(10, 2)
        self.assertIn("✓ checked", self.browser.text("#lesson-tool"))
        self.assertIn("1 is a1", self.browser.text("#lesson-tool"))

    def test_a_local_minimum_is_one(self):
        self.go(8, 2)
        says = self.inside("return document.querySelector('#flips .says').textContent")
        self.assertIn("A local minimum", says)
        values = self.inside("return [...document.querySelectorAll('#board [id^=one-], #board [id^=not-]')].filter(part => getComputedStyle(part).visibility === 'visible').map(part => part.id)")
        true = {int(part.split("-")[1]) * (1 if part.startswith("one") else -1) for part in values}
        self.assertEqual(len(true), 8)
        clauses = [[int(lit) for lit in line.split()[:-1]] for line in self.browser.run("return WALK").splitlines() if line[0] not in "pc"]
        false = lambda true: sum(not set(clause) & true for clause in clauses)
        self.assertGreater(false(true), 0)
        flipped = lambda var: {-lit if abs(lit) == var else lit for lit in true}
        self.assertTrue(all(false(flipped(var)) >= false(true) for var in range(1, 9)))
        # What the table says of each variable of a false clause.
        told = self.inside("return [...document.querySelectorAll('#flips td')].map(cell => cell.textContent)")
        for var, breaks, makes in (map(int, re.match(r"x(\d+) breaks (\d+), makes (\d+)", words).groups()) for words in told):
            broken = sum(bool(set(clause) & true) and not set(clause) & flipped(var) for clause in clauses)
            self.assertEqual((breaks, broken - makes), (broken, false(flipped(var)) - false(true)))

    def test_the_clauses_of_a_puzzle_are_read_by_name(self):
        self.go(9, 1)
        clauses = self.browser.text("#lesson-tool pre").splitlines()
        self.assertEqual(len(clauses), 84)
        self.assertEqual(clauses[:2], ["Q_1_1 or Q_1_2 or Q_1_3 or Q_1_4", "-Q_1_1 or -Q_1_2"])

    def test_signs_and_names_are_explained_where_they_are_used(self):
        for lesson, step, words in [(1, 1, "opens a level"), (2, 1, "| is “or”"), (3, 1, "✗ false"), (3, 2, "pigeon a sits in hole 1"), (8, 2, "is called its noise")]:
            self.go(lesson, step)
            self.assertIn(words, self.browser.text(".step.now"))
        self.go(2, 3)
        self.assertEqual(self.browser.run("return document.querySelectorAll('#lesson-tool .truth tbody tr').length"), 32)

    def test_a_step_goes_on_in_the_tab_for_formulas(self):
        self.go(1, 2)
        self.browser.click("#lesson-tool > .line > button:last-child")
        self.browser.wait(lambda: "ann & bob" in self.browser.run("return document.getElementById('text').value"), "the formula")
        self.assertEqual(self.browser.run("return document.getElementById('form').value"), "infix")
        self.assertEqual(self.solve()[0], "SATISFIABLE")
