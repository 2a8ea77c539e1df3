// The link to the house: one socket that is opened again and again, and tells the truth about itself.

const SLOWEST = 2000;
// The house waits so long for an answer, in frames and in milliseconds, and a good deal longer before it lets go.
const FRAMES = 20;
const ANSWERED = 15000;

/**
 * Keep a socket open to `path`; after `lost` seconds of silence it is given up, and opened anew. `hear(frame)` gets every
 * frame, `state(name)` one of live, reconnecting, lost whenever it changes, `closed(code)` is asked whether to give up. Returns `send(frame, acts)`, which is false when
 * the link is not live; a frame that `acts` says how many of the house's frames were taken on this socket before it.
 */
export function keep(path, lost, { hear, state, closed }) {
  const address = new URL(path, location.href.replace(/^http/, "ws"));
  let socket = null;
  let heard = performance.now();
  let opened = heard;
  let wait = 250;
  let answered = performance.now();
  let unanswered = 0;
  let taken = 0;
  let shown = "";
  let timer = 0;

  // What was lost stays lost until the house is heard again, however often the socket is opened meanwhile.
  function tell(name) {
    if (name !== shown && !(shown === "lost" && name === "reconnecting")) state((shown = name));
  }

  function answer(mine) {
    if (++unanswered < FRAMES && heard - answered < ANSWERED) return;
    unanswered = 0;
    answered = heard;
    mine.send('{"kind":"here"}');
  }

  function open() {
    clearTimeout(timer);
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    const mine = (socket = new WebSocket(address));
    opened = performance.now();
    taken = 0;
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      taken += 1;
      heard = performance.now();
      wait = 250;
      const frame = JSON.parse(event.data);
      hear(frame);
      if (frame.kind === "all" || frame.kind === "push" || frame.kind === "beat") {
        answer(mine);
        tell("live");
      }
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
    if (performance.now() - heard <= 1000 * lost) return;
    tell("lost");
    if (socket && socket.readyState === WebSocket.OPEN && performance.now() - opened > 1000 * lost) drop();
  }

  function drop() {
    const old = socket;
    socket = null;
    old.onclose = old.onmessage = null;
    old.close();
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

  return function send(frame, acts = false) {
    if (shown !== "live" || !socket || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(acts ? { ...frame, heard: taken } : frame));
    return true;
  };
}
