// Several alarms at once: the bar with what is done to all that are chosen, in one change that one undo takes back.

import { tellChange } from "./arrival.js";
import { element, setText } from "./dom.js";
import { attempt, button } from "./elements.js";
import { editing, skipAction, undoing, zoneOfAlarm } from "./page-alarms.js";
import { t } from "./words.js";

/**
 * The bar. `alarms` gives the shown ones; `changed` is called when others are chosen, and `done` when the bar has gone.
 */
export function openBatch(store, { alarms, changed, done }) {
    const ids = new Set();
    const chosen = () => alarms().filter(({ alarm }) => ids.has(alarm.id));
    const count = element("strong", { role: "status" });
    const act = (key, words, make, kind) => button(t(key), async ({ target }) => {
        const changes = chosen().map(make).filter(Boolean);
        if (changes.length === 0) return;
        bar.inert = true;
        const stored = await attempt(() => store.change(...changes));
        bar.inert = false;
        if (!stored) {
            // A bar that is inert loses the focus.
            target.focus();
            return;
        }
        close();
        void tellChange(store, stored, t(words, { n: changes.length }), undoing(stored, store));
    }, { kind });
    const skip = (entry) => {
        const action = skipAction(entry, zoneOfAlarm(entry, store), store.clock.now());
        return action && !action.undo
            && editing(entry, { schedule: { skips: [...entry.alarm.schedule.skips ?? [], action.date].sort() } });
    };
    const set = (enabled) => (entry) => (entry.alarm.enabled !== false) !== enabled && editing(entry, { enabled });
    const bar = element("section", { class: "alarm-batch", "aria-label": t("batch-choose") }, count,
        button(t("batch-all"), () => choose(alarms().map(({ alarm }) => alarm.id)), { kind: "plain" }),
        act("batch-on", "batch-is-on", set(true), "plain"), act("batch-off", "batch-is-off", set(false), "plain"),
        act("batch-skip", "batch-skipped", skip, "plain"),
        act("delete", "batch-deleted", ({ alarm }) => ({ action: "alarm-remove", id: alarm.id }), "danger"),
        button(t("done"), () => close(), { kind: "primary" }));

    function choose(more) {
        for (const id of more) ids.add(id);
        show();
    }

    // Also a search, and people elsewhere, change the shown alarms.
    function recount() { setText(count, t("batch-chosen", { n: chosen().length })); }

    function show() {
        recount();
        changed();
    }

    function close() {
        bar.remove();
        done();
    }

    show();
    return { bar, recount, has: (id) => ids.has(id), turn(id) {
        if (ids.has(id)) ids.delete(id);
        else ids.add(id);
        show();
    } };
}
