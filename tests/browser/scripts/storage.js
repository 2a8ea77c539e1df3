// What a page stores in its browser.

/** Store something wherever a page can. */
export async function store() {
  localStorage.setItem("here", "it is");
  sessionStorage.setItem("here", "it is");
  window.name = "here";
  await new Promise((done) => {
    indexedDB.open("here").onsuccess = ({ target }) => done(target.result.close());
  });
  const cache = await caches.open("here");
  await cache.put("/", new Response("it is"));
  history.pushState(null, "", "/sign-in/");
}

/** Give what a page finds of itself in its browser. */
export async function stored() {
  const databases = await indexedDB.databases();
  return [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    window.name,
    ...(await caches.keys()),
    ...databases.map((it) => it.name),
    document.cookie,
    history.length,
    Notification.permission,
    document.querySelectorAll("main :hover").length,
    matchMedia("(prefers-reduced-motion: reduce)").matches,
  ];
}

/** List in JSON the caches of a page, each with the addresses that are cached there. */
export async function cached() {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const one of await cache.keys()) found.push([name, new URL(one.url).pathname + new URL(one.url).search]);
  }
  return JSON.stringify(found);
}

/** Cache a page as a house did before it was upgraded. */
export async function cacheAsBefore() {
  const cache = await caches.open("sabot-of-before");
  await cache.put("/pit/", new Response("what somebody saw"));
}

/** Whether the page has a service worker, within five seconds. */
export function isServed() {
  const late = new Promise((done) => setTimeout(done, 5000, false));
  return Promise.race([navigator.serviceWorker.ready.then(() => true), late]);
}
