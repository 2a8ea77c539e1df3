// Regions of a page that were drawn piece by piece, and the same as they are drawn at once.

// What the scripts of a screen write into it themselves: marks of their own, choices, how long ago it was.
const OWN = /^(data-own-.*|inert|open|aria-checked|aria-pressed)$/;
const WRITTEN = ".slot, .slot-face, .card-key, time[data-age]";
// Of a card of the felt, which a tap corrects.
const OFFERED = /^(role|tabindex|aria-label|data-pad-opens)$/;

/** List what a node consists of, line by line, without what scripts have written into it. */
function lines(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.trim() ? [node.data.trim().replace(/\s+/g, " ")] : [];
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  const isWritten = node.matches(WRITTEN);
  const isCard = node.matches(".served");
  const isOwn = (name) => OWN.test(name) || (isWritten && name === "class") || (isCard && OFFERED.test(name));
  const given = [...node.attributes].filter((it) => !isOwn(it.name)).map((it) => `${it.name}=${it.value}`);
  const head = `${node.nodeName} ${given.toSorted().join(" ")}`;
  return [head, ...(isWritten ? [] : [...node.childNodes].flatMap(lines)), `/${node.nodeName}`];
}

/** List regions of the page of T3, once it shows this entry, that a page which is fetched now has otherwise. */
export async function differing(number) {
  const { seen } = await import(document.querySelector('script[src*="/screen."]').src);
  for (let wait = 0; seen("T3") < number && wait < 400; wait++) await new Promise((again) => setTimeout(again, 25));
  const answer = await fetch(location.href);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...document.querySelectorAll("[data-region]")].flatMap((region) => {
    const name = region.dataset.region;
    const same = fresh.querySelector(`[data-region="${name}"]`);
    if (region.outerHTML === same?.outerHTML) return [];
    const [live, come] = [region, same].map(lines);
    const at = live.findIndex((line, place) => line !== come[place]);
    return at < 0 && live.length === come.length ? [] : [[name, live.slice(at, at + 2), come.slice(at, at + 2)]];
  });
}
