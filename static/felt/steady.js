// A second tap that was meant for the last act does not press the next one: what is new is steady for a moment first.

const MOMENT = 350;
let current = now();

function now() {
  return document.querySelector(".now")?.dataset.now ?? "";
}

document.body.addEventListener("shown", () => {
  if (now() === current) return;
  current = now();
  settle(document.querySelectorAll("[data-next], [data-declare], [data-deals]"));
});

/** These take no press for a moment, nor does what they contain. */
export function settle(elements) {
  for (const one of elements) {
    one.setAttribute("data-own-fresh", "");
    setTimeout(() => one.removeAttribute("data-own-fresh"), MOMENT);
  }
}

document.addEventListener(
  "click",
  (event) => {
    if (!event.target.closest("[data-own-fresh], [data-own-stale]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
