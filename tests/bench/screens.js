// What a screen costs while it runs.

/** Count into `window.measured` the first push in bytes, milliseconds of each later one to its paint, and frames. */
export function measurePushes(lastMs) {
  const measured = { first: 0, pushes: [], due: 0, drawn: 0 };
  window.measured = measured;
  let came = 0;
  let shown = -Infinity;
  let before = 0;
  const painted = new MessageChannel();
  painted.port1.onmessage = ({ data }) => measured.pushes.push(performance.now() - data);
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (data.slice(0, 60).includes('"all"')) measured.first += new Blob([data]).size;
        else if (data.slice(0, 60).includes('"push"')) came = performance.now();
      });
    }
  };
  const paint = () => {
    painted.port2.postMessage(came);
    came = 0;
  };
  const note = () => {
    shown = performance.now();
    if (came) requestAnimationFrame(paint);
  };
  addEventListener("shown", note, true);
  requestAnimationFrame(function frame(now) {
    if (now - shown < lastMs && measured.pushes.length) {
      measured.due += Math.max(1, Math.round((now - before) / (1000 / 60)));
      measured.drawn += 1;
    }
    before = now;
    requestAnimationFrame(frame);
  });
}

/** Give bytes of the page, bytes of all that it loaded besides, and the milliseconds until its first paint. */
export function loaded() {
  return {
    page: performance.getEntriesByType("navigation")[0].transferSize,
    all: performance.getEntriesByType("resource").reduce((sum, one) => sum + one.transferSize, 0),
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  };
}
