// The frame around the pages: navigation, problems, title and icon, and the choice of the page.

import { applyDisplay, display } from "./display.js";
import { element, icon, setText, visible } from "./dom.js";
import { button, toast } from "./elements.js";
import * as format from "./format.js";
import { Ringing } from "./ringing.js";
import { everySecond } from "./site-clock.js";
import { Store } from "./store.js";
import { language, loadMoreWords, setLanguage, site, t } from "./words.js";

const PAGES = {
    "/": { name: "clock", sign: "clock" },
    "/alarms": { name: "alarms", sign: "alarm" },
    "/timers": { name: "timers", sign: "timer" },
    "/rooms": { name: "rooms", sign: "rooms" },
    "/bells": { name: "bells", sign: "bells", more: true, isShown: () => store.entries("timetable").length > 0 },
    "/history": { name: "history", sign: "history", more: true },
    "/slo": { name: "slo", sign: "slo", more: true },
    "/sites": { name: "sites", sign: "sites", more: true, isShown: () => Boolean(store.session?.other_sites) },
    "/trainer": { name: "trainer", sign: "trainer", more: true },
    "/doctor": { name: "doctor", sign: "doctor", more: true },
    "/emergency": { name: "emergency", sign: "bells", more: true, isShown: () => store.mayChange },
};

const MISSING = { name: "missing" };
/** The page at a path of this site. */
const pageAt = (path) => PAGES[path === "/login" ? "/" : path] ?? MISSING;

const store = new Store();
const ringing = new Ringing(store, () => showTitle());
let page = null;
let shown = null;
let frame = null;
let login = null;
let visit = 0;

