// Alarms, as a good phone has them.

import { holding, tellChange } from "./arrival.js";
import { element, KeyedList, setAttribute, setHidden, setText, visible } from "./dom.js";
import { attempt, button, focusAgain } from "./elements.js";
import * as format from "./format.js";
import { toggle } from "./forms.js";
import { byID } from "./store.js";
import { t } from "./words.js";

// With more alarms than this, people search.
const MANY = 8;

export function mount(root, { store }) {
    const add = button(t("new-alarm"), () => edit(null), { kind: "primary add", sign: "plus" });
    const many = button(t("choose-alarms"), () => openBar(), { kind: "plain choose" });
    const list = element("ul", { class: "rows alarm-rows", "aria-label": t("page-alarms") });
    const empty = element("p", { class: "empty" });
    const find = element("input", { type: "search", placeholder: t("alarm-find"), "aria-label": t("alarm-find"), on: { input() {
        order = [];
        page.update(new Set());
    } } });
    const search = element("div", { class: "room-search", hidden: true }, find);
    root.append(element("header", { class: "page-head" },
        element("h1", { tabindex: "-1", text: t("page-alarms") }), many, add), search, empty, list);

    const edit = async (entry) => {
        const { editAlarm } = await import("./alarm-editor.js");
        editAlarm(store, entry);
    };

    let batch = null;
    async function openBar() {
        const loaded = await attempt(() => import("./alarm-batch.js"));
        if (!loaded || batch) return;
        const redraw = () => { rows.refresh(); page.update(new Set()); };
        batch = loaded.openBatch(store, { alarms: chosen, changed: redraw, done() {
            batch = null;
            redraw();
            focusAgain(many);
        } });
        root.insertBefore(batch.bar, search);
        redraw();
        batch.bar.querySelector("clock-button").focus();
    }

    const rows = new KeyedList(list, {
        key: (entry) => entry.alarm.id,
        make: (entry) => makeRow(entry, store, edit, () => batch),
        update: (row, entry) => row.show(entry),
    });

    let order = [];
    // The alarm that rings next comes first. While somebody uses the list, no row moves.
    function chosen() {
        const alarms = alarmsOf(store).filter((entry) => matches(entry, find.value, store));
        if (order.length && list.contains(document.activeElement)) {
            const place = (entry) => { const index = order.indexOf(entry.alarm.id); return index < 0 ? order.length : index; };
            return alarms.sort((a, b) => place(a) - place(b));
        }
        const rings = (entry) => entry.alarm.enabled === false ? "9999" : entry.next ?? "9999";
        alarms.sort((a, b) => rings(a).localeCompare(rings(b))
            || a.alarm.schedule.time.localeCompare(b.alarm.schedule.time) || byID(a.alarm.id, b.alarm.id));
        order = alarms.map((entry) => entry.alarm.id);
        return alarms;
    }

    let minute = null;
    const page = {
        update(changed) {
            if (["all", "group", "session", "status"].some((one) => changed.has(one))) rows.refresh();
            add.hidden = !store.mayChange;
            many.hidden = !store.mayChange || batch !== null || alarmsOf(store).length < 2;
            const alarms = chosen();
            search.hidden = alarmsOf(store).length <= MANY;
            rows.show(alarms);
            batch?.recount();
            empty.hidden = alarms.length > 0;
            setText(empty, !store.schedule ? t("loading") : find.value.trim() ? t("alarms-none-found") : t("no-alarms"));
        },
        tick(now) {
            // "in 7 h 15 min" holds for a minute.
            const current = Math.floor(now / 60_000);
            if (minute !== null && current !== minute) {
                rows.refresh();
                page.update(new Set());
            }
            minute = current;
        },
    };
    return page;
}

// The bells of programs are a day's, and no alarms: a school has hundreds.
function alarmsOf(store) {
    return store.entries("alarm").filter(({ alarm }) => !alarm.schedule.repetition.program);
}

