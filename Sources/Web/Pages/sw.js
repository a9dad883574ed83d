// The shell without a server. Pages come from the network first, so that nothing old shows while it answers, and from
// the cache when it does not. The cache has no data of the site: this never stores answers of the API.

const KEPT = "clocksmith-shell";
const SHELL = [
    "/", "/manifest.webmanifest", "/app/app.css", "/app/pages.css", "/app/main.js", "/app/add-room.js", "/app/alarm-batch.js", "/app/alarm-draft.js", "/app/alarm-editor.js", "/app/arrival.js",
    "/app/button.js", "/app/display.js", "/app/dom.js", "/app/elements.js", "/app/emergency.js", "/app/end-sound.js", "/app/format.js", "/app/forms.js",
    "/app/menus.js", "/app/page-alarms.js", "/app/page-bells.js", "/app/page-clock.js", "/app/page-doctor.js", "/app/page-emergency.js", "/app/page-history.js",
    "/app/notices.js", "/app/page-login.js", "/app/page-missing.js", "/app/page-rooms.js", "/app/page-sites.js", "/app/page-slo.js", "/app/page-timers.js", "/app/page-trainer.js", "/app/reasons.js",
    "/app/phrases.js", "/app/ringing.js", "/app/room-picker.js", "/app/shared-stream.js", "/app/site-clock.js", "/app/sayings.js", "/app/sounding.js", "/app/store.js", "/app/stream.js", "/app/time-field.js", "/app/volumes.js", "/app/wall.js", "/app/words.js", "/app/words/de.js", "/app/words/en.js",
    "/app/words/more-de.js", "/app/words/more-en.js", "/app/words/phrases-de.js", "/app/words/phrases-en.js", "/app/words/said-de.js",
    "/icons/icon.svg", "/icons/icon-192.png", "/icons/ringing.svg", "/icons/trouble.svg",
];

addEventListener("install", (event) => {
    event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(SHELL)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
    event.respondWith(answer(event.request, url));
});

async function answer(request, url) {
    // Every page is the same document.
    const key = request.mode === "navigate" ? "/" : url.pathname;
    const cache = await caches.open(KEPT);
    try {
        const response = await fetch(request);
        if (response.ok) await cache.put(key, response.clone());
        return response;
    } catch (error) {
        const kept = await cache.match(key);
        if (kept) return kept;
        throw error;
    }
}

// MARK: rings

// A tab that is not in sight sends the rings that sound: `kept` names those whose notification stays, `fresh` has new ones.
addEventListener("message", (event) => event.waitUntil(showRings(event.data)));

async function showRings({ kept, fresh }) {
    const shown = await registration.getNotifications();
    for (const one of shown) if (!kept.includes(one.tag)) one.close();
    const tabs = await clients.matchAll({ type: "window" });
    if (tabs.some((tab) => tab.visibilityState === "visible")) return;
    for (const { id, title, options, failed } of fresh) {
        if (!shown.some((one) => one.tag === id)) await registration.showNotification(title, { ...options, data: { id, failed } });
    }
}

addEventListener("notificationclick", (event) => {
    const { action, notification } = event;
    notification.close();
    event.waitUntil(action ? answerRing(action, notification) : openPage());
});

async function answerRing(action, { title, tag, data }) {
    try {
        const response = await fetch(`/api/v1/rings/${encodeURI(data.id)}/${action}`,
            { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
        const { rooms = [] } = await response.json();
        // Somebody else was quicker: it does not ring any more.
        if (response.status === 404) return;
        if (response.ok && rooms.every(({ state }) => state !== "no answer")) return;
    } catch { /* the server is away */ }
    await registration.showNotification(title, { body: data.failed, tag, requireInteraction: true, icon: "/icons/icon-192.png", data });
}

async function openPage() {
    const [tab] = await clients.matchAll({ type: "window" });
    await (tab ? tab.focus() : clients.openWindow("/"));
}
