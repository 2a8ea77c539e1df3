// A coup again: the step that is shown stays in sight in the list, and the arrow keys go on and back.

document.querySelector("[aria-current=step]")?.closest("li").scrollIntoView({ block: "nearest" });

const ways = { ArrowLeft: "prev", ArrowRight: "next" };
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const way = ways[event.key] && document.querySelector(`a[rel=${ways[event.key]}]`);
  if (way) location.assign(way.href);
});
