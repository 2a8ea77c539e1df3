// What a field lacks is said in the language of the page, whatever language its browser speaks.

const words = document.getElementById("said")?.dataset ?? {};

function lacks({ validity, title, type, min, max }) {
  if (validity.valueMissing) return ["radio", "checkbox"].includes(type) ? words.choose : words.missing;
  if (validity.patternMismatch && title) return title;
  if (validity.rangeUnderflow || validity.rangeOverflow) return words.range?.replace("{min}", min).replace("{max}", max);
  return validity.badInput || validity.typeMismatch || validity.stepMismatch ? words.number : "";
}

function clear({ target }) {
  for (const field of target.form?.elements ?? target.elements ?? []) field.setCustomValidity?.("");
}

document.addEventListener("invalid", ({ target }) => target.setCustomValidity(lacks(target) ?? ""), true);
for (const change of ["input", "change", "reset"]) document.addEventListener(change, clear, true);
