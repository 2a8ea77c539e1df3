// The link of a screen to its house.

/** Note in `data-own-words` of the page what it says of its link from now on, word by word. */
export function noteWords() {
  const words = [];
  const note = () => {
    words.push(document.body.dataset.link);
    document.body.dataset.ownWords = words.join(" ");
  };
  new MutationObserver(note).observe(document.body, { attributes: true, attributeFilter: ["data-link"] });
}

/** Sleep ten minutes, and again: at the moment of one waking the house may speak, and what is shown is as of now. */
export function sleep() {
  const { now } = Date;
  let slept = 600_000;
  Date.now = () => now() + slept;
  setInterval(() => {
    slept += 600_000;
  }, 600);
}

/** Note in `window.opened`, of each socket, whether all scripts of the page had run before it was opened. */
export function noteSockets() {
  let scripts = false;
  document.addEventListener("DOMContentLoaded", () => {
    scripts = true;
  });
  window.opened = [];
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      window.opened.push(scripts);
    }
  };
}

/** Count in `data-own-ends` of the page the sockets, opened from now on, that have come to their end. */
export function countEnds() {
  const { dataset } = document.body;
  const count = () => {
    dataset.ownEnds = 1 + Number(dataset.ownEnds ?? 0);
  };
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("close", count);
    }
  };
}
