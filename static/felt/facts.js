// What the console's scripts have to know of the table, as it was drawn last.

/** The table: the coup, whether stakes are taken, its chips, its seats and what lies there. */
export function facts() {
  const text = document.querySelector("[data-facts]")?.dataset.facts ?? "{}";
  if (text !== read.text) read = { text, facts: JSON.parse(text) };
  return read.facts;
}

let read = { text: "", facts: {} };

/** The element that holds the console. */
export function root() {
  return document.querySelector(".console");
}

/** Why something is taken back, as it is chosen on its sheet. */
export function reason() {
  return document.querySelector("#take-back [name=reason]:checked")?.value ?? "mistyped";
}

/** Whether a switch of the console is on; what was never touched is. */
export function isOn(name) {
  return localStorage.getItem(`sabot.${name}`) !== "off";
}
