// What the browser itself would say in its own language, said in that of the page: why a form is not sent, and a date.

const words = document.getElementById("native").dataset;
const { lang } = document.documentElement;

function wrong({ validity, type, min, max, title }) {
  if (validity.valueMissing) return type === "checkbox" || type === "radio" || type === "select-one" ? words.choose : words.missing;
  if (validity.rangeUnderflow) return words.least.replace("{least}", min);
  if (validity.rangeOverflow) return words.most.replace("{most}", max);
  return (validity.patternMismatch && title) || words.unfit;
}

document.addEventListener("invalid", ({ target }) => target.validity.customError || target.setCustomValidity(wrong(target)), true);
// What is typed anew is looked at anew, and at a press of a button also what a script has filled in: a keypad, a badge reader.
for (const kind of ["input", "change", "click"]) {
  document.addEventListener(kind, ({ target }) => {
    const { form } = target.closest("button") ?? target;
    // A choice among several is made by any of them.
    for (const field of form?.elements ?? [target]) field.setCustomValidity?.("");
  }, true);
}

/** A date in words below the field, which the browser writes as its own language has it. */
function spell(field) {
  const said = field.parentElement.querySelector(".date-in-words") ?? field.parentElement.appendChild(Object.assign(document.createElement("span"), { className: "date-in-words" }));
  const day = field.valueAsDate;
  said.textContent = day ? day.toLocaleDateString(lang, { timeZone: "UTC", weekday: "short", day: "numeric", month: "short", year: "numeric" }) : "";
}

for (const field of document.querySelectorAll('input[type="date"]')) {
  field.parentElement.classList.add("dated");
  spell(field);
  field.addEventListener("input", () => spell(field));
}
