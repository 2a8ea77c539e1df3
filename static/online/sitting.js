// The clock of a sitting, its net result, and the check after each full hour.

const clock = document.querySelector("[data-clock]");
const net = document.querySelector("[data-net]");
const check = document.querySelector(".play-check");
const HOUR = 3600;
const TICK = 5000; // milliseconds
let began = Date.now() - Number(clock.dataset.seconds) * 1000;
let next = following(Number(clock.dataset.seconds));

const seconds = () => Math.max(0, Math.floor((Date.now() - began) / 1000));

function following(elapsed) {
  return (Math.floor(elapsed / HOUR) + 1) * HOUR;
}

function written(elapsed) {
  return `${Math.floor(elapsed / HOUR)}:${String(Math.floor(elapsed / 60) % 60).padStart(2, "0")}`;
}

/** What the house knows of the sitting; the check is opened where it is due. A refusal says nothing of it. */
export function sits(found) {
  if (found.code) return;
  began = Date.now() - found.seconds * 1000;
  next = following(found.seconds);
  clock.textContent = written(found.seconds);
  net.textContent = found.net_words;
  net.dataset.sign = String(Math.sign(found.net));
  if (found.due) asks();
  else if (check.open) check.close();
}

function asks() {
  check.querySelector("[data-check-time]").textContent = written(seconds());
  check.querySelector("[data-check-net]").textContent = net.textContent;
  if (check.open && !check.matches(":modal")) check.close(); // it was open before there was a script
  if (!check.open) check.showModal();
}

/**
 * Run the clock. `idle` says whether no hand is being dealt; `facts` asks the house how it stands, or goes on, and `stand`
 * takes up what it answers.
 */
export function run(idle, facts, slow, stand) {
  check.addEventListener("cancel", (event) => event.preventDefault());
  check.querySelector("[data-go-on]").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const said = check.querySelector("[data-check-said]");
    try {
      const found = await facts(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      said.textContent = found.code ? found.sentence : "";
      stand(found);
    } catch {
      said.textContent = slow;
    }
  });
  setInterval(async () => {
    clock.textContent = written(seconds());
    if (seconds() < next || !idle() || check.open) return;
    next += 60; // where the house does not answer it is asked again in a minute
    try {
      stand(await facts(document.querySelector(".play").dataset.state, {}));
    } catch {
      // The clock runs on.
    }
  }, TICK);
  if (check.open) asks();
}