/** True for an alarm with each of the words in its label, time, days, rooms or groups. */
function matches(entry, text, store) {
    const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return true;
    const { alarm, targets } = entry;
    const said = [alarm.label, alarm.schedule.time, timeInWords(alarm.schedule),
        repetitionInWords(alarm.schedule.repetition, store.clock.now()), ...(targets.groups ?? []),
        ...store.nodesOf(targets).flatMap((id) => [id, store.room(id)])].join(" ").toLocaleLowerCase();
    return words.every((word) => said.includes(word));
}

function makeRow(entry, store, edit, batchNow) {
    const time = element("span", { class: "alarm-time" });
    const label = element("span", { class: "alarm-label" });
    const days = element("span", { class: "alarm-days" });
    const where = element("span", { class: "alarm-where" });
    const open = element("clock-button", { class: "alarm-open", scrolls: true, on: { act() {
        if (batchNow()) batchNow().turn(current.alarm.id);
        else edit(current);
    } } },
        time, element("span", { class: "alarm-detail" }, label, days, where));
    const next = element("span", { class: "alarm-next" });
    const why = element("span", { class: "alarm-why" });
    const held = element("span", { class: "alarm-why alarm-held" });
    const skip = button("", () => changeSkip(), { kind: "quiet small", scrolls: true });
    const onOff = toggle("", false, async (enabled) => {
        const stored = await attempt(() => store.change(editing(current, { enabled })));
        if (!stored) return;
        if (enabled) void tellChange(store, stored, null, { rings: true });
        else void tellChange(store, stored, t("off-toast", { name: nameOf(current) }), undoing(stored, store));
    });
    const row = element("li", { class: "alarm-row" }, open, onOff,
        element("div", { class: "alarm-below" }, element("p", { class: "alarm-words" }, next, why, held), skip));

    let current = entry;
    let action = null;

    async function changeSkip() {
        if (!action) return;
        const { date, undo } = action;
        skip.disabled = true;
        const before = current;
        const skips = before.alarm.schedule.skips ?? [];
        const changed = undo ? skips.filter((one) => one !== date) : [...skips, date].sort();
        const stored = await attempt(() => store.change(editing(before, { schedule: { skips: changed } })));
        skip.disabled = false;
        if (!stored) return;
        if (undo) {
            void tellChange(store, stored, null, { rings: true });
            return;
        }
        void tellChange(store, stored, t("skipped-toast", { name: nameOf(before), date: format.shortDate(date) }),
            undoing(stored, store));
    }

    row.show = (now) => {
        current = now;
        const { alarm, targets } = current;
        const on = alarm.enabled !== false;
        const zone = zoneOfAlarm(current, store);
        const clock = store.clock.now();
        row.classList.toggle("off", !on);
        const batch = batchNow();
        setAttribute(open, "aria-pressed", batch && String(batch.has(alarm.id)));
        setHidden(onOff, Boolean(batch));
        setText(time, timeInWords(alarm.schedule));
        time.classList.toggle("by-sun", Boolean(alarm.schedule.sun));
        setText(label, alarm.label ?? "");
        setHidden(label, !alarm.label);
        setText(days, repetitionInWords(alarm.schedule.repetition, clock));
        setText(where, format.list([...(targets.groups ?? []), ...(targets.nodes ?? []).map((id) => store.place(id))]));
        // The state of a switch is no part of its name.
        setAttribute(onOff, "aria-label", nameOf(current));
        onOff.checked = on;
        setAttribute(onOff, "disabled", !store.mayChange);
        setAttribute(open, "disabled", !store.mayChange);
        const { isHeld, doubts } = holding(current, store);
        const when = current.next ? format.momentThere(Date.parse(current.next), clock, zone, store.zone) : "";
        // No length promises a ring that no room has.
        setText(next, current.next && isHeld ? t("next-at", { when, until: format.until(Date.parse(current.next) - clock) }) : when);
        setHidden(next, !current.next);
        const reason = whyNot(current, clock);
        setText(why, reason);
        setHidden(why, !reason);
        setText(held, doubts.join(" "));
        setHidden(held, doubts.length === 0);
        action = skipAction(current, zone, clock);
        setHidden(skip, !action || !store.mayChange || Boolean(batch));
        if (action) {
            const day = format.dayWithin(format.instant(action.date, "12:00", zone), clock, zone);
            const words = format.sentence(t(action.undo ? "skip-undo" : "skip-day", { day }));
            setText(skip.firstElementChild, words);
            setAttribute(skip, "aria-label", t("for-what", { action: words, what: nameOf(current) }));
        }
    };
    return row;
}

