// Timers and stopwatches. They count in the rooms; this page shows the same by the site's clock, so a tab that slept is
// right as soon as it is drawn.

import { element, KeyedList, setText } from "./dom.js";
import { attempt, button, failure, toast } from "./elements.js";
import { EndSound } from "./end-sound.js";
import * as format from "./format.js";
import { choice, field, problemLine } from "./forms.js";
import { t } from "./words.js";

const PRESETS = "clocksmith.presets";
const PLACES = "clocksmith.timer-rooms";
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

    let chosen = null;
    try { chosen = JSON.parse(localStorage.getItem(PLACES)); } catch { chosen = null; }
    const parts = ["hours", "minutes-word", "seconds-word"].map((name, index) => element("input", {
        type: "number", inputmode: "numeric", min: 0, max: index ? 59 : 99, value: index === 1 ? "10" : "0",
        class: "count-input", "aria-label": t(name), on: { focus(event) { event.target.select(); } },
    }));
    const name = element("input", { type: "text", maxlength: 64, autocomplete: "off", placeholder: t("timer-name-placeholder") });
    const rooms = element("div");
    const problem = problemLine();
    const start = button(t("start"), () => begin(seconds(), name.value.trim()), { kind: "primary" });
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

    async function begin(length, label) {
        const nodes = (chosen ?? []).filter((id) => store.node(id));
        const wrong = length < 1 || length > 359_999 ? t("timer-wrong") : nodes.length === 0 ? t("choose-rooms") : null;
        problem.say(wrong);
        if (wrong) return;
        start.disabled = true;
        try {
            await store.change({ action: "timer-start", name: label, seconds: length, targets: { nodes } });
            name.value = "";
            // On a phone its row is out of sight.
            toast(t("timer-started", { name: label || t("a-timer"), rooms: format.list(nodes.map((id) => store.room(id))) }));
        } catch (error) {
            problem.say(failure(error));
        }
        start.disabled = false;
    }

    function showPresets() {
        const editing = saved.dataset.editing === "true";
        saved.replaceChildren(...presets().map((one) => element("li", {},
            button(`${one.name} ${format.counting(one.seconds * 1000)}`, () => begin(one.seconds, one.name),
                { kind: "chip-button", scrolls: true }),
            editing ? button("", () => { keep(PRESETS, presets().filter((other) => other.name !== one.name)); showPresets(); },
                { kind: "quiet icon-only", sign: "close", label: t("remove-what", { what: one.name }) }) : null)),
        element("li", {}, button(t(editing ? "done" : "presets-edit"), () => {
            saved.dataset.editing = String(!editing);
            showPresets();
            saved.querySelector("li:last-child clock-button").focus();
        }, { kind: "quiet small" })));
    }

    const maker = element("section", { class: "card timer-maker", "aria-label": t("new-timer") },
        element("div", { class: "count-inputs" }, ...parts.flatMap((part, index) =>
            [element("label", { class: "count" }, part, element("span", { "aria-hidden": "true", text: t(["h", "min", "s"][index]) }))])),
        field(t("timer-name"), name), rooms, problem,
        element("div", { class: "inline" }, start, savePreset), saved);

    // MARK: lists

    const timers = element("ul", { class: "rows timer-rows", "aria-label": t("timers") });
    const noTimers = element("p", { class: "empty", text: t("no-timers") });
    const watches = element("ul", { class: "rows", "aria-label": t("stopwatches") });
    const startWatch = button(t("stopwatch-new"), () => attempt(() => store.change({ action: "stopwatch-start", name: "" })),
        { kind: "plain", sign: "plus" });
    root.append(
        element("header", { class: "page-head" }, element("h1", { tabindex: "-1", text: t("page-timers") })),
        timers, noTimers, maker,
        element("div", { class: "field line" }, element("span", { class: "label", text: t("sound-here") }), hear),
        element("header", { class: "page-head second" }, element("h2", { text: t("stopwatches") }), startWatch), watches);

    const timerRows = new KeyedList(timers, {
        key: (entry) => entry.timer.id, make: (entry) => makeTimer(entry, store), update: (row, entry) => row.show(entry),
    });
    const watchRows = new KeyedList(watches, {
        key: (watch) => watch.id, make: (watch) => makeWatch(watch, store), update: (row, watch) => row.show(watch),
    });

    let roomsShown = "";
    function showRooms() {
        const signature = JSON.stringify(store.nodes.map((node) => [node.id, node.room]));
        if (signature === roomsShown) return;
        roomsShown = signature;
        chosen ??= store.nodes.length ? [store.nodes[0].id] : null;
        rooms.replaceChildren(field(t("rooms-label"), choice(t("rooms-label"), store.nodes.map((node) => [node.id, node.room ?? node.id]),
            chosen ?? [], (value) => { chosen = value; keep(PLACES, value); }, { many: true })));
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
            if (changed.has("session")) {
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
    const change = (action, extra = {}) => attempt(() => store.change({ action, id: entry.timer.id, ...extra }));
    const pause = button("", () => change(entry.timer.state.ends ? "timer-pause" : "timer-resume"), { kind: "small" });
    const add = button(t("add-minute"), () => change("timer-add", { seconds: 60 }), { kind: "small" });
    const cancel = button(t("timer-cancel"), async () => {
        const { timer, targets } = entry;
        const remaining = timer.state.ends ? Date.parse(timer.state.ends) - store.clock.now() : timer.state.remaining_ms;
        if (!await change("timer-cancel")) return;
        toast(t("timer-cancelled", { name: timer.name || t("a-timer") }), {
            action: t("undo"),
            act: () => attempt(() => store.change({ action: "timer-start", name: timer.name ?? "",
                seconds: Math.max(1, Math.round(remaining / 1000)), targets, ...(timer.ring && { ring: timer.ring }) })),
        });
    }, { kind: "danger small" });
    const row = element("li", { class: "timer-row" },
        element("div", { class: "timer-head" }, left, element("div", { class: "timer-words" }, name, more)), bar,
        element("div", { class: "inline" }, pause, add, cancel));
    row.show = (now) => {
        entry = now;
        const { timer, targets } = entry;
        setText(name, timer.name || t("a-timer"));
        setText(pause.firstElementChild, t(timer.state.ends ? "pause-timer" : "resume"));
        for (const one of [pause, add, cancel]) one.hidden = !store.mayChange;
        row.classList.toggle("paused", !timer.state.ends);
        const rooms = format.list([...(targets.groups ?? []), ...(targets.nodes ?? []).map((id) => store.room(id))]);
        setText(more, timer.state.ends
            ? t("timer-ends", { time: format.time(Date.parse(timer.state.ends), store.zone), rooms })
            : t("timer-paused", { rooms }));
        row.tick(store.clock.now());
    };
    row.tick = (now) => {
        const { timer } = entry;
        const rest = timer.state.ends ? Date.parse(timer.state.ends) - now : timer.state.remaining_ms;
        setText(left, format.counting(rest));
        row.classList.toggle("over", rest <= 0);
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
