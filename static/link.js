// The link to the house: one socket that is opened again and again, and tells the truth about itself.

const BEAT = 1500;
const SILENT = 2 * BEAT + 200;
const LOST = 5000;
const SLOWEST = 2000;
const ANSWERED = 3;

/**
 * Keep a socket open to `path`. `hear(frame)` gets every frame, `state(name)` one of live, reconnecting, lost whenever it
 * changes, `closed(code)` is asked whether to give up. Returns `send(frame)`, which is false when the link is not live.
 */
export function keep(path, { hear, state, closed }) {
  const address = new URL(path, location.href.replace(/^http/, "ws"));
  let socket = null;
  let heard = performance.now();
  let wait = 250;
  let beats = 0;
  let shown = "";
  let timer = 0;

  function tell(name) {
    if (name !== shown) state((shown = name));
  }

  function open() {
    clearTimeout(timer);
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    const mine = (socket = new WebSocket(address));
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      heard = performance.now();
      wait = 250;
      const frame = JSON.parse(event.data);
      if (frame.kind === "beat" && ++beats % ANSWERED === 0) mine.send('{"kind":"here"}');
      hear(frame);
      if (frame.kind === "all" || frame.kind === "push" || frame.kind === "beat") tell("live");
    };
    mine.onclose = (event) => {
      if (mine !== socket) return;
      socket = null;
      tell("reconnecting");
      if (closed(event.code)) return;
      timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(SLOWEST, wait * 2);
    };
  }

  // A frozen house keeps its sockets open and says nothing: only silence gives it away.
  function watch() {
    const silence = performance.now() - heard;
    if (silence > LOST) tell("lost");
    else if (silence > SILENT) tell("reconnecting");
    if (socket && socket.readyState === WebSocket.OPEN && silence > SILENT) drop();
  }

  function drop() {
    const old = socket;
    socket = null;
    old.onclose = old.onmessage = null;
    old.close();
    tell("reconnecting");
    timer = setTimeout(open, wait);
    wait = Math.min(SLOWEST, wait * 2);
  }

  function hurry() {
    if (document.visibilityState === "visible" && !socket) open();
  }

  open();
  setInterval(watch, 250);
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);

  return function send(frame) {
    if (shown !== "live" || !socket || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  };
}
