// The display settings of this device. They stay on the device.

const KEPT = "clocksmith.display";
const DEFAULTS = { face: "digital", seconds: true, theme: "system", language: "system", hours: "system", notify: true, night: ["22:00", "06:30"] };

let current = { ...DEFAULTS };
try {
    current = { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEPT)) };
} catch {
    // A browser without storage shows the pages with the defaults.
}

export function display() { return current; }

export function setDisplay(change) {
    current = { ...current, ...change };
    try { localStorage.setItem(KEPT, JSON.stringify(current)); } catch { /* it holds until the tab is closed */ }
    applyDisplay();
}

export function applyDisplay() {
    const root = document.documentElement;
    if (current.theme === "system") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", current.theme);
}
