// The sentences of the site's programs, in the language of the pages. Most come as phrases: a code and named values,
// beside the English sentence. A sentence that is only text, such as a room's in an old ledger, we recognize by its
// form.

import * as format from "./format.js";
import { soundName } from "./reasons.js";
import { language, site } from "./words.js";

// `{name}`, `{name|before}` and `{name?one|other}`, whose texts may have places.
const PLACE = /\{([a-z]+)(?:\?((?:[^{}|]|\{[a-z]+\})*)\|((?:[^{}|]|\{[a-z]+\})*)|\|([^{}]*))?\}/gi;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
// Days of the week before a span of time, as in quiet hours.
const DAYS = /\b(?:(?:mon|tue|wed|thu|fri|sat|sun),?)+(?= \d\d:\d\d-\d\d:\d\d)/g;
// A sentence within a sentence within a sentence.
const DEEPEST = 4;

let loaded = null;
let templates = {};
let sayings = [];

/** Loads the sentences of the language; pages that show some wait for it. */
export async function loadPhrases(store) {
    const base = language().split("-")[0];
    if (loaded === base) return;
    const [sentences, forms] = await Promise.all([import(`./words/phrases-${base}.js`),
        base === "en" ? { default: [] } : import(`./words/said-${base}.js`)]);
    templates = sentences.default;
    sayings = forms.default.map(([from, to]) => [pattern(from), to]);
    site.said = (text) => said(text, store);
    loaded = base;
}

/** A phrase of the site. `text` is its English, shown for a code that is unknown here. */
export function phrase({ code, parameters = {}, text = "" }, store) {
    const template = templates[code];
    if (template === undefined) return said(text, store);
    const shown = fill(template, (name) => (name in parameters ? value(parameters[name], store) : null),
        (name) => parameters[name]?.number);
    return shown ?? said(text, store);
}

/** The subject, finding and fix of a check. */
export function checkInWords(check, store) {
    const { code, parameters, about, remedy } = check;
    if (!code) return { subject: check.subject, finding: said(check.finding, store), fix: said(check.fix, store) };
    return {
        subject: phrase({ ...about, text: check.subject }, store),
        finding: begun(code, phrase({ code, parameters, text: check.finding }, store)),
        fix: remedy ? phrase({ ...remedy, text: check.fix }, store) : check.fix,
    };
}

// A finding begins with a capital, but a name or a path at its beginning stays as it is.
function begun(code, text) {
    return /^\{(?!due\b|reason\b|problem\b|finding\b|words\b)/.test(templates[code] ?? "{") ? text : format.sentence(text);
}

/** A sentence that came as text. */
export function said(text, store, depth = 0) {
    if (!text) return "";
    if (depth < DEEPEST) {
        const known = saying(text, store, depth);
        if (known !== null) return known;
        const parts = text.split("; ");
        if (parts.length > 1) return parts.map((part) => said(part, store, depth + 1)).join("; ");
    }
    return text.replace(INSTANT, (instant) => moment(instant, store))
        .replace(DAYS, (days) => format.daysInWords(days.split(",")));
}

function saying(text, store, depth) {
    for (const [{ expression, names }, to] of sayings) {
        const match = expression.exec(text);
        if (!match) continue;
        const values = Object.fromEntries(names.map((name, index) => [name, match[index + 1]]));
        const show = (name) => (name === "date" && /^\d{4}-\d\d-\d\d$/.test(values.date) ? format.fullDate(values.date)
            : said(values[name], store, depth + 1));
        return fill(to, show, (name) => Number(values[name]));
    }
    return null;
}

function pattern(template) {
    const names = [];
    const source = template.split(/(\{[a-z]+\})/i).map((part) => {
        if (!/^\{[a-z]+\}$/i.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        const name = part.slice(1, -1);
        if (names.includes(name)) return `\\${names.indexOf(name) + 1}`;
        names.push(name);
        return "(.+?)";
    }).join("");
    return { expression: new RegExp(`^${source}$`, "su"), names };
}

/** A template with its values; null when a required one is missing. */
function fill(template, valueOf, numberOf) {
    let missing = false;
    const text = template.replace(PLACE, (_, name, one, other, before) => {
        if (one !== undefined) {
            const number = numberOf(name);
            if (number === undefined) missing = true;
            const part = new Intl.PluralRules(language()).select(number) === "one" ? one : other;
            return part.replace(/\{([a-z]+)\}/gi, (_, inner) => valueOf(inner) ?? "");
        }
        const shown = valueOf(name);
        if (before !== undefined) return shown === null ? "" : before + shown;
        if (shown === null) missing = true;
        return shown ?? "";
    });
    return missing ? null : text;
}

/** A value of a phrase, by its kind; null for an unknown kind. */
function value(parameter, store) {
    const [[kind, it] = []] = Object.entries(parameter ?? {});
    switch (kind) {
    case "text": return said(it, store);
    case "texts": return it.map((one) => said(one, store)).join(", ");
    case "number": return format.number(it);
    case "bytes": return it < 2 ** 30 ? `${format.number(it / 2 ** 20)} MiB` : `${format.number(it / 2 ** 30, 1)} GiB`;
    case "instant": return moment(it, store);
    case "date": return format.fullDate(it);
    case "seconds": return format.span(it * 1000);
    case "room": return store.room(it);
    case "rooms": return format.list(it.map((id) => store.room(id)));
    case "sound": return soundName(it);
    case "phrase": return phrase(it, store);
    default: return null;
    }
}

function moment(instant, store) {
    const ms = Date.parse(instant);
    const now = store.clock.now();
    return ms > now ? format.momentWithin(ms, now, store.zone) : format.past(ms, now, store.zone);
}
