// Times, dates and lengths as people read them, in the language of the pages. Everything goes through Intl.

import { display } from "./display.js";
import { visible } from "./dom.js";
import { language, t } from "./words.js";

const formats = new Map();

// The person's own choice of 12 or 24 hours; the language's otherwise.
const CYCLES = { 12: "h12", 24: "h23" };

function formatter(zone, wanted) {
    const own = wanted.hour && !wanted.hourCycle ? CYCLES[display().hours] : undefined;
    const options = own ? { ...wanted, hourCycle: own } : wanted;
    const key = `${language()} ${zone} ${JSON.stringify(options)}`;
    let made = formats.get(key);
    if (!made) {
        try {
            made = new Intl.DateTimeFormat(language(), { timeZone: zone, ...options });
        } catch {
            // A browser whose tz database lacks the zone.
            made = new Intl.DateTimeFormat(language(), { timeZone: "UTC", ...options });
        }
        formats.set(key, made);
    }
    return made;
}

/** The parts of an instant in a zone, as numbers; `weekday` is 0 for Sunday. */
export function local(ms, zone) {
    const options = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric",
        second: "numeric", hourCycle: "h23", calendar: "iso8601", numberingSystem: "latn" };
    const parts = {};
    for (const { type, value } of formatter(zone, options).formatToParts(ms)) parts[type] = Number(value);
    const { year, month, day, hour, minute, second } = parts;
    return { year, month, day, hour, minute, second, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
}

const two = (number) => String(number).padStart(2, "0");

/** A local date as `2026-12-24`. */
export function localDate(ms, zone) {
    const { year, month, day } = local(ms, zone);
    return `${year}-${two(month)}-${two(day)}`;
}

/** The date some days after another, both as `2026-12-24`. */
export function dayAfter(date, days) {
    return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function weekdayOf(date) { return new Date(`${date}T00:00:00Z`).getUTCDay(); }

/**
 * The instant at which a zone's clocks show that date and time. A time that does not exist is read by the offset before
 * the gap, one that comes twice is the first (RFC 5545, 3.3.5).
 */
export function instant(date, time, zone) {
    const wall = Date.parse(`${date}T${time}:00Z`);
    const offsetAt = (ms) => {
        const { year, month, day, hour, minute, second } = local(ms, zone);
        return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
    };
    const before = offsetAt(wall - 86_400_000);
    const after = offsetAt(wall + 86_400_000);
    const early = wall - before;
    if (offsetAt(early) === before) return early;
    const late = wall - after;
    return offsetAt(late) === after ? late : early;
}

// Two digits in a 24-hour day, so that times in a column align.
const hourWidth = () => (formatter("UTC", { hour: "numeric" }).resolvedOptions().hourCycle?.startsWith("h2") ? "2-digit" : "numeric");

/** `07:00`, or `7:00 AM` by the customs of the language. */
export function time(ms, zone, seconds = false) {
    const options = { hour: hourWidth(), minute: "2-digit", ...(seconds && { second: "2-digit" }) };
    return formatter(zone, options).format(ms);
}

/** The same for an alarm's time, which has no date. */
export function alarmTime(text) { return time(Date.parse(`2026-01-05T${text}:00Z`), "UTC"); }

/** The parts of a large clock: digits and, if the language has them, AM or PM. */
export function clockParts(ms, zone) {
    const parts = formatter(zone, { hour: hourWidth(), minute: "2-digit", second: "2-digit" }).formatToParts(ms);
    const find = (type) => parts.find((part) => part.type === type)?.value ?? "";
    const separator = parts[1]?.value ?? ":";
    return { main: `${find("hour")}${separator}${find("minute")}`, seconds: find("second"), half: find("dayPeriod") };
}

export function longDate(ms, zone) {
    return formatter(zone, { weekday: "long", day: "numeric", month: "long" }).format(ms);
}

export function monthName(date) {
    return formatter("UTC", { month: "long", year: "numeric" }).format(Date.parse(`${date}T00:00:00Z`));
}

/** A date as `Thu 24 Dec`, with the year if it is not the present one. */
export function shortDate(date, now) {
    const ms = Date.parse(`${date}T00:00:00Z`);
    const year = now !== undefined && new Date(now).getUTCFullYear() !== new Date(ms).getUTCFullYear();
    return formatter("UTC", { weekday: "short", day: "numeric", month: "short", ...(year && { year: "numeric" }) })
        .format(ms);
}

/** A date as `24 Dec`. */
export function dayAndMonth(date) {
    return formatter("UTC", { day: "numeric", month: "short" }).format(Date.parse(`${date}T00:00:00Z`));
}

/** A date as `24 December 2026`. */
export function fullDate(date) {
    return formatter("UTC", { day: "numeric", month: "long", year: "numeric" }).format(Date.parse(`${date}T00:00:00Z`));
}

/** `today`, `tomorrow`, a weekday of the next six days, or a date. */
export function dayName(ms, now, zone) {
    const date = localDate(ms, zone);
    const today = localDate(now, zone);
    if (date === today) return t("today");
    if (date === dayAfter(today, 1)) return t("tomorrow");
    if (date === dayAfter(today, -1)) return t("yesterday");
    if (date > today && date < dayAfter(today, 7)) return formatter(zone, { weekday: "long" }).format(ms);
    return shortDate(date, now);
}

/** The same within a sentence. */
export function dayWithin(ms, now, zone) {
    const name = dayName(ms, now, zone);
    return [t("today"), t("tomorrow"), t("yesterday")].includes(name) ? name.toLocaleLowerCase(language()) : name;
}

/** A sentence begins with a capital. */
export function sentence(text) { return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1); }

