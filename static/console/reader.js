// A card reader that types like a keyboard, as the office has set it up: told from a hand by its pace, wherever the focus
// is. What it types is no key of this page; a key that may be the hand's waits for the length of one pause.

const ENDS = { Enter: "\n", Tab: "\t" };
const WRITE_NOTHING = new Set(["Shift", "AltGraph", "CapsLock"]);
// A card that lies on its reader is read again and again, and one key may bounce: nobody draws two cards in this time.
const AGAIN = 500;

/** What was typed in one go: a card by its code, or a code without a card; null for what is no scan of this reader. */
function understand(typed, { prefix, ending, codes }) {
  // A reader may press Enter or Tab though nobody has said so.
  const text = ending ? typed : typed.replace(/[\n\t]$/, "");
  const after = text.slice(prefix.length);
  const code = after.slice(0, after.length - ending.length);
  if (!code || !text.startsWith(prefix) || !after.endsWith(ending)) return null;
  return { typed, code, card: Object.hasOwn(codes, code) ? codes[code] : "" };
}

/**
 * Watch the keys. `settings()` says how the reader types, nothing where none is set up. `read` gets what it scanned with
 * the `field` that has the focus, and as `stray` what came as fast and is none of its scans; `hand` gets a key that was
 * the hand's. Where no other reader types, on a page that is its `own`, what goes fast into a field is always its scan.
 */
export function watch({ settings, read, hand, own = false }) {
  let typed = "";
  let at = 0;
  let buffered = []; // keys that nobody has seen yet
  let field = null; // into which they go instead, and what stood there
  let before = "";
  let timer = 0;
  let done = -Infinity; // when the last key of a reader came
  let last = { code: "", at: -AGAIN };

  function key(event) {
    const reader = settings();
    if (!reader || WRITE_NOTHING.has(event.key)) return;
    if (typed && event.timeStamp - at > reader.pace) end(reader);
    const sign = signOf(event);
    if (event.repeat && sign && !fieldOf(event.target)) return swallow(event);
    // What it still presses after a scan is its own: one Enter more would press what the scan has led to.
    if (!typed && ENDS[event.key] && event.timeStamp - done <= reader.pace) return swallow(event);
    // Enter and Tab end a scan, and begin none.
    if (!sign || (!typed && ENDS[event.key])) end(reader);
    else take(event, sign, reader);
  }

  function take(event, sign, reader) {
    if (!typed) {
      field = fieldOf(event.target);
      before = field?.value;
    }
    typed += sign;
    at = event.timeStamp;
    clearTimeout(timer);
    if (ENDS[event.key] || (reader.ending && typed.endsWith(reader.ending))) {
      if (end(reader)) swallow(event);
      return;
    }
    timer = setTimeout(end, reader.pace, reader);
    if (field) return;
    buffered.push(event);
    swallow(event);
  }

  /** No more keys come. Gives whether they were a reader's. */
  function end(reader) {
    clearTimeout(timer);
    const its = dispatch(reader);
    if (its) done = at;
    return its;
  }

  function dispatch(reader) {
    const [text, keys, into] = [typed, buffered, field];
    [typed, buffered, field] = ["", [], null];
    const found = text && understand(text, reader);
    // Without a sign of this reader it may have been another one, for this very field: that of badges.
    if (found && (found.card || reader.prefix || own || !into)) return scanned(found, into);
    if (keys.length === 1) hand(keys[0]);
    else if (text.trim().length > 1) read({ typed: text, code: text.trim(), card: "", stray: true, field: into });
    return keys.length > 1 || (own && text.length > 1);
  }

  function scanned(found, into) {
    if (into && into.value !== before) {
      into.value = before;
      into.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const again = found.code === last.code && at - last.at < AGAIN;
    last = { code: found.code, at };
    if (!again) read({ ...found, field: into });
    return true;
  }

  document.addEventListener("keydown", key, true);
}

/** A key as a sign of a scan; none of those that are pressed together with others, or that write nothing. */
function signOf(event) {
  const chord = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph");
  if (chord || event.key === " ") return "";
  return ENDS[event.key] ?? (event.key.length === 1 ? event.key : "");
}

function fieldOf(element) {
  return element.closest?.("input, select, textarea") ?? null;
}

function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
