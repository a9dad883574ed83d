// Prepared texts to be said, which this device keeps.

import { element, KeyedList, setText } from "./dom.js";
import { button } from "./elements.js";
import { t } from "./words.js";

const KEPT = "clocksmith.sayings";
const MOST = 12;

function kept() {
    try {
        const texts = JSON.parse(localStorage.getItem(KEPT));
        return Array.isArray(texts) ? texts.filter((text) => typeof text === "string") : [];
    } catch {
        return [];
    }
}

/** The kept texts as buttons that fill `field`, and the button that keeps or forgets what it has. */
export function sayings(field) {
    const texts = element("div", { class: "inline" });
    // A typed text that a touch on another has replaced; it stays at hand.
    let draft = "";
    const list = new KeyedList(texts, { key: (text) => text, make: (text) => button(text, () => {
        const said = field.value.trim();
        if (said && !kept().includes(said)) draft = said;
        field.value = text;
        show();
    }, { kind: "small" }) });
    const keep = button(t("keep-text"), () => {
        const said = field.value.trim();
        const others = kept().filter((text) => text !== said);
        try {
            localStorage.setItem(KEPT, JSON.stringify(others.length < kept().length ? others : [said, ...others].slice(0, MOST)));
        } catch {
            // A browser without storage keeps nothing.
        }
        show();
    }, { kind: "quiet small keep" });
    const show = () => {
        list.show([...new Set([...kept(), draft])].filter(Boolean));
        const said = field.value.trim();
        keep.hidden = !said;
        setText(keep.firstElementChild, t(kept().includes(said) ? "forget-text" : "keep-text"));
    };
    field.addEventListener("input", show);
    show();
    return element("div", { class: "sayings", role: "group", "aria-label": t("kept-texts") }, texts, keep);
}
