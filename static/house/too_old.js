// A browser that is too old for this screen says so. No module: those do not run in the oldest ones.

const tooOld = document.getElementById("too-old");
const { needs } = tooOld.dataset;

// What came last of all that the screen asks for: a property of its elements, or one of style sheets.
tooOld.hidden = needs in HTMLElement.prototype || CSS.supports(needs, "auto");

tooOld.addEventListener("click", ({ target }) => {
  if (target.tagName === "BUTTON") tooOld.hidden = true;
});
