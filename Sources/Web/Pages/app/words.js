// The words of the pages. Each language is one table in words/, with the same keys; a test holds them side by side.

import { visible } from "./dom.js";

export const LANGUAGES = { en: "English", de: "Deutsch" };

let table = {};
let locale = "en";
let base = "en";
let hasMore = false;

/** The locale for Intl: the browser's own tag if it matches the language, with its way to write times. */
export function language() { return locale; }

/** Loads the words: of `choice`, or of the browser's first language that exists here. */
export async function setLanguage(choice) {
    const wanted = choice in LANGUAGES ? [choice] : navigator.languages;
    base = wanted.map((tag) => tag.split("-")[0]).find((tag) => tag in LANGUAGES) ?? "en";
    locale = navigator.languages.find((tag) => tag.split("-")[0] === base) ?? base;
    table = (await import(`./words/${base}.js`)).default;
    if (hasMore) await loadMoreWords();
}

/** Loads the words of what no page begins with. */
export async function loadMoreWords() {
    hasMore = true;
    table = { ...table, ...(await import(`./words/more-${base}.js`)).default };
}

/** Sentences of the site's programs in the language of the pages, once phrases.js is loaded. */
export const site = { said: (text) => text };

export function has(key) { return key in table; }

/** The words of a key, with `{name}` replaced. */
export function t(key, values = {}) {
    const words = table[key];
    if (words === undefined) return key;
    return words.replace(/\{([a-z]+)\}/gi, (_, name) => visible(values[name] ?? ""));
}
