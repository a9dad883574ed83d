// The rooms: the state of each, its last announcement, reasons for silence, and the settings.

import { isFit } from "./arrival.js";
import { element, KeyedList, setAttribute, setText } from "./dom.js";
import { attempt, button, failure } from "./elements.js";
import * as format from "./format.js";
import { choice, dialog, field, problemLine, select, toggle } from "./forms.js";
import { outcome, reason, verdict } from "./reasons.js";
import { roomPicker, targetsOf } from "./room-picker.js";
import { tellSound } from "./sounding.js";
import { timeField } from "./time-field.js";
import { site, t } from "./words.js";

const CHIMES = ["none", "strike", "count", "westminster"];
// With more rooms than this, people search for a room, and rooms with trouble come first.
const MANY = 30;
// Number of cards at first; more on request.
const SHOWN = 60;
const QUARTER_MS = 900_000;

export function mount(root, { store }) {
    const everywhere = button(t("say-time-everywhere"), () => sayTime(store, null), { kind: "small", sign: "speak" });
    const sayAll = button(t("say-text"), () => openSay(store, null), { kind: "small" });
    const volumes = button(t("volumes"), async () => (await import("./volumes.js")).openVolumes(store), { kind: "small" });
    const cards = element("div", { class: "cards" });
    const empty = element("p", { class: "empty" });
    let words = "";
    let shown = SHOWN;
    const find = element("input", { type: "search", placeholder: t("room-find"), "aria-label": t("room-find"), on: { input() {
        words = find.value.trim().toLocaleLowerCase();
        shown = SHOWN;
        order = [];
        page.update(new Set());
    } } });
    const fine = element("p", { class: "hint", role: "status" });
    const search = element("div", { class: "room-search", hidden: true }, find, fine);
    const more = button("", () => { shown += SHOWN; order = []; page.update(new Set()); }, { kind: "plain" });
    const acts = element("div", { class: "inline" }, everywhere, sayAll, volumes);
    const joining = element("div");
    let offers = false;
    root.append(element("header", { class: "page-head" }, element("h1", { tabindex: "-1", text: t("page-rooms") }), acts), joining, search, empty, cards, element("div", { class: "inline center" }, more));
    const list = new KeyedList(cards, {
        key: (node) => node.id, make: (node) => makeCard(node, store), update: (card, node) => card.show(node),
    });
    let minute = null;
    let order = [];

    // The rooms to show, in their order. While somebody uses one, no card moves.
    function chosen() {
        const nodes = store.nodes;
        if (nodes.length <= MANY) return nodes;
        if (order.length > 0 && cards.contains(document.activeElement)) {
            const known = new Map(nodes.map((node) => [node.id, node]));
            return order.map((id) => known.get(id)).filter(Boolean);
        }
        const groups = new Set((store.schedule?.groups ?? []).filter((group) => group.id.includes(words)).flatMap((group) => group.nodes));
        const found = words === "" ? nodes : nodes.filter((node) =>
            `${node.room ?? ""} ${node.id}`.toLocaleLowerCase().includes(words) || groups.has(node.id));
        const now = store.clock.now();
        const listed = [...found.filter((node) => inTrouble(node, now)), ...found.filter((node) => !inTrouble(node, now))];
        order = listed.map((node) => node.id);
        return listed;
    }

    const page = {
        update(changed) {
            if (["all", "server", "session"].some((one) => changed.has(one))) list.refresh();
            everywhere.hidden = sayAll.hidden = volumes.hidden = !store.mayChange;
            if (!offers && store.session?.role === "admin") {
                offers = true;
                // The server is away: the page tells.
                import("./add-room.js").then(({ offer }) => offer(store, acts, joining), () => { offers = false; });
            }
            const nodes = chosen();
            list.show(nodes.slice(0, shown));
            search.hidden = store.nodes.length <= MANY;
            setText(fine, t("rooms-fine", { n: format.number(store.nodes.filter((node) => !inTrouble(node, store.clock.now())).length),
                all: format.number(store.nodes.length) }));
            more.hidden = nodes.length <= shown;
            setText(more.firstElementChild, t("show-more", { n: format.number(Math.min(SHOWN, nodes.length - shown)) }));
            empty.hidden = nodes.length > 0;
            setText(empty, !store.status ? t("loading") : store.nodes.length > 0 ? t("rooms-none-found") : t("no-rooms"));
        },
        tick(now) {
            const current = Math.floor(now / 60_000);
            if (minute !== null && minute !== current) {
                list.refresh();
                page.update(new Set());
            }
            minute = current;
        },
    };
    return page;
}

