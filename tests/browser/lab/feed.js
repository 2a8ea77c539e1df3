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

  const SHEETS = "dialog.bank-sheet";
  const opened = new Set();
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

  /**
   * Show states one after the other, and give what is wrong in each. A state is its frames, and the table whose tile is
   * measured; "" measures all of the page. Sheets of the bank are opened one by one, each as often as it says
   * something else: over the page it stands by itself.
   */
  window.lab.read = async (states, target, type, screen) => {
    const found = [];
    for (const { frames, of } of states) {
      for (const data of frames) link.onmessage({ data });
      if (window.lab.still.has(screen)) await drawn();
      const wrong = window.lab.measure(target, type, screen, of);
      for (const sheet of document.querySelectorAll(SHEETS)) {
        if (opened.has(sheet.outerHTML)) continue;
        opened.add(sheet.outerHTML);
        sheet.showModal();
        wrong.push(...window.lab.measure(target, type, screen, sheet).map((one) => `#${sheet.id}: ${one}`));
        sheet.close();
      }
      found.push(wrong);
    }
    return found;
  };
}
