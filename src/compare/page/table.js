// Which columns of the table of formulas are shown. A solver whose column is hidden is neither summed up nor drawn.
const heads = all("#instances thead th"), rules = document.head.appendChild(document.createElement("style"));
const isDrawn = solver => !hidden.has(BEFORE + solver);
const hide = () => {
  rules.textContent = [...hidden].map(at => `#instances tr > :nth-child(${at + 1}) { display: none; }`).join("\n");
};
for (const at of (chosen.get("hide") ?? "").split(",").map(Number)) if (heads[at] && at > 0) hidden.add(at);
heads.slice(1).forEach((head, before) => {
  const at = before + 1, box = element("input", "", { type: "checkbox", checked: !hidden.has(at) });
  const label = element("label");
  label.append(box, ` ${head.textContent}`);
  box.addEventListener("change", () => {
    if (box.checked) hidden.delete(at);
    else hidden.add(at);
    change();
  });
  byId("columns").append(label);
});
