// The days of bells: a day as a list, its change in two taps, and the month.

import { tellChange } from "./arrival.js";
import { element, setText } from "./dom.js";
import { attempt, button, failure } from "./elements.js";
import * as format from "./format.js";
import { field, select } from "./forms.js";
import { t } from "./words.js";

const LATER_MINUTES = [10, 20, 60, 120];
// Several changes at once come as one look.
const SETTLE_MS = 300;

export function mount(root, { store }) {
    let date = null;
    let stopped = new AbortController();
    let timer = 0;
    const problem = element("p", { class: "problem", role: "status", hidden: true });
    const tables = element("div");
    root.append(element("header", { class: "page-head" }, element("h1", { tabindex: "-1", text: t("page-bells") })), problem, tables);

    async function reload() {
        stopped.abort();
        stopped = new AbortController();
        const { signal } = stopped;
        root.setAttribute("aria-busy", "true");
        try {
            const found = await store.fetch(`/api/v1/bells${date ? `?date=${date}` : ""}`, { signal });
            if (signal.aborted) return;
            problem.hidden = true;
            show(found);
        } catch (error) {
            if (signal.aborted) return;
            problem.hidden = false;
            setText(problem, failure(error));
        }
        root.removeAttribute("aria-busy");
    }

    function choose(day) {
        date = day;
        void reload();
    }

    // The element that has the focus comes back with the new view.
    function show(found) {
        const held = document.activeElement?.dataset?.bells;
        tables.replaceChildren(...(found.length ? found.map((table) => section(table, store, choose, reload))
            : [element("p", { class: "empty", text: t("bells-none") })]));
        if (held) tables.querySelector(`[data-bells="${CSS.escape(held)}"]`)?.focus();
    }

    function soon() {
        clearTimeout(timer);
        timer = setTimeout(() => void reload(), SETTLE_MS);
    }

    return {
        update(changed) {
            if (store.server !== "online" || !store.status) return;
            if (["all", "server", "session", "alarm", "holidays", "timetable"].some((one) => changed.has(one))) soon();
        },
        unmount() {
            clearTimeout(timer);
            stopped.abort();
        },
    };
}

// MARK: a day

function section(table, store, choose, reload) {
    const { day } = table;
    const now = store.clock.now();
    const bells = day.bells.map((bell) => element("li", { class: Date.parse(bell.due) <= now || bell.silence ? "over" : null },
        element("strong", { text: format.alarmTime(bell.time) }),
        element("span", { text: bell.label || bell.id }),
        element("small", { text: bell.silence ? t("off") : format.list([...(bell.targets.groups ?? []), ...(bell.targets.nodes ?? []).map((id) => store.place(id))]) })));
    return element("section", { class: "bells-table", "aria-label": table.name },
        element("h2", {}, element("span", { text: table.name }), element("small", { text: format.fullDate(day.date) })),
        element("p", { class: "bells-sentence", text: courseInWords(day) }),
        store.mayChange && day.date >= table.today ? actions(table, store, reload) : null,
        element("ul", { class: "bells-list" }, bells), ...month(table, choose));
}

/** The programs of a day, and the reason where there is one beside the rules. */
function courseInWords(day) {
    const last = day.by_hand.at(-1);
    const words = [day.program ?? t("bells-no")];
    if (day.cycle_day) words.push(t("bells-cycle", { n: day.cycle_day }));
    if (day.entry) words.push(day.entry);
    if (last?.delay_min) words.push(t(last.delay_min > 0 ? "bells-later" : "minutes", { n: last.delay_min }));
    if (last) words.push([t("bells-by-hand"), last.by].filter(Boolean).join(": "));
    return words.join(" · ");
}

function actions(table, store, reload) {
    const { day, name } = table;
    const isToday = day.date === table.today;
    // A bell of this minute has begun: a change counts from the next one on.
    const since = () => {
        if (!isToday) return "00:00";
        const { hour, minute } = format.local(store.clock.now() + 59_999, table.zone);
        const next = format.localDate(store.clock.now() + 59_999, table.zone) === day.date ? [hour, minute] : [23, 59];
        return next.map((number) => String(number).padStart(2, "0")).join(":");
    };
    const blank = () => ({ since: since(), delay_min: 0, at: new Date(store.clock.now()).toISOString() });
    async function send(part) {
        const stored = await attempt(() => store.order("change",
            { changes: [{ action: "day-change", name, date: day.date, ...(part && { part }) }], after: table.changes }));
        if (!stored) return;
        void tellChange(store, stored, t("bells-changed", { date: format.shortDate(day.date) }));
        await reload();
    }
    const change = (fields) => {
        const { since: _, at: __, by: ___, ...known } = day.by_hand.at(-1) ?? {};
        return send({ ...blank(), ...known, ...fields });
    };
    const others = table.programs.filter((program) => program !== day.program);
    const chosen = others.length === 0 ? null : field(t("bells-set"), select([["", "–"], ...others.map((one) => [one, one])], "",
        (program) => { if (program) void change({ program }); }));
    return element("div", {}, element("h3", { text: t("bells-change") }),
        element("div", { class: "bells-actions" },
            ...LATER_MINUTES.map((n) => button(t("bells-later", { n }), () => change({ delay_min: n }))),
            day.program ? button(t("bells-no"), () => change({ program: false }), { kind: "danger" }) : null,
            day.by_hand.length ? button(t("bells-back"), () => send(table.hand_has_rung ? blank() : null), { kind: "primary" }) : null),
        chosen);
}

// MARK: the month

function month(table, choose) {
    const { day } = table;
    const [first] = table.month;
    const programs = table.programs;
    const turn = (label, to, sign) => button("", () => choose(to), { kind: "quiet icon-only", sign, label });
    const before = format.dayAfter(first.date, -1);
    const after = format.dayAfter(table.month.at(-1).date, 1);
    const blanks = (format.weekdayOf(first.date) + 6) % 7;
    const cells = table.month.map((one) => {
        const words = [one.program ?? t("bells-no"), one.cycle_day ? t("bells-cycle", { n: one.cycle_day }) : "",
            one.by_hand.length ? t("bells-by-hand") : ""].filter(Boolean);
        const cell = element("clock-button", { class: one.program ? "bells-day" : "bells-day none", scrolls: true,
            "data-bells": `${table.name} ${one.date}`,
            "aria-label": [format.shortDate(one.date), ...words].join(", "), "aria-current": one.date === day.date ? "date" : null,
            on: { act: () => choose(one.date) } },
        element("strong", { text: Number(one.date.slice(8)) + (one.by_hand.length ? " *" : "") }),
        element("span", { text: one.program ?? "–" }),
        element("span", { text: one.cycle_day ? t("bells-cycle", { n: one.cycle_day }) : "" }));
        cell.style.setProperty("--hue", programs.indexOf(one.program) * 137);
        return cell;
    });
    return [element("div", { class: "bells-turn" }, turn(t("bells-month-before"), before, "left"),
        element("h3", { text: format.monthName(first.date) }), turn(t("bells-month-after"), after, "right")),
    element("div", { class: "bells-month", role: "group", "aria-label": format.monthName(first.date) },
        ...["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((one) => element("span", { text: format.weekday(one, "short") })),
        ...Array.from({ length: blanks }, () => element("span")), ...cells)];
}