// True when a room has a fault: its card shows a problem, or nobody could hear the last quarter hour.
function inTrouble(node, now) {
    return !isFit(node) || (node.voice?.problems ?? []).length > 0 || (node.sounds?.problems ?? []).length > 0
        || Boolean(node.revision && node.revision.applied < node.revision.desired)
        || Boolean(node.last && now - Date.parse(node.last.target) <= QUARTER_MS && ["bad", "unknown"].includes(verdict(node.last.outcome)));
}

async function sayTime(store, nodes) {
    await attempt(async () => {
        const answer = await store.request("announce", { nodes: nodes ?? [] });
        tellSound(store, answer, t("says-time"));
    });
}

function openSay(store, node) {
    const text = element("textarea", { rows: 3, maxlength: 1000, class: "text" });
    let chosen = node ? [`n ${node.id}`] : [];
    const where = roomPicker(store, chosen, (value) => { chosen = value; });
    const unsubscribe = store.subscribe((changed) => { if (changed.has("status")) where.showAway(); });
    const problem = problemLine();
    const send = button(t("say"), async () => {
        if (!text.value.trim()) {
            problem.say(t("say-empty"));
            text.focus();
            return;
        }
        problem.say(null);
        send.disabled = true;
        try {
            const answer = await store.fetch("/api/v1/request/say",
                { body: { text: text.value.trim(), ...(chosen.length && { targets: targetsOf(chosen) }) }, timeout: 30_000 });
            sheet.close();
            tellSound(store, answer, t("says"));
        } catch (error) {
            // The text stays in its field.
            problem.say(failure(error));
        }
        send.disabled = false;
    }, { kind: "primary" });
    const sheet = dialog(t("say-title"), [field(t("say-what"), text), field(t("rooms-label"), where, t("say-where-hint"))],
        [problem, button(t("cancel"), () => sheet.leave()), send],
        { changed: () => text.value.trim() !== "", closed: unsubscribe });
    text.focus();
    // Without them a text is typed.
    import("./sayings.js").then(({ sayings }) => text.closest(".field").after(sayings(text)), () => {});
}

