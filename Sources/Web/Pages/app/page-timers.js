// Timers and stopwatches. They count in the rooms; this page shows the same by the site's clock, so a tab that slept is
// right as soon as it is drawn.

import { countingIn, missedInWords, tellChange } from "./arrival.js";
import { element, KeyedList, setAttribute, setHidden, setText, visible } from "./dom.js";
import { attempt, button, failure } from "./elements.js";
import { EndSound } from "./end-sound.js";
import * as format from "./format.js";
import { field, problemLine } from "./forms.js";
import { roomPicker, targetsOf } from "./room-picker.js";
import { t } from "./words.js";

const PRESETS = "clocksmith.presets";
const PLACES = "clocksmith.timer-rooms";
// Nobody means two timers by two taps within this time.
const DOUBLE_TAP_MS = 1_000;
// The row of a new timer comes with the next event.
const THERE_MS = 3_000;
const endSound = new EndSound();

function presets() {
    try {
        const kept = JSON.parse(localStorage.getItem(PRESETS));
        if (Array.isArray(kept)) return kept.filter((one) => typeof one?.name === "string" && one.seconds > 0);
    } catch { /* the first ones are shown */ }
    return [{ name: t("preset-tea"), seconds: 180 }, { name: t("preset-eggs"), seconds: 390 },
        { name: t("preset-pasta"), seconds: 540 }, { name: t("preset-nap"), seconds: 1200 }];
}

const keep = (key, value) => { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* until the tab closes */ } };

