// The one choice of rooms and groups, for alarms, timers and texts to say. A place is `g upstairs` or `n kitchen`.

import { element, setAttribute, setHidden, setText } from "./dom.js";
import * as format from "./format.js";
import { choice } from "./forms.js";
import { t } from "./words.js";

// With more places than this, people search.
const MANY = 12;

/** The targets of a change, of places. */
export function targetsOf(places) {
    const of = (kind) => places.filter((place) => place.startsWith(kind)).map((place) => place.slice(2)).sort();
    const [groups, nodes] = [of("g "), of("n ")];
    return { ...(groups.length && { groups }), ...(nodes.length && { nodes }) };
}

/**
 * The control. `changed` gets the chosen places. The element has `showAway()`, which marks rooms that are offline, and
 * `set(places)`.
 */
export function roomPicker(store, value, changed) {
    const nodes = store.nodes.map((node) => `n ${node.id}`);
    const places = [
        ...store.entries("group").map((group) => [`g ${group.id}`, group.id, t("group-name", { name: group.id })]),
        ...store.nodes.map((node) => [`n ${node.id}`, node.room ?? node.id]),
    ];
    // A room or group that has gone stays chosen until somebody takes it off.
    for (const place of value) if (!places.some(([key]) => key === place)) places.push([place, place.slice(2)]);
    let chosen = [...value];
    const take = (next) => {
        chosen = next;
        show();
        changed(next);
    };
    const list = choice(t("rooms-label"), places, value, take, { many: true });
    const all = element("clock-button", { class: "chip", scrolls: true, on: { act() {
        const groups = chosen.filter((place) => !nodes.includes(place));
        const next = hasAll() ? groups : [...groups, ...nodes];
        list.set(next);
        take(next);
    } } }, element("span", { text: t("all-rooms") }));
    const count = element("span", { class: "hint", role: "status" });
    const none = element("p", { class: "hint", text: t("rooms-none-found"), hidden: true });
    const find = element("input", { type: "search", placeholder: t("room-find"), "aria-label": t("room-find"), on: {
        input: () => search(),
        keydown(event) {
            // Enter chooses the one room that is left.
            const left = [...list.children].filter((chip) => !chip.hidden);
            if (event.key !== "Enter" || left.length !== 1) return;
            event.preventDefault();
            left[0].act();
            find.value = "";
            search();
        },
    } });
    const isLarge = places.length > MANY;
    const node = element("div", { class: isLarge ? "room-picker large" : "room-picker" }, isLarge ? find : null,
        nodes.length > 1 ? element("div", { class: "inline" }, all, count) : null, list, none);

    const hasAll = () => nodes.every((place) => chosen.includes(place));
    const words = (text) => text.toLocaleLowerCase();
    function search() {
        const wanted = words(find.value.trim());
        const left = places.filter(([key, text, longer = ""]) => words(`${text} ${key.slice(2)} ${longer}`).includes(wanted));
        for (const [index, place] of places.entries()) setHidden(list.children[index], !left.includes(place));
        none.hidden = left.length > 0;
    }
    function show() {
        setAttribute(all, "aria-pressed", hasAll() ? "true" : "false");
        setText(count, isLarge ? t("rooms-chosen", { n: store.nodesOf(targetsOf(chosen)).length, all: nodes.length }) : "");
    }
    node.set = (next) => {
        chosen = [...next];
        list.set(next);
        show();
    };
    node.showAway = () => {
        for (const { id, availability } of store.nodes) {
            const zone = store.zoneOf(id);
            list.note(`n ${id}`, [zone === store.zone ? "" : format.city(zone), availability === "online" ? "" : t("is-offline")]
                .filter(Boolean).join(", "));
        }
    };
    show();
    node.showAway();
    return node;
}
