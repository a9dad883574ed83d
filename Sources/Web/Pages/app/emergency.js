// The banner over every page while an emergency is on.

import { element, setHidden, setText } from "./dom.js";
import { attempt, button, focusAgain } from "./elements.js";
import * as format from "./format.js";
import { site, t } from "./words.js";

let shown = null;

/** Shows what the store has of an emergency in the frame of the pages; nothing while none is on. */
export function show(store, frame) {
    shown = frame;
    if (store.emergency) {
        frame.alert ??= makeBanner(store);
        frame.alert.show(store.emergency);
        place();
    } else if (frame.alert) {
        const held = frame.alert.contains(document.activeElement);
        frame.alert.remove();
        frame.alert = null;
        if (held) focusAgain(null);
    }
}

// A ring or a dialog covers the pages: the banner is in what is on top, and goes on when that closes.
function place() {
    if (!shown?.alert) return;
    const top = document.querySelector("dialog.ringing[open]") ?? [...document.querySelectorAll("dialog.dialog[open]")].at(-1)
        ?? shown.root.querySelector(".content");
    if (shown.alert.parentNode !== top) top.prepend(shown.alert);
}
new MutationObserver(place).observe(document.body, { childList: true });

function makeBanner(store) {
    let id = null;
    const [head, words] = [element("strong"), element("p")];
    const [silent, heard] = [element("p", { class: "emergency-silent" }), element("p")];
    const end = button(t("emergency-end"), async () => {
        end.disabled = true;
        await attempt(() => store.fetch("/api/v1/emergency/end", { body: { id } }));
        end.disabled = false;
    }, { kind: "primary" });
    const banner = element("section", { class: "emergency", "aria-label": t("page-emergency") },
        element("div", { role: "alert" }, head, words), end, silent, heard);
    banner.show = ({ emergency, rooms }) => {
        const { begun, ended, text } = emergency ?? {};
        // The site's word may be lost, and only a room's own be left.
        id = emergency?.id ?? rooms[0]?.report?.id;
        const isOn = begun && !ended;
        const name = ({ node, online, report }) => {
            const why = online ? site.said(report?.problem ?? "") : t("emergency-offline");
            return why ? `${store.room(node)} (${why})` : store.room(node);
        };
        const list = (chosen) => format.list(chosen.map(name));
        const at = (word) => ({ time: word ? format.time(Date.parse(word.at), store.zone) : "", by: word?.by ?? "" });
        setText(head, t(ended ? "emergency-ended" : !begun ? "emergency-on" : begun.by ? "emergency-since-by" : "emergency-since", at(ended ?? begun)));
        setText(words, text?.replaceAll("This is a drill.", t("emergency-is-drill")) ?? "");
        setHidden(words, !text);
        const [yes, no] = [rooms.filter(({ obeyed }) => obeyed && isOn), rooms.filter(({ obeyed }) => !obeyed)];
        setText(silent, t(isOn ? "emergency-silent" : "emergency-still", { rooms: list(no) }));
        setHidden(silent, no.length === 0);
        setText(heard, t("emergency-heard", { rooms: list(yes) }));
        setHidden(heard, yes.length === 0);
        setHidden(end, !store.mayChange || Boolean(ended));
    };
    return banner;
}