export function mount(root, { store }) {
    // MARK: a new timer

    // The rooms that somebody chose last; nothing is chosen unasked, unless there is one room.
    let last = null;
    try { last = JSON.parse(localStorage.getItem(PLACES)); } catch { /* nothing was chosen yet */ }
    let chosen = Array.isArray(last) ? last.filter((place) => /^[gn] /.test(place)) : [];
    const isThere = (place) => store.nodesOf(targetsOf([place])).some((id) => store.node(id));
    const places = () => (store.nodes.length === 1 ? [`n ${store.nodes[0].id}`] : chosen.filter(isThere));
    const rings = () => store.nodesOf(targetsOf(places()));
    const parts = ["hours", "minutes-word", "seconds-word"].map((name, index) => element("input", {
        type: "number", inputmode: "numeric", min: 0, max: index ? 59 : 99, value: index === 1 ? "10" : "0",
        class: "count-input", "aria-label": t(name), on: { focus(event) { event.target.select(); } },
    }));
    const name = element("input", { type: "text", maxlength: 64, autocomplete: "off", placeholder: t("timer-name-placeholder") });
    const rooms = element("div");
    const away = element("p", { class: "hint warning", "aria-live": "polite", hidden: true });
    const problem = problemLine();
    const start = button(t("start"), () => begin(seconds(), name.value.trim(), start), { kind: "primary" });
    const saved = element("ul", { class: "presets", "aria-label": t("presets") });
    const savePreset = button(t("preset-save"), () => {
        if (seconds() < 1) {
            problem.say(t("timer-wrong"));
            return;
        }
        const label = name.value.trim() || format.length(seconds() * 1000);
        keep(PRESETS, [...presets().filter((one) => one.name !== label), { name: label, seconds: seconds() }]);
        showPresets();
    }, { kind: "quiet small" });
    const hear = element("clock-switch", { class: "switch", "aria-label": t("sound-here") });
    hear.addEventListener("act", () => {
        // A browser plays sound only after a person has touched the page.
        if (endSound.on) endSound.stop();
        else endSound.start(store);
        hear.checked = endSound.on;
    });
    hear.checked = endSound.on;

    const seconds = () => parts.reduce((sum, part, index) => sum + (Number(part.value) || 0) * [3600, 60, 1][index], 0);

    // Two taps start one timer: the buttons are busy until its row is there, and for the length of a double tap.
    let isBusy = false;
    async function begin(length, label, pressed) {
        if (isBusy) return;
        const nodes = rings();
        const wrong = length < 1 || length > 359_999 ? t("timer-wrong") : nodes.length === 0 ? t("choose-rooms") : null;
        problem.say(wrong);
        if (wrong) {
            if (nodes.length === 0) where.open = true;
            problem.scrollIntoView({ block: "nearest" });
            return;
        }
        isBusy = true;
        setAttribute(pressed, "aria-busy", true);
        const pause = new Promise((resolve) => setTimeout(resolve, DOUBLE_TAP_MS));
        try {
            const answer = await store.change({ action: "timer-start", name: label, seconds: length, targets: targetsOf(places()) });
            name.value = "";
            const id = answer.events?.map((event) => event.new?.timer?.timer.id).find(Boolean);
            await store.until(() => store.entries("timer").some(({ timer }) => timer.id === id), THERE_MS);
            const what = label || t("a-timer");
            const there = nodes.filter((node) => store.node(node)?.availability === "online");
            void tellChange(store, answer, there.length ? t("timer-started", { name: what, rooms: format.rooms(there, store) })
                : t("timer-set", { name: what }), { rings: true });
            [...timers.children].find((row) => row.dataset.id === id)?.scrollIntoView({ block: "nearest" });
        } catch (error) {
            problem.say(failure(error));
        }
        await pause;
        isBusy = false;
        setAttribute(pressed, "aria-busy", null);
    }

    let isEditing = false;
    const editPresets = button("", () => { isEditing = !isEditing; showPresets(); }, { kind: "quiet small" });
    function showPresets() {
        setText(editPresets.firstElementChild, t(isEditing ? "done" : "presets-edit"));
        saved.replaceChildren(...presets().map((one) => {
            const go = button(`${visible(one.name)} ${format.counting(one.seconds * 1000)}`, () => begin(one.seconds, one.name, go),
                { kind: "chip-button", scrolls: true });
            return element("li", {}, go, isEditing ? button("", () => {
                keep(PRESETS, presets().filter((other) => other.name !== one.name));
                showPresets();
                editPresets.focus();
            }, { kind: "quiet icon-only", sign: "close", label: t("remove-what", { what: one.name }) }) : null);
        }));
    }

    const summary = element("summary");
    const where = element("details", { class: "more-fields" }, summary, rooms, field(t("timer-name"), name),
        element("div", { class: "inline" }, savePreset, editPresets));
    const maker = element("section", { class: "card timer-maker", "aria-label": t("new-timer") }, saved,
        element("div", { class: "count-inputs" }, ...parts.flatMap((part, index) =>
            [element("label", { class: "count" }, part, element("span", { "aria-hidden": "true", text: t(["h", "min", "s"][index]) }))]), start),
        problem, away, where);

    // MARK: lists

    const timers = element("ul", { class: "rows timer-rows", "aria-label": t("timers") });
    const noTimers = element("p", { class: "empty", text: t("no-timers") });
    const watches = element("ul", { class: "rows", "aria-label": t("stopwatches") });
    const startWatch = button(t("stopwatch-new"), () => attempt(() => store.change({ action: "stopwatch-start", name: "" })),
        { kind: "plain", sign: "plus" });
    root.append(
        element("header", { class: "page-head" }, element("h1", { tabindex: "-1", text: t("page-timers") })),
        maker, timers, noTimers,
        element("div", { class: "field line" }, element("span", { class: "label", text: t("sound-here") }), hear),
        element("header", { class: "page-head second" }, element("h2", { text: t("stopwatches") }), startWatch), watches);

    const timerRows = new KeyedList(timers, {
        key: (entry) => entry.timer.id, make: (entry) => makeTimer(entry, store), update: (row, entry) => row.show(entry),
    });
    const watchRows = new KeyedList(watches, {
        key: (watch) => watch.id, make: (watch) => makeWatch(watch, store), update: (row, watch) => row.show(watch),
    });

    let roomsShown = "";
    let choose = null;
    function showRooms() {
        const signature = JSON.stringify([store.nodes.map((node) => [node.id, node.room]), store.entries("group").map(({ id }) => id)]);
        if (signature !== roomsShown) {
            roomsShown = signature;
            choose = roomPicker(store, places(), (value) => {
                chosen = value;
                keep(PLACES, value);
                problem.say(null);
                showPlaces();
            });
            rooms.replaceChildren(field(t("rooms-label"), choose));
            if (store.nodes.length && places().length === 0) where.open = true;
        }
        rooms.hidden = store.nodes.length < 2;
        showPlaces();
    }

    function showPlaces() {
        const ids = rings();
        const missed = ids.filter((id) => store.node(id).availability !== "online");
        choose?.showAway();
        setText(summary, ids.length ? t("rings-where", { rooms: format.rooms(ids, store) }) : t("choose-rooms"));
        away.hidden = missed.length === 0;
        setText(away, missed.length ? missedInWords(missed, store) : "");
    }

    showPresets();
    let frame = 0;
    const draw = () => {
        const now = store.clock.now();
        for (const row of watches.children) row.tick?.(now);
        frame = requestAnimationFrame(draw);
    };
    // Hundredths move only when the person accepts motion.
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) frame = requestAnimationFrame(draw);

    return {
        update(changed) {
            showRooms();
            if (changed.has("session") || changed.has("status")) {
                timerRows.refresh();
                watchRows.refresh();
            }
            maker.hidden = startWatch.hidden = !store.mayChange;
            timerRows.show(store.entries("timer"));
            watchRows.show(store.entries("stopwatch"));
            noTimers.hidden = store.entries("timer").length > 0;
            this.tick(store.clock.now());
        },
        tick(now) {
            for (const row of timers.children) row.tick(now);
            if (!frame) for (const row of watches.children) row.tick(now);
        },
        unmount() { cancelAnimationFrame(frame); },
    };
}

