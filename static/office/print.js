// A page that is there to be printed: the button appears where a script can press it.

for (const button of document.querySelectorAll("[data-prints]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
