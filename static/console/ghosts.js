// What Repeat would lay stands on the felt, faintly, while a hand rests on its key.

import { figure } from "../felt/amounts.js";

const shelf = document.getElementById("piles");
const RESTS = "[data-repeat]:hover, [data-repeat]:focus-visible, [data-repeat]:active";
let shown = [];

/** The stakes that are written on a key: `1:punto:10000 2:banco:5000`. */
function promised(key) {
  return key.dataset.ghosts.split(" ").filter(Boolean).map((one) => one.split(":"));
}

function ghost([position, box, cents]) {
  const spot = document.querySelector(`.spot[data-position="${CSS.escape(position)}"][data-box="${CSS.escape(box)}"]`);
  if (!spot || getComputedStyle(spot).visibility === "hidden") return [];
  const at = spot.getBoundingClientRect();
  const chip = document.createElement("span");
  chip.className = "ghost";
  chip.ariaHidden = "true"; // the key itself says how much it is
  chip.textContent = figure(cents);
  chip.style.left = `${at.left + at.width / 2}px`;
  chip.style.top = `${at.top + at.height / 2}px`;
  return [chip];
}

function look() {
  for (const chip of shown) chip.remove();
  const key = document.querySelector(RESTS);
  shown = key && !key.disabled ? promised(key).flatMap(ghost) : [];
  shelf.append(...shown);
}

for (const moves of ["pointerover", "pointerout", "pointerup", "pointercancel", "focusin", "focusout"]) {
  document.addEventListener(moves, (event) => {
    if (event.target.closest?.("[data-repeat]")) requestAnimationFrame(look);
  });
}
for (const changes of ["shown", "linked"]) document.body.addEventListener(changes, look);
