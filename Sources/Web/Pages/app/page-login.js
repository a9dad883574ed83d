// The login, over the open page, which keeps its input.

import { element } from "./dom.js";
import { button, failure } from "./elements.js";
import { field, problemLine } from "./forms.js";
import { t } from "./words.js";

/** Shows the login; returns an object with `close`, which removes it. */
export function openLogin(store) {
    const account = element("input", { type: "text", name: "username", autocomplete: "username", autocapitalize: "none",
        spellcheck: "false", required: true });
    const password = element("input", { type: "password", name: "password", autocomplete: "current-password", required: true });
    const problem = problemLine();
    const go = button(t("log-in"), () => send(), { kind: "primary" });
    const form = element("form", { on: { submit(event) { event.preventDefault(); void send(); } } },
        field(t("account"), account), field(t("password"), password), problem, go,
        // Enter sends a form only when it has a button of the browser's own.
        element("input", { type: "submit", class: "unseen", tabindex: "-1", "aria-hidden": "true", value: t("log-in") }));
    const hint = element("p", { class: "hint", text: t("login-hint") });
    const heading = element("h2", { id: "login-title", tabindex: "-1", text: "Clocksmith" });
    const node = element("dialog", { class: "login", "aria-labelledby": "login-title", closedby: "none" },
        element("div", { class: "login-card" }, heading, hint, form, element("p", { class: "hint", text: t("login-link") })));
    node.addEventListener("cancel", (event) => event.preventDefault());
    let open = true;
    node.addEventListener("close", () => { if (open) node.showModal(); });
    document.body.append(node);
    node.showModal();
    update();
    account.focus();
    if (store.linkFailure) problem.say(store.linkFailure.status === 401 ? t("login-link-over") : failure(store.linkFailure));

    /** Without accounts there is no password to ask for. */
    function update() {
        const isByLink = store.session?.accounts === false;
        for (const part of form.children) if (part !== problem) part.hidden = isByLink;
        hint.hidden = isByLink;
    }

    async function send() {
        if (!account.value || !password.value) {
            problem.say(t("login-empty"));
            (account.value ? password : account).focus();
            return;
        }
        if (go.disabled) return;
        go.disabled = true;
        problem.say(null);
        try {
            await store.login(account.value, password.value);
        } catch (error) {
            if (error.status === 401) problem.say(t("login-wrong"));
            else if (error.status === 429) problem.say(t("login-wait", { s: error.retryAfter ?? 60 }));
            else problem.say(failure(error));
            password.value = "";
            password.focus();
        }
        go.disabled = false;
    }

    return {
        update,
        close() {
            open = false;
            node.close();
            node.remove();
        },
    };
}
