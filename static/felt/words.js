// A sum of money in words, as on a cheque: a nought too many is heard where it is not seen.

const IT = {
  small: "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove".split(" "),
  tens: "venti trenta quaranta cinquanta sessanta settanta ottanta novanta".split(" "),
  ten: (tens, unit) => (unit === 1 || unit === 8 ? tens.slice(0, -1) : tens) + IT.small[unit],
  hundred: (count, rest) => (count > 1 ? IT.small[count] : "") + (rest.startsWith("ott") ? "cent" : "cento") + rest,
  thousand: (count, rest) => (count > 1 ? `${below(count, IT)}mila` : "mille") + rest,
  million: (count, rest) => (count > 1 ? `${below(count, IT)} milioni` : "un milione") + (rest && ` ${rest}`),
  last: (words) => words.replace(/([a-z])tre$/, "$1tré"),
  and: "e",
};
const DE = {
  small: "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split(" "),
  tens: "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(" "),
  ten: (tens, unit) => `${DE.small[unit]}und${tens}`,
  hundred: (count, rest) => `${DE.small[count]}hundert${rest}`,
  thousand: (count, rest) => `${below(count, DE)}tausend${rest}`,
  million: (count, rest) => (count > 1 ? `${below(count, DE)} Millionen` : "eine Million") + (rest && ` ${rest}`),
  last: (words) => (/(^|hundert|tausend| )ein$/.test(words) ? `${words}s` : words),
  and: "und",
};
const EN = {
  small: "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" "),
  tens: "twenty thirty forty fifty sixty seventy eighty ninety".split(" "),
  ten: (tens, unit) => `${tens}-${EN.small[unit]}`,
  hundred: (count, rest) => `${EN.small[count]} hundred${rest && ` and ${rest}`}`,
  thousand: (count, rest) => `${below(count, EN)} thousand${rest && ` ${rest}`}`,
  million: (count, rest) => `${below(count, EN)} million${rest && ` ${rest}`}`,
  and: "and",
};

/** A whole number from one to 999 999 999 in words. */
function below(number, words) {
  const rest = (unit) => (number % unit ? below(number % unit, words) : "");
  if (number < 20) return words.small[number];
  if (number < 100) return number % 10 ? words.ten(words.tens[Math.floor(number / 10) - 2], number % 10) : words.tens[number / 10 - 2];
  if (number < 1000) return words.hundred(Math.floor(number / 100), rest(100));
  if (number < 1000000) return words.thousand(Math.floor(number / 1000), rest(1000));
  return words.million(Math.floor(number / 1000000), rest(1000000));
}

/** An amount in cents in words of a language; nothing for none, and of what is beyond all measure. */
export function inWords(amount, language) {
  const words = { it: IT, de: DE }[language.slice(0, 2)] ?? EN;
  const [whole, part] = [Math.floor(amount / 100), amount % 100];
  if (!amount || whole >= 1e9) return "";
  const said = whole ? below(whole, words) : words.small[0];
  return (words.last?.(said) ?? said) + (part ? ` ${words.and} ${String(part).padStart(2, "0")}/100` : "");
}
