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
/** The element that had the focus before somebody went into a message. */
let cameFrom = null;

function clear() {
    const held = shelf.contains(document.activeElement);
    shelf.replaceChildren();
    if (held) focusAgain(cameFrom);
}

/** Gives the focus to an element, or to the page's heading if the element has gone. */
export function focusAgain(node) {
    const isThere = node?.isConnected && node !== document.body && node.getClientRects().length > 0;
    const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    (isThere ? node : place.querySelector("h2[tabindex], h1"))?.focus();
}

/**
 * A short message below, with at most one action. It goes by itself, but not while somebody uses it. Returns the element
 * of its text.
 */
export function toast(text, { action, act } = {}) {
    shelf ??= element("div", { class: "toasts", role: "status", "aria-live": "polite", on: { focusin(event) {
        if (!shelf.contains(event.relatedTarget)) cameFrom = event.relatedTarget;
    } } });
    placeToasts();
    const dismiss = () => {
        if (shelf.contains(document.activeElement) || shelf.matches(":hover")) {
            toastTimer = setTimeout(dismiss, 2_000);
        } else {
            clear();
        }
    };
    const words = element("span", { text });
    shelf.replaceChildren(element("div", { class: "toast" }, words,
        action ? button(action, () => { clear(); act(); }, { kind: "quiet" }) : null,
        button("", clear, { kind: "quiet icon-only", sign: "close", label: t("dismiss") })));
    clearTimeout(toastTimer);
    toastTimer = setTimeout(dismiss, TOAST_MS);
    return words;
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

/** Runs a change and shows a message when it was not stored. Returns the site's answer when it was, else null. */
export async function attempt(work) {
    try {
        return await work() ?? {};
    } catch (error) {
        toast(failure(error));
        return null;
    }
}
