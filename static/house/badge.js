// The badge: what is one, and where it goes. Whatever reads it, a PIN is typed by its owner.

const BADGE = /^[A-Za-z0-9-]{1,20}$/;

/** What a reader gave, if that is a badge as this house gives them; anything else is none, such as an address or a text. */
export function badgeOf(text) {
  const trimmed = text.trim();
  return BADGE.test(trimmed) && /[A-Za-z0-9]/.test(trimmed) ? trimmed : "";
}

/** The badge is in its field, and the PIN comes next; of what a reader typed elsewhere nothing stays. */
export function take(badge) {
  const field = document.getElementById("badge");
  const pin = document.getElementById("pin");
  field.value = badge;
  pin.value = "";
  say("");
  pin.focus();
}

/** Say why it was not taken, by the name of the sentence on the page. */
export function say(what) {
  const said = document.querySelector("[data-scan-said]");
  if (!said) return;
  said.textContent = what ? said.dataset[what] : "";
  said.hidden = !what;
}
