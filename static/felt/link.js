// The link to the house: one socket that is opened again and again, and tells the truth about itself.

const SLOWEST = 2000;
// The house waits so long for an answer, in frames and in milliseconds, and a good deal longer before it lets go.
const FRAMES = 20;
const ANSWERED = 15000;
// The code of a house that stops, to be open again in a moment, and how often a screen asks whether it is.
const RESTARTS = 4503;
const AGAIN = 250;
// The code by which the house turns away one screen too many, before its first frame, and how often such a screen asks again.
const TOO_MUCH = 4429;
const TURNED_AWAY = 15000;
// How often a screen looks how long nothing was heard, so that it says so in time.
const LOOKS = 250;

/**
 * Keep a socket open to `path`; within `lost` seconds of silence it is given up, and opened anew. `hear(frame)` gets every
 * frame, `state(name)` one of live, reconnecting, restarting, crowded, lost whenever it changes, `closed(code)` is asked whether to give up. Returns `send(frame, acts)`, which is false when
 * the link is not live; a frame that `acts` says how many of the house's frames were taken on this socket before it.
 */
export function keep(path, lost, { hear, state, closed }) {
  const address = new URL(path, location.href.replace(/^http/, "ws"));
  let socket = null;
  let heard = performance.now();
  let clock = Date.now();
  let opened = heard;
  let wait = AGAIN;
  let answered = performance.now();
  let unanswered = 0;
  let taken = 0;
  let shown = "";
  let timer = 0;
  let restarting = false;
  let crowded = false;

  // What was lost, or turned away, stays lost until the house is heard again, however often the socket is opened meanwhile.
  function tell(name) {
    const gone = shown === "lost" || shown === "crowded";
    const now = gone && name !== "live" && name !== "crowded" ? "lost" : name;
    if (now !== shown) state((shown = now));
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
    if (crowded) answers();
    crowded = false;
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      taken += 1;
      answers();
      wait = AGAIN;
      restarting = false;
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
      restarting ||= event.code === RESTARTS;
      crowded = event.code === TOO_MUCH && taken === 0;
      tell(crowded ? "crowded" : restarting ? "restarting" : "reconnecting");
      if (closed(event.code)) return;
      timer = setTimeout(open, (crowded ? TURNED_AWAY : wait) * (0.75 + Math.random() / 2));
      if (!restarting || shown === "lost") wait = Math.min(SLOWEST, wait * 2);
    };
  }

  function answers() {
    heard = performance.now();
    clock = Date.now();
  }

  // By the clock on the wall as well: while a tablet sleeps, its own seconds may stand still.
  function silence() {
    return Math.max(performance.now() - heard, Date.now() - clock);
  }

  // A frozen house keeps its sockets open and says nothing: only silence gives it away.
  function watch() {
    if (crowded || silence() < 1000 * lost - LOOKS) return;
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
    if (document.visibilityState !== "visible") return;
    watch();
    if (!socket) open();
  }

  // Not before every script of the page is there: a screen that says it is live hears each press.
  document.addEventListener("DOMContentLoaded", open, { once: true });
  setInterval(watch, LOOKS);
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);

  return function send(frame, acts = false) {
    if (shown !== "live" || !socket || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(acts ? { ...frame, heard: taken } : frame));
    return true;
  };
}
