"""A still frame of the step player as an SVG picture: the board at a step, with the styles that it needs.

    python3 tests/browser/still.py PAGE [SHARE] >picture.svg

PAGE is what `--play` has written; SHARE says where in the search, from 0 (its beginning) to 1 (its end).
"""

import sys

from driver import Browser

STILL = """
const slider = document.getElementById('slider');
slider.value = Math.round(slider.max * arguments[0]);
slider.dispatchEvent(new Event('input'));
const board = document.querySelector('#board svg');
const copy = board.cloneNode(true);
const pairs = [...board.querySelectorAll('*')].map((element, at) => [element, copy.querySelectorAll('*')[at]]);
const seen = pairs.filter(([element]) => getComputedStyle(element).visibility === 'visible').map(([, twin]) => twin);
for (const [, twin] of pairs) {
  if (twin.tagName === 'title' || ![twin, ...twin.querySelectorAll('*')].some(part => seen.includes(part))) twin.remove();
  twin.removeAttribute('id');
}
const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
  .filter(rule => rule.selectorText && !rule.selectorText.startsWith('*') && copy.querySelector(rule.selectorText));
const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
const theme = getComputedStyle(document.documentElement);
style.textContent = rules.map(rule => rule.cssText.replace(/\\s+/g, ' ').replace(/var\\((--[\\w-]+)\\)/g,
  (_, name) => theme.getPropertyValue(name).trim())).join('');
copy.prepend(style);
if (!copy.hasAttribute('width')) {
  const box = board.viewBox.baseVal;
  copy.setAttribute('width', box.width);
  copy.setAttribute('height', box.height);
}
return new XMLSerializer().serializeToString(copy);
"""


def main():
    page, share = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 0.5
    with Browser() as browser:
        browser.open(page)
        print(browser.run(STILL, share))


if __name__ == "__main__":
    main()
