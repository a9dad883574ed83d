// All sites of the installation in a few words each, as in `clockctl --all-sites status`.

import { element, setText } from "./dom.js";
import { failure } from "./elements.js";
import * as format from "./format.js";
import { site as own, t } from "./words.js";

const EVERY_MS = 10_000;
const SIGNS = { ok: "✓", warning: "!", failed: "✕" };
const REASONS = { unreachable: "sites-unreachable", "no-answer": "sites-no-answer", forbidden: "sites-forbidden" };

export function mount(root, { store }) {
    const verdict = element("p", { class: "verdict", role: "status" });
    const list = element("ul", { class: "checks" });
    root.append(element("header", { class: "page-head" }, element("h1", { tabindex: "-1", text: t("page-sites") })),
        element("section", { class: "card checks-card" }, verdict, list));
    const stopped = new AbortController();
    let next = 0;
    setText(verdict, t("examining"));

    async function look() {
        next = Infinity;
        try {
            show((await store.fetch("/api/v1/sites", { signal: stopped.signal })).sites);
        } catch (error) {
            if (stopped.signal.aborted) return;
            setText(verdict, failure(error));
            verdict.className = "verdict failed";
        }
        next = performance.now() + EVERY_MS;
    }

    function show(sites) {
        const rows = sites.map((site) => ({ site, verdict: verdictOf(site) }))
            .sort((a, b) => Object.keys(SIGNS).indexOf(b.verdict) - Object.keys(SIGNS).indexOf(a.verdict));
        const fine = rows.filter((row) => row.verdict === "ok").length;
        setText(verdict, t("sites-fine", { n: format.number(fine), all: format.number(rows.length) }));
        verdict.className = `verdict ${rows[0]?.verdict ?? "ok"}`;
        list.replaceChildren(...rows.map(row));
    }

    function row({ site, verdict }) {
        const isOwn = site.site === store.session?.site;
        const address = isOwn ? "/" : site.page;
        return element("li", { class: `check ${verdict}` },
            element("span", { class: "sign", role: "img", "aria-label": t(`verdict-${verdict}`), text: SIGNS[verdict] }),
            element("div", {},
                element("strong", {}, address ? element("a", { href: address, text: site.site }) : site.site),
                element("span", { text: stateOf(site) }), facts(site)));
    }

    function facts(site) {
        if (site.error !== undefined) return null;
        const rings = site.ringing.map(({ source, label, rooms }) =>
            t("sites-rings", { name: label || source, n: format.number(rooms) }));
        const wake = t("sites-wake", { time: format.time(Date.parse(site.next_wake), store.zone) });
        return element("small", { text: [...rings, wake].join(" · ") });
    }

    return {
        update() { if (store.server === "online" && next === 0) void look(); },
        tick() { if (store.server === "online" && !document.hidden && next !== 0 && performance.now() >= next) void look(); },
        unmount() { stopped.abort(); },
    };
}

function verdictOf(site) {
    if (site.error !== undefined || site.coordinator.state !== "running") return "failed";
    return site.fine < site.rooms || site.coordinator.problem ? "warning" : "ok";
}

function stateOf(site) {
    if (site.error !== undefined) return REASONS[site.code] ? t(REASONS[site.code]) : own.said(site.error);
    const { state, problem } = site.coordinator;
    const rooms = t("rooms-fine", { n: format.number(site.fine), all: format.number(site.rooms) });
    const trouble = state === "running" ? "" : t("degraded");
    return [rooms, trouble, problem ? own.said(problem) : ""].filter(Boolean).join(" · ");
}
