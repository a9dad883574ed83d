// Buttons, short messages and what a screen reader is told, for all pages.

import "./button.js";
import { element, icon, setText } from "./dom.js";
import { site, t } from "./words.js";

/** A button with a word. `kind`: `plain`, `primary`, `danger` or `quiet`. */
export function button(text, act, { kind = "plain", sign, label, scrolls = false, ...more } = {}) {
    return element("clock-button", {
        class: `button ${kind}`, "aria-label": label, scrolls, on: { act }, ...more,
    }, sign ? icon(sign) : null, text || !sign ? element("span", { text }) : null);
}

// MARK: messages

const TOAST_MS = 10_000;
let shelf = null;
let toastTimer = 0;

/** A short message below, with at most one thing to do about it. It goes by itself, but not while it is used. */
export function toast(text, { action, act } = {}) {
    shelf ??= element("div", { class: "toasts", role: "status", "aria-live": "polite" });
    placeToasts();
    const dismiss = () => {
        if (shelf.contains(document.activeElement) || shelf.matches(":hover")) {
            toastTimer = setTimeout(dismiss, 2_000);
        } else {
            shelf.replaceChildren();
        }
    };
    shelf.replaceChildren(element("div", { class: "toast" },
        element("span", { text }),
        action ? button(action, () => { shelf.replaceChildren(); act(); }, { kind: "quiet" }) : null,
        button("", () => shelf.replaceChildren(), { kind: "quiet icon-only", sign: "close", label: t("dismiss") })));
    clearTimeout(toastTimer);
    toastTimer = setTimeout(dismiss, TOAST_MS);
}

/** Puts messages where they can be used: over an open dialog only what is inside it can. */
export function placeToasts() {
    const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    if (shelf && shelf.parentNode !== top) top.append(shelf);
}

let region = null;

/** Tells a screen reader what changed elsewhere on the page. */
export function announce(text) {
    region ??= element("div", { class: "unseen", role: "status" });
    if (!region.isConnected) document.body.append(region);
    setText(region, text);
}

/** What a failed request says to a person. */
export function failure(error) {
    if (error?.code === "away") return t("error-away");
    const known = { conflict: "error-conflict", forbidden: "error-forbidden", unreachable: "error-unavailable",
        "store-failed": "error-store", "unknown-object": "error-gone", "unknown-node": "error-gone-room",
        "not-ringing": "error-not-ringing" }[error?.code];
    if (known) return t(known);
    if (error?.status === 401) return t("error-login");
    if (error?.status === 504) return t("error-unavailable");
    return t("error-other", { message: site.said(error?.message || error?.code || String(error)) });
}

/** Runs a change and says so when it was not stored. Gives whether it was. */
export async function attempt(work) {
    try {
        await work();
        return true;
    } catch (error) {
        toast(failure(error));
        return false;
    }
}
