// The clock: the time as one large text or a dial, and what comes next. On a wall it fills the screen.

import { display } from "./display.js";
import { drawing, drawn, element, icon, KeyedList, setText } from "./dom.js";
import { button, toast } from "./elements.js";
import * as format from "./format.js";
import { t } from "./words.js";

const CONTROLS_MS = 4_000;

export function mount(root, { store }) {
    const heading = element("h1", { class: "unseen", tabindex: "-1", text: t("page-clock") });
    const digits = element("span", { class: "clock-digits" });
    const seconds = element("span", { class: "clock-seconds" });
    const half = element("span", { class: "clock-half" });
    const time = element("time", { class: "clock-time" }, digits, element("span", { class: "clock-side" }, half, seconds));
    const date = element("p", { class: "clock-date" });
    const dial = makeDial();
    const next = element("ul", { class: "clock-next" });
    const quiet = element("p", { class: "clock-empty" });
    const enter = button(t("wall-mode"), () => enterWall(), { kind: "quiet wall-enter", sign: "expand" });
    const leave = button(t("wall-leave"), () => leaveWall(), { kind: "plain wall-leave", sign: "close" });
    root.append(heading, element("div", { class: "clock-face" }, dial.node, time, date),
        element("div", { class: "clock-below" }, next, quiet), enter, leave);

    const rows = new KeyedList(next, {
        key: (item) => item.key,
        make: (item) => element("li", { class: `clock-item ${item.kind}` }, icon(item.sign),
            element("span", { class: "clock-item-what" }), element("span", { class: "clock-item-when" }),
            element("span", { class: "clock-item-where" })),
        update: (row, item) => {
            setText(row.children[1], item.what);
            setText(row.children[2], item.when);
            setText(row.children[3], item.where);
        },
    });

    let wall = false;
    let lock = null;
    let controls = 0;

    async function stayAwake() {
        if (!wall || document.visibilityState !== "visible") return;
        try {
            lock = await navigator.wakeLock?.request("screen") ?? null;
        } catch {
            lock = null;
        }
    }

    async function enterWall() {
        wall = true;
        document.documentElement.setAttribute("data-wall", "");
        history.replaceState(null, "", "/?wall");
        try { await document.documentElement.requestFullscreen?.({ navigationUI: "hide" }); } catch { /* it fills the tab */ }
        await stayAwake();
        if (!lock && wall) toast(t("wall-no-lock"));
        showControls();
    }

    function leaveWall() {
        wall = false;
        document.documentElement.removeAttribute("data-wall");
        document.documentElement.removeAttribute("data-night");
        document.documentElement.removeAttribute("data-controls");
        history.replaceState(null, "", "/");
        if (document.fullscreenElement) void document.exitFullscreen();
        void lock?.release();
        lock = null;
        heading.focus();
    }

    function showControls() {
        if (!wall) return;
        document.documentElement.setAttribute("data-controls", "");
        clearTimeout(controls);
        controls = setTimeout(() => document.documentElement.removeAttribute("data-controls"), CONTROLS_MS);
    }

    const onFullscreen = () => { if (wall && !document.fullscreenElement) leaveWall(); };
    const onKey = (event) => { if (wall && event.key === "Escape") leaveWall(); else showControls(); };
    document.addEventListener("fullscreenchange", onFullscreen);
    document.addEventListener("visibilitychange", stayAwake);
    document.addEventListener("pointerdown", showControls);
    document.addEventListener("pointermove", showControls);
    document.addEventListener("keydown", onKey);

    if (new URLSearchParams(location.search).has("wall")) {
        wall = true;
        document.documentElement.setAttribute("data-wall", "");
        void stayAwake();
    }

    function tick(now) {
        const zone = store.zone;
        const parts = format.clockParts(now, zone);
        setText(digits, parts.main);
        setText(half, parts.half);
        setText(seconds, display().seconds ? parts.seconds : "");
        setText(date, format.longDate(now, zone));
        time.setAttribute("datetime", new Date(now).toISOString());
        const { hour, minute, second } = format.local(now, zone);
        dial.show(hour, minute, second);
        if (wall) {
            const clock = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
            const [from, to] = display().night;
            const night = from <= to ? clock >= from && clock < to : clock >= from || clock < to;
            document.documentElement.toggleAttribute("data-night", night);
            // The same picture for months burns in: it moves a little each minute.
            root.style.setProperty("--shift-x", `${((minute * 7) % 11) - 5}px`);
            root.style.setProperty("--shift-y", `${((minute * 5) % 9) - 4}px`);
        }
        showNext(now);
    }

    function showNext(now) {
        const zone = store.zone;
        const rooms = (ids) => format.list(ids.map((id) => store.room(id)));
        const items = [];
        const timers = store.entries("timer").filter(({ timer }) => timer.state.ends);
        for (const { timer, targets } of timers.sort((a, b) => a.timer.state.ends.localeCompare(b.timer.state.ends)).slice(0, 3)) {
            items.push({ key: timer.id, kind: "timer", sign: "timer", what: timer.name || t("a-timer"),
                when: format.counting(Date.parse(timer.state.ends) - now), where: rooms(store.nodesOf(targets)) });
        }
        const alarms = store.entries("alarm").filter((entry) => entry.next && Date.parse(entry.next) > now)
            .sort((a, b) => a.next.localeCompare(b.next));
        if (alarms[0]) {
            const due = Date.parse(alarms[0].next);
            items.push({ key: "alarm", kind: "alarm", sign: "alarm", what: alarms[0].alarm.label || t("an-alarm"),
                when: `${format.moment(due, now, zone)} · ${format.until(due - now)}`,
                where: rooms(store.nodesOf(alarms[0].targets)) });
        }
        const speaking = store.nodes.filter((node) => node.availability === "online" && node.next && Date.parse(node.next) > now - 1000);
        const first = speaking.map((node) => node.next).sort()[0];
        if (first) {
            items.push({ key: "announcement", kind: "announcement", sign: "speak", what: t("next-announcement"),
                when: format.time(Date.parse(first), zone),
                where: rooms(speaking.filter((node) => node.next === first).map((node) => node.id)) });
        }
        rows.show(items);
        quiet.hidden = items.length > 0 || store.status === null;
        setText(quiet, t("nothing-to-come"));
    }

    return {
        tick,
        update(changed) {
            const analogue = display().face === "analogue";
            root.classList.toggle("analogue", analogue);
            dial.seconds(display().seconds);
            if (changed.has("display") || changed.has("all")) tick(store.clock.now());
            else showNext(store.clock.now());
        },
        unmount() {
            clearTimeout(controls);
            document.removeEventListener("fullscreenchange", onFullscreen);
            document.removeEventListener("visibilitychange", stayAwake);
            document.removeEventListener("pointerdown", showControls);
            document.removeEventListener("pointermove", showControls);
            document.removeEventListener("keydown", onKey);
            document.documentElement.removeAttribute("data-wall");
            document.documentElement.removeAttribute("data-night");
            document.documentElement.removeAttribute("data-controls");
            void lock?.release();
        },
    };
}

