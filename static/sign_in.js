// The keypad beside badge and PIN. Without this script the same form is filled in with a keyboard.

const pad = document.querySelector(".keypad");
const pin = document.querySelector("#pin");
const keys = {
  clear: () => "",
  back: (typed) => typed.slice(0, -1),
};

pad.hidden = false;
// A finger has the keypad; the tablet's own keyboard would cover half of the page.
if (matchMedia("(pointer: coarse)").matches) pin.inputMode = "none";

pad.addEventListener("click", ({ target }) => {
  const key = target.closest("button");
  if (!key) return;
  const change = keys[key.value] ?? ((typed) => (typed + key.value).slice(0, pin.maxLength));
  pin.value = change(pin.value);
});