function makeTimer(first, store) {
    let entry = first;
    const left = element("span", { class: "timer-left" });
    const bar = element("span", { class: "timer-bar" });
    const name = element("span", { class: "timer-name" });
    const more = element("span", { class: "timer-more" });
    const held = element("p", { class: "timer-held warning", hidden: true });
    const change = async (action, extra = {}) => {
        const answer = await attempt(() => store.change({ action, id: entry.timer.id, ...extra }));
        if (answer) void tellChange(store, answer, null, { rings: true });
    };
    const pause = button("", () => change(entry.timer.state.ends ? "timer-pause" : "timer-resume"), { kind: "small" });
    const add = button(t("add-minute"), () => change("timer-add", { seconds: 60 }), { kind: "small" });
    const cancel = button(t("timer-cancel"), async () => {
        const { timer, targets } = entry;
        const remaining = timer.state.ends ? Date.parse(timer.state.ends) - store.clock.now() : timer.state.remaining_ms;
        const answer = await attempt(() => store.change({ action: "timer-cancel", id: timer.id }));
        if (!answer) return;
        void tellChange(store, answer, t("timer-cancelled", { name: timer.name || t("a-timer") }), {
            action: t("undo"),
            act: async () => {
                const back = await attempt(() => store.change({ action: "timer-start", name: timer.name ?? "",
                    seconds: Math.max(1, Math.round(remaining / 1000)), targets, ...(timer.ring && { ring: timer.ring }),
                    ...(timer.speaks && { speaks: true }) }));
                if (back) void tellChange(store, back, null, { rings: true });
            },
        });
    }, { kind: "danger small" });
    const row = element("li", { class: "timer-row", "data-id": first.timer.id },
        element("div", { class: "timer-head" }, left, element("div", { class: "timer-words" }, name, more)), bar, held,
        element("div", { class: "inline timer-acts" }, pause, add, cancel));
    row.show = (now) => {
        entry = now;
        const { timer, targets } = entry;
        const what = timer.name || t("a-timer");
        setText(name, what);
        setText(pause.firstElementChild, t(timer.state.ends ? "pause" : "resume"));
        for (const one of [pause, add, cancel]) {
            one.hidden = !store.mayChange;
            setAttribute(one, "aria-label", t("for-what", { action: one.textContent, what }));
        }
        row.classList.toggle("paused", !timer.state.ends);
        const rooms = format.list([...(targets.groups ?? []), ...(targets.nodes ?? []).map((id) => store.room(id))]);
        const { isHeld, doubts } = countingIn(entry, store);
        row.classList.toggle("missed", !isHeld);
        setText(held, doubts.join(" "));
        setHidden(held, doubts.length === 0);
        setText(more, timer.state.ends
            ? t("timer-ends", { time: format.time(Date.parse(timer.state.ends), store.zone), rooms })
            : t("timer-paused", { rooms }));
        row.tick(store.clock.now());
    };
    row.tick = (now) => {
        const { timer } = entry;
        const rest = timer.state.ends ? Date.parse(timer.state.ends) - now : timer.state.remaining_ms;
        setText(left, format.countdown(rest));
        row.classList.toggle("over", rest <= 0);
        // What is over cannot be paused.
        setHidden(pause, rest <= 0 || !store.mayChange);
        bar.style.setProperty("--share", String(Math.max(0, Math.min(1, rest / (timer.seconds * 1000)))));
    };
    return row;
}

function makeWatch(first, store) {
    let watch = first;
    const time = element("span", { class: "timer-left" });
    const name = element("span", { class: "timer-name" });
    const laps = element("ol", { class: "laps" });
    const change = (action) => attempt(() => store.change({ action, id: watch.id }));
    const go = button("", () => change(watch.state.since ? "stopwatch-stop" : "stopwatch-resume"), { kind: "small" });
    const lap = button("", () => change(watch.state.since ? "stopwatch-lap" : "stopwatch-reset"), { kind: "small" });
    const remove = button(t("delete"), () => change("stopwatch-remove"), { kind: "danger small" });
    const row = element("li", { class: "timer-row" },
        element("div", { class: "timer-head" }, time, element("div", { class: "timer-words" }, name)),
        element("div", { class: "inline" }, go, lap, remove), laps);
    row.show = (now) => {
        watch = now;
        setText(name, watch.name || t("a-stopwatch"));
        setText(go.firstElementChild, t(watch.state.since ? "stop" : "resume"));
        setText(lap.firstElementChild, t(watch.state.since ? "lap" : "reset"));
        for (const one of [go, lap]) one.hidden = !store.mayChange;
        for (const one of [go, lap, remove]) setAttribute(one, "aria-label", t("for-what", { action: one.textContent, what: name.textContent }));
        // A thumb that wants a lap must not delete all of them.
        remove.hidden = !store.mayChange || Boolean(watch.state.since);
        const at = watch.laps ?? [];
        laps.replaceChildren(...at.map((ms, index) => element("li", {},
            element("span", { text: t("lap-number", { n: index + 1 }) }),
            element("span", { text: format.counting(ms - (at[index - 1] ?? 0), true) }),
            element("span", { text: format.counting(ms, true) }))).reverse());
        laps.hidden = at.length === 0;
        row.tick(store.clock.now());
    };
    row.tick = (now) => {
        setText(time, format.counting(watch.state.since ? now - Date.parse(watch.state.since) : watch.state.elapsed_ms ?? 0, true));
    };
    return row;
}
