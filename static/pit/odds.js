// The odds of the next coup over the desk: fetched when somebody looks, as the table stands then. They follow nothing.

const dialog = document.getElementById("odds");
const text = dialog.querySelector("[data-odds-text]");
const none = dialog.querySelector("[data-odds-none]");
const moved = dialog.querySelector("[data-odds-moved]");
let at = "";
let looks = 0;

async function fetched() {
  try {
    const answer = await fetch(at, { cache: "no-store", credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return answer.ok ? page.getElementById("odds-text") : null;
  } catch {
    return null;
  }
}

async function look() {
  moved.hidden = true;
  const mine = ++looks;
  const found = await fetched();
  // Meanwhile somebody looked again.
  if (mine !== looks) return;
  none.hidden = Boolean(found);
  text.replaceChildren(...(found ? [found] : []));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-odds]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    at = link.href;
    if (!dialog.open) dialog.showModal();
    look();
  } else if (event.target.closest("[data-odds-again]")) look();
});

document.body.addEventListener("shown", () => {
  if (dialog.open) moved.hidden = false;
});
