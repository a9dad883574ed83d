// The outcome of a quarter hour, a ring or a sound, in words.

import { has, language, t } from "./words.js";

/** The word for an outcome; an unknown one, of a newer site, is shown as it is. */
export function outcome(name) { return has(`outcome-${name}`) ? t(`outcome-${name}`) : name; }

export function reason(name) {
    if (!name) return "";
    return has(`reason-${name}`) ? t(`reason-${name}`) : name;
}

/** The kind of an outcome: `heard`, `wished` (silent by somebody's wish), `bad`, or `unknown` to everybody. */
export function verdict(name) {
    switch (name) {
    case "announced": case "rang": case "played": return "heard";
    case "silent": case "skipped": case "withdrawn": return "wished";
    case "missed": case "expired": case "failed": return "bad";
    default: return "unknown";
    }
}

/** The sound of an alarm: a built-in one, or a file by its name. */
export function soundName(name) {
    return has(`sound-${name}`) ? t(`sound-${name}`) : name.charAt(0).toLocaleUpperCase(language()) + name.slice(1);
}