function makeDial() {
    const shapes = [["circle", { cx: 100, cy: 100, r: 97, class: "dial-plate" }]];
    for (let tick = 0; tick < 60; tick += 1) {
        const hour = tick % 5 === 0;
        shapes.push(["line", { x1: 100, y1: hour ? 9 : 9, x2: 100, y2: hour ? (tick % 15 === 0 ? 25 : 21) : 13,
            class: hour ? "dial-hour" : "dial-minute", transform: `rotate(${tick * 6} 100 100)` }]);
    }
    const node = drawing("0 0 200 200", shapes, { class: "dial" });
    const hands = [
        drawn("line", { x1: 100, y1: 108, x2: 100, y2: 48, class: "hand-hour" }),
        drawn("line", { x1: 100, y1: 112, x2: 100, y2: 22, class: "hand-minute" }),
        drawn("line", { x1: 100, y1: 118, x2: 100, y2: 16, class: "hand-second" }),
    ];
    node.append(...hands, drawn("circle", { cx: 100, cy: 100, r: 3.2, class: "dial-axis" }));
    const turn = (hand, angle) => hand.setAttribute("transform", `rotate(${angle} 100 100)`);
    return {
        node,
        seconds(shown) { hands[2].toggleAttribute("hidden", !shown); },
        show(hour, minute, second) {
            turn(hands[0], (hour % 12) * 30 + minute / 2);
            turn(hands[1], minute * 6 + second / 10);
            turn(hands[2], second * 6);
        },
    };
}
