"""For everybody: no fault that axe-core finds, nothing beside the window, all by keyboard, on phones and on large screens."""

from driver import axe_faults, keep
from page import PageTest

# Presses of Tab after which the page must have given every control the focus.
MOST_TABS = 80


class Access(PageTest):
    def look(self, name):
        self.assertEqual(axe_faults(self.browser), [], name)
        wide = "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        self.assertTrue(self.browser.run(wide), f"{name} is wider than its window")
        if path := keep(name):
            self.browser.picture(path)

    def test_every_tab_in_every_size_light_and_dark(self):
        for width, height in [(360, 780), (1280, 900), (2560, 1400), (3840, 2160)]:
            for dark in [False, True]:
                name = f"{width}-{'dark' if dark else 'light'}"
                self.open("#learn", width=width, height=height, dark=dark)
                shown = "return document.getElementById('lesson-tool').children.length > 1"
                self.browser.wait(lambda: self.browser.run(shown), "the first lesson")
                self.look(f"{name}-learn")
                self.open(width=width, height=height, dark=dark)
                self.browser.run("document.querySelectorAll('details').forEach(part => { part.open = true; })")
                self.assertEqual(self.solve()[0], "SATISFIABLE")
                self.look(f"{name}-formula")
                for kind, verb in [("sudoku", "solve"), ("queens", "explain"), ("gems", "certain"), ("coloring", "solve"), ("tenner", "play")]:
                    self.tab(kind)
                    self.verb(verb)
                    self.look(f"{name}-{kind}")
                    if kind == "sudoku":
                        self.verb("cnf")
                        self.look(f"{name}-cnf")

    def reached(self):
        """The controls that Tab gives the focus, one after the other."""
        seen = []
        self.browser.run("document.activeElement.blur(); window.getSelection().removeAllRanges(); document.body.tabIndex = -1; document.body.focus()")
        for _ in range(MOST_TABS):
            self.browser.press("Tab")
            where = self.browser.run("""const at = document.activeElement;
                return at === document.body ? null : at.id || at.dataset.verb || at.getAttribute('role') || at.textContent""")
            if where is None:
                break
            seen.append(where)
        self.browser.run("document.body.removeAttribute('tabindex')")
        return seen

    def test_every_control_is_reached_by_keyboard(self):
        self.browser.run("document.querySelectorAll('#panel-formula details').forEach(part => { part.open = true; })")
        formula = self.reached()
        for control in ["tab-formula", "example", "file", "share-formula", "text", "form", "engine", "proof", "textbook", "order", "phase", "watch", "seed", "seconds", "conflicts", "megabytes", "steps", "relaxed", "options", "solve"]:
            self.assertIn(control, formula)
        self.tab("sudoku")
        puzzle = self.reached()
        for control in ["tab-sudoku", "shape", "blank", "generate", "gridcell", "1", "blank", "solve", "count", "explain", "certain", "play", "cnf", "puzzle-engine"]:
            self.assertIn(control, puzzle)

    def test_tabs_are_changed_by_arrows(self):
        self.browser.run("document.getElementById('tab-formula').focus()")
        for kind in ["sudoku", "queens", "gems", "coloring", "tenner"]:
            self.kind = kind
            self.browser.press("ArrowRight")
            self.idle()
            self.assertEqual(self.browser.run("return document.activeElement.id"), f"tab-{kind}")
        for panel in ["panel-learn", "panel-formula"]:
            self.browser.press("ArrowRight")
            self.browser.wait(lambda: not self.browser.run("return document.getElementById(arguments[0]).hidden", panel), panel)
