// Wall mode: the clock alone fills the screen, which stays awake and dims at night.

import { display } from "./display.js";
import { button, toast } from "./elements.js";
import { t } from "./words.js";

const CONTROLS_MS = 4_000;
const page = document.documentElement;

/** Fills the screen with `root`. `asked`: a person did it now, so the browser may grant the whole screen. */
export function enterWall(root, { asked, left }) {
    let lock = null;
    let controls = 0;
    let over = false;
    const leave = button(t("wall-leave"), () => end(), { kind: "plain wall-leave", sign: "close" });
    root.append(leave);
    page.setAttribute("data-wall", "");

    async function stayAwake() {
        if (over || document.visibilityState !== "visible") return;
        try {
            lock = await navigator.wakeLock?.request("screen") ?? null;
        } catch {
            lock = null;
        }
        if (over) void lock?.release();
        else if (!lock) toast(t("wall-no-lock"));
    }

    function showControls() {
        page.setAttribute("data-controls", "");
        clearTimeout(controls);
        controls = setTimeout(() => {
            if (leave.matches(":focus")) showControls();
            else page.removeAttribute("data-controls");
        }, CONTROLS_MS);
    }

    const onFullscreen = () => { if (!document.fullscreenElement) end(); };
    const onKey = (event) => {
        if (event.key === "Escape" && !document.querySelector("dialog[open]")) end();
        else showControls();
    };
    const heard = [["visibilitychange", stayAwake], ["pointerdown", showControls], ["pointermove", showControls], ["keydown", onKey],
        ["fullscreenchange", onFullscreen]];
    for (const [name, act] of heard) document.addEventListener(name, act);

    function end() {
        if (over) return;
        over = true;
        clearTimeout(controls);
        for (const [name, act] of heard) document.removeEventListener(name, act);
        for (const name of ["data-wall", "data-night", "data-controls"]) page.removeAttribute(name);
        leave.remove();
        void lock?.release();
        if (document.fullscreenElement) void document.exitFullscreen();
        left();
    }

    if (asked) page.requestFullscreen?.({ navigationUI: "hide" }).catch(() => { /* it fills the tab */ });
    void stayAwake();
    showControls();

    return {
        end,
        /** It is that time here. */
        show(hour, minute) {
            const clock = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
            const [from, to] = display().night;
            page.toggleAttribute("data-night", from <= to ? clock >= from && clock < to : clock >= from || clock < to);
            // The same picture for months burns in: it moves a little each minute.
            root.style.setProperty("--shift-x", `${((minute * 7) % 11) - 5}px`);
            root.style.setProperty("--shift-y", `${((minute * 5) % 9) - 4}px`);
        },
    };
}
