// The menus that belong to no page: more pages, and the display settings of this device.

import { display, setDisplay } from "./display.js";
import { element, icon } from "./dom.js";
import { button, toast } from "./elements.js";
import { choice, dialog, field } from "./forms.js";
import { LANGUAGES, t } from "./words.js";

export function openMore(pages, { store, ...needs }) {
    const links = Object.entries(pages).filter(([, { more, isShown }]) => more && isShown?.() !== false).map(([path, { name, sign }]) =>
        element("a", { href: path, class: "row-link" }, icon(sign), element("span", { text: t(`page-${name}`) })));
    const sheet = dialog(t("more"), [
        element("nav", { class: "row-links", "aria-label": t("more") }, links),
        element("div", { class: "row-links" },
            button(t("display"), () => { sheet.close(); openDisplay({ store, ...needs }); }, { kind: "row-link", sign: "settings" }),
            store.session?.login === false
                ? button(logOutText(store), () => { sheet.close(); void logout(store); }, { kind: "row-link", sign: "close" })
                : null),
    ], [button(t("close"), () => sheet.close())], { kind: "sheet" });
    sheet.node.addEventListener("click", (event) => { if (event.target.closest("a")) sheet.close(); });
}

export function openDisplay(needs) {
    const { store } = needs;
    const now = display();
    const change = async (part) => {
        setDisplay(part);
        if ("language" in part) {
            sheet.close();
            await needs.languageChanged();
            openDisplay(needs);
        } else {
            needs.displayChanged();
        }
    };
    const times = [0, 1].map((index) => element("input", {
        type: "time", value: now.night[index], on: { change(event) {
            if (!event.target.value) return;
            const night = [...display().night];
            night[index] = event.target.value;
            change({ night });
        } },
    }));
    const sheet = dialog(t("display"), [
        field(t("face"), choice(t("face"), [["digital", t("face-digital")], ["analogue", t("face-analogue")]],
            now.face, (face) => change({ face }))),
        field(t("seconds"), choice(t("seconds"), [[true, t("shown")], [false, t("hidden")]],
            now.seconds, (seconds) => change({ seconds }))),
        field(t("theme"), choice(t("theme"), [["system", t("theme-system")], ["light", t("theme-light")],
            ["dark", t("theme-dark")]], now.theme, (theme) => change({ theme }))),
        field(t("language"), choice(t("language"), [["system", t("language-system")], ...Object.entries(LANGUAGES)],
            now.language, (language) => change({ language }))),
        element("div", { class: "pair" }, field(t("night-from"), times[0]), field(t("night-to"), times[1])),
        element("p", { class: "hint", text: t("night-hint") }),
        store.session?.login === false
            ? button(logOutText(store), () => { sheet.close(); void logout(store); }, { kind: "danger" })
            : null,
    ], [button(t("done"), () => sheet.close(), { kind: "primary" })]);
}

// A person who used a link has no account.
const logOutText = ({ session }) => (session.account ? t("log-out", { account: session.account }) : t("log-out-here"));

async function logout(store) {
    try {
        await store.logout();
        // The server had the browser forget everything of this site; these settings are the device's.
        setDisplay({});
    } catch {
        // The server is away: nothing here could end the session there.
        toast(t("error-away"));
    }
}
