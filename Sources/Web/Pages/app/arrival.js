// The rooms that have an alarm, a timer or a change, by each room's own last report, as clockctl names them. A room that
// is offline may lack what the site has stored: nothing promises a ring there.

import { setText, visible } from "./dom.js";
import { toast } from "./elements.js";
import * as format from "./format.js";
import { t } from "./words.js";

// A room that is online takes some milliseconds.
const PATIENCE_MS = 2_000;
const DAY_MS = 86_400_000;
// A node reports so many coming rings (Reported.maximumUpcoming).
const REPORTED = 8;

const isCurrent = (node) => !node.revision || node.revision.applied >= node.revision.desired;
const isAway = (node) => node?.availability !== "online";

// MARK: sentences

/** `Bedroom is offline since 14:51`. */
export function offlineInWords(ids, store) {
    if (ids.length > 1) return t("rooms-offline", { rooms: format.rooms(ids, store) });
    const since = store.node(ids[0])?.availability_since;
    const room = store.room(ids[0]);
    return format.sentence(since ? t("room-offline", { room, when: format.past(Date.parse(since), store.clock.now(), store.zone) })
        : t("room-offline-now", { room }));
}

// More than three rooms share a sentence.
function awayInWords(ids, effect, store) {
    const parts = ids.length > 3 ? [ids] : ids.map((id) => [id]);
    return parts.map((part) => `${visible(offlineInWords(part, store))}: ${t(effect)}`);
}

/** The sentence for rooms that are offline and do not have what shall ring there. */
export function missedInWords(ids, store) { return awayInWords(ids, "rings-if-back", store).join(" "); }

function inWords(of, away, store) {
    return [
        ...awayInWords(of("away"), away, store),
        ...awayInWords(of("away-held"), "rings-if-on", store),
        of("under-way").length ? t("not-confirmed", { rooms: format.rooms(of("under-way"), store) }) : null,
        of("unsaved").length ? format.sentence(t("not-saved", { rooms: format.rooms(of("unsaved"), store) })) : null,
    ].filter(Boolean);
}

// MARK: changes

// As clockctl's RoomArrival: `revision` is the first of the room's document that has the change.
function progress(node, revision) {
    if (!node) return "away";
    const { applied, stored = revision } = node.revision;
    if (applied >= revision) return stored >= revision ? "stored" : "unsaved";
    return isAway(node) ? "away" : "under-way";
}

/**
 * Shows a message about a stored change, and adds the rooms that have it when they have reported, at most 2 s later.
 * Without `text` it shows only rooms that lack the change. `rings`: the change is something that shall ring.
 */
export async function tellChange(store, answer, text, { rings = false, ...more } = {}) {
    const shown = text ? toast(text, more) : null;
    const nodes = answer.nodes ?? [];
    const all = () => nodes.map(({ node, revision }) => [node, progress(store.node(node), revision)]);
    await store.until(() => all().every(([, state]) => state !== "under-way"), PATIENCE_MS);
    const states = all();
    const of = (wanted) => states.filter(([, state]) => state === wanted).map(([id]) => id);
    const lines = inWords(of, rings ? "rings-if-back" : "change-if-back", store);
    if (!text && lines.length === 0) return;
    if (text && of("stored").length) lines.unshift(t("on-disk", { rooms: format.rooms(of("stored"), store) }));
    const whole = [text, ...lines].filter(Boolean).join(" ");
    if (!shown) toast(whole, more);
    // Nobody brings back a message that somebody has dismissed.
    else if (shown.isConnected) setText(shown, whole);
}

// MARK: alarms and timers

// A document that has been on its way for a moment only is no news.
const lagging = new Map();
function isLate(node) {
    if (isCurrent(node)) lagging.delete(node.id);
    else if (!lagging.has(node.id)) lagging.set(node.id, performance.now());
    return lagging.has(node.id) && performance.now() - lagging.get(node.id) > PATIENCE_MS;
}

function stateOf(node, has) {
    if (!node) return "away";
    const late = isLate(node);
    if (isAway(node)) return has ? "away-held" : "away";
    if (node.revision?.stored !== undefined) return "unsaved";
    return has || !late ? "stored" : "under-way";
}

// True for an instant at which an alarm shall ring in a zone.
function rings({ alarm, holidays, next }, due, zone, store) {
    const { time, sun, repetition, skips = [], exceptions = [] } = alarm.schedule;
    // Of bells, rules and the sun only the server knows.
    if (sun || repetition.program || repetition.rule) return Boolean(next) && Date.parse(next) === due;
    const date = format.localDate(due, zone);
    if (alarm.enabled === false || format.instant(date, time, zone) !== due) return false;
    if (repetition.days && !repetition.days.includes(format.DAYS[format.weekdayOf(date)])) return false;
    if (repetition.date && repetition.date !== date) return false;
    const free = store.entries("holidays").filter(({ name }) => [holidays ?? []].flat().includes(name))
        .flatMap(({ days }) => days.map((day) => day.on));
    return ![...skips, ...exceptions, ...free].some((span) => {
        const [first, last = first] = span.split("/");
        return date >= first && date <= last;
    });
}

