// The manual over a live screen: fetched when it is first asked for, and opened at the place that a “?” names.

const dialog = document.getElementById("manual");
const text = dialog.querySelector("[data-manual-text]");
const none = dialog.querySelector("[data-manual-none]");
let openings = 0;
let rules = ""; // of which its text is

/**
 * Its text, fetched once; beside a table, whose bar names its rules, anew once other rules are in force, and on a wall of
 * tables, which names none, at each `opening`. Whether it is there.
 */
async function fetched(mine, opening) {
  const now = document.querySelector("[data-rules]")?.dataset.rules ?? "";
  if (rules !== now) text.replaceChildren();
  rules = now;
  if (text.firstChild && (now || !opening)) return true;
  try {
    const answer = await fetch(dialog.dataset.manualAt, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.getElementById("manual-text");
    if (answer.ok && found && mine === openings) text.replaceChildren(...found.children);
  } catch {
    // What was fetched before is read on.
  }
  return Boolean(text.firstChild);
}

/** `places`: the first of them that this manual has. */
async function open(places) {
  none.hidden = true;
  const opening = !dialog.open;
  if (opening) dialog.showModal();
  const mine = ++openings;
  const found = await fetched(mine, opening);
  // Meanwhile it was opened at another place.
  if (mine !== openings) return;
  none.hidden = found;
  const there = places.split(" ").map((place) => document.getElementById(`m-${place}`)).find(Boolean);
  for (const old of text.querySelectorAll(".manual-here")) old.classList.remove("manual-here");
  if (!there) return text.scrollTo(0, 0);
  const block = there.closest("li, p, dt, dd, td, h2, h3, aside") ?? there;
  block.classList.add("manual-here");
  text.scrollTo(0, block.offsetTop - text.offsetTop - 16);
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-manual]");
  if (opener) open(opener.dataset.manual);
  // A way within the manual stays in it: the address of the live screen is not touched.
  const within = event.target.closest("#manual a[href^='#m-']");
  if (within) {
    event.preventDefault();
    open(within.hash.slice(3));
  }
});
