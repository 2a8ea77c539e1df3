// A display that sleeps: its mark moves on every minute, so that nothing is burnt into the screen.

const MINUTE = 60000;
const PLACES = 9;
let place = 0;

/** What lies behind a display that sleeps has no place yet: it comes with the rest, and nothing moves. */
function sleeps() {
  document.body.toggleAttribute("data-asleep", Boolean(document.querySelector(".asleep")));
}

sleeps();
document.body.addEventListener("shown", sleeps);
setInterval(() => {
  place = (place + 1) % PLACES;
  document.body.dataset.place = String(place);
}, MINUTE);
