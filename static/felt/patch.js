// Brings an element to look like another without replacing what stays: focus, typed text and a press in progress live on.

/**
 * Bring a piece of a region, or without a name all of it, to what `text` says. What in it has not changed is only named
 * there, by the keys in `data-still`. Gives whether all of that is here.
 */
export function redraw(region, name, text) {
  const live = name ? find(region, name) : region;
  if (!live) return false;
  // A text is read as what its place is: a list, a table, a drawing.
  const wanted = (name ? live.parentNode : live).cloneNode(false);
  wanted.innerHTML = text;
  for (const gap of wanted.querySelectorAll("[data-still]")) {
    const stay = gap.dataset.still.split("\n").map((one) => find(region, one));
    if (!stay.every(Boolean)) return false;
    gap.replaceWith(...stay.map((one) => one.cloneNode(true)));
  }
  moves = Boolean(name);
  patch(live, name ? wanted.firstElementChild : wanted);
  return true;
}

function find(region, name) {
  return region.querySelector(`[data-key="${CSS.escape(name)}"]`);
}

// What moves once when it is newly shown: a card that is laid, one that is turned, and who has won. Only what came as a
// piece does: a region that is shown whole, at first or after a lost link, tells what has been for a while.
const ANNOUNCED = new Set(["data-face", "data-won"]);
const SHOWN = ".served, [data-won]";
let moves = false;

// What the scripts of a screen mark on it themselves.
const OWN = /^(data-own-.*|aria-busy)$/;

/** Make `live` equal to `wanted`. Children are matched by what names them, others by tag and order. */
function patch(live, wanted) {
  if (live.isEqualNode(wanted)) return;
  attributes(live, wanted);
  children(live, wanted);
}

function attributes(live, wanted) {
  for (const { name, value } of [...wanted.attributes]) {
    if (moves && ANNOUNCED.has(name) && !live.hasAttribute(name)) live.setAttribute("data-own-new", "");
    if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  for (const { name } of [...live.attributes]) {
    // What the hand at the screen opened or chose stays as it is.
    if (!wanted.hasAttribute(name) && !OWN.test(name) && !(name === "open" && live.matches("dialog, details"))) {
      live.removeAttribute(name);
      if (ANNOUNCED.has(name)) live.removeAttribute("data-own-new");
    }
  }
}

function children(live, wanted) {
  const chosen = isInSight(live) ? live.selectedOptions?.[0] : null;
  // What is gone goes first: then nothing that stays has to move, and an open sheet stays open.
  const stays = new Set([...wanted.children].map(key));
  const keyed = new Map();
  for (const node of [...live.children]) {
    if (!key(node)) continue;
    if (stays.has(key(node)) && !keyed.has(key(node))) keyed.set(key(node), node);
    else node.remove();
  }
  let at = live.firstChild;
  for (const want of [...wanted.childNodes]) {
    const found = key(want) ? keyed.get(key(want)) : like(at, want) ? at : null;
    if (!found || found.nodeName !== want.nodeName) {
      if (moves) mark(want);
      // An option that was chosen where it comes from, as the first one always is, is not chosen here by that.
      live.insertBefore(want.nodeName === "OPTION" ? want.cloneNode(true) : want, at);
      continue;
    }
    if (found === at) at = at.nextSibling;
    else live.insertBefore(found, at);
    if (found.nodeType === Node.ELEMENT_NODE) {
      if (!found.hasAttribute("data-keep")) patch(found, want);
    } else if (found.nodeValue !== want.nodeValue) found.nodeValue = want.nodeValue;
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
  // What the hand chose is gone: the browser would choose the first of the others in its place, which nobody did.
  if (chosen && !chosen.isConnected) live.selectedIndex = -1;
}

/** Whether it stands on the screen itself or on a sheet that is open; a closed one opens as it was made. */
function isInSight(one) {
  return one.closest("dialog")?.open ?? true;
}

function mark(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  for (const one of [node, ...node.querySelectorAll(SHOWN)]) if (one.matches(SHOWN)) one.setAttribute("data-own-new", "");
}

function key(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.dataset.key || node.id || said(node) : "";
}

/** What a hand says by it: a form its acts, a choice its value. What is chosen or written in one is said in no other. */
function said(node) {
  if (node.matches("option")) return `option ${node.value}`;
  const choice = node.matches("label") && node.querySelector("[type=radio][name], [type=checkbox][name]");
  return choice ? `${choice.name} ${choice.value}` : (node.dataset.steps ?? node.dataset.signForm ?? "");
}

function like(node, want) {
  return node && node.nodeName === want.nodeName && !key(node);
}
