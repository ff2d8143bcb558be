// service_worker.js: keeps the page, which is one file, for visits without a network. Each visit asks the server first, so
// that a new release is seen at once. It stands beside index.html on a server; without it, the page needs the network to open.

const PAGE = self.registration.scope; // one address: the page registers this worker for its own
const KEPT = "assetlint";
const PATIENCE = 3000; // milliseconds to wait for the server

/** The page from the server, which is kept. @param {ExtendableEvent} event */
async function fromServer(event) {
    const response = await fetch(PAGE, { cache: "no-cache" });
    if (response.status >= 500) {
        throw new Error(`the server answers ${response.status}`);
    }
    if (response.ok) {
        const copy = response.clone();
        event.waitUntil(caches.open(KEPT).then((cache) => cache.put(PAGE, copy)));
    }
    return response;
}

/** The page from the server, or the one that was kept if the server fails or is slow. @param {Promise<Response>} served */
async function fresh(served) {
    const kept = await caches.match(PAGE);
    if (kept === undefined) {
        return served;
    }
    const late = new Promise((done) => setTimeout(done, PATIENCE, kept));
    return Promise.race([served, late]).catch(() => kept);
}

self.addEventListener("install", (event) => {
    self.skipWaiting();
    event.waitUntil(fromServer(event));
});

self.addEventListener("fetch", (event) => {
    const { mode, url } = event.request;
    if (mode === "navigate" && new URL(url).pathname === new URL(PAGE).pathname) {
        const served = fromServer(event);
        event.waitUntil(served.catch(() => undefined)); // a late answer is kept for the next visit
        event.respondWith(fresh(served));
    }
});
