// A question that an answer of the house asks back: is the card out already, has the reader turned already?

import { press } from "../felt/acts.js";
import { tell } from "../felt/screen.js";
import { sound } from "../felt/sounds.js";

const dialog = document.getElementById("question");
let pending = null;

/** Ask back if the refusal of these acts is a question. Gives whether it was. */
function asksBack(frame, steps) {
  const last = steps.at(-1);
  const answers = last && dialog.querySelector(`[data-asks="${last.verb}"]`);
  if (frame.code !== "E_REGOLA" || !answers || last.given.extra || last.given.early) return false;
  pending = steps;
  dialog.querySelector("[data-question]").textContent = frame.sentence;
  dialog.querySelector("[data-question-source]").textContent = frame.source;
  for (const part of dialog.querySelectorAll("[data-asks]")) part.hidden = part !== answers;
  dialog.showModal();
  sound("ask");
  return true;
}

/** The table refuses these acts: ask back, or say why not. */
export function refused(frame, steps) {
  if (!asksBack(frame, steps)) wrongly(frame);
}

/** Say why not, and let it be heard. */
export function wrongly(frame) {
  sound("no");
  tell(frame);
}

dialog.addEventListener("click", async (event) => {
  const answer = event.target.closest("[data-answer]");
  if (!answer || !pending) return;
  const last = pending.at(-1);
  const steps = [...pending.slice(0, -1), { ...last, given: { ...last.given, ...JSON.parse(answer.dataset.answer) } }];
  pending = null;
  dialog.close();
  const frame = await press(document.body.dataset.table, steps);
  if (frame.kind !== "done") wrongly(frame);
});

document.addEventListener("answered", (event) => {
  const { frame, steps } = event.detail;
  if (frame.kind === "done") sound("done");
  else if (asksBack(frame, steps)) event.preventDefault();
  else sound("no");
});
