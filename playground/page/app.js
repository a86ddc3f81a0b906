// The tabs, the link in the address, and the start.
"use strict";

(() => {
  const tabs = [...document.querySelectorAll("[role=tab]")];

  async function open(name, text, more = {}) {
    for (const tab of tabs) {
      const on = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", on);
      tab.tabIndex = on ? 0 : -1;
      if (on) tab.scrollIntoView({block: "nearest", inline: "nearest"});
    }
    $("panel-learn").hidden = name !== "learn";
    $("panel-formula").hidden = name !== "formula";
    $("panel-puzzle").hidden = name === "formula" || name === "learn";
    // What runs in another tab goes on there.
    Libraries.leave(name);
    if (name === "learn") await Learn.open(text, more);
    else if (name === "formula") {
      if (text !== undefined) Formula.put(text, more);
      else if (/^\d+$/.test(more.random ?? "")) Formula.random(Number(more.random));
    } else {
      await Puzzle.open(name, text);
    }
  }

  async function follow() {
    const [[name, packed] = [""], ...rest] = location.hash.slice(1).split("&").map(part => part.split("="));
    if (!tabs.some(tab => tab.id === `tab-${name}`)) return open("learn");
    const more = Object.fromEntries(rest.map(([key, value]) => [key, decodeURIComponent(value ?? "")]));
    if (name === "learn") return open(name, packed, more);
    let text;
    if (packed) {
      try {
        text = await unpack(packed);
      } catch {
        say("This link is damaged or too long.");
      }
    }
    return open(name, text, more);
  }

  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => { location.hash = tab.id.slice(4); });
    tab.addEventListener("keydown", event => {
      const next = {ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1}[event.key];
      if (next === undefined) return;
      event.preventDefault();
      const to = tabs[(next + tabs.length) % tabs.length];
      to.focus();
      to.click();
    });
  }
  // A file dropped beside the tab for formulas must not replace the page.
  for (const kind of ["dragover", "drop"]) addEventListener(kind, event => event.preventDefault());
  addEventListener("hashchange", follow);

  addEventListener("DOMContentLoaded", async () => {
    Puzzle.begin();
    Learn.begin();
    try {
      await Formula.begin();
      await follow();
      document.documentElement.dataset.ready = "yes";
      performance.mark("ready");
    } catch (error) {
      show($("answer"), "bad", "The solver could not be started.", error.message);
    }
  });
})();
