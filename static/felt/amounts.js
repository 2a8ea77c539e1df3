// Amounts as the house writes them: of themselves browsers write 1000 in Italian, and 2,5 in any language.

const lang = document.documentElement.lang;

/** Cents as on a chip: whole, or with two decimals. */
export function figure(cents) {
  return new Intl.NumberFormat(lang, { useGrouping: "always", minimumFractionDigits: cents % 100 ? 2 : 0 }).format(cents / 100);
}

/** Cents with their currency, with two decimals in every one, also in yen. */
export function money(cents, currency) {
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(lang, { useGrouping: "always", style: "currency", currency, ...two }).format(cents / 100);
}
