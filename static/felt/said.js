// What is said on a screen with sheets is read above those that are open, too; below them in a browser that cannot raise it.

import { hush } from "./screen.js";

const said = document.getElementById("said");
let below = []; // the open sheets above which it is read

function raise() {
  if (!said.showPopover) return;
  below = said.hidden ? [] : [...document.querySelectorAll("dialog[open]")];
  if (said.popover) said.hidePopover();
  said.popover = below.length ? "manual" : null;
  if (below.length) said.showPopover();
}

// Whatever is told anew says so in `data-tells`, also while something else is said.
new MutationObserver(raise).observe(said, { attributes: true, attributeFilter: ["hidden", "data-tells"] });

// A press goes through the words to what they cover on a sheet: there it takes them away, and does nothing that is not seen.
document.addEventListener(
  "click",
  (event) => {
    if (!event.detail || !below.includes(event.target.closest("dialog"))) return;
    const { left, right, top, bottom } = said.getBoundingClientRect();
    if (event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    hush();
  },
  true,
);
document.addEventListener("close", ({ target }) => (below = below.filter((one) => one !== target)), true);
