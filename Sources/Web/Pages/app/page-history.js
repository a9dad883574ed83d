// The announcements and rings of each day, those that sounded and those that did not, with the reason in words.
//
// A day is a strip for each room: a mark for every quarter hour, and one above it for every ring. Marks differ by shape
// and not by colour alone. Below stand those that did not sound, one line for quarter hours in a row with the same
// reason.

import { drawing, drawn, element, setText } from "./dom.js";
import { button, failure } from "./elements.js";
import * as format from "./format.js";
import { choice, select } from "./forms.js";
import { outcome, reason, verdict } from "./reasons.js";
import { loadPhrases } from "./phrases.js";
import { site, t } from "./words.js";

const PAGE = 500;
const QUARTER_MS = 900_000;
// The lines of one instant come in the order of the rooms' ids: no line of it comes after this one.
const LAST_ID = "z".repeat(32);

export function mount(root, { store }) {
    let room = "";
    let filter = "all";
    let oldest = null;
    let stopped = new AbortController();

    const rooms = select([["", t("all-rooms")]], "", (value) => { room = value; void reload(); });
    rooms.setAttribute("aria-label", t("room"));
    const filters = choice(t("filter"), [["all", t("filter-all")], ["bad", t("filter-bad")], ["rings", t("filter-rings")]], filter,
        (value) => { filter = value; for (const day of days.children) day.show(); });
    const figures = element("section", { class: "figures", "aria-label": t("month-figures") });
    const legend = makeLegend();
    const days = element("div", { class: "days" });
    const problem = element("p", { class: "problem", role: "status", hidden: true });
    const more = button(t("earlier"), () => loadDays(3), { kind: "plain" });
    root.append(element("header", { class: "page-head" }, element("h1", { tabindex: "-1", text: t("page-history") })),
        element("div", { class: "filters" }, rooms, filters), figures, legend, days, problem, element("div", { class: "inline center" }, more));

    async function lines(since, before, signal) {
        const found = [];
        let cursor = before && { target: new Date(before).toISOString(), node: LAST_ID };
        do {
            const answer = await store.fetch("/api/v1/request/history", { signal, body: { since: new Date(since).toISOString(),
                limit: PAGE, ...(room && { node: room }), ...(cursor && { before: cursor }) } });
            found.push(...answer.lines);
            cursor = answer.next;
        } while (cursor);
        return found;
    }

    async function loadDays(count) {
        const { signal } = stopped;
        more.disabled = true;
        problem.hidden = true;
        try {
            const zone = store.zone;
            const start = oldest ?? format.dayAfter(format.localDate(store.clock.now(), zone), 1);
            const first = format.dayAfter(start, -count);
            await loadPhrases(store);
            const found = await lines(format.instant(first, "00:00", zone), oldest ? format.instant(oldest, "00:00", zone) : null, signal);
            if (signal.aborted) return;
            const byDay = new Map();
            for (let back = 1; back <= count; back += 1) byDay.set(format.dayAfter(start, -back), []);
            for (const line of found) byDay.get(format.localDate(instantOf(line), zone))?.push(line);
            for (const [date, list] of byDay) days.append(makeDay(date, list, store, () => filter));
            oldest = first;
        } catch (error) {
            if (signal.aborted) return;
            problem.hidden = false;
            setText(problem, failure(error));
        }
        more.disabled = false;
    }

    async function loadMonth() {
        const { signal } = stopped;
        const zone = store.zone;
        const today = format.localDate(store.clock.now(), zone);
        const first = `${today.slice(0, 8)}01`;
        figures.replaceChildren(element("h2", { text: format.monthName(first) }), element("p", { class: "hint", text: t("loading") }));
        try {
            const found = await lines(format.instant(first, "00:00", zone), null, signal);
            if (!signal.aborted) showFigures(first, found);
        } catch (error) {
            if (!signal.aborted) figures.replaceChildren(element("h2", { text: format.monthName(first) }), element("p", { class: "hint", text: failure(error) }));
        }
    }

    function showFigures(first, found) {
        const quarters = found.filter((line) => line.record);
        const counts = { heard: 0, wished: 0, bad: 0, unknown: 0 };
        for (const { record } of quarters) counts[verdict(record.outcome)] += 1;
        const due = counts.heard + counts.bad + counts.unknown;
        const rings = found.filter((line) => line.ring);
        const rang = rings.filter(({ ring }) => ring.outcome === "rang").length;
        const notRung = rings.filter(({ ring }) => ["missed", "failed", "absent"].includes(ring.outcome)).length;
        const onsets = quarters.map(({ record }) => record.onset_error_us).filter((value) => value !== undefined)
            .map(Math.abs).sort((a, b) => a - b);
        const figure = (value, label, bad) => element("div", { class: bad ? "figure bad" : "figure" },
            element("strong", { text: value }), element("span", { text: label }));
        figures.replaceChildren(element("h2", { text: format.monthName(first) }), element("div", { class: "figure-row" },
            figure(due ? format.percent(counts.heard / due) : "–", t("figure-heard", { n: format.number(due) })),
            figure(format.number(counts.wished), t("figure-silent")),
            figure(format.number(counts.bad + counts.unknown), t("figure-missed"), counts.bad + counts.unknown > 0),
            figure(format.number(rang), t("figure-rang"), false),
            figure(format.number(notRung), t("figure-not-rung"), notRung > 0),
            onsets.length ? figure(t("milliseconds", { n: format.number(onsets[Math.floor(onsets.length / 2)] / 1000, 2) }), t("figure-onset")) : null));
    }

    async function reload() {
        stopped.abort();
        stopped = new AbortController();
        oldest = null;
        days.replaceChildren();
        await loadDays(2);
        await loadMonth();
    }

    let known = "";
    return {
        update(changed) {
            const signature = JSON.stringify(store.nodes.map((node) => [node.id, node.room]));
            if (signature !== known) {
                known = signature;
                rooms.replaceChildren(element("option", { value: "", text: t("all-rooms") }),
                    ...store.nodes.map((node) => element("option", { value: node.id, text: node.room ?? node.id })));
                rooms.value = room;
            }
            // It begins when the site is there, and again after a failure.
            if (store.server === "online" && store.status && (changed.has("server") || days.childElementCount === 0) && !more.disabled) void reload();
        },
        unmount() { stopped.abort(); },
    };
}

