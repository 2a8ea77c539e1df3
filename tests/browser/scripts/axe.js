// What a page is made into before axe looks at it.

/** Show closed dialogs one below the other and all of them below the page: nothing covers or cuts any of them. */
export function layOut(dialogs) {
  document.body.style.overflow = "visible";
  let top = Math.max(innerHeight, document.documentElement.scrollHeight);
  for (const dialog of dialogs.map((one) => document.querySelector(one))) {
    dialog.show();
    Object.assign(dialog.style, { position: "absolute", inset: `${top}px auto auto 0`, margin: 0, maxHeight: "none" });
    top += dialog.offsetHeight;
  }
}

// At once: what is drawn anew meanwhile can be read again.
/** Make a word on each of these dialogs one that nobody can read, and give the violations of contrast on these words. */
export function unreadable(dialogs) {
  for (const dialog of dialogs.map((one) => document.querySelector(one))) {
    const word = dialog.querySelector("[data-closes]:not(:has(svg))") ?? dialog.querySelector("h2");
    word.setAttribute("data-unreadable", "");
    word.style.setProperty("color", "#777", "important");
    word.style.setProperty("background", "#888", "important");
  }
  const how = { runOnly: ["color-contrast"], resultTypes: ["violations"] };
  return globalThis.axe.run("[data-unreadable]", how).then((found) => found.violations);
}
