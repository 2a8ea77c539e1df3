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

/** Press these steps at a table as its screen does, again while it moves, and give what the house answers. */
export async function press([table, steps]) {
  const acts = await import(document.querySelector('script[src*="/acts."]').src);
  for (let moved = 0; ; moved++) {
    const answer = await acts.press(table, steps);
    if (answer.code !== "E_STALE" || moved > 40) return answer;
    await new Promise((again) => setTimeout(again, 25));
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
