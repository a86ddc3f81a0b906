"""The playground in a Chromium, used as a person would: what the tests share."""

import os
import re
import time
import unittest
from pathlib import Path

from driver import Browser

PAGE = Path(os.environ.get("GEMSAT_DIST", Path(__file__).parents[1] / "dist")) / "index.html"


# The lines of a proof, as the page tells them: number, clause, why it follows.
LINES = "return [...document.querySelectorAll('.proof-lines tr')].map(row => [...row.cells].map(cell => cell.textContent))"


def follows(rows):
    """Checks every line of a proof by what the page says of it; how many lines are derived."""
    negation = lambda lit: lit[1:] if lit.startswith("-") else f"-{lit}"
    clauses, derived = {}, 0
    for number, words, why in rows:
        lits = [] if "empty clause" in words else words.split(" or ")
        if why != "given":
            true = {negation(lit) for lit in lits}
            for lit, by in re.findall(r"(\S+) \(by (\d+)\)", why):
                assert set(clauses[by]) - {negation(one) for one in true} == {lit}, (number, lit, by)
                true.add(lit)
            false = re.search(r"clause (\d+) is false", why)[1]
            assert all(negation(lit) in true for lit in clauses[false]), (number, false)
            derived += 1
        clauses[number] = lits
    assert not lits, "the last line is the empty clause"
    return derived


class PageTest(unittest.TestCase):
    """Opens the page once for all tests of a class; no test may leave a line on the console."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()

    def setUp(self):
        self.open()

    def tearDown(self):
        self.assertEqual(self.browser.console(), [])

    def open(self, fragment="#formula", **how):
        """Opens the page anew, at the tab for formulas unless told otherwise, and waits until it is ready."""
        self.browser.call("POST", "/url", {"url": "about:blank"})
        self.browser.open(PAGE, **how)
        self.ready()
        # Nothing of what the last test has left in the browser.
        self.browser.run("localStorage.clear()")
        self.load(fragment)

    def load(self, fragment):
        self.browser.call("POST", "/url", {"url": "about:blank"})
        self.browser.call("POST", "/url", {"url": PAGE.resolve().as_uri() + fragment})
        self.ready()

    def ready(self):
        self.browser.wait(lambda: self.browser.run("return document.documentElement.dataset.ready"), "the page")

    def choose(self, css, text):
        """Chooses an option by its text, typed as on a keyboard."""
        self.browser.type(css, text)

    def enter(self, css, text):
        """Replaces the text of a field."""
        field = self.browser.find(css)
        self.browser.call("POST", f"/element/{field}/clear")
        self.browser.call("POST", f"/element/{field}/value", {"text": text})

    # Formulas.

    def formula(self, text):
        """Puts a long text into the field, as pasting does."""
        self.browser.run("""const field = document.getElementById('text');
            field.focus(); field.value = arguments[0]; field.dispatchEvent(new Event('input', {bubbles: true}));""", text)

    def solve(self, seconds=60, quiet=0):
        """Presses Solve; the answer's title and all of its text. For `quiet` seconds nobody looks at the page."""
        self.browser.click("#solve")
        time.sleep(quiet)
        answer = self.browser.wait(lambda: self.browser.run("""const answer = document.getElementById('answer');
            return !document.getElementById('solve').disabled && answer.textContent && answer.innerText"""), "an answer", seconds)
        return self.title("#answer"), answer

    def title(self, css):
        return re.sub(r"^\W+\s*", "", (self.browser.text(css).splitlines() or [""])[0])

    # Puzzles.

    def tab(self, name):
        self.browser.click(f"#tab-{name}")
        self.kind = name
        self.idle()

    def idle(self):
        """Waits until the board is there and nothing runs."""
        done = """return document.getElementById('board').dataset.kind === arguments[0]
            && document.querySelectorAll('#board .cell').length > 0
            && document.getElementById('panel-puzzle').getAttribute('aria-busy') === 'false'"""
        self.browser.run("return new Promise(done => setTimeout(done, 30))")
        self.browser.wait(lambda: self.browser.run(done, self.kind), f"the board of {self.kind}")

    def cells(self):
        """The names of the cells, as a screen reader says them."""
        return self.browser.run("return [...document.querySelectorAll('#board .cell')].map(c => c.getAttribute('aria-label'))")

    def values(self):
        """What the cells hold."""
        return [re.sub(r",.*", "", name.split(": ")[1]) for name in self.cells()]

    def marked(self):
        """The cells that an explanation marks, and the one that it is about."""
        return self.browser.run("""const cells = [...document.querySelectorAll('#board .cell')];
            const at = name => cells.flatMap((c, i) => c.classList.contains(name) ? [i] : []);
            return [at('marked'), at('about')]""")

    def cell(self, index):
        """Clicks a cell with the mouse."""
        cell = self.browser.call("POST", "/elements", {"using": "css selector", "value": "#board .cell"})[index]
        self.browser.call("POST", f"/element/{next(iter(cell.values()))}/click")
        self.idle()

    def drag(self, first, second):
        """Drags the mouse from one cell to another."""
        cells = self.browser.call("POST", "/elements", {"using": "css selector", "value": "#board .cell"})
        self.browser.drag(*(next(iter(cells[index].values())) for index in (first, second)))
        self.idle()

    def press(self, *keys):
        """Presses keys, each after the last has done its work."""
        for key in keys:
            self.browser.press(key)
            self.idle()

    def verb(self, name):
        """Presses a button of the puzzle; what the page says."""
        self.browser.click(f"[data-verb={name}]")
        self.idle()
        return self.browser.text("#puzzle-answer")

    def button(self, css):
        self.browser.click(css)
        self.idle()

    def put(self, text):
        """Reads a puzzle from text, through the page's own field."""
        self.browser.run("document.getElementById('puzzle-text').closest('details').open = true")
        self.browser.run("document.getElementById('puzzle-text').value = arguments[0]", text)
        self.button("#read")