function instantOf(line) {
    return Date.parse(line.record?.target ?? line.ring?.occurrence.due ?? line.sound?.target);
}

// MARK: a day

function makeDay(date, lines, store, filter) {
    const heading = element("h2", { class: "day-name", text: dayTitle(date, store) });
    const body = element("div", { class: "day-rooms" });
    const node = element("section", { class: "day" }, heading, body);
    const ids = [...new Set([...store.nodes.map((one) => one.id), ...lines.map((line) => line.node)])]
        .filter((id) => lines.some((line) => line.node === id));
    node.show = () => {
        body.replaceChildren(...ids.map((id) => makeRoomDay(id, date, lines.filter((line) => line.node === id), store, filter())));
        if (ids.length === 0) body.replaceChildren(element("p", { class: "hint", text: t("day-empty") }));
    };
    node.show();
    return node;
}

function dayTitle(date, store) {
    const noon = format.instant(date, "12:00", store.zone);
    const name = format.dayName(noon, store.clock.now(), store.zone);
    const full = format.longDate(noon, store.zone);
    return full.toLocaleLowerCase().startsWith(name.toLocaleLowerCase()) || name === format.shortDate(date) ? full : `${name}, ${full}`;
}

function makeRoomDay(id, date, lines, store, filter) {
    const zone = store.zone;
    const quarters = lines.filter((line) => line.record).map((line) => line.record);
    const rings = lines.filter((line) => line.ring).map((line) => line.ring);
    const sounds = lines.filter((line) => line.sound).map((line) => line.sound);
    const heard = quarters.filter((one) => verdict(one.outcome) === "heard").length;
    const summary = t("day-summary", { heard, all: quarters.length });
    const words = [];
    if (filter !== "rings") {
        for (const run of runsOf(quarters)) {
            if (run.verdict === "heard" && !run.reason) continue;
            if (filter === "bad" && run.verdict !== "bad" && run.verdict !== "unknown") continue;
            words.push([run.first, element("li", { class: run.verdict },
                element("span", { class: "when", text: run.first === run.last ? format.time(run.first, zone)
                    : t("span", { from: format.time(run.first, zone), to: format.time(run.last, zone) }) }),
                element("span", { text: [`${outcome(run.outcome)}${run.count > 1 ? t("times", { n: run.count }) : ""}`,
                    reason(run.reason), site.said(run.detail)].filter(Boolean).join(" · ") }))]);
        }
    }
    for (const ring of rings) {
        const how = verdict(ring.outcome);
        if (filter === "bad" && how !== "bad" && how !== "unknown") continue;
        const due = Date.parse(ring.occurrence.due);
        words.push([due, element("li", { class: how }, element("span", { class: "when", text: format.time(due, zone) }),
            element("span", { text: [ring.label || t(ring.occurrence.source.startsWith("t") ? "a-timer" : "an-alarm"),
                outcome(ring.outcome), reason(ring.reason), ring.by ? t("by", { who: ring.by }) : "",
                ring.snoozes ? t("snoozes", { n: ring.snoozes }) : "", site.said(ring.detail)].filter(Boolean).join(" · ") }))]);
    }
    if (filter === "all") {
        for (const sound of sounds) {
            const at = Date.parse(sound.target);
            words.push([at, element("li", { class: verdict(sound.outcome) }, element("span", { class: "when", text: format.time(at, zone) }),
                element("span", { text: [sound.sound ? t("said", { text: sound.label ?? "" }) : site.said(sound.label) || t("time-asked"), outcome(sound.outcome), reason(sound.reason)].filter(Boolean).join(" · ") }))]);
        }
    }
    words.sort((a, b) => b[0] - a[0]);
    return element("section", { class: "room-day" },
        element("h3", { class: "room-day-name" }, element("span", { text: store.room(id) }), element("small", { text: summary })),
        makeStrip(date, quarters, rings, zone, t("strip-label", { room: store.room(id), summary })),
        words.length ? element("ul", { class: "reasons" }, words.map(([, row]) => row)) : null);
}