function makeCard(first, store) {
    let node = first;
    const id = first.id;
    const name = element("h2", { class: "room-name" });
    const state = element("p", { class: "room-state" }, element("span", { class: "dot", "aria-hidden": "true" }), element("span"));
    const facts = element("dl", { class: "facts" });
    const problems = element("ul", { class: "room-problems" });

    const set = (change) => attempt(() => store.set([id], change));
    const volume = element("input", { type: "range", class: "range", min: 0, max: 100, step: 5, on: {
        input() { setText(volumeText, t("percent", { n: volume.value })); },
        async change() {
            volume.setAttribute("aria-busy", "true");
            await set({ volume: Number(volume.value) });
            volume.removeAttribute("aria-busy");
            // Shows the stored value, also after a refusal.
            setTimeout(() => { if (document.activeElement !== volume || !volume.matches(":active")) showVolume(); }, 600);
        },
    } });
    const volumeText = element("output", { class: "range-value" });
    const showVolume = () => {
        volume.value = node.settings.volume;
        setText(volumeText, t("percent", { n: node.settings.volume }));
    };
    const speaks = toggle("", true, (on) => set({ muted: !on }));
    const hush = button(t("mute-hour"), () => set({ muted_for_s: 3600 }), { kind: "small" });
    const every = select([["15", t("every-15")], ["30", t("every-30")], ["60", t("every-60")], ["off", t("every-off")]], "15",
        async (value) => { await set({ every: value }); every.value = node.settings.every; });
    const chime = element("select", { class: "select", on: { change: async () => {
        await set({ chime: chime.value });
        chime.value = node.settings.chime;
    } } });
    const voice = element("select", { class: "select", on: { change: async () => {
        await set({ voice: voice.value });
        voice.value = node.settings.voice;
    } } });
    const quiet = button("", () => openQuiet(store, node), { kind: "field-value" });
    const sayNow = button(t("say-time"), () => sayTime(store, [id]), { kind: "small", sign: "speak" });
    const say = button(t("say-text"), () => openSay(store, node), { kind: "small" });
    const details = element("details", { class: "more-fields" }, element("summary", { text: t("settings") }),
        field(t("quiet-hours"), quiet), field(t("says-the-time"), every), field(t("chime"), chime), field(t("voice"), voice));
    const controls = element("div", { class: "room-controls" },
        element("div", { class: "field line" }, element("span", { class: "label", text: t("speaks") }), speaks),
        field(t("volume"), element("div", { class: "range-row" }, volume, volumeText)), details,
        element("div", { class: "inline" }, sayNow, say, hush));
    const card = element("section", { class: "card" }, element("div", { class: "room-head" }, name, state), problems, facts, controls);

    card.show = (now) => {
        node = now;
        const clock = store.clock.now();
        const zone = node.zone ?? store.zone;
        const online = node.availability === "online";
        const since = node.availability_since ? Date.parse(node.availability_since) : null;
        setText(name, node.room ?? node.id);
        setAttribute(card, "aria-label", node.room ?? node.id);
        for (const one of [hush, sayNow, say]) setAttribute(one, "aria-label", t("for-what", { action: one.textContent, what: node.room ?? node.id }));
        card.classList.toggle("offline", !online);
        setText(state.lastChild, online ? t("online")
            : since ? t("offline-since", { when: format.past(since, clock, store.zone) }) : t("offline"));

        const rows = [];
        const last = node.last;
        if (last) {
            const at = format.past(Date.parse(last.target), clock, zone);
            rows.push([t("last-quarter"), `${at} · ${outcome(last.outcome)}`,
                last.reason || last.outcome !== "announced" ? [reason(last.reason), site.said(last.detail)].filter(Boolean).join(" · ") : ""]);
        }
        rows.push([t("next-quarter"), node.next && online ? format.time(Date.parse(node.next), zone) : "–",
            isMuted(node, clock) ? node.settings.muted ? t("reason-muted")
                : t("muted-until", { time: format.momentWithin(Date.parse(node.settings.muted_until), clock, zone) })
                : node.settings?.every === "off" ? t("why-every-off") : ""]);
        const alarm = (node.alarms ?? []).find((one) => Date.parse(one.occurrence.due) > clock);
        if (alarm) rows.push([t("next-alarm"), format.moment(Date.parse(alarm.occurrence.due), clock, zone), alarm.label ?? ""]);
        rows.push([t("clock"), node.clock?.trusted ? t("trusted") : t("not-trusted"), node.clock?.trusted
            ? (node.clock.offset_ms === undefined ? "" : t("offset", { ms: format.number(node.clock.offset_ms, 1) }))
            : site.said(node.clock?.reason ?? "")]);
        if (zone !== store.zone) rows.push([t("zone"), `${zone} · ${format.time(clock, zone)}`, ""]);
        facts.replaceChildren(...rows.map(([term, value, more]) => element("div", {}, element("dt", { text: term }),
            element("dd", {}, element("span", { text: value }), more ? element("small", { text: more }) : null))));

        const wrong = [];
        if (node.problem) wrong.push([site.said(node.problem), ""]);
        if (node.audio && !["ok", "unknown"].includes(node.audio.state)) {
            wrong.push([t("audio-bad", { device: node.audio.device, state: t(`audio-${node.audio.state}`) }), site.said(node.audio.detail ?? "")]);
        }
        for (const problem of node.voice?.problems ?? []) wrong.push([site.said(problem), ""]);
        for (const problem of node.sounds?.problems ?? []) wrong.push([site.said(problem.finding), site.said(problem.fix)]);
        if (node.revision && node.revision.applied < node.revision.desired) {
            wrong.push([online ? t("under-way") : t("waits-for-room"), ""]);
        }
        if (node.foreign_store) wrong.push([t("foreign-store"), ""]);
        problems.hidden = wrong.length === 0;
        problems.replaceChildren(...wrong.map(([finding, fix]) =>
            element("li", {}, element("span", { text: format.sentence(finding) }),
                fix ? element("small", { text: format.sentence(fix) }) : null)));

        controls.hidden = !store.mayChange || !node.settings;
        if (!node.settings) return;
        if (!volume.matches(":active")) showVolume();
        volume.setAttribute("aria-label", t("volume-in", { room: node.room ?? node.id }));
        speaks.checked = !isMuted(node, clock);
        hush.hidden = !speaks.checked;
        setAttribute(speaks, "aria-label", t("speaks-in", { room: node.room ?? node.id }));
        every.value = node.settings.every;
        options(chime, [...new Set([...CHIMES, node.settings.chime])].map((one) =>
            [one, CHIMES.includes(one) ? t(`chime-${one}`) : one]), node.settings.chime);
        options(voice, [...new Set([...(node.voice?.installed ?? []),
            ...(node.packs ?? []).filter((pack) => pack.state === "ready" && pack.name !== "spoken").map((pack) => pack.name), node.settings.voice])]
            .map((one) => [one, one]), node.settings.voice);
        setText(quiet.firstElementChild, quietInWords(node.settings.quiet));
        sayNow.disabled = say.disabled = !online;
    };
    return card;
}

