"""The page of `cnfcompare`, made by a small race, in a browser."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from driver import Browser, keep, poor_contrast, tool

SAMPLES = Path(__file__).parents[2] / "cnf"
FORMULAS = ["sat/queens8", "sat/random200", "sat/sudoku9", "sat/usa4", "unsat/random150", "unsat/usa3", "unsat/queens3"]


class Compare(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        folder = Path(cls.folder.name)
        liar = folder / "liar"
        liar.write_text("#!/bin/sh\necho 's UNSATISFIABLE'\nexit 20\n")
        liar.chmod(0o755)
        cls.page = folder / "race.html"
        files = [str(SAMPLES / f"{name}.cnf") for name in FORMULAS]
        command = [tool("cnfcompare"), *files, "--engines", "cdcl,dpll,walksat", "--solvers", str(liar), "--cpu-limit", "1",
                   "--html", str(cls.page), "--quiet"]
        ended = subprocess.run(command, cwd=folder, stderr=subprocess.PIPE, text=True, check=False)
        assert ended.returncode == 70, ended.stderr
        cls.browser = Browser().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def open(self, **how):
        self.browser.open_within(5, self.page, **how)

    def column(self, table, number):
        script = "return [...document.querySelectorAll(`#${arguments[0]} tbody tr`)].filter(row => !row.hidden)" \
                 ".map(row => row.cells[arguments[1]].textContent)"
        return self.browser.run(script, table, number)

    def tip(self):
        return self.browser.run("const tip = document.getElementById('tip'); return tip.hidden ? null : tip.textContent")

    def test_opens_in_silence_and_without_the_network(self):
        for width, dark in [(1280, False), (1280, True), (390, False), (390, True)]:
            self.open(width=width, dark=dark)
            name = f"compare-{'narrow' if width < 600 else 'wide'}-{'dark' if dark else 'light'}"
            self.assertEqual(self.browser.console(), [], name)
            self.assertEqual(self.browser.requests(), [], name)
            self.assertEqual(poor_contrast(self.browser), [], name)
            wider = "return document.documentElement.scrollWidth - innerWidth"
            self.assertLessEqual(self.browser.run(wider), 0, f"{name} scrolls sideways")
            if path := keep(name):
                self.browser.picture(path)

    def test_errors_stand_at_the_top(self):
        self.open()
        self.assertIn("Disagreement on sat/queens8", self.browser.text(".errors"))
        self.assertIn("wrong unsat", self.browser.text(".errors"))
        marked = "return getComputedStyle(document.querySelector('td.fault'), '::before').content"
        self.assertIn("✗", self.browser.run(marked), "not by colour alone")

    def test_headings_sort(self):
        self.open()
        before = self.column("instances", 0)
        self.browser.click("#instances thead th:nth-child(3) button")
        clauses = [int(text) for text in self.column("instances", 2)]
        self.assertEqual(clauses, sorted(clauses))
        self.assertEqual(len(clauses), len(FORMULAS))
        self.browser.click("#instances thead th:nth-child(3) button")
        self.assertEqual([int(text) for text in self.column("instances", 2)], clauses[::-1])
        self.browser.click("#instances thead th:nth-child(1) button")
        self.assertEqual(self.column("instances", 0), sorted(before))
        # By a key, too, and words after numbers: walksat does not prove anything.
        self.browser.run("document.querySelector('#instances thead th:nth-child(7) button').focus()")
        self.browser.press("Enter")
        walksat = self.column("instances", 6)
        numbers = [text.strip()[0].isdigit() for text in walksat]
        self.assertEqual(numbers, sorted(numbers, reverse=True))
        self.assertTrue(any(numbers) and not all(numbers))
        sorted_by = "return document.querySelector('#instances [aria-sort]').textContent"
        self.assertEqual(self.browser.run(sorted_by), "walksat")

    def test_filters_choose(self):
        self.open()
        self.browser.type("#words", "random SAT/")
        self.assertEqual(set(self.column("instances", 0)), {"sat/random200", "unsat/random150"})
        self.assertEqual(self.browser.text("#shown"), f"2 of {len(FORMULAS)} shown")
        self.browser.run("const words = document.getElementById('words'); words.value = '';"
                         "words.dispatchEvent(new Event('input'))")
        self.browser.click("#which option[value=wrong]")
        self.assertEqual(set(self.column("instances", 0)), {name for name in FORMULAS if name.startswith("sat/")})
        self.browser.click("#which option[value=none]")
        self.assertEqual(self.column("instances", 0), [])
        self.browser.click("#which option[value=unsat]")
        self.assertEqual(set(self.column("instances", 0)), {name for name in FORMULAS if name.startswith("unsat/")})

    def test_what_is_shown_is_summed_up(self):
        self.open()
        foot = "return [...document.querySelectorAll('#instances tfoot td')].slice(3).map(cell => cell.textContent)"
        for which in ["all", "unsat", "some"]:
            self.browser.click(f"#which option[value={which}]")
            rows = self.browser.run("return [...document.querySelectorAll('#instances tbody tr')].filter(row => !row.hidden).map(row => [...row.cells].slice(4).map(cell => cell.textContent))")
            self.assertTrue(rows)
            solved = [sum(text.strip()[0].isdigit() for text in column) for column in zip(*rows)]
            self.assertEqual(self.browser.run(foot), [f"{number} of {len(rows)}" for number in solved])
            if which == "some":
                self.assertTrue(all(len({text.strip()[0].isdigit() for text in row}) == 2 for row in rows))
        self.assertEqual(poor_contrast(self.browser), [])

    def test_columns_are_chosen(self):
        self.open()
        shown = "return [...document.querySelectorAll('#instances thead th, #instances tbody tr:first-child > *')].filter(cell => cell.getClientRects().length).length"
        before = self.browser.run(shown)
        self.browser.run("document.getElementById('columns').closest('details').open = true")
        names = self.browser.run("return [...document.querySelectorAll('#columns label')].map(label => label.textContent.trim())")
        self.assertEqual(names[:3] + names[-1:], ["variables", "clauses", "verdict", "liar"])
        for number in (1, 5):
            self.browser.click(f"#columns label:nth-child({number}) input")
        self.assertEqual(self.browser.run(shown), before - 4)
        self.assertIn("hide=1%2C5", self.browser.run("return location.hash"))
        self.browser.run("location.reload()")
        self.assertEqual(self.browser.run(shown), before - 4)
        self.assertEqual(poor_contrast(self.browser), [])

    def test_a_link_holds_what_is_chosen(self):
        self.open()
        families = "return [...document.getElementById('family').options].map(option => option.text)"
        self.assertEqual(self.browser.run(families), ["all", "sat", "unsat"])
        self.browser.click("#family option[value=sat]")
        self.browser.click("#axis option[value=linear]")
        chosen = [name for name in FORMULAS if name.startswith("sat/")]
        self.assertEqual(set(self.column("instances", 0)), set(chosen))
        count = "return document.querySelectorAll('#scatter [data-tip]').length"
        self.assertEqual(self.browser.run(count), len(chosen), "the plot of two shows the same")
        link = self.browser.run("return location.hash")
        self.assertEqual(link, "#family=sat&axis=linear")
        # What took a limit's time is the slowest: everything that a solver has not answered.
        self.browser.run("const least = document.getElementById('least'); least.value = '1';"
                         "least.dispatchEvent(new Event('input'))")
        self.assertEqual(self.column("instances", 0), [name for name in self.column("instances", 0) if name in chosen])
        self.browser.call("POST", "/url", {"url": "about:blank"})
        self.browser.call("POST", "/url", {"url": self.page.resolve().as_uri() + link})
        self.assertEqual(set(self.column("instances", 0)), set(chosen))
        self.assertEqual(self.browser.run("return document.getElementById('axis').value"), "linear")
        hidden = "return [...document.querySelectorAll('[data-axis]')].filter(part => part.hidden).map(part => part.dataset.axis)"
        self.assertEqual(set(self.browser.run(hidden)), {"log"})
        self.assertIn("0", self.browser.run("return [...document.querySelectorAll('#scatter .tick')].map(tick => tick.textContent)"))

    def test_a_run_shows_its_log(self):
        self.open()
        self.browser.run("document.querySelector('#instances tbody button[tabindex=\"0\"]').focus()")
        self.browser.press("ArrowDown")
        self.browser.press("ArrowUp")
        self.browser.press("Enter")
        title = self.browser.text("#run-title")
        self.assertTrue(title.startswith("cdcl on "), title)
        self.assertIn("exit code", self.browser.text("#run-body"))
        self.assertRegex(self.browser.text("#run-body pre"), r"s (UN)?SATISFIABLE")
        self.assertNotIn("\nv ", self.browser.text("#run-body pre"))
        if path := keep("compare-log"):
            self.browser.picture(path)
        self.browser.press("Escape")
        self.assertFalse(self.browser.run("return document.getElementById('run').open"))

    def test_a_liar_is_grey_and_confirmed_verdicts_say_so(self):
        self.open()
        out = "return [...document.querySelectorAll('#scores tr.out th')].map(cell => cell.textContent)"
        self.assertEqual(self.browser.run(out), ["liar"])
        rows = self.column("scores", 2)
        self.assertEqual([rows.index(text) for text in rows if "out of the ranking" in text], [3])
        verdicts = dict(zip(self.column("instances", 0), self.column("instances", 3)))
        self.assertTrue(all(verdict == "sat ✓" for name, verdict in verdicts.items() if name.startswith("sat/")), verdicts)
        # Nobody has checked a proof here.
        self.assertTrue(all("✓" not in verdict for name, verdict in verdicts.items() if name.startswith("unsat/")), verdicts)
        grey = "return getComputedStyle(document.querySelector('#scores tr.out td')).color === getComputedStyle(document.querySelector('.faint')).color"
        self.assertTrue(self.browser.run(grey))

    def test_headings_and_tables_at_360_pixels(self):
        self.open(width=360)
        cut = "return [...document.querySelectorAll('thead button')].filter(button => button.getClientRects().length && button.scrollWidth > button.clientWidth + 1).length"
        self.assertEqual(self.browser.run(cut), 0)
        lines = "return [...document.querySelectorAll('thead button')].filter(b => b.getClientRects().length).map(b => b.getBoundingClientRect().height)"
        self.assertEqual(len(set(self.browser.run(lines))), 1, "no heading breaks into lines")
        sizes = "return [...document.querySelectorAll('table')].map(table => getComputedStyle(table).fontSize)"
        self.assertEqual(len(set(self.browser.run(sizes))), 1)

    def test_no_void_stands_under_a_plot(self):
        self.open(width=1280)
        heights = "return [...document.querySelectorAll('.plots section:not(.whole)')].map(s => s.lastElementChild.getBoundingClientRect().bottom)"
        bottoms = self.browser.run(heights)
        self.assertLess(max(bottoms) - min(bottoms), 80)

    def test_tooltips_by_mouse_and_keys(self):
        self.open()
        self.assertIsNone(self.tip())
        self.browser.run("document.querySelector('#instances td[data-v][data-tip]').scrollIntoView({block: 'center'})")
        self.browser.hover("#instances td[data-v][data-tip]")
        self.assertIn("MB", self.tip())
        self.browser.run("document.querySelector('.plot').scrollIntoView({block: 'center'})")
        self.browser.hover(".plot .mark[data-tip]")
        self.assertIn("solved within", self.tip())
        self.browser.run("document.getElementById('scatter').focus()")
        seen = []
        for _ in range(3):
            self.browser.press("ArrowRight")
            seen.append(self.tip())
        self.assertEqual(len(set(seen)), 3)
        self.assertTrue(all("cdcl" in text and "dpll" in text for text in seen), seen)
        self.browser.press("ArrowLeft")
        self.assertEqual(self.tip(), seen[1])
        self.browser.press("End")
        self.assertNotIn(self.tip(), seen)
        self.browser.press("Escape")
        self.assertIsNone(self.tip())

    def test_any_two_solvers_are_drawn_against_each_other(self):
        self.open()
        count = "return document.querySelectorAll('#scatter [data-tip]').length"
        self.assertEqual(self.browser.run(count), len(FORMULAS))
        self.browser.click("#up option[value='2']")
        label = self.browser.run("return document.getElementById('scatter').getAttribute('aria-label')")
        self.assertTrue(label.startswith("cdcl against walksat"), label)
        hollow = "return document.querySelectorAll('#scatter [data-tip].open').length"
        self.assertEqual(self.browser.run(hollow), sum(name.startswith("unsat/") for name in FORMULAS))
        self.assertEqual(self.browser.console(), [])

    def test_every_control_is_reached_by_tab(self):
        self.open()
        wanted = set(self.browser.run("return [...document.querySelectorAll('button,input,select,.plot,.scroll')].filter(e => e.tabIndex === 0 && e.getClientRects().length && e.checkVisibility())"
                                      ".map((element, at) => element.dataset.number = String(at))"))
        reached = set()
        for _ in range(len(wanted) + 5):
            self.browser.press("Tab")
            reached.add(self.browser.run("return document.activeElement.dataset.number ?? null"))
        self.assertEqual(wanted - reached, set())


if __name__ == "__main__":
    unittest.main()
