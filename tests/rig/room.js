// What the hands of a room do at a page, and what they wait for.

/** Type these signs without a pause at whatever has the focus, and do what a browser does with those that stay. */
export function typeAsReader(text) {
  for (const sign of text) {
    const at = document.activeElement;
    const key = sign === "\n" ? "Enter" : sign;
    const goes = at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    if (!goes) continue;
    if (key === "Enter" && at.form) at.form.requestSubmit();
    else if (key === "Enter") at.click();
    else if (at.matches("input")) at.value += key;
  }
}

/** Press these steps at a table as its screen does, again while it moves for `patience` ms, and give the answer. */
export async function press([table, steps, patience]) {
  const acts = await import(document.querySelector('script[src*="/acts."]').src);
  const began = performance.now();
  // The pauses grow: a house refuses whoever presses too often.
  for (let pause = 25; ; pause = Math.min(2 * pause, 500)) {
    const answer = await acts.press(table, steps);
    if (answer.code !== "E_STALE" || performance.now() - began > patience) return answer;
    await new Promise((again) => setTimeout(again, pause));
  }
}

/** Whether something of this selector can be seen. */
export function isShown(what) {
  return [...document.querySelectorAll(what)].some((one) => one.checkVisibility());
}

/** Whether nothing of this selector is on the page. */
export function isGone(what) {
  return !document.querySelector(what);
}