// Until somebody ends it, or until an instant.
function isMuted({ settings }, now) {
    return Boolean(settings?.muted) || Date.parse(settings?.muted_until) > now;
}

function options(node, pairs, value) {
    const signature = JSON.stringify(pairs);
    if (node.dataset.signature !== signature) {
        node.dataset.signature = signature;
        node.replaceChildren(...pairs.map(([key, text]) => element("option", { value: key, text })));
    }
    if (document.activeElement !== node) node.value = value;
}

function quietInWords(spans) {
    if (!spans?.length) return t("quiet-none");
    return format.list(spans.map(readSpan).map(({ from, to, days }) => {
        const span = t("span", { from: format.alarmTime(from), to: format.alarmTime(to) });
        return days.length < 7 ? t("day-time", { day: format.daysInWords(days), time: span }) : span;
    }));
}

// `22:00-07:00` for every day, `sat,sun 22:00-09:30` for the days on which it begins.
function readSpan(text) {
    const [times, days] = text.split(" ").reverse();
    const [from, to] = times.split("-");
    return { from, to, days: days ? days.split(",") : format.week() };
}

function writeSpan({ from, to, days }) {
    return `${days.length < 7 ? `${days.join(",")} ` : ""}${from}-${to}`;
}

function openQuiet(store, node) {
    let spans = (node.settings.quiet ?? []).map(readSpan);
    if (spans.length === 0) spans = [readSpan("22:00-07:00")];
    const before = JSON.stringify(spans);
    const rows = element("div", { class: "stack" });
    const problem = problemLine();
    const show = () => rows.replaceChildren(...spans.flatMap((span, index) => [element("div", { class: "span-row" },
        timeField(t("quiet-from"), span.from, (time) => { span.from = time; }),
        timeField(t("quiet-to"), span.to, (time) => { span.to = time; }),
        button("", () => { spans.splice(index, 1); show(); add.focus(); },
            { kind: "quiet icon-only", sign: "close", label: t("remove-what", { what: `${span.from}–${span.to}` }) })),
    choice(t("days"), format.week().map((day) => [day, format.weekday(day, "narrow"), format.weekday(day, "long")]),
        span.days, (days) => { span.days = days; }, { many: true, round: true })]),
    spans.length === 0 ? element("p", { class: "hint", text: t("quiet-none") }) : "");
    const add = button(t("quiet-add"), () => { if (spans.length < 8) spans.push(readSpan("13:00-15:00")); show(); },
        { kind: "small", sign: "plus" });
    const save = button(t("save"), async () => {
        if (spans.some(({ from, to, days }) => !from || !to || from === to || days.length === 0)) {
            problem.say(t("quiet-wrong"));
            return;
        }
        save.disabled = true;
        try {
            await store.set([node.id], { quiet: spans.map(writeSpan) });
            sheet.close();
        } catch (error) {
            problem.say(failure(error));
        }
        save.disabled = false;
    }, { kind: "primary" });
    const sheet = dialog(t("quiet-title", { room: node.room ?? node.id }),
        [element("p", { class: "hint", text: t("quiet-hint") }), rows, add],
        [problem, button(t("cancel"), () => sheet.leave()), save], { changed: () => JSON.stringify(spans) !== before });
    show();
}
