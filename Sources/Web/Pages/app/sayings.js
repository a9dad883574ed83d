// Prepared texts to be said, which this device keeps.

import { element, setText } from "./dom.js";
import { button } from "./elements.js";
import { loadMoreWords, t } from "./words.js";

await loadMoreWords();

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
        texts.replaceChildren(...kept().map((text) => button(text, () => {
            field.value = text;
            show();
        }, { kind: "small" })));
        const said = field.value.trim();
        keep.hidden = !said;
        setText(keep.firstElementChild, t(kept().includes(said) ? "forget-text" : "keep-text"));
    };
    field.addEventListener("input", show);
    show();
    return element("div", { class: "sayings", role: "group", "aria-label": t("kept-texts") }, texts, keep);
}
