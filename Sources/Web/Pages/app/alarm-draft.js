// The draft of an alarm that somebody edits, as plain values: from a stored alarm, to a change, and in words.

import * as format from "./format.js";
import { editing, repetitionInWords, timeInWords } from "./page-alarms.js";
import { soundName } from "./reasons.js";
import { targetsOf } from "./room-picker.js";
import { t } from "./words.js";

const RING = { sound: "bells", limit_min: 10, snooze_min: 9, ramp_s: 0 };
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri"];

export function newDraft(store) {
    const online = store.nodes.length === 1 ? [`n ${store.nodes[0].id}`] : [];
    return { time: "07:00", sun: null, days: [], date: null, rule: null, label: "", places: online, ring: { ...RING },
        holidays: [], speaks: false, exceptions: [], skips: [] };
}

export function draftOf({ alarm, targets, holidays }) {
    const { schedule } = alarm;
    return {
        time: schedule.time, days: [...(schedule.repetition.days ?? [])], date: schedule.repetition.date ?? null,
        rule: schedule.repetition.rule ?? null,
        sun: schedule.sun ? { ...schedule.sun } : null,
        label: alarm.label ?? "", zone: schedule.zone, holidays: [holidays ?? []].flat(), ring: { ...RING, ...alarm.ring },
        places: [...(targets.groups ?? []).map((id) => `g ${id}`), ...(targets.nodes ?? []).map((id) => `n ${id}`)],
        speaks: alarm.speaks ?? false, exceptions: [...(schedule.exceptions ?? [])], skips: [...(schedule.skips ?? [])],
    };
}

function scheduleOf(draft) {
    const repetition = draft.days.length ? { days: draft.days } : draft.date ? { date: draft.date }
        : draft.rule ? { rule: draft.rule } : { once: true };
    // The site sets the time of one by the sun.
    return { time: draft.time || "12:00", sun: draft.sun ?? undefined, repetition,
        exceptions: draft.exceptions, skips: draft.skips, ...(draft.zone && { zone: draft.zone }) };
}

export function alarmOf(draft) {
    return { label: draft.label.trim(), schedule: scheduleOf(draft), targets: targetsOf(draft.places), ring: draft.ring,
        speaks: draft.speaks, ...(draft.holidays.length && { holidays: draft.holidays }) };
}

export function changeOf(base, draft) {
    // A disabled alarm stays disabled: a corrected label must wake nobody.
    const change = editing(base, { holidays: undefined, ...alarmOf(draft) });
    change.alarm.schedule = scheduleOf(draft);
    return change;
}

export function repeatOf(draft) {
    if (draft.date) return "date";
    if (draft.rule) return "rule";
    if (draft.days.length === 0) return "once";
    if (draft.days.length === 7) return "daily";
    return draft.days.length === 5 && WEEKDAYS.every((day) => draft.days.includes(day)) ? "weekdays" : "days";
}

/** The next instant of a draft; `undefined` if it is not known here. */
export function firstDue(draft, zone, now, calendars) {
    if (draft.sun) return undefined;
    if (draft.date) {
        const due = format.instant(draft.date, draft.time, zone);
        return due > now ? due : null;
    }
    const free = calendars.filter((calendar) => draft.holidays.includes(calendar.name))
        .flatMap((calendar) => calendar.days.map((day) => day.on));
    const left = [...draft.skips, ...draft.exceptions, ...free];
    const isLeft = (date) => left.some((span) => {
        const [first, last = first] = span.split("/");
        return date >= first && date <= last;
    });
    const today = format.localDate(now, zone);
    for (let ahead = 0; ahead <= 400; ahead += 1) {
        const date = format.dayAfter(today, ahead);
        if (draft.days.length && !draft.days.includes(format.DAYS[format.weekdayOf(date)])) continue;
        if (draft.rule && !isOfRule(draft.rule, date)) continue;
        if (isLeft(date)) continue;
        const due = format.instant(date, draft.time, zone);
        if (due > now) return due;
    }
    return null;
}

function isOfRule({ weeks, days, from, month_day: day, month_weekday: weekday, place }, date) {
    if (weeks) {
        // Weeks begin on Monday.
        const passed = (Date.parse(date) - Date.parse(from)) / 86_400_000 + (format.weekdayOf(from) + 6) % 7;
        return date >= from && days.includes(format.DAYS[format.weekdayOf(date)]) && Math.floor(passed / 7) % weeks === 0;
    }
    const number = Number(date.slice(8));
    const isInMonth = (ahead) => format.dayAfter(date, ahead).slice(0, 7) === date.slice(0, 7);
    if (day) return day > 0 ? number === day : !isInMonth(1);
    return format.DAYS[format.weekdayOf(date)] === weekday
        && (place > 0 ? Math.ceil(number / 7) === place : !isInMonth(7));
}

export function inWords(draft, store) {
    const repetition = scheduleOf(draft).repetition;
    const targets = targetsOf(draft.places);
    return {
        time: timeInWords(scheduleOf(draft)),
        repeat: repetitionInWords(repetition, store.clock.now()),
        label: draft.label || "–",
        "rooms-label": format.list([...(targets.groups ?? []), ...(targets.nodes ?? []).map((id) => store.room(id))]),
        sound: soundName(draft.ring.sound),
        snooze: draft.ring.snooze_min ? t("minutes", { n: draft.ring.snooze_min }) : t("off"),
        ramp: draft.ring.ramp_s ? format.length(draft.ring.ramp_s * 1000) : t("at-once"),
        limit: t("minutes", { n: draft.ring.limit_min }),
        volume: draft.ring.volume === undefined ? t("volume-of-room") : t("percent", { n: draft.ring.volume }),
        holidays: draft.holidays.join(", ") || "–",
        pause: draft.exceptions.join(", ") || "–",
    };
}
