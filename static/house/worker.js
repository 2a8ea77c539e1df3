// The worker of the house, in a browser that has one: it keeps one page of ours for the time without a link, and what
// that page is made of. Whatever else is asked for goes to the house as if there were no worker, and is kept nowhere.

const { name, page, files } = self.kept; // told by the house, table/views/device/offline.py
const own = new Set(files.map((file) => new URL(file, location.href).href));
// What a proxy says in the place of a house that does not answer; the house itself says neither.
const NOBODY_THERE = new Set([502, 504]);

self.addEventListener("install", (event) => {
  event.waitUntil(keep());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOthers());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(opened(request));
  else if (own.has(request.url)) event.respondWith(fetch(request).catch(() => cachedAnswer(request.url)));
});

/** Asked for without cookies: what is kept is about nobody. */
async function keep() {
  const cache = await caches.open(name);
  await cache.addAll([page, ...files].map((path) => new Request(path, { credentials: "omit", cache: "reload" })));
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one !== name).map((one) => caches.delete(one)));
  await self.clients.claim();
}

async function opened(request) {
  const answer = await fetch(request).catch(() => null);
  return answer && !NOBODY_THERE.has(answer.status) ? answer : cachedAnswer(page);
}

async function cachedAnswer(url) {
  const cache = await caches.open(name);
  return (await cache.match(url, { ignoreVary: true })) ?? Response.error();
}
