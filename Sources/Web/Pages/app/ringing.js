// The rings, over everything: on every page and in every tab.
//
// Stop and Snooze go to the rooms without the coordinator. They say done when the rooms have confirmed, and name the
// rooms that have not.

import { display } from "./display.js";
import { element, KeyedList, setText, visible } from "./dom.js";
import { announce, button, failure, placeToasts, toast } from "./elements.js";
import * as format from "./format.js";
import { t } from "./words.js";

// Beside the alarm's own, in minutes.
const SNOOZES = [5, 10, 20, 30, 60];

export class Ringing {
    strip = element("section", { class: "snoozed-strip", hidden: true });

    #store;
    #titleChanged;
    #dialog = null;
    #list = null;
    #clock = null;
    #hidden = new Set();
    #stripList;

    constructor(store, titleChanged) {
        this.#store = store;
        this.#titleChanged = titleChanged;
        this.#stripList = new KeyedList(this.strip, {
            key: (ring) => ring.id, make: (ring) => this.#makeStripRow(ring), update: (row, ring) => row.show(ring),
        });
    }

    /** The rings that sound somewhere now. */
    get loud() { return this.#store.rings.filter((ring) => ring.rooms.some((room) => room.state === "ringing")); }

    /** The name of a ring: its label, or its kind. */
    name(ring) {
        return ring.label || t(ring.occurrence.source.startsWith("t") ? "a-timer" : "an-alarm");
    }

    update() {
        const loud = this.loud;
        // First the outside: a hidden page builds the rest slowly.
        this.#titleChanged();
        this.#tellOutside(loud);
        const ids = new Set(loud.map((ring) => ring.id));
        for (const id of this.#hidden) if (!ids.has(id)) this.#hidden.delete(id);
        const over = loud.filter((ring) => !this.#hidden.has(ring.id));
        if (over.length) this.#open(over);
        else this.#close();
        const below = this.#store.rings.filter((ring) => !over.includes(ring));
        this.strip.setAttribute("aria-label", t("snoozed-or-hidden"));
        this.strip.hidden = below.length === 0;
        this.#stripList.show(below);
    }

    #outside = "";

    // The icon of the app, and notifications for people who do not see the page.
    #tellOutside(loud) {
        const signature = JSON.stringify([document.visibilityState, loud.map((ring) => ring.id)]);
        if (signature === this.#outside) return;
        this.#outside = signature;
        if (loud.length) navigator.setAppBadge?.(loud.length).catch(() => { /* it is no app here */ });
        else navigator.clearAppBadge?.().catch(() => { /* it is no app here */ });
        if (globalThis.Notification?.permission !== "granted" || display().notify === false) return;
        import("./notices.js").then(({ notify }) => notify(loud, this.#store, (ring) => this.name(ring)))
            .catch(() => { /* the server is away: what rings stands in the title */ });
    }

    tick(now) {
        if (!this.#clock) return;
        setText(this.#clock, format.time(now, this.#store.zone));
        for (const ring of this.#dialog.querySelector(".ringing-rings").children) ring.tick(now);
    }

    #open(rings) {
        if (!this.#dialog) {
            this.#clock = element("p", { class: "ringing-time", text: format.time(this.#store.clock.now(), this.#store.zone) });
            const heading = element("h2", { class: "unseen", id: "ringing-title", tabindex: "-1" });
            const body = element("div", { class: "ringing-rings" });
            this.#dialog = element("dialog", { class: "ringing", "aria-labelledby": "ringing-title", closedby: "none" },
                heading, this.#clock, body);
            document.addEventListener("keydown", this.#stay, true);
            this.#list = new KeyedList(body, {
                key: (ring) => ring.id, make: (ring) => this.#makeRing(ring), update: (row, ring) => row.show(ring),
            });
            document.body.append(this.#dialog);
            this.#before = document.activeElement;
            this.#dialog.showModal();
            // Not on a button: a person who is typing must not stop an alarm by it.
            heading.focus();
        }
        setText(this.#dialog.querySelector("h2"), rings.map((ring) => t("rings-now", { what: this.name(ring) })).join(", "));
        this.#list.show(rings);
    }

    #before = null;

    // A ring stays until somebody answers it; nor may Escape close a dialog below, which would lose its input.
    #stay = (event) => { if (event.key === "Escape") event.preventDefault(); };

    #close() {
        if (!this.#dialog) return;
        document.removeEventListener("keydown", this.#stay, true);
        const dialog = this.#dialog;
        this.#dialog = null;
        this.#clock = null;
        this.#list = null;
        dialog.close();
        placeToasts();
        dialog.remove();
        if (this.#before?.isConnected) this.#before.focus?.();
        this.#before = null;
    }

    #makeRing(ring) {
        const store = this.#store;
        const what = element("p", { class: "ringing-what", text: this.name(ring) });
        const due = element("p", { class: "ringing-due" });
        const rooms = element("p", { class: "ringing-rooms" });
        const said = element("p", { class: "ringing-said", role: "status" });
        const actions = element("div", { class: "ringing-actions" });
        const node = element("section", { class: "ringing-ring" }, what, due, rooms, actions, said);
        const lengths = element("div", { class: "snooze-lengths", role: "group", "aria-label": t("snooze") });
        const buttons = [];
        const act = async (action, going, done, minutes) => {
            for (const one of buttons) one.disabled = true;
            setText(said, going);
            try {
                const answers = await store.silence(ring, action, minutes);
                const of = (...states) => answers.filter(({ state }) => states.includes(state)).map(({ node }) => node);
                const [heard, silent] = [of("stopped", "snoozed"), of("no answer")].map((ids) => format.rooms(ids, store));
                const away = format.rooms(of("offline"), store, t("all-rooms"));
                const text = [
                    heard ? t(done, { rooms: heard }) : "", silent ? t("not-confirmed", { rooms: silent }) : "",
                    away ? t("told-later", { rooms: away }) : "",
                ].filter(Boolean).join(" ");
                setText(said, text);
                if (!silent) toast(`${visible(this.name(ring))}: ${text}`);
            } catch (error) {
                // Somebody else was quicker.
                if (error.code !== "not-ringing") setText(said, failure(error));
            }
            for (const one of buttons) one.disabled = false;
        };
        // A timer that is over counts on from now: its ring ends, everywhere.
        const isTimer = ring.occurrence.source.startsWith("t");
        const addMinute = async () => {
            for (const one of buttons) one.disabled = true;
            try {
                await store.change({ action: "timer-add", id: ring.occurrence.source, seconds: 60 });
            } catch (error) {
                setText(said, failure(error));
            }
            for (const one of buttons) one.disabled = false;
        };
        if (store.mayChange) {
            if (ring.snooze_min > 0) {
                buttons.push(button(t("snooze-for", { minutes: ring.snooze_min }),
                    () => act("snooze", t("snoozing"), "snoozed-in"), { kind: "large" }));
                lengths.append(...SNOOZES.filter((minutes) => minutes !== ring.snooze_min).map((minutes) => {
                    const one = button(t("minutes", { n: minutes }), () => act("snooze", t("snoozing"), "snoozed-in", minutes),
                        { kind: "small", label: t("snooze-for", { minutes }) });
                    buttons.push(one);
                    return one;
                }));
            }
            if (isTimer) buttons.push(button(t("add-minute"), () => addMinute(), { kind: "large" }));
            buttons.push(button(t("stop"), () => act("stop", t("stopping"), "stopped-in"), { kind: "large primary" }));
        }
        const [first, ...rest] = buttons.filter((one) => !lengths.contains(one));
        actions.append(first ?? "", lengths, ...rest, button(t("hide-here"), () => {
            this.#hidden.add(ring.id);
            this.update();
            announce(t("hidden-here"));
        }, { kind: "quiet" }));
        node.tick = (now) => {
            const at = Date.parse(ring.occurrence.due);
            const words = t("was-due", { time: format.time(at, store.zone) });
            setText(due, isTimer ? `${words} · ${format.countdown(Math.min(0, at - now))}` : words);
        };
        node.show = (now) => {
            ring = now;
            setText(what, this.name(ring));
            node.tick(store.clock.now());
            setText(rooms, format.rooms(ring.rooms.filter((room) => room.state === "ringing").map((room) => room.node), store, t("in-all-rooms")));
        };
        return node;
    }

    #makeStripRow(ring) {
        const store = this.#store;
        const text = element("span");
        const node = element("div", { class: "snoozed-row" }, text);
        const show = button(t("show"), () => { this.#hidden.delete(ring.id); this.update(); }, { kind: "quiet", label: t("for-what", { action: t("show"), what: this.name(ring) }) });
        const stop = button(t("stop"), async () => {
            stop.disabled = true;
            try {
                await store.silence(ring, "stop");
            } catch (error) {
                toast(failure(error));
            }
            stop.disabled = false;
        }, { kind: "quiet", label: t("stop-what", { what: this.name(ring) }) });
        node.append(show);
        if (store.mayChange) node.append(stop);
        node.show = (now) => {
            ring = now;
            const rings = ring.rooms.some((room) => room.state === "ringing");
            const rooms = format.rooms(ring.rooms.map((room) => room.node), store);
            const until = ring.rooms.map((room) => room.until).filter(Boolean).sort()[0];
            show.hidden = !rings;
            setText(text, rings
                ? t("rings-in", { what: this.name(ring), rooms })
                : t("snoozed-until", { what: this.name(ring), rooms, time: until ? format.time(Date.parse(until), store.zone) : "" }));
        };
        return node;
    }
}
