// The controls of forms: switches, choices, fields and dialogs. The clock page begins without them.

import "./button.js";
import { element, focusNear, setAttribute, setText, uniqueID } from "./dom.js";
import { button, placeToasts } from "./elements.js";
import { t } from "./words.js";

/** A switch: `act` gets the wanted state, and returns a promise that holds until the store has it. */
export function toggle(label, checked, act, more = {}) {
    const node = element("clock-switch", { class: "switch", "aria-label": label, ...more });
    node.checked = checked;
    node.addEventListener("act", async () => {
        if (node.busy) return;
        node.busy = true;
        try {
            await act(!node.checked);
        } finally {
            node.busy = false;
        }
    });
    return node;
}

/**
 * Several buttons, one of them on, or with `many` any number. `options`: [value, text, longer name]. `note` sets a few
 * words behind the text of a button.
 */
export function choice(label, options, value, changed, { many = false, round = false } = {}) {
    const chosen = new Set(many ? value : [value]);
    const buttons = new Map();
    const show = () => {
        // One of several is one stop of the Tab key, and arrows go on from there.
        const stop = buttons.get(value) ?? buttons.values().next().value;
        for (const [key, node] of buttons) {
            setAttribute(node, many ? "aria-pressed" : "aria-checked", chosen.has(key) ? "true" : "false");
            if (!many) setAttribute(node, "tabindex", node === stop ? "0" : "-1");
        }
    };
    const turn = (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        const nodes = [...buttons.values()];
        const from = nodes.indexOf(event.target);
        if (many || !step || from < 0) return;
        event.preventDefault();
        const next = nodes[(from + step + nodes.length) % nodes.length];
        next.act();
        next.focus();
    };
    const group = element("div", {
        class: round ? "choice round" : "choice", role: many ? "group" : "radiogroup", "aria-label": label,
        on: { keydown: turn },
    });
    for (const [key, text, longer] of options) {
        const node = element("clock-button", {
            class: "chip", role: many ? null : "radio", "aria-label": longer, scrolls: true, on: {
                act() {
                    if (!many) {
                        chosen.clear();
                        value = key;
                    }
                    if (many && chosen.has(key)) chosen.delete(key);
                    else chosen.add(key);
                    show();
                    changed(many ? [...chosen] : key);
                },
            },
        }, element("span", { text }), element("small", { hidden: true }));
        buttons.set(key, node);
        group.append(node);
    }
    group.set = (next) => {
        chosen.clear();
        value = next;
        for (const key of many ? next : [next]) chosen.add(key);
        show();
    };
    group.note = (key, words) => {
        const small = buttons.get(key)?.lastElementChild;
        if (!small) return;
        small.hidden = !words;
        setText(small, words ?? "");
    };
    show();
    return group;
}

/** A labelled row of a form: the words, and the control. A screen reader reads `hint` with it. */
export function field(label, control, hint) {
    const id = uniqueID();
    // The search of a room picker has a name of its own.
    const inputs = "input:not([type='search']), select, textarea";
    const input = control.matches(inputs) ? control : control.querySelector(inputs);
    const target = input ?? control;
    const words = element(input ? "label" : "span", { class: "label", text: label });
    if (input) {
        input.id ||= id;
        words.setAttribute("for", input.id);
    } else if (!target.hasAttribute("aria-label")) {
        words.id = id;
        target.setAttribute("aria-labelledby", id);
    }
    const row = element("div", { class: "field" }, words, control);
    if (hint) {
        const note = element("p", { class: "hint", text: hint, id: uniqueID() });
        target.setAttribute("aria-describedby", note.id);
        row.append(note);
    }
    return row;
}

export function select(options, value, changed) {
    const node = element("select", { class: "select", on: { change: () => changed(node.value) } },
        options.map(([key, text]) => element("option", { value: String(key), text })));
    node.value = String(value);
    return node;
}

// MARK: dialogs

/**
 * Opens a dialog over the page, with `body` between the title and `actions`. Returns `{ node, heading, close, leave }`.
 *
 * Escape, Back and a button that calls `leave` close it, but ask first when `changed` returns true: nobody loses input by
 * a touch. Back stays on the page.
 */
export function dialog(title, body, actions, { closed, changed = () => false, kind = "" } = {}) {
    const heading = element("h2", { text: title, id: uniqueID(), tabindex: "-1" });
    const node = element("dialog", { class: `dialog ${kind}`, "aria-labelledby": heading.id },
        element("div", { class: "dialog-head" }, heading),
        element("div", { class: "dialog-body", tabindex: "-1" }, body),
        element("div", { class: "dialog-actions" }, actions));
    const before = document.activeElement;
    const list = before?.closest("ul");
    const index = list ? [...list.children].findIndex((row) => row.contains(before)) : -1;

    const close = () => node.close();
    const leave = () => { if (changed()) askToLeave(close); else close(); };
    const isOnTop = () => [...document.querySelectorAll("dialog[open]")].at(-1) === node;
    // A browser lets a second Escape close any dialog.
    const onKey = (event) => {
        if (event.key !== "Escape" || !isOnTop()) return;
        event.preventDefault();
        leave();
    };
    const onUnload = (event) => { if (changed()) event.preventDefault(); };
    node.addEventListener("cancel", (event) => {
        event.preventDefault();
        if (isOnTop()) leave();
    });
    node.addEventListener("close", () => {
        document.removeEventListener("keydown", onKey);
        removeEventListener("beforeunload", onUnload);
        placeToasts();
        node.remove();
        if (before?.isConnected) before.focus?.();
        // Its row has gone meanwhile.
        else focusNear(list?.children[Math.min(index, list.children.length - 1)]);
        closed?.();
    });
    document.addEventListener("keydown", onKey);
    addEventListener("beforeunload", onUnload);
    // Back undoes this step; main.js keeps the page.
    if (!history.state?.dialog) {
        history.replaceState({ below: true }, "");
        history.pushState({ dialog: true }, "");
    }
    document.body.append(node);
    node.showModal();
    heading.focus();
    return { node, heading, close, leave };
}

function askToLeave(close) {
    const sheet = dialog(t("leave-title"), [element("p", { text: t("leave-hint") })], [
        button(t("leave-discard"), () => { sheet.close(); close(); }, { kind: "danger" }), element("span", { class: "spring" }),
        button(t("leave-stay"), () => sheet.close(), { kind: "primary" })], { kind: "question" });
}

/** A line of a form for a problem; a screen reader reads it at once. */
export function problemLine() {
    const node = element("p", { class: "problem", role: "alert", hidden: true });
    node.say = (text) => {
        node.hidden = !text;
        setText(node, text ?? "");
    };
    return node;
}
