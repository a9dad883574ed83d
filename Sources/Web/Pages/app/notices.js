// A ring while no tab of the page is in sight: a notification with Stop and Snooze, from the service worker, which also
// answers a touch when all tabs are closed.

import { visible } from "./dom.js";
import * as format from "./format.js";
import { t } from "./words.js";

/** Rings that this tab has sent; a notification that somebody has dismissed does not come back. */
const sent = new Set();

/** True in a browser that shows notifications with actions. */
export const canNotify = isSecureContext && "serviceWorker" in navigator && "Notification" in globalThis;

/** Sends the service worker the rings that sound now. Notifications of others end, and all while the page is in sight. */
export async function notify(rings, store, name) {
    const hidden = document.visibilityState === "hidden";
    const fresh = hidden ? rings.filter((ring) => !sent.has(ring.id)) : [];
    for (const id of sent) if (!rings.some((ring) => ring.id === id)) sent.delete(id);
    for (const ring of rings) sent.add(ring.id);
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ kept: hidden ? rings.map((ring) => ring.id) : [], fresh: fresh.map((ring) => notice(ring, store, name)) });
}

function notice(ring, store, name) {
    const rooms = ring.rooms.filter((room) => room.state === "ringing").map((room) => room.node);
    const actions = [{ action: "stop", title: t("stop") }];
    if (ring.snooze_min > 0) actions.push({ action: "snooze", title: t("snooze-for", { minutes: ring.snooze_min }) });
    return { id: ring.id, title: visible(t("rings-now", { what: name(ring) })), failed: t("notice-failed"),
        options: { body: visible(`${format.time(Date.parse(ring.occurrence.due), store.zone)} · ${format.rooms(rooms, store)}`),
            tag: ring.id, requireInteraction: true, icon: "/icons/icon-192.png", badge: "/icons/icon-192.png",
            actions: store.mayChange ? actions : [] } };
}
