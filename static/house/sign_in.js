// The keypad beside badge and PIN. Without this script the same form is filled in with a keyboard.

import "./wedge.js";

// What is pressed again within so many milliseconds, on a page that has not gone, is the same press.
const ANSWERED = 10000;
const pad = document.querySelector(".keypad");
const pins = [...document.querySelectorAll('input[type="password"]')];
const keys = {
  clear: () => "",
  back: (typed) => typed.slice(0, -1),
};
let pin = pins[0];

// Where a page asks for several PINs, the keypad types into the one that was touched last.
const takes = (field) => {
  pin = field;
  for (const each of pins) each.classList.toggle("typed-into", each === field && pins.length > 1);
};

takes(pin);
pad.hidden = false;
for (const field of pins) {
  field.addEventListener("focus", () => takes(field));
  // A finger has the keypad; the tablet's own keyboard would cover half of the page.
  if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none";
}

pad.addEventListener("click", ({ target }) => {
  const key = target.closest("button");
  if (!key) return;
  const change = keys[key.value] ?? ((typed) => (typed + key.value).slice(0, pin.maxLength));
  pin.value = change(pin.value);
  anew();
});

// Pressed twice it is sent once: the second would be one try more of a PIN that nobody has called right yet.
let sent = -ANSWERED;
const form = pad.closest("form");
const anew = () => (sent = -ANSWERED);
form.addEventListener("submit", (event) => {
  if (event.timeStamp - sent < ANSWERED) event.preventDefault();
  else sent = event.timeStamp;
});
addEventListener("pageshow", anew);
// Stopped by hand it is answered by nothing: the next press is a new one, as is that of whoever types anew. To a browser
// that does not tell of it Esc says it, or a pointer that leaves the page, as on its way to the browser's own button.
globalThis.navigation?.addEventListener("navigateerror", anew);
addEventListener("keydown", ({ key }) => key === "Escape" && anew());
document.documentElement.addEventListener("mouseleave", anew);
form.addEventListener("input", anew);
