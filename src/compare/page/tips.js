// Tooltips: under the mouse or a finger, or by arrow keys in a plot that has the focus.
const tip = byId("tip");
let marked = null;
const show = (element, x, y) => {
  marked?.classList.remove("at");
  marked = element;
  tip.hidden = !element;
  if (!element) return;
  tip.textContent = element.dataset.tip;
  if (element.closest(".plot")) element.classList.add("at");
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - box.width - 4))}px`;
  tip.style.top = `${y + 16 + box.height > innerHeight ? Math.max(4, y - box.height - 10) : y + 16}px`;
};
document.addEventListener("pointerover", event => {
  show(event.target.closest?.("[data-tip]"), event.clientX, event.clientY);
});
document.addEventListener("pointerdown", event => {
  show(event.target.closest?.("[data-tip]"), event.clientX, event.clientY);
});
document.addEventListener("scroll", () => show(null), true);
document.addEventListener("keydown", event => {
  if (event.key === "Escape") return show(null);
  const plot = document.activeElement?.closest?.(".plot");
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!plot || !(step || event.key === "Home" || event.key === "End")) return;
  event.preventDefault();
  const points = all("[data-tip]", plot);
  if (!points.length) return;
  const now = points.indexOf(marked);
  const next = step ? (now < 0 ? (step > 0 ? 0 : points.length - 1) : now + step + points.length) % points.length
    : event.key === "Home" ? 0 : points.length - 1;
  const box = points[next].getBoundingClientRect();
  show(points[next], box.x + box.width / 2, box.y + box.height / 2);
});
document.addEventListener("focusout", () => show(null));
