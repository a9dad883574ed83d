// The banner over every page while an emergency is on.

import { element, setHidden, setText } from "./dom.js";
import { attempt, button, focusAgain } from "./elements.js";
import * as format from "./format.js";
import { loadMoreWords, site, t } from "./words.js";

await loadMoreWords();

/** Shows what the store has of an emergency in the frame of the pages; nothing while none is on. */
export function show(store, frame) {
    if (store.emergency) {
        frame.alert ??= makeBanner(store, frame);
        frame.alert.show(store.emergency);
    } else if (frame.alert) {
        const held = frame.alert.contains(document.activeElement);
        frame.alert.remove();
        frame.alert = null;
        if (held) focusAgain(null);
    }
}

function makeBanner(store, frame) {
    const [head, words] = [element("strong"), element("p")];
    const [silent, heard] = [element("p", { class: "emergency-silent" }), element("p")];
    const end = button(t("emergency-end"), async () => {
        end.disabled = true;
        await attempt(() => store.fetch("/api/v1/emergency/end", { body: {} }));
        end.disabled = false;
    }, { kind: "primary" });
    const banner = element("section", { class: "emergency", "aria-label": t("page-emergency") },
        element("div", { role: "alert" }, head, words), silent, heard, end);
    banner.show = ({ emergency, rooms }) => {
        const { begun, ended, id, text } = emergency ?? {};
        const obeys = ({ online, report }) => !ended && online && report?.id === id && report.heard && !report.problem;
        const name = ({ node, online, report }) => {
            const why = online ? site.said(report?.problem ?? "") : t("emergency-offline");
            return why ? `${store.room(node)} (${why})` : store.room(node);
        };
        const list = (chosen) => format.list(chosen.map(name));
        const at = (word) => ({ time: word ? format.time(Date.parse(word.at), store.zone) : "", by: word?.by ?? "" });
        setText(head, t(ended ? "emergency-ended" : !begun ? "emergency-on" : begun.by ? "emergency-since-by" : "emergency-since", at(ended ?? begun)));
        setText(words, text?.replaceAll("This is a drill.", t("emergency-is-drill")) ?? "");
        setHidden(words, !text);
        const [yes, no] = [rooms.filter(obeys), rooms.filter((room) => !obeys(room) && (!ended || room.report))];
        setText(silent, t(ended ? "emergency-still" : "emergency-silent", { rooms: list(no) }));
        setHidden(silent, no.length === 0);
        setText(heard, t("emergency-heard", { rooms: list(yes) }));
        setHidden(heard, yes.length === 0);
        setHidden(end, !store.mayChange || Boolean(ended));
    };
    frame.root.querySelector(".content").prepend(banner);
    return banner;
}