/**
 * The rooms of an alarm: `isHeld` when at least one has its next ring, `doubts` in sentences. A room that has not
 * received the newest change is named with what it still means to ring.
 */
export function holding(entry, store) {
    const { alarm } = entry;
    const ids = store.nodesOf(entry.targets);
    const next = entry.next ? Date.parse(entry.next) : null;
    const now = store.clock.now();
    const states = new Map();
    const strays = [];
    for (const id of ids) {
        const node = store.node(id);
        const zone = alarm.schedule.zone ?? node?.zone ?? store.zone;
        const dues = (node?.alarms ?? []).filter((one) => one.occurrence.source === alarm.id)
            .map((one) => Date.parse(one.occurrence.due)).filter((due) => due > now);
        const isFull = (node?.alarms ?? []).length >= REPORTED && Date.parse(node.alarms.at(-1).occurrence.due) < next;
        const has = node && (isCurrent(node) || isFull
            || dues.some((due) => rings(entry, due, zone, store) && (due <= next || node.zone !== store.zone)));
        if (next !== null) states.set(id, stateOf(node, has));
        const stray = node && (isAway(node) ? !isCurrent(node) : isLate(node)) ? dues.find((due) => !rings(entry, due, zone, store)) : undefined;
        if (stray !== undefined) {
            const who = isAway(node) ? offlineInWords([id], store) : store.room(id);
            if (next !== null) states.set(id, has ? "stray" : "stray-missed");
            strays.push(`${visible(who)}: ${t("still-rings", { when: format.momentWithin(stray, now, zone) })}`);
        }
    }
    return told(states, strays, store);
}

/** The same for a timer that runs. */
export function countingIn({ timer, targets }, store) {
    const states = new Map(store.nodesOf(targets).map((id) => {
        const node = store.node(id);
        const has = node && (isCurrent(node) || (node.timers ?? []).some((one) => one.id === timer.id && one.revision >= timer.revision)
            || (node.rings ?? []).some((one) => one.occurrence.source === timer.id));
        return [id, stateOf(node, has)];
    }));
    return told(timer.state.ends ? states : new Map(), [], store);
}

function told(states, strays, store) {
    const of = (wanted) => [...states].filter(([, state]) => state === wanted).map(([id]) => id);
    return {
        states,
        isHeld: states.size === 0 || [...states.values()].some((state) => !["away", "under-way", "stray-missed"].includes(state)),
        doubts: [...inWords(of, "rings-if-back", store), ...strays],
    };
}

// MARK: the night

/** True for a room without a fault of its own that could keep it silent. */
export function isFit(node) {
    return !isAway(node) && !node.problem && node.clock?.trusted !== false && !node.foreign_store
        && (!node.audio || ["ok", "unknown"].includes(node.audio.state));
}

/** `text` about what is to ring within a day, and about the next alarm: all is well, or the rooms that are `inDoubt`. */
export function nightInWords(store, now) {
    const alarms = store.entries("alarm").filter((entry) => entry.next && Date.parse(entry.next) > now)
        .sort((a, b) => a.next.localeCompare(b.next));
    const soon = alarms.filter((entry) => Date.parse(entry.next) - now < DAY_MS);
    const timers = store.entries("timer").filter(({ timer }) => timer.state.ends && Date.parse(timer.state.ends) > now);
    // An old status vouches for nothing.
    if (!store.isCurrent) return { text: "", inDoubt: false };
    const away = new Set();
    const doubtful = new Set();
    for (const entry of [...(soon.length ? soon : alarms.slice(0, 1)), ...timers]) {
        const ring = entry.alarm ?? entry.timer;
        for (const [id, state] of (entry.alarm ? holding : countingIn)(entry, store).states) {
            const node = store.node(id);
            if (isAway(node)) away.add(id);
            else if (state !== "stored" || !isFit(node) || (ring.ring?.volume ?? node.settings?.volume) === 0) doubtful.add(id);
        }
    }
    const parts = away.size > 3 ? [[...away]] : [...away].map((id) => [id]);
    const lines = parts.map((ids) => `${offlineInWords(ids, store)}.`);
    if (doubtful.size) lines.push(t("may-not-ring", { rooms: format.rooms([...doubtful], store) }));
    if (lines.length || soon.length === 0) return { text: lines.join(" "), inDoubt: lines.length > 0 };
    const today = format.localDate(now, store.zone);
    const isToday = soon.every((entry) => format.localDate(Date.parse(entry.next), store.zone) === today);
    return { text: t(isToday ? "today-all-ring" : "tonight-all-ring"), inDoubt: false };
}
