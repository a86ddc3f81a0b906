// Whatever is chosen, everything follows.
const change = () => {
  writeCells();
  filter();
  hide();
  sumUp();
  drawCactus();
  drawScatter();
  drawChart();
  show(null);
  keepChoices();
};
for (const control of choices) control.addEventListener(control.tagName === "SELECT" ? "change" : "input", change);
byId("clear").addEventListener("click", () => {
  for (const control of filters) control.value = usual(control);
  change();
  words.focus();
});
change();
