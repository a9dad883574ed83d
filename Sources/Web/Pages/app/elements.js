// Buttons, short messages and announcements to screen readers, for all pages.

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

/** A short message below, with at most one action. It goes by itself, but not while somebody uses it. */
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

/** Puts messages where people can use them: over an open dialog only its own content reacts. */
export function placeToasts() {
    const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    if (shelf && shelf.parentNode !== top) top.append(shelf);
}

let region = null;

/** Announces to a screen reader a change elsewhere on the page. */
export function announce(text) {
    region ??= element("div", { class: "unseen", role: "status" });
    if (!region.isConnected) document.body.append(region);
    setText(region, text);
}

/** Returns the sentence for a person about a failed request. */
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

/** Runs a change and shows a message when it was not stored. Returns true when it was. */
export async function attempt(work) {
    try {
        await work();
        return true;
    } catch (error) {
        toast(failure(error));
        return false;
    }
}
