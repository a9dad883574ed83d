// The menus that belong to no page: more pages, and the display settings of this device.

import { display, setDisplay } from "./display.js";
import { element, icon } from "./dom.js";
import { attempt, button, failure, toast } from "./elements.js";
import * as format from "./format.js";
import { choice, dialog, field, toggle } from "./forms.js";
import { canNotify } from "./notices.js";
import { timeField } from "./time-field.js";
import { LANGUAGES, t } from "./words.js";

export function openMore(pages, { store, ...needs }) {
    const links = Object.entries(pages).filter(([, { more, isShown }]) => more && isShown?.() !== false).map(([path, { name, sign }]) =>
        element("a", { href: path, class: "row-link" }, icon(sign), element("span", { text: t(`page-${name}`) })));
    const sheet = dialog(t("more"), [
        element("nav", { class: "row-links", "aria-label": t("more") }, links),
        element("div", { class: "row-links" },
            button(t("display"), () => { sheet.close(); openDisplay({ store, ...needs }); }, { kind: "row-link", sign: "settings" }),
            ...(store.session?.login === false ? [
                button(t("devices"), () => { sheet.close(); void openDevices(store); }, { kind: "row-link", sign: "rooms" }),
                button(logOutText(store), () => { sheet.close(); void logout(store); }, { kind: "row-link", sign: "close" }),
            ] : [])),
    ], [button(t("close"), () => sheet.close())], { kind: "sheet" });
    sheet.node.addEventListener("click", (event) => { if (event.target.closest("a")) sheet.close(); });
}

export function openDisplay(needs) {
    const { store } = needs;
    const now = display();
    const change = async (part) => {
        setDisplay(part);
        if ("language" in part || "hours" in part) {
            sheet.close();
            await needs.languageChanged();
            openDisplay(needs);
        } else {
            needs.displayChanged();
        }
    };
    const times = [0, 1].map((index) => timeField(t(index ? "night-to" : "night-from"), now.night[index], (time) => {
        if (!time) return;
        const night = [...display().night];
        night[index] = time;
        change({ night });
    }));
    const sheet = dialog(t("display"), [
        field(t("face"), choice(t("face"), [["digital", t("face-digital")], ["analogue", t("face-analogue")]],
            now.face, (face) => change({ face }))),
        field(t("seconds"), choice(t("seconds"), [[true, t("shown")], [false, t("hidden")]],
            now.seconds, (seconds) => change({ seconds }))),
        field(t("hours-shown"), choice(t("hours-shown"), [["system", t("hours-system")], ["24", t("hours-24")], ["12", t("hours-12")]],
            now.hours, (hours) => change({ hours }))),
        field(t("theme"), choice(t("theme"), [["system", t("theme-system")], ["light", t("theme-light")],
            ["dark", t("theme-dark")]], now.theme, (theme) => change({ theme }))),
        field(t("language"), choice(t("language"), [["system", t("language-system")], ...Object.entries(LANGUAGES)],
            now.language, (language) => change({ language }))),
        element("div", { class: "pair" }, field(t("night-from"), times[0]), field(t("night-to"), times[1])),
        element("p", { class: "hint", text: t("night-hint") }),
        canNotify ? noticeField(change) : null,
        store.session?.login === false ? element("div", { class: "inline" },
            button(t("devices"), () => { sheet.close(); void openDevices(store); }, { kind: "plain" }),
            button(logOutText(store), () => { sheet.close(); void logout(store); }, { kind: "danger" })) : null,
    ], [button(t("done"), () => sheet.close(), { kind: "primary" })]);
}

// A browser asks the person for its leave once, and only after a touch.
function noticeField(change) {
    const isOn = () => Notification.permission === "granted" && display().notify;
    const hint = element("p", { class: "hint", text: t("notify-blocked"), hidden: Notification.permission !== "denied" });
    const node = toggle(t("notify"), isOn(), async (notify) => {
        if (notify) await Notification.requestPermission();
        await change({ notify });
        hint.hidden = Notification.permission !== "denied";
        node.checked = isOn();
    });
    return element("div", {}, element("div", { class: "field line" }, element("span", { class: "label", text: t("notify") }), node), hint);
}

// MARK: the devices of a person

async function openDevices(store) {
    const list = element("ul", { class: "devices" });
    const show = ({ sessions }) => list.replaceChildren(...sessions.map(({ id, browser, used, own }) => {
        const name = browser || t("device-unknown");
        const when = own ? t("device-own") : t("device-used", { when: format.past(Date.parse(used), store.clock.now(), store.zone) });
        return element("li", {}, element("div", {}, element("strong", { text: name }), element("small", { text: when })),
            own ? null : button(t("log-out-here"), async () => {
                const left = await attempt(() => store.fetch("/api/v1/logout", { body: { session: id } }));
                if (left) show(left);
                sheet.heading.focus();
            }, { kind: "small", label: t("for-what", { action: t("log-out-here"), what: name }) }));
    }));
    let answer;
    try {
        answer = await store.fetch("/api/v1/sessions");
    } catch (error) {
        toast(failure(error));
        return;
    }
    show(answer);
    const sheet = dialog(t("devices"), [list], [
        button(t("log-out-everywhere"), () => { sheet.close(); void logout(store, { everywhere: true }); }, { kind: "danger" }),
        element("span", { class: "spring" }), button(t("close"), () => sheet.close(), { kind: "primary" })]);
}

// A person who used a link has no account.
const logOutText = ({ session }) => (session.account ? t("log-out", { account: session.account }) : t("log-out-here"));

async function logout(store, how = {}) {
    try {
        // The server has the browser forget this site, and its service worker with it. A file that is asked for
        // meanwhile may never come, so the login is here before.
        await import("./page-login.js");
        await store.logout(how);
        // The server had the browser forget everything of this site; these settings are the device's.
        setDisplay({});
    } catch {
        // The server is away: nothing here could end the session there.
        toast(t("error-away"));
    }
}
