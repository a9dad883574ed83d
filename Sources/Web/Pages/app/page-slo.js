// The punctuality of each room, week by week, as in `clockctl slo`.

import { element, setText } from "./dom.js";
import { announce, button, failure } from "./elements.js";
import * as format from "./format.js";
import { field, select } from "./forms.js";
import { t } from "./words.js";

const WEEKS = [4, 12, 26, 53];
const WITHIN_MS = [5, 20, 100];
const OBJECTIVES = [95, 99, 99.9];
// Of a week: the worst come first, and of hundreds of rooms the rest only on request.
const ROOMS = 30;
// A bar begins here, so that one percent is visible.
const LEAST_SHARE = 0.9;

export function mount(root, { store }) {
    const asked = { weeks: 4, within: 20, objective: 99 };
    let stopped = new AbortController();
    let begun = false;

    const change = (name) => (value) => { asked[name] = Number(value); void reload(); };
    const figures = element("section", { class: "figures" });
    const trend = element("ol", { class: "slo-trend", "aria-label": t("slo-trend") });
    const weeks = element("div", { class: "days" });
    const problem = element("p", { class: "problem", role: "status", hidden: true });
    root.append(element("header", { class: "page-head" }, element("h1", { tabindex: "-1", text: t("page-slo") })),
        element("div", { class: "slo-filters" },
            field(t("slo-span"), select(WEEKS.map((n) => [n, t("slo-weeks", { n })]), asked.weeks, change("weeks"))),
            field(t("slo-within"), select(WITHIN_MS.map((n) => [n, t("milliseconds", { n })]), asked.within, change("within"))),
            field(t("slo-objective"), select(OBJECTIVES.map((n) => [n, format.percent(n / 100)]), asked.objective, change("objective")))),
        problem, figures, trend, weeks, element("p", { class: "hint", text: t("slo-hint") }));

    async function reload() {
        stopped.abort();
        stopped = new AbortController();
        const { signal } = stopped;
        problem.hidden = true;
        root.setAttribute("aria-busy", "true");
        try {
            const answer = await store.fetch(`/api/v1/slo?${new URLSearchParams(asked)}`, { signal, timeout: 30_000 });
            if (!signal.aborted) show(answer.weeks.filter((week) => week.nodes.length > 0));
        } catch (error) {
            if (signal.aborted) return;
            problem.hidden = false;
            setText(problem, failure(error));
        }
        root.removeAttribute("aria-busy");
    }

    function show(found) {
        const [newest] = found;
        figures.hidden = !newest;
        trend.hidden = found.length < 2;
        if (!newest) {
            weeks.replaceChildren(element("p", { class: "empty", text: t("slo-none") }));
            return;
        }
        figures.replaceChildren(element("h2", { text: spanOf(newest, store.zone) }), ...siteFigures(newest.site));
        trend.replaceChildren(...found.toReversed().map((week) => bar(week, store.zone)));
        weeks.replaceChildren(...found.map((week, index) => section(week, index === 0, store)));
        announce(t("examined", { time: format.time(store.clock.now(), store.zone) }));
    }

    return {
        update() {
            if (begun || store.server !== "online" || !store.status) return;
            begun = true;
            void reload();
        },
        unmount() { stopped.abort(); },
    };
}

// MARK: words

// Anything below 100 % never rounds up to it.
const share = (value) => format.percent(value < 1 ? Math.min(value, 0.9999) : value, 2);
const error = (us) => t("milliseconds", { n: format.number(us / 1000, us < 10_000 ? 2 : 0) });
const isOver = (level) => level.budget_left !== undefined && level.budget_left < 0;

function spanOf(week, zone) {
    const from = format.localDate(Date.parse(week.from), zone);
    const last = format.dayAfter(format.localDate(Date.parse(week.to), zone), -1);
    return t("span", { from: format.shortDate(from), to: format.shortDate(last) });
}

/** Rings as near to their instant as the objective demands, without those that fell silent for longer in between. */
const ringsOnTime = ({ heard, late, silent = 0 }) => heard - late - silent;

// MARK: the whole site

function siteFigures({ quarters, rings, on_time: onTime, p99_us: p99, worst_us: worst, budget_left: left }) {
    const figure = (value, label, bad = false) => element("div", { class: bad ? "figure bad" : "figure" },
        element("strong", { text: value }), element("span", { text: label }));
    return [element("div", { class: "figure-row" },
        figure(onTime === undefined ? "–" : share(onTime), t("slo-on-time", { n: format.number(quarters.due) })),
        left === undefined ? null : figure(share(left), t("slo-budget"), left < 0),
        rings.due ? figure(format.number(ringsOnTime(rings)), t("slo-rings", { n: format.number(rings.due) }), ringsOnTime(rings) < rings.due) : null,
        p99 === undefined ? null : figure(error(p99), t("slo-p99")),
        worst === undefined ? null : figure(error(worst), t("slo-worst")),
        quarters.absent ? figure(format.number(quarters.absent), t("slo-unknown"), true) : null)];
}

function bar(week, zone) {
    const { on_time: onTime } = week.site;
    const height = onTime === undefined ? 0 : Math.max(0, (onTime - LEAST_SHARE) / (1 - LEAST_SHARE));
    const mark = element("div", { class: isOver(week.site) ? "slo-bar over" : "slo-bar", "aria-hidden": "true" });
    mark.style.setProperty("--share", height);
    return element("li", {}, element("strong", { text: onTime === undefined ? "–" : format.percent(Math.min(onTime, onTime < 1 ? 0.999 : 1)) }),
        mark, element("span", { text: format.dayAndMonth(format.localDate(Date.parse(week.from), zone)) }));
}

// MARK: the rooms of a week

function section(week, isOpen, store) {
    const worst = (level) => level.budget_left ?? 1;
    const rooms = [...week.nodes].sort((a, b) => worst(a) - worst(b) || store.room(a.node).localeCompare(store.room(b.node)));
    const list = element("ul", { class: "slo-rooms" }, rooms.slice(0, ROOMS).map((room) => row(room, store)));
    const rest = rooms.slice(ROOMS);
    const more = rest.length === 0 ? null : button(t("show-more", { n: format.number(rest.length) }), () => {
        list.append(...rest.map((room) => row(room, store)));
        more.remove();
    }, { kind: "plain" });
    return element("details", { class: "card", open: isOpen }, element("summary", {}, element("h2", { text: spanOf(week, store.zone) }),
        element("span", { text: week.site.on_time === undefined ? "–" : share(week.site.on_time) })), list, more);
}

function row(level, store) {
    const { quarters, rings } = level;
    const facts = [
        t("slo-quarters", { within: format.number(quarters.within), due: format.number(quarters.due) }),
        rings.due ? t("slo-room-rings", { heard: format.number(ringsOnTime(rings)), due: format.number(rings.due) }) : "",
        level.p99_us === undefined ? "" : `${t("slo-p99")} ${error(level.p99_us)}`,
        level.worst_us === undefined ? "" : `${t("slo-worst")} ${error(level.worst_us)}`,
        quarters.absent ? `${format.number(quarters.absent)} ${t("slo-unknown")}` : "",
    ];
    const left = level.budget_left;
    return element("li", { class: isOver(level) || ringsOnTime(rings) < rings.due ? "over" : null },
        element("strong", { text: store.room(level.node) }),
        element("span", { class: "slo-share", text: level.on_time === undefined ? "–" : share(level.on_time) }),
        element("small", { text: facts.filter(Boolean).join(" · ") }),
        left === undefined ? null : element("small", { class: "slo-left", text: `${share(left)} ${t("slo-budget")}` }));
}
