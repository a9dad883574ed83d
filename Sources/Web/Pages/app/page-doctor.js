// Tonight's rings and the site's health, as in `clockctl preflight` and `clockctl doctor`.

import { element, setText } from "./dom.js";
import { announce, button, failure } from "./elements.js";
import * as format from "./format.js";
import { checkInWords, loadPhrases } from "./phrases.js";
import { t } from "./words.js";

const SIGNS = { ok: "✓", warning: "!", failed: "✕" };

export function mount(root, { store }) {
    const again = button(t("examine"), () => examine(), { kind: "plain" });
    const parts = ["preflight", "doctor"].map((name) => ({
        name, verdict: element("p", { class: "verdict", role: "status" }), list: element("ul", { class: "checks" }),
    }));
    root.append(element("header", { class: "page-head" }, element("h1", { tabindex: "-1", text: t("page-doctor") }), again),
        ...parts.map(({ name, verdict, list }) => element("section", { class: "card checks-card" },
            element("h2", { text: t(`doctor-${name}`) }), verdict, list)));
    const stopped = new AbortController();
    let begun = false;

    async function examine() {
        again.disabled = true;
        await Promise.all(parts.map(async ({ name, verdict, list }) => {
            setText(verdict, t("examining"));
            verdict.className = "verdict";
            try {
                const [answer] = await Promise.all([
                    store.fetch(`/api/v1/${name}`, { signal: stopped.signal, timeout: 30_000 }), loadPhrases(store)]);
                const checks = answer.checks.map((check) => ({ verdict: check.verdict, room: check.about?.parameters?.node?.room,
                    ...checkInWords(check, store) }));
                show(checks, store, verdict, list, name === "preflight" ? t("all-rings") : t("all-well"));
            } catch (error) {
                if (stopped.signal.aborted) return;
                setText(verdict, failure(error));
                verdict.className = "verdict failed";
            }
        }));
        again.disabled = false;
        if (!stopped.signal.aborted) announce(t("examined", { time: format.time(store.clock.now(), store.zone) }));
    }

    return {
        update() {
            if (store.server !== "online" || begun) return;
            begun = true;
            void examine();
        },
        unmount() { stopped.abort(); },
    };
}

// Rooms of which every check is fine stand in one line.
function wellInWords(checks, store) {
    const bad = new Set(checks.filter((check) => check.verdict !== "ok").map((check) => check.room));
    const fine = checks.filter((check) => check.verdict === "ok");
    const well = new Set(fine.map((check) => check.room).filter((room) => room && !bad.has(room)));
    const others = fine.filter((check) => !well.has(check.room)).length;
    const rooms = well.size === 1 ? t("room-well", { room: store.room([...well][0]) }) : t("rooms-well", { n: format.number(well.size) });
    return [well.size ? rooms : null, others ? t("checks-ok", { n: others }) : null].filter(Boolean).join(" · ");
}

function show(checks, store, verdict, list, well) {
    const worst = ["failed", "warning"].find((one) => checks.some((check) => check.verdict === one));
    const count = checks.filter((check) => check.verdict === worst).length;
    setText(verdict, worst === "failed" ? t("checks-failed", { n: count }) : worst === "warning" ? t("checks-warn", { n: count }) : well);
    verdict.className = `verdict ${worst ?? "ok"}`;
    const row = (check) => element("li", { class: `check ${check.verdict}` },
        element("span", { class: "sign", role: "img", "aria-label": t(`verdict-${check.verdict}`), text: SIGNS[check.verdict] ?? "?" }),
        element("div", {}, element("strong", { text: check.subject }), element("span", { text: check.finding }),
            check.fix ? element("small", { text: check.fix }) : null));
    const bad = checks.filter((check) => check.verdict !== "ok")
        .sort((a, b) => Number(b.verdict === "failed") - Number(a.verdict === "failed"));
    const good = checks.filter((check) => check.verdict === "ok");
    list.replaceChildren(...bad.map(row));
    list.hidden = bad.length === 0;
    list.nextElementSibling?.remove();
    if (good.length) {
        list.after(element("details", { class: "more-fields" }, element("summary", { text: wellInWords(checks, store) }),
            element("ul", { class: "checks" }, good.map(row))));
    }
}
