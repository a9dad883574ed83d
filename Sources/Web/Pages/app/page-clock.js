// The clock: the time as one large text or a dial, and the next events. On a wall it fills the screen.

import { countingIn, holding, nightInWords } from "./arrival.js";
import { display } from "./display.js";
import { drawing, drawn, element, icon, KeyedList, setText } from "./dom.js";
import { button } from "./elements.js";
import * as format from "./format.js";
import { t } from "./words.js";

export function mount(root, { store }) {
    const heading = element("h1", { class: "unseen", tabindex: "-1", text: t("page-clock") });
    const digits = element("span", { class: "clock-digits" });
    const seconds = element("span", { class: "clock-seconds" });
    const half = element("span", { class: "clock-half" });
    const time = element("time", { class: "clock-time" }, digits, element("span", { class: "clock-side" }, half, seconds));
    const date = element("p", { class: "clock-date" });
    const dial = makeDial();
    const next = element("ul", { class: "clock-next" });
    const night = element("p", { class: "clock-night", role: "status" });
    const quiet = element("p", { class: "clock-empty" });
    const enter = button(t("wall-mode"), () => fillWall(true), { kind: "quiet wall-enter", sign: "expand" });
    root.append(heading, element("div", { class: "clock-face" }, dial.node, time, date),
        element("div", { class: "clock-below" }, night, next, quiet), enter);

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

    let wall = null;
    async function fillWall(asked) {
        const { enterWall } = await import("./wall.js");
        if (!root.isConnected || wall) return;
        history.replaceState(null, "", "/?wall");
        wall = enterWall(root, { asked, left() {
            wall = null;
            if (!root.isConnected) return;
            history.replaceState(null, "", "/");
            heading.focus();
        } });
        tick(store.clock.now());
    }
    // The address of a tablet that hangs on a wall.
    if (new URLSearchParams(location.search).has("wall")) void fillWall(false);

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
        wall?.show(hour, minute);
        showNext(now);
    }

    function showNext(now) {
        const zone = store.zone;
        const rooms = (ids) => format.rooms(ids, store);
        const items = [];
        const timers = store.entries("timer").filter(({ timer }) => timer.state.ends);
        for (const entry of timers.sort((a, b) => a.timer.state.ends.localeCompare(b.timer.state.ends)).slice(0, 3)) {
            const { timer, targets } = entry;
            const left = Date.parse(timer.state.ends) - now;
            items.push({ key: timer.id, kind: "timer", sign: "timer", what: timer.name || t("a-timer"),
                when: countingIn(entry, store).isHeld ? format.countdown(left) : format.time(Date.parse(timer.state.ends), zone),
                where: rooms(store.nodesOf(targets)) });
        }
        const alarms = store.entries("alarm").filter((entry) => entry.next && Date.parse(entry.next) > now)
            .sort((a, b) => a.next.localeCompare(b.next));
        if (alarms[0]) {
            const due = Date.parse(alarms[0].next);
            items.push({ key: "alarm", kind: "alarm", sign: "alarm", what: alarms[0].alarm.label || t("an-alarm"),
                when: holding(alarms[0], store).isHeld ? `${format.moment(due, now, zone)} · ${format.until(due - now)}`
                    : format.moment(due, now, zone),
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
        const { text, inDoubt } = nightInWords(store, now);
        night.hidden = !text;
        night.classList.toggle("warning", inDoubt);
        setText(night, text);
        quiet.hidden = items.length > 0 || store.status === null;
        setText(quiet, t("nothing-to-come"));
    }

    return {
        tick,
        update(changed) {
            const analogue = display().face === "analogue";
            root.classList.toggle("analogue", analogue);
            dial.seconds(display().seconds);
            if (changed.has("display") || changed.has("zone") || changed.has("all")) tick(store.clock.now());
            else showNext(store.clock.now());
        },
        unmount() {
            wall?.end();
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
