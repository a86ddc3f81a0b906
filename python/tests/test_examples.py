"""The programs of python/examples run to their end, and what they claim on the way holds."""

import runpy
import unittest
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


class Examples(unittest.TestCase):
    def test_every_example_runs_and_is_short(self):
        paths = sorted(EXAMPLES.glob("*.py"))
        self.assertGreaterEqual(len(paths), 3)
        for path in paths:
            with self.subTest(path.name):
                self.assertLess(len(path.read_text().splitlines()), 80)
                runpy.run_path(str(path), run_name="__main__")


if __name__ == "__main__":
    unittest.main()
