// Programs that play without a server go on without one: what their pages load is
// fetched anew as long as the house answers, and taken from the last time when it
// does not. Nothing that is asked of the house is kept.

const NAME = "parlour";
const KEPT = /^\/(delve|sight|assets\/.+|programs\/.+)$/;

const worker = /** @type {any} */ (self);
worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method === "GET" && origin === location.origin && KEPT.test(pathname)) event.respondWith(answer(event.request));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}
