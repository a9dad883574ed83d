// Shows people the outcome of a sound that they requested, room by room.

import { visible } from "./dom.js";
import { failure, toast } from "./elements.js";
import * as format from "./format.js";
import { outcome, reason } from "./reasons.js";
import { t } from "./words.js";

const GRACE_MS = 6_000;
const LOOK_MS = 700;

/**
 * Shows that it is on its way, waits for every room's report, and shows the outcome. Without words for the way it shows
 * troubles alone.
 */
export async function tellSound(store, answer, underWay) {
    const troubles = (answer.offline ?? []).map((id) => [id, t("reason-offline")]);
    if (underWay) toast(underWay);
    try {
        for (const one of await outcomes(store, answer)) {
            const { record } = one;
            if (record?.outcome === "played" && record.reason !== "fallback-tone") continue;
            troubles.push([one.node, record ? [outcome(record.outcome), reason(record.reason)].filter(Boolean).join(", ") : t("reason-unreported")]);
        }
    } catch (error) {
        toast(failure(error));
        return;
    }
    if (troubles.length === 0 && !underWay) return;
    toast(troubles.length === 0 ? t("was-heard")
        : t("was-not-heard", { rooms: format.list(troubles.map(([id, why]) => `${visible(store.room(id))} (${why})`)) }));
}

async function outcomes(store, answer) {
    for (;;) {
        const { now, target, nodes } = await store.request("outcome", { id: answer.id });
        const isOver = Date.parse(now) > Date.parse(target) + answer.length_ms + GRACE_MS;
        if (isOver || nodes.every((one) => one.record)) return nodes;
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
}
