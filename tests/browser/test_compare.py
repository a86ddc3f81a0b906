"""The page of `cnfcompare`, made by a small race, in a browser."""

import os
import re
import statistics
import subprocess
import tempfile
import unittest
from pathlib import Path

from driver import Browser, axe_faults, keep, poor_contrast, tool

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

    def tips(self, plot):
        return self.browser.run("return [...document.querySelectorAll(`#${arguments[0]} [data-tip]`)].map(mark => mark.dataset.tip)", plot)

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
        for which in ["all", "unsat", "some"]:
            self.browser.click(f"#which option[value={which}]")
            names = self.column("instances", 0)
            self.assertTrue(names)
            for at, solver in enumerate(self.column("statistics", 0)):
                words = [text.strip().lstrip("★ ") for text in self.column("instances", 4 + at)]
                times = self.browser.run("return arguments[0].map(name => data.cells[data.names.indexOf(name)][arguments[1]])"
                                         ".filter(cell => ['sat', 'unsat'].includes(cell.k)).map(cell => cell.v[0])", names, at)
                self.assertEqual(len(times), sum(text[0].isdigit() for text in words))
                par2 = (sum(times) + 2 * 1 * (len(names) - len(times))) / len(names)
                figures = [sum(times), statistics.mean(times), statistics.median(times), min(times), max(times),
                           statistics.pstdev(times)] if times else [None] * 6
                row = [self.column("statistics", column)[at] for column in range(1, 9)]
                expected = [f"{len(times)} of {len(names)}", *(figures + [par2])]
                self.assertEqual(row, [text if isinstance(text, str) else "-" if text is None else f"{text:.3f}" for text in expected],
                                 f"{solver}, {which}")
            if which == "some":
                solved = [[text.strip().lstrip("★ ")[0].isdigit() for text in self.column("instances", 4 + at)] for at in range(4)]
                self.assertTrue(all(len(set(row)) == 2 for row in zip(*solved)))
        self.assertEqual(poor_contrast(self.browser), [])
        # The table stays sorted when other formulas are shown.
        self.browser.click("#statistics thead th:nth-child(9) button")
        self.browser.click("#which option[value=all]")
        par2 = [float(text) for text in self.column("statistics", 8)]
        self.assertEqual(par2, sorted(par2))

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
        charted = "return [...document.querySelectorAll('#chart [data-tip]')].map(mark => mark.dataset.tip.match(/ on (\\S+):/)[1])"
        self.assertEqual(set(self.browser.run(charted)), set(chosen))
        link = self.browser.run("return location.hash")
        self.assertEqual(link, "#family=sat&axis=linear")
        # What took a limit's time: everything that a solver has not answered.
        self.browser.run("const least = document.getElementById('from-any'); least.value = '1';"
                         "least.dispatchEvent(new Event('input'))")
        self.assertEqual(self.column("instances", 0), [name for name in self.column("instances", 0) if name in chosen])
        self.browser.call("POST", "/url", {"url": "about:blank"})
        self.browser.call("POST", "/url", {"url": self.page.resolve().as_uri() + link})
        self.assertEqual(set(self.column("instances", 0)), set(chosen))
        self.assertEqual(self.browser.run("return document.getElementById('axis').value"), "linear")
        for plot in ["cactus", "scatter", "chart"]:
            ticks = self.browser.run("return [...document.querySelectorAll(`#${arguments[0]} [text-anchor=end].tick`)]"
                                     ".map(tick => tick.textContent)", plot)
            self.assertIn("0.2 s", ticks, f"{plot} is not linear")

    def test_how_many_within_a_time_follows_the_filters(self):
        self.open()
        # As the library draws it where no script runs.
        written = re.search(r'id="cactus">(<svg.*?</svg>)', self.page.read_text()).group(1)
        drawn = self.browser.run("return document.querySelector('#cactus svg').outerHTML")
        texts = lambda svg: sorted(re.findall(r">([^<>]+)</text>", svg))
        self.assertEqual(texts(drawn), texts(written))
        for kind in ["line s0", "line s1", "mark s0 f0", "mark s3 f3"]:
            places = lambda svg: [float(number) for path in re.findall(r"<path [^>]*>", svg) if f'class="{kind}"' in path
                                  for number in re.findall(r"-?[0-9.]+", re.search(r' d="([^"]*)"', path).group(1))]
            self.assertEqual(len(places(drawn)), len(places(written)), kind)
            self.assertTrue(all(abs(a - b) < 0.15 for a, b in zip(places(drawn), places(written))), kind)
        for which in ["sat", "unsat", "none"]:
            self.browser.click(f"#which option[value={which}]")
            solved = sum(int(text.split()[0]) for text in self.column("statistics", 1))
            self.assertEqual(len(self.tips("cactus")), solved, which)
        self.browser.click("#which option[value=sat]")
        self.assertTrue(any("cdcl: 4 solved within" in text for text in self.tips("cactus")))
        self.browser.click("#clear")
        self.assertEqual(len(self.column("instances", 0)), len(FORMULAS))
        # A solver whose column is hidden is not drawn, and the others keep their colours.
        self.browser.run("document.getElementById('columns').closest('details').open = true")
        self.browser.click("#columns label:nth-child(4) input")
        self.assertFalse(any(text.startswith("cdcl") for text in self.tips("cactus") + self.tips("chart")))
        self.assertIsNone(self.browser.run("return document.querySelector('#cactus .s0')"))
        self.assertEqual(self.column("statistics", 0), ["dpll", "walksat", "liar"])

    def test_what_counts_is_chosen(self):
        self.open()
        names = "return [...document.getElementById('measure').options].map(option => option.text)"
        self.assertEqual(self.browser.run(names), ["CPU time", "time by the clock", "memory", "conflicts"])
        words = [[text[0].isalpha() for text in self.column("instances", 4 + at)] for at in range(4)]
        self.browser.click("#measure option[value=memory]")
        known = "return data.cells.map(line => line[0]).filter(cell => cell.k === 'sat').map(cell => cell.v[2].toFixed(1))"
        column = [text.replace("★", "").strip() for text in self.column("instances", 4)]
        self.assertEqual(column[:4], self.browser.run(known), "the formulas with a model come first")
        self.assertTrue(all(1 < float(text) < 1000 for text in column[:4]), column)
        self.assertEqual([[text[0].isalpha() for text in self.column("instances", 4 + at)] for at in range(4)], words)
        self.assertIn("memory in MB", self.browser.run("return document.querySelector('#instances').closest('section').querySelector('p').textContent"))
        self.assertEqual(set(self.column("statistics", 8)), {"-"}, "memory has no PAR-2")
        self.assertIn(" MB ", self.tips("cactus")[0])
        for plot in ["cactus", "scatter", "chart"]:
            texts = self.browser.run("return [...document.querySelectorAll(`#${arguments[0]} text`)].map(text => text.textContent)", plot)
            self.assertTrue(any(text.endswith("memory in MB") for text in texts), texts)
            self.assertIn("10", texts)
            self.assertFalse(any(text.endswith(" s") for text in texts), texts)
        self.browser.click("#instances thead th:nth-child(5) button")
        column = [float(text) for text in self.column("instances", 4)]
        self.assertEqual(column, sorted(column))
        self.browser.click("#measure option[value=conflicts]")
        self.assertIn("measure=conflicts", self.browser.run("return location.hash"))
        self.browser.run("location.reload()")
        self.assertEqual(self.browser.run("return document.getElementById('measure').value"), "conflicts")
        # Walksat and the liar count none.
        self.assertEqual({text.split(":")[0] for text in self.tips("cactus")}, {"cdcl", "dpll"})
        self.assertEqual(set(self.column("statistics", 2)[2:]), {"-"})
        self.assertIn("conflicts", self.browser.text("h2 [data-measure=amount]"))
        self.assertEqual((self.browser.console(), poor_contrast(self.browser)), ([], []))

    def test_what_a_solver_did_chooses(self):
        self.open()
        self.browser.click("#more summary")
        named = lambda prefix: {name for name in FORMULAS if name.startswith(prefix)}
        self.browser.click("#result-2 option[value=open]")
        self.assertEqual(set(self.column("instances", 0)), named("unsat/"), "walksat proves nothing")
        self.browser.click("#result-3 option[value=error]")
        self.assertEqual(self.column("instances", 0), [], "both must hold")
        self.browser.click("#result-2 option[value='']")
        self.assertEqual(set(self.column("instances", 0)), named("sat/"), "where the liar lies")
        link = self.browser.run("return location.hash")
        self.assertEqual(link, "#result-3=error")
        self.browser.type("#to-2", "0.5")
        times = [float(text.strip("★ ")) for text in self.column("instances", 6)]
        self.assertTrue(times and max(times) <= 0.5)
        self.browser.call("POST", "/url", {"url": "about:blank"})
        self.browser.call("POST", "/url", {"url": self.page.resolve().as_uri() + link})
        self.assertEqual(set(self.column("instances", 0)), named("sat/"))
        self.assertTrue(self.browser.run("return document.getElementById('more').open"), "what is chosen is seen")
        # In the limit's time one or more did not answer some.
        self.browser.click("#clear")
        self.browser.type("#from-any", "0.9")
        slow = [any(float(tip.split(", ")[1].split()[0]) >= 0.9 for tip in row) for row in self.browser.run(
            "return [...document.querySelectorAll('#instances tbody tr')].map(row => [...row.cells].slice(4).map(cell => cell.dataset.tip.replace(/ \\(.*\\)/, '')))")]
        self.assertEqual(len(self.column("instances", 0)), sum(slow))
        self.assertTrue(any(slow) and not all(slow))

    def test_ratios_have_lines(self):
        self.open()
        for axis in ["log", "linear"]:
            self.browser.click(f"#axis option[value={axis}]")
            labels = "return [...document.querySelectorAll('#scatter .tick')].map(tick => tick.textContent).filter(text => text[0] === '×')"
            # Once on a long axis, where the second label of a line would stand in the way of the first.
            self.assertEqual(set(self.browser.run(labels)), {"×2", "×10"}, axis)
            apart = """const labels = [...document.querySelectorAll('#scatter .tick')].filter(tick => tick.textContent[0] === '×');
                const boxes = labels.map(label => label.getBoundingClientRect());
                return boxes.every((a, at) => boxes.slice(at + 1).every(b =>
                  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top))"""
            self.assertTrue(self.browser.run(apart), axis)
            self.assertEqual(self.browser.run("return document.querySelectorAll('#scatter .ratio').length"), 2, axis)
            over = """const plot = document.querySelector('#scatter svg'), box = plot.getBoundingClientRect();
                return [...plot.querySelectorAll('.tick')].map(tick => tick.getBoundingClientRect())
                  .filter(at => at.right > box.right + 20 || at.top < box.top - 8).length"""
            self.assertEqual(self.browser.run(over), 0, "labels stay in the plot")

    @unittest.skipUnless("AXE" in os.environ, "AXE names no axe.min.js")
    def test_axe_finds_no_fault(self):
        for width, dark in [(1280, False), (1280, True), (360, False), (360, True)]:
            self.open(width=width, dark=dark)
            self.browser.run("document.querySelectorAll('details').forEach(part => { part.open = true; })")
            self.browser.click("#measure option[value=memory]")
            self.assertEqual(axe_faults(self.browser), [], f"{width} {dark}")
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth - innerWidth"), 0)

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
        self.browser.run("document.querySelector('#scatter svg').focus()")
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
        label = self.browser.run("return document.querySelector('#scatter svg').getAttribute('aria-label')")
        self.assertTrue(label.startswith("cdcl against walksat"), label)
        hollow = "return document.querySelectorAll('#scatter [data-tip].open').length"
        self.assertEqual(self.browser.run(hollow), sum(name.startswith("unsat/") for name in FORMULAS))
        self.assertEqual(self.browser.console(), [])

    def test_every_control_is_reached_by_tab(self):
        self.open()
        wanted = set(self.browser.run("return [...document.querySelectorAll('button,input,select,summary,.plot,.scroll')].filter(e => e.tabIndex === 0 && e.getClientRects().length && e.checkVisibility())"
                                      ".map((element, at) => element.dataset.number = String(at))"))
        reached = set()
        for _ in range(len(wanted) + 5):
            self.browser.press("Tab")
            reached.add(self.browser.run("return document.activeElement.dataset.number ?? null"))
        self.assertEqual(wanted - reached, set())


if __name__ == "__main__":
    unittest.main()
