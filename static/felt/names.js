// Names that nothing has had before: of presses, and of questions.

/** A fresh name. Browsers give one themselves only where the connection is secure. */
export function freshName() {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-");
}
