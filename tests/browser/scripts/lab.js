// What the lab is tried on: a page on which something is wrong in each way that it would find.

const PAGE = `<p class="whole">whole</p><p class="cut">a text that is longer than its box</p>
  <p class="column">a text that is wider than its column</p><dl class="bar-limits"><dd>10–1.250.000</dd></dl>
  <div class="place"><p class="under">under</p><p class="over">over</p></div><p class="tiny">tiny</p>
  <button class="narrow">x</button><div class="now"><button class="next">gone</button></div>
  <svg width="300" height="120" font-size="16">
    <text class="cell-sign" transform="translate(60 20) rotate(45)">on the cloth</text>
    <text class="cell-sign" transform="translate(56 24) rotate(45)">over it</text>
    <text class="cell-sign" transform="translate(36 44) rotate(45)">beside it</text>
  </svg>
  <dialog class="sheet" id="count"><p class="cut">a sum that is longer than its box</p></dialog>`;

/** Style the first element of a selector. */
function style(what, given) {
  Object.assign(document.querySelector(what).style, given);
}

/** Fill the page with what is cut, hidden, small, out of view, and with a text that is whole. */
export function fillWrongly() {
  document.body.innerHTML = PAGE;
  style("body", { font: "16px/1.2 sans-serif" });
  for (const one of [".narrow", ".next"]) style(one, { font: "16px sans-serif" });
  for (const one of ["p.cut", "dialog .cut"]) style(one, { width: "60px", overflow: "hidden", whiteSpace: "nowrap" });
  style(".column", { width: "60px", overflow: "hidden auto", whiteSpace: "nowrap" });
  style(".bar-limits", { width: "40px", overflow: "auto", whiteSpace: "nowrap" });
  style(".bar-limits dd", { margin: "0" });
  style(".place", { position: "relative", height: "40px" });
  for (const one of [".under", ".over"]) style(one, { position: "absolute", top: "0", left: "0", margin: "0" });
  style(".tiny", { fontSize: "12px" });
  style(".narrow", { width: "20px", height: "60px" });
  style(".next", { position: "absolute", top: "5000px", height: "60px", width: "60px" });
}
