"""The driver itself finds what it is there to find."""

import tempfile
import unittest
from pathlib import Path

from driver import Browser, poor_contrast

PAGE = """<!doctype html><meta charset="utf-8"><title>probe</title>
<meta name="viewport" content="width=device-width"><body style="background:#fff">
<button onclick="this.textContent = 'pressed'">press</button><p style="color:#bbb">pale</p><p style="color:#222">dark</p>
<script>console.error('seen'); document.addEventListener('keydown', event => document.title += event.key)</script>"""


class Driver(unittest.TestCase):
    def test_errors_clicks_keys_and_pale_text_are_seen(self):
        with tempfile.TemporaryDirectory() as folder, Browser() as browser:
            page = Path(folder) / "probe.html"
            page.write_text(PAGE)
            seconds = browser.open(page, width=360, height=640)
            self.assertTrue(0 < seconds < 60)
            self.assertEqual(browser.run("return innerWidth"), 360)
            self.assertEqual(len(browser.console()), 1 if browser.driver == "chromedriver" else 0)
            browser.click("button")
            self.assertEqual(browser.text("button"), "pressed")
            browser.press("x", "ArrowLeft")
            self.assertEqual(browser.run("return document.title"), "probexArrowLeft")
            poor = poor_contrast(browser, "p")
            self.assertEqual(len(poor), 1)
            self.assertIn("pale", poor[0])
            with self.assertRaises(AssertionError):
                browser.find("#nothing")
            browser.picture(Path(folder) / "probe.png")
            self.assertTrue((Path(folder) / "probe.png").read_bytes().startswith(b"\x89PNG"))


if __name__ == "__main__":
    unittest.main()
