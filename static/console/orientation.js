// A console that is installed and fills the screen stays as it is held: a tablet that is lifted or tilted does not turn it.

const ALONE = "(display-mode: fullscreen), (display-mode: standalone)";

async function hold() {
  const { orientation } = screen;
  if (!matchMedia(ALONE).matches || !orientation?.lock) return;
  await orientation.lock(orientation.type).catch(() => {}); // some refuse it but in full screen
}

document.addEventListener("fullscreenchange", hold);
hold();
