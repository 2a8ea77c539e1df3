// A seat display: nobody is signed in and anybody may have touched it, so it finds back to its place by itself.

const LEFT_ALONE = 60000;
const room = document.querySelector("[data-seat]");
let timer = 0;

/** The place before this display stands out on the felt. */
function own() {
  const place = room.querySelector(`[data-place="${CSS.escape(room.dataset.seat)}"]`);
  place?.setAttribute("data-own-mine", "");
}

/** A sheet that was opened and left, or that hides a screen which is not live, is closed. */
function tidy() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

function touched() {
  clearTimeout(timer);
  timer = setTimeout(tidy, LEFT_ALONE);
}

own();
document.body.addEventListener("shown", own);
document.addEventListener("pointerdown", touched);
document.addEventListener("keydown", touched);
new MutationObserver(() => document.body.dataset.link === "live" || tidy()).observe(document.body, {
  attributes: true,
  attributeFilter: ["data-link"],
});
