// The volumes of all rooms in one dialog, with one slider for a group and one for all.

import { element, setAttribute, setText } from "./dom.js";
import { attempt, button } from "./elements.js";
import { dialog, field } from "./forms.js";
import { t } from "./words.js";

export function openVolumes(store) {
    const rooms = () => store.nodes.filter((node) => node.settings);
    const of = (ids) => rooms().filter((node) => ids.includes(node.id));
    const all = rooms().map((node) => node.id);
    const groups = store.entries("group").map((group) => [t("group-name", { name: group.id }), group.nodes.filter((id) => all.includes(id))]);
    const rows = [
        ...(all.length > 1 ? [[t("all-rooms"), all]] : []), ...groups.filter(([, ids]) => ids.length > 0),
        ...rooms().map((node) => [node.room ?? node.id, [node.id]]),
    ].map(([name, ids]) => makeRow(store, name, ids, of));
    const show = () => { for (const row of rows) row.show(); };
    const unsubscribe = store.subscribe((changed) => { if (changed.has("status")) show(); });
    show();
    const sheet = dialog(t("volumes"), rows, [button(t("done"), () => sheet.close(), { kind: "primary" })], { closed: unsubscribe });
}

function makeRow(store, name, ids, of) {
    let isMoving = false;
    const text = element("output", { class: "range-value" });
    const range = element("input", { type: "range", class: "range", min: 0, max: 100, step: 5, on: {
        input() {
            isMoving = true;
            setText(text, t("percent", { n: range.value }));
        },
        async change() {
            setAttribute(range, "aria-busy", true);
            await attempt(() => store.set(ids, { volume: Number(range.value) }));
            setAttribute(range, "aria-busy", null);
            isMoving = false;
            row.show();
        },
    } });
    const row = field(name, element("div", { class: "range-row" }, range, text));
    row.show = () => {
        const volumes = of(ids).map((node) => node.settings.volume);
        if (isMoving || volumes.length === 0) return;
        const [low, high] = [Math.min(...volumes), Math.max(...volumes)];
        range.value = volumes.reduce((sum, one) => sum + one, 0) / volumes.length;
        const words = low === high ? t("percent", { n: low }) : t("span", { from: low, to: t("percent", { n: high }) });
        setText(text, words);
        setAttribute(range, "aria-valuetext", words);
    };
    return row;
}
