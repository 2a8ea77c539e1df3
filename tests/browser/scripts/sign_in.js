// What somebody signs in with.

/** Type this and Enter at whatever has the focus, as a reader does that is a keyboard: all of it at one moment. */
export function typeBadge(text) {
  // However busy the machine is, a reader leaves no pause between two signs.
  const moment = { value: performance.now() };
  for (const key of [...text, "Enter"]) {
    const at = document.activeElement;
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    const goes = at.dispatchEvent(Object.defineProperty(event, "timeStamp", moment));
    if (!goes) continue;
    if (key === "Enter") at.form?.requestSubmit();
    else if (at.matches("input")) at.value = (at.value + key).slice(0, at.maxLength);
  }
}

/** Give the browser a camera that reads `globalThis.seen`, before which at first something else is held. */
export function mountCamera() {
  globalThis.seen = "https://elsewhere.example/dario";
  globalThis.tracks = [];
  navigator.mediaDevices.getUserMedia = () => {
    const stream = document.createElement("canvas").captureStream();
    [globalThis.track] = stream.getTracks();
    globalThis.tracks.push(globalThis.track);
    return Promise.resolve(stream);
  };
  globalThis.BarcodeDetector = class {
    static getSupportedFormats = () => Promise.resolve(["qr_code"]);
    detect = () => Promise.resolve(globalThis.seen ? [{ rawValue: globalThis.seen }] : []);
  };
  HTMLMediaElement.prototype.play = () => Promise.resolve();
}