// A link from `clockctl web open`. The secret stands behind the #, which no browser sends to a server.
const link = location.pathname === "/login" ? location.hash.match(/^#link=(\w+)$/)?.[1] : undefined;
if (link) history.replaceState(null, "", "/");

// MARK: frame

function buildFrame() {
    document.documentElement.lang = language();
    const links = Object.entries(PAGES).map(([path, { name, sign, more }]) =>
        element("a", { href: path, class: more ? "tab of-more" : "tab", "data-page": name },
            icon(sign), element("span", { text: t(`page-${name}`) })));
    const more = button(t("more"), openMore, { kind: "tab more", sign: "more", "aria-haspopup": "dialog" });
    const settings = button(t("display"), openDisplay, { kind: "tab of-more", sign: "settings", "aria-haspopup": "dialog" });
    const trouble = element("div", { class: "trouble", role: "status", hidden: true },
        element("strong"), element("span"));
    const main = element("main", { id: "page" });
    frame?.root.remove();
    const root = element("div", { class: "frame" },
        element("a", { class: "skip", href: "#page", text: t("skip-to-content"), on: { click(event) {
            event.preventDefault();
            main.querySelector("h1")?.focus();
        } } }),
        element("nav", { class: "tabs", "aria-label": t("pages") },
            element("div", { class: "brand", "aria-hidden": "true", text: "Clocksmith" }), links, more, settings),
        element("div", { class: "content" }, trouble, ringing.strip, main));
    document.body.append(root);
    frame = { root, main, trouble, links, more };
    showLinks();
}

// A page hides its link while its subject does not exist.
function showLinks() {
    for (const link of frame.links) link.hidden = PAGES[link.getAttribute("href")].isShown?.() === false;
}

// Menus load when somebody opens them: a page begins without them.
const openMore = async () => (await loadMenus())?.openMore(PAGES, menuNeeds);
const openDisplay = async () => (await loadMenus())?.openDisplay(menuNeeds);
const menuNeeds = {
    store,
    displayChanged() { page?.update?.(new Set(["display"])); },
    async languageChanged() {
        await setLanguage(display().language);
        await speak();
        buildFrame();
        await show(location.pathname, { focus: false });
        store.repeat();
    },
};

async function loadMenus() {
    try {
        return await load("menus");
    } catch {
        toast(t("error-page"));
        return null;
    }
}

// The site's programs write English; an English page needs no more.
async function speak() {
    try {
        if (!language().startsWith("en")) await (await import("./phrases.js")).loadPhrases(store);
        else site.said = (text) => text;
    } catch {
        // The server is away: its sentences stay English.
    }
}

// MARK: problems

function trouble() {
    const last = store.heard === null ? "" : t("as-of", { when: format.past(store.heard, store.clock.now(), store.zone) });
    if (store.server === "away") return [t("away-server"), [t("away-server-more"), last].filter(Boolean).join(" ")];
    if (store.server !== "online") return null;
    const { broker, coordinator, problem, since } = store.connection;
    // Before the site's first message no problem is known.
    if (!since) return null;
    const from = t("since", { when: format.past(Date.parse(since), store.clock.now(), store.zone) });
    if (broker !== "connected") return [t("away-broker"), `${t("away-broker-more")} ${from}`];
    if (coordinator === "offline") {
        return [t("away-coordinator"), `${t("away-coordinator-more")} ${from}`];
    }
    if (store.status?.coordinator?.state === "degraded") {
        return [t("degraded"), site.said(store.status.coordinator.problem ?? "")];
    }
    return problem ? [t("problem"), site.said(problem)] : null;
}

function showTrouble() {
    const what = trouble();
    frame.trouble.hidden = !what;
    if (what) {
        setText(frame.trouble.firstChild, what[0]);
        setText(frame.trouble.lastChild, what[1]);
    }
    document.documentElement.toggleAttribute("data-stale", store.status !== null && !store.isCurrent && store.server !== "connecting");
    showTitle();
}

function showTitle() {
    const base = shown ? `${t(`page-${pageAt(shown).name}`)} – Clocksmith` : "Clocksmith";
    const rings = ringing.loud;
    const bad = store.emergency ? [t("page-emergency")] : trouble();
    const sign = rings.length ? "ringing" : bad ? "trouble" : "icon";
    const title = visible(rings.length
        ? t("title-ringing", { what: ringing.name(rings[0]) })
        : bad ? `(!) ${bad[0]} – Clocksmith` : base);
    if (document.title !== title) document.title = title;
    const href = `/icons/${sign}.svg`;
    const link = document.getElementById("icon");
    if (link.getAttribute("href") !== href) link.setAttribute("href", href);
}

// MARK: pages

let styles = null;
/** A module, with the styles and words of all that the clock begins without. */
async function load(name) {
    styles ??= new Promise((resolve) => {
        document.head.append(element("link", { rel: "stylesheet", href: "/app/pages.css", on: { load: resolve, error: resolve } }));
    });
    return (await Promise.all([import(`./${name}.js`), styles, loadMoreWords()]))[0];
}

async function show(path, { focus = true } = {}) {
    const { name, more } = pageAt(path);
    visit += 1;
    const mine = visit;
    let module;
    try {
        module = await (name === "clock" ? import("./page-clock.js") : load(`page-${name}`));
    } catch {
        // The server is away: the present page stays.
        toast(t("error-page"));
        return;
    }
    if (mine !== visit) return;
    page?.unmount?.();
    shown = path;
    for (const link of frame.links) {
        if (link.dataset.page === name) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    frame.more.classList.toggle("current", Boolean(more));
    const root = element("div", { class: `page page-${name}` });
    frame.main.replaceChildren(root);
    page = module.mount(root, { store, ringing });
    page.update?.(new Set(["all"]));
    page.tick?.(store.clock.now());
    showTitle();
    scrollTo(0, 0);
    if (focus) frame.main.querySelector("h1")?.focus();
}

document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='/']");
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const path = new URL(link.href).pathname;
    // The step that a dialog made for Back leads nowhere.
    if (history.state?.dialog) history.replaceState(null, "", path);
    else if (path !== location.pathname || location.search) history.pushState(null, "", path);
    void show(path);
});
addEventListener("popstate", (event) => {
    const dialog = [...document.querySelectorAll("dialog.dialog[open]")].at(-1);
    if (dialog) {
        // Back closes a dialog, as Escape does, and the page stays. A ring over it stays, and so does the dialog.
        if (!event.state?.dialog) history.pushState({ dialog: true }, "", shown);
        dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
    } else if (event.state?.below && shown === location.pathname) {
        // From the step of a dialog that is closed; the page behind it is the same.
        history.back();
    } else {
        void show(location.pathname);
    }
});

async function showLogin() {
    if (store.server === "locked" && !login) {
        const { openLogin } = await load("page-login");
        if (store.server === "locked") login ??= openLogin(store);
    } else if (store.server !== "locked" && login) {
        login.close();
        login = null;
        if (location.pathname === "/login") history.replaceState(null, "", "/");
    }
}

async function showEmergency() {
    try {
        (await load("emergency")).show(store, frame);
    } catch {
        // The server is away: the next event tries again.
    }
    showTitle();
}

store.subscribe((changed) => {
    const has = (...what) => what.some((one) => changed.has(one));
    if (has("server", "connection", "status")) showTrouble();
    ringing.update();
    if (has("rings") && (store.emergency || frame.alert)) void showEmergency();
    if (has("server")) void showLogin();
    if (has("session", "timetable", "all")) showLinks();
    if (has("session")) login?.update();
    page?.update?.(changed);
});

await setLanguage(display().language);
applyDisplay();
buildFrame();
everySecond(store.clock, () => {
    store.checkClock();
    const now = store.clock.now();
    ringing.tick(now);
    page?.tick?.(now);
});
document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") page?.tick?.(store.clock.now());
    ringing.update();
});
void show(location.pathname, { focus: false });
await store.start(link);
await speak();
store.repeat();

// The shell without a server, where the browser trusts the origin. It comes after all that the page needs, and the pages
// work without it.
if (isSecureContext && "serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
