// The page without a link tries again by itself. It stands at the address that was wanted, so to load it anew is enough.

const EVERY = 3000;
const OF_GUESTS = /^\/(?:display|demo\/displays)\//;

document.body.classList.toggle("offline-guests", OF_GUESTS.test(location.pathname));

let again = setTimeout(look, EVERY);
addEventListener("online", look);

/** Whether the house is there again: asked for this very page, which changes nothing, and which only the house has. */
async function look() {
  const answer = await fetch(document.body.dataset.house, { cache: "no-store" }).catch(() => null);
  clearTimeout(again);
  if (answer?.ok) location.reload();
  else again = setTimeout(look, EVERY);
}