// Quarter hours in a row with the same outcome and reason.
function runsOf(quarters) {
    const runs = [];
    for (const one of [...quarters].sort((a, b) => a.target.localeCompare(b.target))) {
        const at = Date.parse(one.target);
        const last = runs.at(-1);
        if (last && last.outcome === one.outcome && last.reason === one.reason && last.detail === one.detail && at - last.last === QUARTER_MS) {
            last.last = at;
            last.count += 1;
        } else {
            runs.push({ first: at, last: at, count: 1, outcome: one.outcome, reason: one.reason, detail: one.detail,
                verdict: verdict(one.outcome) });
        }
    }
    return runs;
}

// Two rows of twelve hours, so that a mark is wide enough on a phone; side by side if there is room.
function makeStrip(date, quarters, rings, zone, label) {
    const midnight = format.instant(date, "00:00", zone);
    const strip = element("div", { class: "strip", role: "img", "aria-label": label });
    for (const half of [0, 1]) {
        const svg = drawing("0 0 288 34", [], { class: "strip-half", preserveAspectRatio: "none" });
        for (let hour = 0; hour < 12; hour += 1) {
            svg.append(drawn("line", { x1: hour * 24, x2: hour * 24, y1: 10, y2: 30, class: hour % 6 ? "strip-hour" : "strip-hour six" }));
        }
        const place = (ms) => {
            const { hour, minute } = format.local(ms, zone);
            return Math.floor(hour / 12) === half ? ((hour % 12) * 4 + minute / 15) * 6 : null;
        };
        for (const quarter of quarters) {
            const x = place(Date.parse(quarter.target));
            if (x !== null) svg.append(mark(verdict(quarter.outcome), x, 10, 20));
        }
        for (const ring of rings) {
            const x = place(Date.parse(ring.occurrence.due));
            if (x !== null && Date.parse(ring.occurrence.due) >= midnight) svg.append(ringMark(verdict(ring.outcome), x + 3, 5));
        }
        strip.append(element("div", { class: "strip-part" }, svg, element("div", { class: "strip-hours", "aria-hidden": "true" },
            [0, 3, 6, 9].map((hour) => element("span", { text: String(hour + half * 12) })))));
    }
    return strip;
}

function mark(how, x, top, height) {
    switch (how) {
    case "heard": return drawn("rect", { x: x + 1, y: top, width: 4, height, rx: 1.2, class: "mark heard" });
    case "wished": return drawn("rect", { x: x + 1, y: top + height - 5, width: 4, height: 5, rx: 1, class: "mark wished" });
    case "bad": return drawn("path", { d: `M${x + 0.8} ${top}l4.400 ${height}M${x + 5.2} ${top}l-4.400 ${height}`, class: "mark bad" });
    default: return drawn("rect", { x: x + 1.4, y: top + 0.6, width: 3.2, height: height - 1.2, rx: 1, class: "mark unknown" });
    }
}

function ringMark(how, x, y) {
    switch (how) {
    case "heard": return drawn("circle", { cx: x, cy: y, r: 3.2, class: "mark heard" });
    case "wished": return drawn("circle", { cx: x, cy: y, r: 2.6, class: "mark ring-wished" });
    case "bad": return drawn("path", { d: `M${x - 3} ${y - 3}l6 6M${x + 3} ${y - 3}l-6 6`, class: "mark bad" });
    default: return drawn("path", { d: `M${x} ${y - 4}l4 7h-8z`, class: "mark unknown" });
    }
}

function makeLegend() {
    const sign = (shape) => drawing("0 0 10 24", [], { class: "legend-sign" }).appendChild(shape).parentNode;
    return element("ul", { class: "legend", "aria-label": t("legend") },
        [["heard", "legend-heard"], ["wished", "legend-wished"], ["bad", "legend-bad"], ["unknown", "legend-unknown"]].map(([how, text]) =>
            element("li", {}, sign(mark(how, 2, 2, 20)), element("span", { text: t(text) }))),
        element("li", {}, sign(ringMark("heard", 5, 12)), element("span", { text: t("legend-ring") })));
}
