// The reading trainer: a word, its speaker, and the learner's answer.
//
// Words come by Leitner's boxes, as in `clockctl trainer`: due ones first, the lowest box first, then new ones in the
// order of the list. A missed word comes back after three others until the learner knows it; its first answer counts.

import { element, setText } from "./dom.js";
import { announce, attempt, button, failure, toast } from "./elements.js";
import * as format from "./format.js";
import { field, problemLine } from "./forms.js";
import { tellSound } from "./sounding.js";
import { t } from "./words.js";

const KEPT = "clocksmith.trainer";
const SITTING = 20;
const COMES_BACK_AFTER = 3;
const BACK_AFTER_DAYS = [0, 0, 1, 3, 7, 21];
const DAY_MS = 86_400_000;

export function mount(root, { store }) {
    let kept = { learner: "", list: "", place: "here" };
    try { kept = { ...kept, ...JSON.parse(localStorage.getItem(KEPT)) }; } catch { /* nothing was chosen yet */ }
    const remember = (part) => {
        kept = { ...kept, ...part };
        try { localStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* it holds until the tab is closed */ }
    };

    const learner = element("input", { type: "text", maxlength: 64, autocomplete: "off", value: kept.learner,
        on: { change() { remember({ learner: learner.value.trim() }); void showProgress(); } } });
    const lists = element("select", { class: "select", on: { change() { remember({ list: lists.value }); void showProgress(); } } });
    const place = element("select", { class: "select", on: { change() { remember({ place: place.value }); } } });
    const problem = problemLine();
    const begin = button(t("trainer-begin"), () => start(), { kind: "primary" });
    const progress = element("section", { class: "progress", "aria-label": t("progress") });
    const setup = element("section", { class: "card" }, field(t("learner"), learner), field(t("word-list"), lists),
        field(t("speaks-where"), place), problem, element("div", { class: "inline" }, begin));

    const count = element("p", { class: "sitting-count" });
    const word = element("p", { class: "word", "aria-live": "polite" });
    const speak = button(t("speak"), () => say(), { kind: "large", sign: "speak" });
    const missed = button(t("missed"), () => answer(false), { kind: "large", sign: "down" });
    const knew = button(t("known"), () => answer(true), { kind: "large primary", sign: "up" });
    const end = button(t("trainer-end"), () => finish(), { kind: "quiet" });
    const sitting = element("section", { class: "card sitting", hidden: true, "aria-label": t("sitting") },
        count, word, speak, element("div", { class: "thumbs" }, missed, knew),
        element("p", { class: "hint keys", text: t("trainer-keys") }), end);
    root.append(element("header", { class: "page-head" }, element("h1", { tabindex: "-1", text: t("page-trainer") })),
        setup, sitting, progress);

    let words = null;
    let list = null;
    let queue = [];
    let answered = new Map();
    let asked = 0;

    // MARK: before

    let loaded = false;
    async function load() {
        loaded = true;
        try {
            const answer = await store.fetch("/api/v1/words");
            const found = answer.lists ?? [];
            lists.replaceChildren(...found.map((one) => element("option", { value: one.name, text: t("list-words", { name: one.name, n: one.words }) })));
            if (found.some((one) => one.name === kept.list)) lists.value = kept.list;
            if (found.length === 0) problem.say(t("no-lists"));
            await showProgress();
        } catch (error) {
            loaded = false;
            problem.say(failure(error));
        }
    }

    async function scores() {
        const found = [];
        let after;
        do {
            const page = await store.request("scores", { learner: learner.value.trim(), list: lists.value, ...(after !== undefined && { after }) });
            found.push(...page.scores);
            after = page.next;
        } while (after !== undefined && after !== null);
        return found;
    }

    async function showProgress() {
        const name = learner.value.trim();
        if (!name || !lists.value) {
            progress.replaceChildren();
            return;
        }
        try {
            const found = await scores();
            const boxes = [1, 2, 3, 4, 5].map((box) => found.filter((one) => one.box === box).length);
            const known = found.reduce((sum, one) => sum + one.known, 0);
            const all = found.reduce((sum, one) => sum + one.known + one.missed, 0);
            const most = Math.max(1, ...boxes);
            const hard = found.filter((one) => one.missed > 0).sort((a, b) => b.missed - a.missed).slice(0, 5);
            progress.replaceChildren(element("h2", { text: t("progress-of", { name }) }),
                found.length === 0 ? element("p", { class: "hint", text: t("progress-none") }) : element("ol", { class: "boxes", "aria-label": t("boxes") },
                    boxes.map((n, index) => {
                        const bar = element("span", { class: "box-bar" });
                        bar.style.setProperty("--share", String(n / most));
                        return element("li", {}, bar, element("strong", { text: format.number(n) }), element("span", { text: t("box", { n: index + 1 }) }));
                    })),
                all ? element("p", { text: t("progress-known", { percent: format.percent(known / all), n: format.number(all) }) }) : null,
                hard.length ? element("p", { text: t("progress-hard", { words: format.list(hard.map((one) => one.word)) }) }) : null);
        } catch (error) {
            progress.replaceChildren(element("p", { class: "hint", text: failure(error) }));
        }
    }

    // MARK: a sitting

    async function start() {
        const name = learner.value.trim();
        problem.say(!name ? t("learner-missing") : !lists.value ? t("no-lists") : null);
        if (!name) learner.focus();
        if (!name || !lists.value) return;
        begin.disabled = true;
        try {
            list = await store.fetch(`/api/v1/words/${encodeURIComponent(lists.value)}`);
            const found = new Map((await scores()).map((one) => [one.word, one]));
            const now = store.clock.now();
            const due = list.words.filter((one) => {
                const score = found.get(one.word);
                if (!score) return false;
                const last = Date.parse(score.last);
                // An answer to come was given by a clock that was ahead.
                return last > now || now >= last + BACK_AFTER_DAYS[score.box] * DAY_MS;
            }).sort((a, b) => found.get(a.word).box - found.get(b.word).box);
            const fresh = list.words.filter((one) => !found.has(one.word));
            queue = [...due, ...fresh].slice(0, SITTING);
            words = queue.length;
            asked = 0;
            answered = new Map();
            if (words === 0) {
                problem.say(t("nothing-due"));
            } else {
                setup.hidden = true;
                progress.hidden = true;
                sitting.hidden = false;
                showWord();
                speak.focus();
            }
        } catch (error) {
            problem.say(failure(error));
        }
        begin.disabled = false;
    }

    function showWord() {
        setText(word, queue[0].text ?? queue[0].word);
        word.lang = list.language ?? "";
        setText(count, t("sitting-count", { n: Math.min(words, answered.size + 1), all: words }));
    }

    async function say() {
        const current = queue[0];
        if (!current) return;
        if (place.value === "here") {
            speechSynthesis.cancel();
            const spoken = new SpeechSynthesisUtterance(current.text ?? current.word);
            spoken.lang = list.language ?? "en";
            spoken.rate = 0.85;
            // A voice on this device: no word leaves the house.
            const voice = speechSynthesis.getVoices().find((one) => one.localService && one.lang.startsWith(spoken.lang.slice(0, 2)));
            if (!voice) {
                toast(t("no-voice-here"));
                return;
            }
            spoken.voice = voice;
            speechSynthesis.speak(spoken);
            return;
        }
        await attempt(async () => {
            const said = await store.request("say", { text: current.text ?? current.word, targets: { nodes: [place.value] } });
            tellSound(store, said);
        });
    }

    async function answer(known) {
        const current = queue.shift();
        if (!current) return;
        asked += 1;
        if (!known) queue.splice(Math.min(COMES_BACK_AFTER, queue.length), 0, current);
        if (!answered.has(current.word)) {
            answered.set(current.word, known);
            pending.push({ word: current.word, known });
            void send();
        }
        announce(t(known ? "known" : "missed"));
        if (queue.length === 0) await finish();
        else showWord();
    }

    // Answers wait here until the site has stored them: none is lost while the server is away.
    let pending = [];
    let sending = false;
    async function send() {
        if (sending || pending.length === 0) return;
        sending = true;
        const batch = pending.slice(0, 100);
        try {
            await store.request("score", { learner: learner.value.trim(), list: list.name ?? lists.value, answers: batch });
            pending = pending.slice(batch.length);
        } catch (error) {
            toast(t("scores-wait", { n: pending.length, why: failure(error) }));
            sending = false;
            return;
        }
        sending = false;
        if (pending.length) await send();
    }

    async function finish() {
        await send();
        const known = [...answered.values()].filter(Boolean).length;
        sitting.hidden = true;
        setup.hidden = false;
        progress.hidden = false;
        queue = [];
        if (answered.size) toast(t("sitting-done", { known, all: answered.size }));
        begin.focus();
        await showProgress();
    }

    const onKey = (event) => {
        if (sitting.hidden || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
        if (document.querySelector("dialog[open]") || event.target.matches?.("input, select, textarea")) return;
        const onButton = event.target.matches?.("clock-button");
        if (event.key === " " && !onButton) void say();
        else if (event.key === "y" || event.key === "ArrowUp") void answer(true);
        else if (event.key === "n" || event.key === "ArrowDown") void answer(false);
        else if (event.key === "q") void finish();
        else return;
        event.preventDefault();
    };
    document.addEventListener("keydown", onKey);

    let known = "";
    return {
        update(changed) {
            const signature = JSON.stringify(store.nodes.map((node) => [node.id, node.room]));
            if (signature !== known) {
                known = signature;
                place.replaceChildren(element("option", { value: "here", text: t("this-device") }),
                    ...(store.mayChange ? store.nodes.map((node) => element("option", { value: node.id, text: node.room ?? node.id })) : []));
                place.value = [...place.options].some((option) => option.value === kept.place) ? kept.place : "here";
            }
            if (store.server === "online" && !loaded) void load();
            if (changed.has("server") && store.server === "online") void send();
        },
        unmount() {
            document.removeEventListener("keydown", onKey);
            globalThis.speechSynthesis?.cancel();
        },
    };
}

