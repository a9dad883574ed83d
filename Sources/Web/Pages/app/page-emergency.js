// The button that begins an emergency, which nobody presses by mistake.

import { element } from "./dom.js";
import { announce, attempt, button } from "./elements.js";
import { dialog, field, toggle } from "./forms.js";
import { t } from "./words.js";

const HOLD_MS = 2_000;

export function mount(root, { store }) {
    const text = element("input", { type: "text", class: "emergency-text", maxlength: 250, autocomplete: "off" });
    const drill = toggle(t("emergency-drill"), false, (on) => { drill.checked = on; });
    let isSent = false;
    const update = () => { hold.disabled = isSent || !store.mayChange; };
    const hold = holdButton(t("emergency-hold"), async () => {
        isSent = true;
        update();
        const begun = await attempt(() => store.fetch("/api/v1/emergency",
            { body: { text: text.value.trim().replace(/\s+/g, " "), drill: drill.checked } }));
        isSent = false;
        update();
        if (begun) announce(t("emergency-begun"));
    });
    root.append(element("header", { class: "page-head" }, element("h1", { tabindex: "-1", text: t("page-emergency") })),
        element("section", { class: "card" },
            element("p", { text: t("emergency-what") }), field(t("emergency-text"), text),
            element("div", { class: "field line" }, element("span", { class: "label", text: t("emergency-drill") }), drill),
            hold, element("p", { class: "hint", text: t("emergency-hint") })));
    return { update };
}

/** A button that acts once somebody has held it, or Enter or Space on it, for two seconds, and else asks. */
function holdButton(text, act) {
    let timer = 0;
    const end = () => {
        clearTimeout(timer);
        timer = 0;
        node.classList.remove("holding");
        document.removeEventListener("keydown", onKey);
    };
    const onKey = ({ key }) => { if (key === "Escape") end(); };
    const begin = () => {
        if (timer || node.disabled) return;
        node.classList.add("holding");
        document.addEventListener("keydown", onKey);
        timer = setTimeout(() => {
            end();
            // Meanwhile the page may be another one, or the session over.
            if (node.isConnected && !node.disabled) void act();
        }, HOLD_MS);
    };
    const isKey = ({ key }) => key === "Enter" || key === " ";
    const node = element("clock-button", { class: "button large danger hold", on: {
        pointerdown(event) { if (event.isPrimary && event.button === 0) begin(); },
        // A finger that has left the button has changed its mind.
        pointermove({ buttons }) { if (buttons && !node.hasAttribute("pressed")) end(); },
        pointerup: end, pointercancel: end, lostpointercapture: end, blur: end,
        keydown(event) { if (isKey(event) && !event.repeat) begin(); },
        keyup(event) { if (isKey(event)) end(); },
        // A screen reader clicks, and holds nothing.
        click(event) { if (event.detail === 0 && !node.disabled) ask(act); },
        contextmenu(event) { event.preventDefault(); },
    } }, element("span", { text }));
    return node;
}

function ask(act) {
    const sheet = dialog(t("emergency-ask"), [element("p", { text: t("emergency-what") })], [
        button(t("emergency-begin"), () => { sheet.close(); void act(); }, { kind: "danger" }),
        element("span", { class: "spring" }), button(t("cancel"), () => sheet.close(), { kind: "primary" })],
    { kind: "question" });
}