/** The time of a past event: the time alone if it was today. */
export function past(ms, now, zone) {
    return localDate(ms, zone) === localDate(now, zone) ? time(ms, zone) : momentWithin(ms, now, zone);
}

export function momentWithin(ms, now, zone) { return t("day-time", { day: dayWithin(ms, now, zone), time: time(ms, zone) }); }

/** An instant as people say it: `Tomorrow 07:00`. */
export function moment(ms, now, zone) { return t("day-time", { day: dayName(ms, now, zone), time: time(ms, zone) }); }

/** A zone by its city: `New York`. */
export function city(zone) { return zone.split("/").at(-1).replaceAll("_", " "); }

/** An instant in a room's zone, with the time here where that is another. */
export function momentThere(ms, now, zone, here) {
    const when = moment(ms, now, zone);
    if (when === moment(ms, now, here)) return when;
    return t("in-zone", { when, zone: city(zone), here: momentWithin(ms, now, here) });
}

/** A length in two units: `1 d 14 h`, `7 h 15 min`, `45 s`. */
export function length(ms) {
    const seconds = Math.max(0, Math.round(ms / 1000));
    const minutes = Math.floor(seconds / 60);
    if (seconds < 60) return t("length-s", { s: seconds });
    if (minutes < 60) return t("length-min", { min: minutes });
    if (minutes < 1440) {
        const rest = minutes % 60;
        return rest ? t("length-h-min", { h: Math.floor(minutes / 60), min: rest }) : t("length-h", { h: minutes / 60 });
    }
    const hours = Math.floor((minutes % 1440) / 60);
    const days = Math.floor(minutes / 1440);
    return hours ? t("length-d-h", { d: days, h: hours }) : t("length-d", { d: days });
}

/** A measured length: `0.4 ms`, `12 ms`, `2.5 s`, and as above from a minute on; with a minus before another. */
export function span(ms) {
    const size = Math.abs(ms);
    const sign = ms < 0 ? "−" : "";
    if (size < 1_000) return sign + t("milliseconds", { n: number(size, size < 9.95 ? 1 : 0) });
    return sign + (size < 60_000 ? t("length-s", { s: number(size / 1_000, 1) }) : length(size));
}

/** `in 7 h 15 min`. */
export function until(ms) { return t("in", { length: length(ms) }); }

/** A counting length: `9:05`, `1:09:05`; with hundredths for a stopwatch. */
export function counting(ms, hundredths = false) {
    const whole = Math.max(0, hundredths ? Math.floor(ms / 1000) : Math.ceil(ms / 1000));
    const hours = Math.floor(whole / 3600);
    const minutes = Math.floor((whole % 3600) / 60);
    const text = hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
    return hundredths ? `${text}.${two(Math.floor((Math.max(0, ms) % 1000) / 10))}` : text;
}

/** A timer's length: past zero it counts on, as `+0:12`. */
export function countdown(ms) { return ms > 0 ? counting(ms) : `+${counting(-Math.ceil(ms / 1000) * 1000)}`; }

export function percent(share, digits = 1) {
    return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: digits }).format(share);
}

export function number(value, digits = 0) {
    return new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(value);
}

/** Names in a line. Each keeps its own direction. */
export function list(items) {
    return new Intl.ListFormat(language(), { type: "conjunction", style: "short" }).format(items.map(visible));
}

/** Rooms in a line, however many: Stop must stay in sight. `all` are the words for all of them. */
export function rooms(ids, store, all = t("every-room")) {
    const most = 3;
    if (ids.length <= most) return list(ids.map((id) => store.room(id)));
    if (ids.length === store.nodes.length) return all;
    return t("rooms-and-more", { rooms: ids.slice(0, most - 1).map((id) => visible(store.room(id))).join(", "), n: ids.length - most + 1 });
}

// MARK: days of the week

/** By the number that Date gives them. */
export const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** The days in the order in which a week has them here. */
export function week() {
    const locale = new Intl.Locale(language());
    const first = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
    return Array.from({ length: 7 }, (_, index) => DAYS[(first + index) % 7]);
}

// 4 January 1970 was a Sunday.
const dayInstant = (day) => (DAYS.indexOf(day) + 3) * 86_400_000;

/** The name of a weekday: `long`, `short` or `narrow`. */
export function weekday(day, style) { return formatter("UTC", { weekday: style }).format(dayInstant(day)); }

/** The days of an alarm in words. */
export function daysInWords(days) {
    const has = (...names) => days.length === names.length && names.every((name) => days.includes(name));
    if (days.length === 7) return t("every-day");
    if (has("mon", "tue", "wed", "thu", "fri")) return t("weekdays");
    if (has("sat", "sun")) return t("weekends");
    return list(week().filter((day) => days.includes(day)).map((day) => weekday(day, "short")));
}
