// The house of a page in the lab: its link hears one state of a table after the other, and each is measured as it stands.
{
  let link = null;
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      link = this;
    }
    send() {}
    close() {}
  };

  // What is filled as it is opened stays empty here.
  const DIALOGS = "dialog:not(#question, #whose, #manual)";
  const FIGURES = /[0-9♠♥♦♣]+|\b[AJQKT][SHDC]\b/g;
  const opened = new Set();
  let differing = 0;
  const drawn = () => new Promise((done) => requestAnimationFrame(done));

  const { begin } = window.lab;
  window.lab.begin = () => {
    begin();
    opened.clear();
  };

  /** Show a state, and give what it shifted on the page. */
  window.lab.shift = async (frames) => {
    for (const data of frames) link.onmessage({ data });
    await drawn();
    await drawn();
    return window.lab.shifted();
  };

  /** Whether this dialog says something else than one that was seen; those are counted. */
  function differs(dialog) {
    const words = dialog.outerHTML.replace(FIGURES, "");
    if (opened.has(words)) return false;
    opened.add(words);
    differing += 1;
    return true;
  }

  /** Open a dialog, first as it comes, then with all that is folded in it, and give what `look` finds. */
  function over(dialog, look) {
    dialog.showModal();
    const found = look();
    const folded = [...dialog.querySelectorAll("details:not([open])")];
    for (const one of folded) one.open = true;
    if (folded.length) found.push(...look());
    for (const one of folded) one.open = false;
    dialog.close();
    return [...new Set(found)];
  }

  /** Give what is cut or covered on the page as it stands once its link is lost; nothing is pressed then. */
  window.lab.lost = (screen) => {
    const { link: before } = document.body.dataset;
    document.body.dataset.link = "lost";
    const wrong = window.lab.measure(0, 0, screen);
    document.body.dataset.link = before;
    return wrong.map((one) => `without a link: ${one}`);
  };

  /**
   * Show states one after the other, and give what is wrong in each. A state is its frames, and the table whose tile is
   * measured; "" measures all of the page. Dialogs are opened one by one, each as often as it says something else than
   * figures: over the page it stands by itself. Of those that differ one in `share` is opened.
   */
  window.lab.read = async (states, target, type, screen, share = 1) => {
    const found = [];
    for (const { frames, of } of states) {
      for (const data of frames) link.onmessage({ data });
      if (window.lab.still.has(screen)) await drawn();
      const wrong = window.lab.measure(target, type, screen, of);
      window.lab.dialogs = [...document.querySelectorAll(DIALOGS)].filter((dialog) => differs(dialog) && differing % share === 0);
      for (const dialog of window.lab.dialogs) wrong.push(...over(dialog, () => window.lab.measure(target, type, screen, dialog)).map((one) => `#${dialog.id}: ${one}`));
      found.push(wrong);
    }
    return found;
  };
}
