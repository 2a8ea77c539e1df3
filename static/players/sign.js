// The sign of a table: a result is twice as large for a moment, so that those who pass by see it too.

const MOMENT = 5000;
let shown = result();
let timer = 0;

/** What is told of the coup that was announced; nothing as long as that of the coup before stands there. */
function result() {
  return document.querySelector("[data-told]")?.innerHTML ?? "";
}

// Whoever connects later, or again, gets the whole sign: the moment was that of the announcement and is not played anew.
document.body.addEventListener("shown", ({ detail }) => {
  const before = shown;
  shown = result();
  if (shown === before) return;
  clearTimeout(timer);
  enlarge(shown !== "" && !detail.whole.includes("sign"));
});

function enlarge(large) {
  document.body.toggleAttribute("data-large", large);
  if (large) timer = setTimeout(enlarge, MOMENT, false);
}
