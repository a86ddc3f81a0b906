"""A headless Chromium or Firefox for the browser tests: WebDriver (W3C) over plain HTTP, with nothing but Python's own
library. GEMSAT_BROWSER=firefox takes Firefox and geckodriver."""

import base64
import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

# WebDriver's names of keys that have no letter.
KEYS = {"Enter": "\ue007", "Space": " ", "Tab": "\ue004", "Escape": "\ue00c", "Backspace": "\ue003",
        "Home": "\ue011", "End": "\ue010", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def program(*names):
    """The first of these programs that is installed."""
    found = next((path for path in map(shutil.which, names) if path), None)
    if not found:
        raise SystemExit(f"none of {', '.join(names)} is installed")
    return found


def visible(value):
    """What a page answers, without the sign that joins a minus to its variable and is not seen."""
    if isinstance(value, str):
        return value.replace("\u2060", "")
    if isinstance(value, list):
        return [visible(part) for part in value]
    return {name: visible(part) for name, part in value.items()} if isinstance(value, dict) else value


def tool(name):
    """A program of the package, from the folder in GEMSAT_BIN, or as cargo builds it for release."""
    folder = os.environ.get("GEMSAT_BIN", Path(__file__).parents[2] / "target" / "release")
    return str(Path(folder) / name)


class Chromium:
    """One Chromium with one tab. Use it in a `with` statement; it ends with it."""

    driver = "chromedriver"

    def __enter__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = tempfile.mkdtemp(prefix="gemsat-browser-")
        self.process = subprocess.Popen([program(self.driver), f"--port={self.port}", *self.flags()], start_new_session=True,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = None
        try:
            self.wait(lambda: self.call("GET", "/status", whole=True)["ready"], f"{self.driver} to start")
            answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": self.wanted()}}, whole=True)
            self.session = answer["sessionId"]
        except BaseException:
            self.__exit__()
            raise
        return self

    def flags(self):
        """What the driver is told when it starts."""
        return []

    def wanted(self):
        """The capabilities of a session."""
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--disable-background-networking", "--disable-component-update",
                     "--force-color-profile=srgb", f"--user-data-dir={self.folder}"]
        options = {"binary": program("chromium", "chromium-browser", "google-chrome"), "args": arguments}
        return {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}

    def __exit__(self, *_):
        if self.session:
            with contextlib.suppress(OSError):
                self.call("DELETE", "")
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, path, body=None, whole=False):
        """One command; `whole` is for those without a session. Fails with the driver's message."""
        prefix = "" if whole else f"/session/{self.session}"
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{prefix}{path}", data,
                                         {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return visible(json.load(answer)["value"])
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def chrome(self, command, **parameters):
        """A command of Chromium's own protocol."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def size(self, width, height, dark):
        """Gives the window this size, and the page these colours."""
        self.chrome("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                    mobile=width < 600)
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.chrome("Emulation.setEmulatedMedia", features=features)

    def open(self, path, width=1280, height=900, dark=False):
        """Opens a file in a window of this size; gives the seconds until its `load` event."""
        self.size(width, height, dark)
        self.console()
        self.call("POST", "/url", {"url": Path(path).resolve().as_uri()})
        timing = "const t = performance.getEntriesByType('navigation')[0]; return (t.loadEventEnd - t.startTime) / 1000"
        return self.run(timing)

    def open_within(self, seconds, path, **how):
        """Opens a file; it must open this soon. A busy machine gets more tries: what counts is the page."""
        took = [self.open(path, **how)]
        while min(took) >= seconds and len(took) < 6:
            took.append(self.open(path, **how))
        assert min(took) < seconds, f"{path} takes {took} s to open, not {seconds}"

    def run(self, script, *arguments):
        """Runs the body of a function in the page and gives what it returns."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, holds, what, seconds=20):
        """Waits until it holds."""
        end = time.monotonic() + seconds
        while True:
            with contextlib.suppress(OSError):
                if result := holds():
                    return result
            if time.monotonic() > end:
                raise AssertionError(f"waited {seconds} s for {what}")
            time.sleep(0.05)

    def find(self, css):
        """The first element of a CSS selector; fails when there is none."""
        return self.call("POST", "/element", {"using": "css selector", "value": css})[ELEMENT]

    def click(self, css):
        """Clicks it as a mouse would: it must be visible and not covered."""
        self.call("POST", f"/element/{self.find(css)}/click")

    def type(self, css, text):
        """Types into it."""
        self.call("POST", f"/element/{self.find(css)}/value", {"text": text})

    def hover(self, css):
        """Moves the mouse to its middle."""
        move = {"type": "pointerMove", "duration": 0, "origin": {ELEMENT: self.find(css)}, "x": 0, "y": 0}
        actions = [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [move]}]
        self.call("POST", "/actions", {"actions": actions})

    def drag(self, first, second):
        """Presses the mouse on one element, moves to the other and lets go there."""
        to = lambda element: {"type": "pointerMove", "duration": 50, "origin": {ELEMENT: element}, "x": 0, "y": 0}
        actions = [to(first), {"type": "pointerDown", "button": 0}, to(second), {"type": "pointerUp", "button": 0}]
        self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
                                                    "actions": actions}]})

    def press(self, *keys):
        """Presses keys one after the other, where the focus is: letters, or names of KEYS."""
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def text(self, css):
        """The text of the first element of a selector, as it is seen."""
        return self.call("GET", f"/element/{self.find(css)}/text")

    def console(self):
        """What the page has said on its console since the last call: warnings and errors."""
        lines = self.call("POST", "/se/log", {"type": "browser"})
        return [line["message"] for line in lines if line["level"] in ("WARNING", "SEVERE")]

    def requests(self):
        """What the page has fetched, itself aside."""
        return self.run("return performance.getEntriesByType('resource').map(entry => entry.name)")

    def picture(self, path, whole=True):
        """A screenshot as a PNG file, of the whole page or of what is in the window."""
        parameters = {"format": "png", "captureBeyondViewport": whole}
        if whole:
            size = self.chrome("Page.getLayoutMetrics")["cssContentSize"]
            parameters["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        Path(path).write_bytes(base64.b64decode(self.chrome("Page.captureScreenshot", **parameters)["data"]))


class Firefox(Chromium):
    """One Firefox with one tab. What its pages say on their consoles is not told over WebDriver."""

    driver = "geckodriver"
    # Up to version 0.36 the browser is asked for what its own window needs, since then the driver.
    ACCESS = "--allow-system-access"

    def flags(self):
        help = subprocess.run([program(self.driver), "--help"], capture_output=True, text=True).stdout
        return [self.ACCESS] if self.ACCESS in help else []

    def wanted(self):
        arguments = ["-headless", *([] if self.flags() else ["-remote-allow-system-access"])]
        options = {"binary": program("firefox-esr", "firefox"), "args": arguments}
        return {"browserName": "firefox", "moz:firefoxOptions": options}

    def size(self, width, height, dark):
        self.call("POST", "/moz/context", {"context": "chrome"})
        self.run("""Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', arguments[0]);
            document.documentElement.style.setProperty('min-width', '0', 'important');""", 0 if dark else 1)
        self.call("POST", "/moz/context", {"context": "content"})
        self.call("POST", "/window/rect", {"width": width, "height": height})
        # Around the page there is the window.
        wide, high = self.run("return [innerWidth, innerHeight]")
        self.call("POST", "/window/rect", {"width": 2 * width - wide, "height": 2 * height - high})

    def console(self):
        return []

    def picture(self, path, whole=True):
        shot = self.call("GET", "/moz/screenshot/full" if whole else "/screenshot")
        Path(path).write_bytes(base64.b64decode(shot))


Browser = Firefox if os.environ.get("GEMSAT_BROWSER") == "firefox" else Chromium


def keep(name):
    """Where a screenshot of this name goes: the folder in GEMSAT_PICTURES, if there is one."""
    folder = os.environ.get("GEMSAT_PICTURES")
    return Path(folder) / f"{name}.png" if folder else None


# Colours and their contrast (WCAG 2.2, 1.4.3): text needs 4.5, what is drawn 3.
CONTRAST = """
const shade = text => {
  const part = text.match(/[\\d.]+/g).map(Number);
  const line = part.slice(0, 3).map(value => value / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return {light: 0.2126 * line[0] + 0.7152 * line[1] + 0.0722 * line[2], clear: part.length > 3 && part[3] < 0.99};
};
const ground = element => {
  for (let at = element; at; at = at.parentElement) {
    const color = getComputedStyle(at).backgroundColor;
    if (!shade(color).clear) return shade(color).light;
  }
  return 1;
};
// What is behind a text of a picture: its own outline, or the shape that was drawn last under its middle.
const behind = element => {
  if (!(element instanceof SVGTextElement)) return ground(element);
  const style = getComputedStyle(element);
  if (style.stroke !== 'none' && style.paintOrder.startsWith('stroke')) return shade(style.stroke).light;
  const box = element.getBBox(), point = element.ownerSVGElement.createSVGPoint();
  [point.x, point.y] = [box.x + box.width / 2, box.y + box.height / 2];
  let found = null;
  for (const shape of element.ownerSVGElement.querySelectorAll('rect, circle, path')) {
    const { fill, fillOpacity, visibility } = getComputedStyle(shape);
    const before = shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (before && fill !== 'none' && fillOpacity === '1' && visibility === 'visible' && shape.isPointInFill(point)) found = fill;
  }
  return found === null ? ground(element) : shade(found).light;
};
const poor = [];
for (const element of document.querySelectorAll(arguments[0])) {
  const own = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  if (!own || !element.getClientRects().length || getComputedStyle(element).visibility !== 'visible') continue;
  const style = getComputedStyle(element);
  const color = element instanceof SVGElement ? style.fill : style.color;
  if (color === 'none') continue;
  const [a, b] = [shade(color).light, behind(element)];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) poor.push(`${element.tagName} '${element.textContent.trim().slice(0, 30)}': ${ratio.toFixed(2)}`);
}
return poor;
"""


def poor_contrast(browser, css="body *"):
    """The elements with text whose contrast to what is behind them is below 4.5, described."""
    return browser.run(CONTRAST, css)


AXE = """const run = arguments[0]; window.found = null;
const script = document.createElement('script'); script.textContent = run; document.head.append(script); script.remove();
axe.run({preload: false}).then(result => { window.found = result.violations.map(fault =>
  `${fault.id}: ${fault.nodes.map(node => node.target.join(' ') + ' ' + node.failureSummary).join('; ')}`); });"""


def axe_faults(browser):
    """What axe-core, the file in AXE, finds wrong with a page."""
    browser.run(AXE, Path(os.environ["AXE"]).read_text())
    return browser.wait(lambda: browser.run("return window.found && [window.found]"), "axe")[0]
