// The walls of the cage and of the camera desk: what the tables have, in one order of time.

const wall = document.getElementById("content");
const OLDEST_FIRST = wall.dataset.ordered === "cassa-card";

function lay() {
  const rows = [...wall.querySelectorAll(`.${wall.dataset.ordered}`)];
  const moments = new Map(rows.map((row) => [row, Date.parse(row.dataset.at ?? "") || Number.MAX_SAFE_INTEGER]));
  const ordered = rows.toSorted((one, other) => (OLDEST_FIRST ? 1 : -1) * (moments.get(one) - moments.get(other)));
  for (const [place, row] of ordered.entries()) row.style.order = place;
  // Gold is one next act: that which has waited longest.
  const first = ordered.find((row) => row.querySelector(":scope > .bank-gold"));
  for (const row of rows) row.toggleAttribute("data-own-first", row === first);
}

document.body.addEventListener("shown", lay);
lay();
wall.dataset.laid = "";
