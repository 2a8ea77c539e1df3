// A display that sleeps: its mark moves on every minute, so that nothing is burnt into the screen.

const MINUTE = 60000;
const PLACES = 9;
let place = 0;

setInterval(() => {
  place = (place + 1) % PLACES;
  document.body.dataset.place = String(place);
}, MINUTE);