/** The button of a message that takes the stored change back; none where nothing has changed. */
export function undoing({ events: [event] }, store) {
    return event && {
        action: t("undo"),
        act: async () => {
            const back = await attempt(() => store.order("undo", { change: event.number }));
            if (back) void tellChange(store, back, null, { rings: true });
        },
    };
}

/** A person's name for an alarm: its label and time. */
export function nameOf({ alarm }) {
    const time = timeInWords(alarm.schedule);
    return alarm.label ? `${visible(alarm.label)} ${time}` : time;
}

/** The zone that counts an alarm's days: its own, or that of its first room. */
export function zoneOfAlarm({ alarm, targets }, store) {
    return alarm.schedule.zone ?? store.zoneOf(store.nodesOf(targets)[0]);
}

/** `07:00`, `Sunrise −30 min`. */
export function timeInWords({ time, sun }) {
    if (!sun) return format.alarmTime(time);
    return sun.offset_min ? `${t(sun.event)} ${shiftInWords(sun.offset_min)}` : t(sun.event);
}

/** `−30 min` */
export function shiftInWords(minutes) {
    return (minutes < 0 ? "−" : "+") + t("minutes", { n: Math.abs(minutes) });
}

export function repetitionInWords(repetition, now) {
    if (repetition.days) return format.daysInWords(repetition.days);
    if (repetition.date) return format.shortDate(repetition.date, now);
    if (repetition.program) return repetition.program;
    return repetition.rule ? ruleInWords(repetition.rule) : t("once");
}

function ruleInWords({ weeks, days, month_day: date, month_weekday: weekday, place }) {
    if (weeks) return t("every-weeks", { n: weeks, days: format.daysInWords(days) });
    if (date) return date > 0 ? t("month-day", { n: date }) : t("month-end");
    const day = format.weekday(weekday, "long");
    return place > 0 ? t("month-place", { n: place, day }) : t("month-last", { day });
}

/** An `alarm-edit` of the stored alarm, with some of it changed. */
export function editing({ alarm, targets, holidays }, { schedule = {}, ...change }) {
    const { id, revision, ...rest } = alarm;
    const { counts_from: _, holidays: __, ...plan } = alarm.schedule;
    return { action: "alarm-edit", id, revision,
        alarm: { ...rest, targets, holidays, ...change, schedule: { ...plan, ...schedule } } };
}

// The day that a person can skip, or whose skip a person can take back.
export function skipAction(entry, zone, now) {
    const { alarm } = entry;
    const { days, rule } = alarm.schedule.repetition;
    if (alarm.enabled === false || !(days || rule)) return null;
    const today = format.localDate(now, zone);
    const skipped = (alarm.schedule.skips ?? []).filter((date) => date >= today).sort()[0];
    const next = entry.next ? format.localDate(Date.parse(entry.next), zone) : null;
    if (skipped && (!next || skipped <= next)) return { date: skipped, undo: true };
    return next ? { date: next, undo: false } : null;
}

function whyNot(entry, now) {
    const { why, alarm } = entry;
    if (!why) return "";
    const day = why.date ? format.shortDate(why.date, now) : "";
    switch (why.reason) {
    // The switch says so.
    case "off": return "";
    case "skip": return t("why-skip", { day });
    case "exception": {
        const span = (alarm.schedule.exceptions ?? []).find((one) => {
            const [from, to = from] = one.split("/");
            return why.date >= from && why.date <= to;
        });
        const to = span?.split("/")[1];
        return to ? t("why-paused", { day: format.shortDate(to, now) }) : t("why-exception", { day });
    }
    case "holiday": return t("why-holiday", { day });
    case "over": return t("why-over");
    case "no-nodes": case "unknown-nodes": return t("why-no-rooms");
    default: return why.reason;
    }
}

