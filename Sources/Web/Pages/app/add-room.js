// New rooms, for admins: the hub's door opens, and a person types the number that the room says, and its name. The page
// has no numbers: only one that somebody heard proves that nobody stands between the room and the hub.

import { element, setHidden, setText } from "./dom.js";
import { button, failure } from "./elements.js";
import { dialog, field, problemLine } from "./forms.js";
import { site, t } from "./words.js";

const LOOK_MS = 2_000;
const LETTERS = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** Adds the button to the page's head, and the line that tells of rooms at the door to `place`. */
export function offer(store, head, place) {
    const line = element("p", { class: "notice", role: "status", hidden: true });
    const add = button(t("room-add"), () => openDoor(store), { kind: "small add-room", sign: "plus" });
    head.append(add);
    place.append(line);
    whileThere(line, async () => {
        // Meanwhile another account may have logged in here.
        const isOffered = store.session?.role === "admin";
        const { waiting } = isOffered ? await look(store) : { waiting: 0 };
        setHidden(add, !isOffered);
        setText(line, waits(waiting));
        setHidden(line, waiting === 0);
    });
}

async function whileThere(node, act) {
    while (node.isConnected) {
        if (!document.hidden) await act();
        await new Promise((resolve) => { setTimeout(resolve, LOOK_MS); });
    }
}

async function look(store) {
    try {
        return await store.fetch("/api/v1/new-rooms");
    } catch {
        // The page tells of a server that is away, and of a login.
        return { door: true, open: true, waiting: 0, accepted: [] };
    }
}

const waits = (n) => n === 0 ? t("room-waits-none") : n === 1 ? t("room-waits") : t("rooms-wait", { n });

function openDoor(store) {
    const number = element("input", { type: "text", class: "room-number", inputmode: "numeric", maxlength: 12, autocomplete: "off", on: { keydown: onKey } });
    const name = element("input", { type: "text", class: "room-id", maxlength: 32, autocomplete: "off", on: { keydown: onKey } });
    const form = element("div", {}, element("p", { text: t("room-add-how") }), field(t("room-number"), number, t("room-number-hint")),
        field(t("room-name"), name, t("room-name-hint")));
    const state = element("p", { class: "hint", role: "status" });
    const problem = problemLine();
    let joined = null;
    const ask = (body) => store.fetch("/api/v1/request/pair", { body, timeout: 30_000 });

    const accept = button(t("room-accept"), async () => {
        const digits = number.value.replace(/\s/g, "");
        const id = idOf(name.value);
        const wrong = !/^\d{6}$/.test(digits) ? [number, t("room-number-wrong")] : !id ? [name, t("room-name-missing")]
            : isOnline(id) ? [name, t("room-taken", { room: id })] : null;
        problem.say(wrong?.[1]);
        if (wrong) {
            wrong[0].focus();
            return;
        }
        accept.disabled = true;
        setText(state, t("room-asking"));
        try {
            await ask({ action: "accept", number: digits, node: id });
            joined = id;
            form.hidden = accept.hidden = true;
            sheet.heading.focus();
        } catch (error) {
            problem.say(reason(error, isOnline(id), id));
        }
        accept.disabled = false;
        await show();
    }, { kind: "primary" });
    const sheet = dialog(t("room-add"), [form, state], [problem, button(t("close"), () => sheet.leave()), accept],
        { changed: () => !joined && (number.value + name.value).trim() !== "" });
    number.focus();

    function onKey(event) { if (event.key === "Enter") accept.act(); }
    function isOnline(id) { return store.node(id)?.availability === "online"; }

    async function show() {
        const { door, open, waiting, accepted } = await look(store);
        if (!joined) return setText(state, door ? open ? waits(waiting) : t("room-closed") : t("room-no-door"));
        const room = store.room(joined);
        const { introduction, reason: why } = accepted.find(({ node }) => node === joined) ?? {};
        const said = { said: t("room-said"), time: t("room-time", { why: site.said(why ?? "") }), failed: t("room-mute", { why: site.said(why ?? "") }) };
        setText(state, isOnline(joined) ? [t("room-here", { room }), said[introduction]].filter(Boolean).join(" ")
            : introduction === "failed" ? said.failed : t("room-starts", { room }));
    }

    // The line beside the fields tells of a hub without a door.
    void ask({ action: "open" }).catch((error) => { if (error.code !== "no-door") problem.say(failure(error)); })
        .then(() => whileThere(sheet.node, async () => { if (!accept.disabled) await show(); }));
}

function idOf(name) {
    return name.trim().toLowerCase().replace(/[äöüß]/g, (letter) => LETTERS[letter]).normalize("NFD").replace(/\p{M}/gu, "")
        .replace(/[^a-z0-9]+/g, "-").slice(0, 32).replace(/^-+|-+$/g, "");
}

/** Says in words why the door refused. */
function reason(error, isTaken, room) {
    const wait = /try again in (\d+) s/.exec(error.message)?.[1];
    if (wait) return t("room-wait", { n: wait });
    switch (error.code) {
    case "unknown-object": return t("room-wrong");
    case "conflict": return isTaken || error.message.includes(" let in as ") ? t("room-taken", { room }) : t("room-twice");
    case "no-door": return t("room-no-door");
    case "unavailable": return t(error.message.includes(" was accepted as ") ? "room-perhaps" : "room-left");
    default: return failure(error);
    }
}
