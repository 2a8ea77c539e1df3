// What makes a page of the staff an app: the worker that has an answer where the house cannot be heard.

// A screen that has just been opened has better things to do.
const LATER = 2000;

function register() {
  navigator.serviceWorker.register("/service-worker.js", { scope: "/", updateViaCache: "none" }).catch(() => {});
}

if ("serviceWorker" in navigator) setTimeout(register, LATER);
