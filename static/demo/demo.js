// The demo's stage: tables begin and pause without loading the page anew, and it shows by itself how each of them stands.

const FOLLOW_MS = 2000;
const stage = document.querySelector("form.stage");

stage?.addEventListener("submit", async (event) => {
  event.preventDefault();
  await send(new FormData(stage, event.submitter));
  follow();
});

/** Another speed holds at once for the tables that play already. */
stage?.addEventListener("change", async () => {
  for (const button of stage.querySelectorAll('[data-play][name="pause"]')) {
    const form = new FormData(stage);
    form.set("begin", button.value);
    await send(form);
  }
});

async function send(form) {
  const answer = await fetch(stage.action, { method: "POST", body: form, redirect: "manual" }).catch(() => null);
  if (!answer || (answer.type !== "opaqueredirect" && !answer.ok)) location.reload();
}

async function follow() {
  if (document.visibilityState !== "visible") return;
  const answer = await fetch(stage.dataset.states).catch(() => null);
  if (!answer?.ok) return;
  for (const [code, { playing, words }] of Object.entries(await answer.json())) show(code, playing, words);
}

function show(code, playing, words) {
  const button = stage.querySelector(`[data-play="${CSS.escape(code)}"]`);
  if (!button) return;
  button.name = playing ? "pause" : "begin";
  button.querySelector("[data-words]").textContent = words;
}

if (stage) {
  setInterval(follow, FOLLOW_MS);
  follow();
}
