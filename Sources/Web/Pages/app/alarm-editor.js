// The dialog that makes or changes an alarm.
//
// It edits a draft. The stored alarm may change meanwhile: then the dialog says so, and shows both versions; neither is
// lost without a decision.

import { alarmOf, changeOf, draftOf, firstDue, inWords, newDraft, repeatOf, WEEKDAYS } from "./alarm-draft.js";
import { missedInWords, tellChange } from "./arrival.js";
import { element, setText } from "./dom.js";
import { attempt, button, failure, toast } from "./elements.js";
import * as format from "./format.js";
import { choice, dialog, field, problemLine, select, toggle } from "./forms.js";
import { soundName } from "./reasons.js";
import { editing, nameOf, repetitionInWords, shiftInWords, undoing } from "./page-alarms.js";
import { roomPicker, targetsOf } from "./room-picker.js";
import { tellSound } from "./sounding.js";
import { timeField } from "./time-field.js";
import { t } from "./words.js";

export function editAlarm(store, entry) {
    const draft = entry ? draftOf(entry) : newDraft(store);
    const before = JSON.stringify(draft);
    let base = entry;

    const withValue = (values, value) => [...new Set([...values, value])].sort((a, b) => a - b);

    // MARK: when

    const by = choice(t("time"), ["time", "sunrise", "sunset"].map((key) => [key, t(key)]), draft.sun?.event ?? "time",
        (event) => {
            draft.sun = event === "time" ? null : { ...draft.sun, event, offset_min: Number(shift.value) };
            showTime();
        });
    const ownShift = draft.sun?.offset_min ?? 0;
    const shift = select(withValue([-60, -45, -30, -15, 0, 15, 30, 45, 60], ownShift).map((value) =>
        [value, shiftInWords(value)]), ownShift, (value) => { draft.sun.offset_min = Number(value); showNext(); });
    const showTime = () => {
        time.hidden = Boolean(draft.sun);
        shift.hidden = !draft.sun;
        if (draft.sun) shift.setAttribute("aria-label", t(draft.sun.event));
        showNext();
    };
    const time = timeField(t("time"), draft.time, (value) => { draft.time = value; showNext(); }, { kind: "time-input" });
    // A rule is made by clockctl; here it is kept, or left for other days.
    const { rule } = draft;
    const nextLine = element("p", { class: "editor-next", "aria-live": "polite" });
    const repetitions = [["once", t("never")], ["daily", t("every-day")], ["weekdays", t("weekdays")],
        ["date", t("on-a-date")]];
    if (rule) repetitions.push(["rule", repetitionInWords({ rule })]);
    const repeat = choice(t("repeat"), repetitions, repeatOf(draft), (value) => {
        draft.rule = value === "rule" ? rule : null;
        draft.date = value === "date" ? draft.date || format.localDate(store.clock.now(), zone()) : null;
        draft.days = value === "daily" ? format.week() : value === "weekdays" ? [...WEEKDAYS] : [];
        showRepeat();
    });
    const days = choice(t("days"), format.week().map((day) =>
        [day, format.weekday(day, "narrow"), format.weekday(day, "long")]), draft.days, (value) => {
        draft.days = value;
        draft.date = draft.rule = null;
        showRepeat();
    }, { many: true, round: true });
    const date = element("input", { type: "date", value: draft.date ?? "", on: { change() {
        if (date.value) draft.date = date.value;
        showNext();
    } } });
    const dateField = field(t("date"), date);

    // MARK: what and where

    const label = element("input", { type: "text", maxlength: 64, value: draft.label, autocomplete: "off",
        placeholder: t("label-placeholder"), on: { input() { draft.label = label.value; } } });
    const where = roomPicker(store, draft.places, (value) => { draft.places = value; showNext(); });
    const away = element("p", { class: "hint warning", "aria-live": "polite" });

    // MARK: how it rings

    const sounds = new Set(["harp", "bells", "marimba", "beeps", "buzzer", "siren", "spoken", draft.ring.sound]);
    for (const node of store.nodes) for (const name of node.sounds?.names ?? []) sounds.add(name);
    const sound = select([...sounds].map((name) => [name, soundName(name)]), draft.ring.sound, (value) => {
        draft.ring.sound = value;
        stopPreview();
        showHearing();
    });
    // The words are made when the alarm is saved.
    const showHearing = () => { hear.hidden = hearThere.hidden = draft.ring.sound === "spoken"; };
    let player = null;
    const stopPreview = () => {
        player?.pause();
        player = null;
        hear.lastElementChild.textContent = t("hear-here");
    };
    const hear = button(t("hear-here"), async () => {
        if (player) {
            stopPreview();
            return;
        }
        player = new Audio(`/api/v1/preview/${encodeURIComponent(draft.ring.sound)}`);
        player.addEventListener("ended", stopPreview);
        hear.lastElementChild.textContent = t("stop");
        try {
            await player.play();
        } catch {
            stopPreview();
            toast(t("hear-failed"));
        }
    }, { kind: "quiet small", sign: "speak" });
    const hearThere = button(t("hear-there"), async () => {
        const nodes = store.nodesOf(targetsOf(draft.places));
        if (nodes.length === 0) {
            problem.say(t("choose-rooms"));
            return;
        }
        problem.say(null);
        hearThere.disabled = true;
        try {
            const answer = await store.fetch(`/api/v1/preview/${encodeURIComponent(draft.ring.sound)}`,
                { body: { nodes, ...(draft.ring.volume !== undefined && { volume: draft.ring.volume }) }, timeout: 30_000 });
            tellSound(store, answer, t("heard-there", { rooms: format.list(answer.nodes.map((id) => store.room(id))) }));
        } catch (error) {
            // A room may have sounds of its own.
            toast(error.code === "not-found" ? t("hear-failed") : failure(error));
        }
        hearThere.disabled = false;
    }, { kind: "quiet small", sign: "rooms" });
    showHearing();

    const minutes = (values, zero) => values.map((value) => [value, value ? t("minutes", { n: value }) : zero]);
    const snooze = select(minutes(withValue([0, 5, 9, 10, 15, 20, 30], draft.ring.snooze_min), t("off")),
        draft.ring.snooze_min, (value) => { draft.ring.snooze_min = Number(value); });
    const ramp = select(withValue([0, 15, 30, 60, 120, 300, 600], draft.ring.ramp_s ?? 0).map((value) =>
        [value, value ? format.length(value * 1000) : t("at-once")]), draft.ring.ramp_s ?? 0,
    (value) => { draft.ring.ramp_s = Number(value); });
    const limit = select(minutes(withValue([1, 5, 10, 15, 30, 60], draft.ring.limit_min)), draft.ring.limit_min,
        (value) => { draft.ring.limit_min = Number(value); });
    const unanswered = select([["tell", t("unanswered-tell")], ["ignore", t("unanswered-ignore")]],
        draft.ring.tell_unanswered === false ? "ignore" : "tell", (value) => {
            if (value === "ignore") draft.ring.tell_unanswered = false;
            else delete draft.ring.tell_unanswered;
        });
    const speaks = toggle(t("speaks"), draft.speaks, (on) => { draft.speaks = speaks.checked = on; });
    const own = draft.ring.volume !== undefined;
    const volume = element("input", { type: "range", min: Math.min(30, draft.ring.volume ?? 30), max: 100, step: 5, value: own ? draft.ring.volume : 70,
        class: "range", on: { input() { draft.ring.volume = Number(volume.value); showVolume(); } } });
    const volumeText = element("output", { class: "range-value" });
    const volumeOf = choice(t("volume"), [["room", t("volume-of-room")], ["own", t("volume-own")]], own ? "own" : "room",
        (value) => {
            if (value === "own") draft.ring.volume = Number(volume.value);
            else delete draft.ring.volume;
            showVolume();
        });
    const volumeRow = field(t("volume"), element("div", { class: "range-row" }, volume, volumeText));
    const showVolume = () => {
        volumeRow.hidden = draft.ring.volume === undefined;
        volumeText.textContent = t("percent", { n: volume.value });
    };
    const calendars = store.entries("holidays");
    const calendarNames = [...new Set([...calendars.map((calendar) => calendar.name), ...draft.holidays])];
    const holidays = calendarNames.length
        ? choice(t("holidays"), calendarNames.map((name) => [name, name]), draft.holidays,
            (value) => { draft.holidays = value.sort(); showNext(); }, { many: true })
        : null;

    // MARK: pause

    const pauses = element("ul", { class: "spans" });
    const from = element("input", { type: "date", "aria-label": t("pause-from") });
    const to = element("input", { type: "date", "aria-label": t("pause-to") });
    const addPause = button(t("pause-add"), () => tryPause(), { kind: "small" });
    const tryPause = () => {
        const first = from.value;
        const last = to.value || first;
        if (!first || last < first) {
            problem.say(t("pause-wrong"));
            return false;
        }
        problem.say(null);
        draft.exceptions = [...new Set([...draft.exceptions, first === last ? first : `${first}/${last}`])].sort();
        from.value = "";
        to.value = "";
        showPauses();
        return true;
    };
    const showPauses = () => {
        const now = store.clock.now();
        pauses.replaceChildren(...draft.exceptions.map((span) => {
            const [first, last] = span.split("/");
            const text = last ? t("span", { from: format.shortDate(first, now), to: format.shortDate(last, now) })
                : format.shortDate(first, now);
            return element("li", {}, element("span", { text }), button("", () => {
                draft.exceptions = draft.exceptions.filter((other) => other !== span);
                showPauses();
                addPause.focus();
            }, { kind: "quiet icon-only", sign: "close", label: t("remove-what", { what: text }) }));
        }));
        showNext();
    };

    // MARK: frame

    const problem = problemLine();
    const changedElsewhere = element("p", { class: "notice", role: "status", hidden: true });
    const both = element("div", { class: "both", hidden: true });
    const save = button(t("save"), () => keep(), { kind: "primary" });
    const remove = entry ? button(t("delete"), () => removeAlarm(), { kind: "danger" }) : null;
    const sheet = dialog(t(entry ? "edit-alarm" : "new-alarm"), [
        changedElsewhere, both,
        element("div", { class: "editor-time" }, time, shift, nextLine, by),
        field(t("repeat"), element("div", { class: "stack" }, repeat, days)), dateField,
        field(t("label"), label),
        field(t("rooms-label"), element("div", { class: "stack" }, where, away)),
        field(t("sound"), element("div", { class: "stack" }, sound, element("div", { class: "inline snug" }, hear, hearThere))),
        field(t("snooze"), snooze),
        element("details", { class: "more-fields" }, element("summary", { text: t("more-settings") }),
            element("div", { class: "field line" }, element("span", { class: "label", text: t("speaks") }), speaks),
            field(t("ramp"), ramp), field(t("limit"), limit),
            field(t("unanswered"), unanswered), field(t("volume"), volumeOf), volumeRow,
            holidays ? field(t("holidays"), holidays, t("holidays-hint")) : null),
        entry ? element("details", { class: "more-fields" }, element("summary", { text: t("pause") }), pauses,
            element("div", { class: "pair" }, field(t("pause-from"), from), field(t("pause-to"), to)), addPause) : null,
    ], [problem, remove, element("span", { class: "spring" }), button(t("cancel"), () => sheet.leave()), save],
    { kind: "editor", changed: () => JSON.stringify(draft) !== before || Boolean(from.value), closed() { stopPreview(); unsubscribe(); } });
    const unsubscribe = store.subscribe((changed) => {
        if (changed.has("alarm")) lookElsewhere();
        if (changed.has("status")) showNext();
    });
    showVolume();
    showPauses();
    showTime();
    showRepeat();

    function zone() {
        return draft.zone ?? store.zoneOf(store.nodesOf(targetsOf(draft.places))[0]);
    }

    function showRepeat() {
        repeat.set(repeatOf(draft));
        days.set(draft.days);
        dateField.hidden = draft.date === null;
        date.value = draft.date ?? "";
        showNext();
    }

    // The day alone, where the time above is also the time here.
    function day(due, now) {
        return format.time(due, zone()) === format.time(due, store.zone) ? format.dayName(due, now, zone())
            : format.momentThere(due, now, zone(), store.zone);
    }

    // The first time that it would ring. The site's own time comes once it has stored the alarm.
    function showNext() {
        const now = store.clock.now();
        const due = draft.time || draft.sun ? firstDue(draft, zone(), now, calendars) : null;
        const rooms = store.nodesOf(targetsOf(draft.places));
        const missed = rooms.filter((id) => store.node(id)?.availability !== "online");
        // A room that is offline has not received what is chosen here: no length promises a ring there.
        setText(nextLine, due === undefined ? inWords(draft, store).time : due === null ? t(draft.date && draft.time ? "date-is-over" : "rings-never")
            : rooms.length && missed.length === rooms.length ? day(due, now)
                : t("next-at", { when: day(due, now), until: format.until(due - now) }));
        where.showAway();
        away.hidden = missed.length === 0;
        setText(away, missed.length ? missedInWords(missed, store) : "");
    }

    function lookElsewhere() {
        if (!base) return;
        const stored = store.alarm(base.alarm.id);
        if (!stored) {
            isGone();
        } else if (stored.alarm.revision !== base.alarm.revision) {
            changedElsewhere.hidden = false;
            setText(changedElsewhere, t("changed-elsewhere"));
        }
    }

    // The input stays: it makes a new alarm, when somebody saves it.
    function isGone() {
        base = null;
        both.hidden = true;
        remove.hidden = true;
        changedElsewhere.hidden = false;
        setText(changedElsewhere, t("removed-elsewhere"));
    }

    async function keep() {
        // A pause whose dates somebody chose, and did not add.
        if (from.value && !tryPause()) return;
        const wrong = check();
        problem.say(wrong);
        if (wrong) return;
        if (base && JSON.stringify(draft) === before) {
            sheet.close();
            return;
        }
        save.disabled = true;
        // An alarm that is off stays off, also where it was deleted meanwhile: a corrected label must wake nobody.
        const off = (base ?? entry)?.alarm.enabled === false;
        try {
            const answer = await store.change(base ? changeOf(base, draft)
                : { action: "alarm-add", alarm: { ...alarmOf(draft), ...(off && { enabled: false }) } });
            sheet.close();
            if (off) tellOff(answer);
            else void tellChange(store, answer, t("alarm-stored"), { rings: true });
        } catch (error) {
            if (error.code === "conflict" && base) await showBoth();
            else if (error.code === "unknown-object" && base) isGone();
            else problem.say(failure(error));
        }
        save.disabled = false;
    }

    function tellOff(answer) {
        const id = base?.alarm.id ?? answer.events?.map((event) => event.new?.alarm?.alarm.id).find(Boolean);
        void tellChange(store, answer, t("alarm-stored-off"), { action: t("switch-on"), act: async () => {
            const stored = store.alarm(id);
            const on = stored && await attempt(() => store.change(editing(stored, { enabled: true })));
            if (on) void tellChange(store, on, null, { rings: true });
        } });
    }

    function check() {
        if (!draft.time && !draft.sun) return t("choose-time");
        if (draft.places.length === 0) return t("choose-rooms");
        return null;
    }

    // Two people changed it. Both versions stand side by side, with their differences.
    async function showBoth() {
        let stored = store.alarm(base.alarm.id);
        if (!stored || stored.alarm.revision === base.alarm.revision) {
            const site = await store.fetch("/api/v1/site").catch(() => null);
            stored = site?.schedule?.alarms?.find((other) => other.alarm.id === base.alarm.id) ?? stored;
        }
        if (!stored || stored.alarm.revision === base.alarm.revision) {
            isGone();
            return;
        }
        const theirs = inWords(draftOf(stored), store);
        const mine = inWords(draft, store);
        const rows = Object.keys(mine).filter((name) => mine[name] !== theirs[name]).map((name) =>
            element("tr", {}, element("th", { scope: "row", text: t(name) }), element("td", { text: mine[name] }),
                element("td", { text: theirs[name] })));
        both.hidden = false;
        both.replaceChildren(
            element("p", { class: "notice strong", role: "alert", text: t("conflict") }),
            rows.length === 0 ? element("p", { text: t("conflict-same") }) : element("table", { class: "versions" },
                element("thead", {}, element("tr", {}, element("td"), element("th", { scope: "col", text: t("yours") }),
                    element("th", { scope: "col", text: t("theirs") }))), element("tbody", {}, rows)),
            element("div", { class: "inline" },
                button(t("keep-mine"), () => { base = stored; both.hidden = true; void keep(); }, { kind: "primary small" }),
                button(t("take-theirs"), () => sheet.close(), { kind: "small" })));
        changedElsewhere.hidden = true;
        sheet.node.querySelector(".dialog-body").scrollTop = 0;
        both.querySelector("clock-button").focus();
    }

    async function removeAlarm() {
        const current = store.alarm(entry.alarm.id) ?? entry;
        remove.disabled = true;
        // This is no change elsewhere.
        base = null;
        try {
            const answer = await store.change({ action: "alarm-remove", id: entry.alarm.id });
            sheet.close();
            void tellChange(store, answer, t("alarm-deleted", { name: nameOf(current) }), undoing(answer, store));
        } catch (error) {
            base = current;
            problem.say(failure(error));
            remove.disabled = false;
        }
    }
}
