// What a form says to an act: what kind of thing each of its fields holds, and its way into the arguments.

const KINDS = {
  text: (text) => text,
  int: (text) => Number.parseInt(text, 10),
  cents: (text) => Math.round(Number.parseFloat(text.replace(",", ".")) * 100),
  bool: (text) => text === "true" || text === "on",
  json: (text) => JSON.parse(text),
  card: (text) => text.toUpperCase(),
  unseen: (text) => Array(Number.parseInt(text, 10)).fill("??"),
};

/** What was typed into a field or chosen there; its `data-as` says what kind of thing that is. */
export function valueAs(kind, text) {
  return KINDS[kind ?? "text"](text);
}

/** Whether a field says anything: an empty one does not, nor one that was not ticked. */
export function says(field) {
  return Boolean(field.name) && field.value !== "" && (!["radio", "checkbox"].includes(field.type) || field.checked);
}

/** Put a value into arguments, where its name leads: `limits.main.0` into {limits: {main: [0]}}; `many` adds to a list. */
export function fill(given, path, value, { many = false } = {}) {
  const way = path.split(".");
  const last = way.pop();
  let at = given;
  for (const [place, part] of way.entries()) at = at[part] ??= /^\d+$/.test(way[place + 1] ?? last) ? [] : {};
  at[last] = many ? [...(at[last] ?? []), value] : value;
}
