// A television of 2020: a page without what came after Chromium 87.

/** Take away what scripts of today look for first. */
export function forgetNewer() {
  for (const name of ["inert", "popover", "showPopover"]) delete HTMLElement.prototype[name];
  for (const name of ["at", "findLast", "toSorted"]) delete Array.prototype[name];
  delete String.prototype.at;
  for (const name of ["hasOwn", "groupBy"]) delete Object[name];
  delete window.structuredClone;
  delete crypto.randomUUID;
  delete AbortSignal.timeout;
  delete Element.prototype.setHTMLUnsafe;
}

/** Take away what was brought later, and make a selector that an old browser does not know an error. */
export function takeOut() {
  for (const name of ["structuredClone", "scheduler", "navigation", "ToggleEvent"]) delete window[name];
  const newer = [
    [Object, "hasOwn", "groupBy"],
    [Promise, "withResolvers"],
    [AbortSignal, "timeout", "any"],
    [Crypto.prototype, "randomUUID"],
    [String.prototype, "at", "isWellFormed"],
    [Array.prototype, "at", "findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with", "group"],
    [Element.prototype, "checkVisibility", "setHTMLUnsafe"],
    [HTMLElement.prototype, "inert", "popover", "showPopover", "hidePopover", "togglePopover"],
  ];
  for (const [owner, ...names] of newer) {
    for (const name of names) delete owner[name];
  }
  for (const owner of [Document.prototype, DocumentFragment.prototype, Element.prototype]) {
    for (const name of ["querySelector", "querySelectorAll", "matches", "closest"].filter((it) => owner[it])) {
      const original = owner[name];
      owner[name] = function selects(what) {
        if (/:(has|is|where|popover-open|modal)\b/.test(what)) throw new SyntaxError(`unknown: ${what}`);
        return original.call(this, what);
      };
    }
  }
}

/** Give the text of each style sheet of the page, as it was fetched. */
export function styleSheets() {
  const links = [...document.querySelectorAll("link[rel=stylesheet]")];
  return Promise.all(links.map(async (one) => (await fetch(one.href)).text()));
}
