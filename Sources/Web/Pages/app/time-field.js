// A field for a time of day, which shows and reads times as the page writes them; a browser's own field follows the
// machine's language.

import { element, setAttribute } from "./dom.js";
import { button } from "./elements.js";
import * as format from "./format.js";
import { t } from "./words.js";

/**
 * The `HH:MM` that a text means, as clockctl reads it: `19:30`, `7.30`, `0730`, `730`, `7` (07:00), `7:30pm`, `12 am`, `noon`,
 * `midnight`. Null for any other text.
 */
export function readTime(text) {
    const words = text.trim().toLowerCase();
    if (words === "noon") return "12:00";
    if (words === "midnight") return "00:00";
    const match = /^(?:(\d{1,2})(?:[:.](\d\d))?|(\d{1,2})(\d\d))\s*(?:([ap])(?:\.?m)?\.?)?$/.exec(words);
    if (!match) return null;
    const [hour, minute] = [Number(match[1] ?? match[3]), Number(match[2] ?? match[4] ?? 0)];
    const half = match[5];
    if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null;
    const of24 = half ? (hour % 12) + (half === "p" ? 12 : 0) : hour;
    return `${String(of24).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** The field. `changed` gets the time, or an empty text while none is written. `kind` is a class of its input. */
export function timeField(label, value, changed, { kind = "" } = {}) {
    const write = (time) => (time ? format.alarmTime(time) : "");
    const set = (time) => {
        input.value = write(time);
        wheel.value = time;
        setAttribute(input, "aria-invalid", null);
    };
    const input = element("input", { type: "text", class: kind, "aria-label": label, autocomplete: "off", spellcheck: "false",
        maxlength: 16, on: {
            focus() { input.select(); },
            input() { changed(readTime(input.value) ?? ""); },
            change() {
                const time = readTime(input.value);
                if (time) set(time);
                else setAttribute(input, "aria-invalid", "true");
            },
        } });
    // The device's own wheel or dial, for a thumb.
    const wheel = element("input", { type: "time", class: "unseen", tabindex: "-1", "aria-hidden": "true", on: { input() {
        if (!wheel.value) return;
        input.value = write(wheel.value);
        setAttribute(input, "aria-invalid", null);
        changed(wheel.value);
    } } });
    const pick = button("", () => wheel.showPicker(), { kind: "quiet icon-only", sign: "clock", label: t("for-what", { action: t("time-pick"), what: label }) });
    const node = element("div", { class: "time-field" }, input, wheel, "showPicker" in wheel ? pick : null);
    set(value);
    return node;
}
