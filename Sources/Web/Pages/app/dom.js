// The few lines that build and keep the document. Text is set as text: nothing here reads markup.

// Characters that are invisible and change the text around them, as in the programs' HiddenText. Joiners and variation
// selectors are parts of emoji and words; the code below treats isolates separately.
const HIDDEN = /(?![\n\u200C\u200D\uFE0E\uFE0F\u2068\u2069])[\p{Cc}\p{Zl}\p{Zp}\p{DI}\uFFF9-\uFFFB]/gu;
const FROM_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const [ISOLATE, ISOLATED] = ["\u2068", "\u2069"];

/** A text as people see it: hidden characters become visible, and right-to-left words turn nothing around them. */
export function visible(text) {
    let depth = 0;
    // An unmatched end of an isolate would end one around it.
    const shown = String(text).replace(HIDDEN, "\uFFFD").replace(/[\u2068\u2069]/gu, (mark) => {
        if (mark === ISOLATED && depth === 0) return "\uFFFD";
        depth += mark === ISOLATE ? 1 : -1;
        return mark;
    }) + ISOLATED.repeat(depth);
    return FROM_RIGHT.test(shown) ? ISOLATE + shown + ISOLATED : shown;
}

// Attributes that people read or hear.
const READ = new Set(["aria-label", "title", "alt", "placeholder"]);

/** An element. `properties`: attributes; `text`; `on` with listeners; null and false properties are left out. */
export function element(tag, properties = {}, ...children) {
    const node = document.createElement(tag);
    assign(node, properties);
    node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return node;
}

function assign(node, properties) {
    for (const [name, value] of Object.entries(properties)) {
        if (value === null || value === undefined || value === false) continue;
        if (name === "text") node.textContent = visible(value);
        else if (name === "on") for (const [event, act] of Object.entries(value)) node.addEventListener(event, act);
        else if (name === "value") node.value = value;
        else node.setAttribute(name, value === true ? "" : READ.has(name) ? visible(value) : value);
    }
    if (node.localName === "input" && properties.type === "text") node.dir = "auto";
}

/** Sets the text of a node, if it differs: a screen reader then announces only real changes. */
export function setText(node, text) {
    const shown = visible(text);
    if (node.textContent !== shown) node.textContent = shown;
}

export function setHidden(node, hidden) {
    if (node.hidden !== hidden) node.hidden = hidden;
}

/** Sets or removes an attribute. */
export function setAttribute(node, name, value) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else {
        const wanted = value === true ? "" : READ.has(name) ? visible(value) : String(value);
        if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
    }
}

/** One child for each item, in order. It makes a child once, and updates it only when its item has changed. */
export class KeyedList {
    #rows = new Map();

    constructor(container, { key, make, update }) {
        Object.assign(this, { container, key, make, update });
    }

    show(items) {
        const wanted = new Set(items.map(this.key));
        let gone = null;
        for (const [key, row] of this.#rows) {
            if (!wanted.has(key)) {
                if (row.node.contains(document.activeElement)) gone = { next: row.node.nextElementSibling, last: row.node.previousElementSibling };
                row.node.remove();
                this.#rows.delete(key);
            }
        }
        let place = this.container.firstElementChild;
        for (const item of items) {
            const key = this.key(item);
            const signature = JSON.stringify(item);
            let row = this.#rows.get(key);
            if (!row) {
                row = { node: this.make(item), signature: null };
                this.#rows.set(key, row);
            }
            if (row.signature !== signature) {
                row.signature = signature;
                this.update?.(row.node, item);
            }
            if (row.node === place) place = place.nextElementSibling;
            else this.container.insertBefore(row.node, place);
        }
        // The focus of a row that has gone is on its neighbour, not at the top of the document.
        if (gone) focusNear([gone.next, gone.last].find((node) => node?.isConnected));
    }

    /** Updates all rows again, such as when the day has changed. */
    refresh() { for (const row of this.#rows.values()) row.signature = null; }
}

/** Gives the focus to the first control of a row, or to the page's heading. */
export function focusNear(row) {
    (row?.querySelector("[tabindex='0']:not([hidden])") ?? document.querySelector("main h1"))?.focus();
}

const SVG = "http://www.w3.org/2000/svg";

/** A drawing: `shapes` are [tag, attributes] pairs. */
export function drawing(viewBox, shapes, properties = {}) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", viewBox);
    svg.setAttribute("aria-hidden", "true");
    for (const [name, value] of Object.entries(properties)) svg.setAttribute(name, value);
    for (const shape of shapes) svg.append(drawn(...shape));
    return svg;
}

export function drawn(tag, attributes) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
}

const ICONS = {
    clock: ["M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18", "M12 7v5l3.5 2"],
    alarm: ["M12 5.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 1 0 0-15", "M12 9v4l2.6 1.6", "M3.2 6.2l3-2.6", "M20.8 6.2l-3-2.6"],
    bells: ["M12 4a5.500 5.500 0 0 0-5.500 5.500c0 5-2 6.500-2 6.500h15s-2-1.500-2-6.500A5.500 5.500 0 0 0 12 4z", "M10 19a2 2 0 0 0 4 0"],
    timer: ["M6.5 3.5h11", "M6.5 20.5h11", "M8 3.5v3.2c0 2 4 3.5 4 5.3s-4 3.300-4 5.300v3.200",
        "M16 3.500v3.200c0 2-4 3.500-4 5.300s4 3.300 4 5.300v3.200"],
    rooms: ["M4 11l8-7l8 7", "M6 9.500V20h12V9.500", "M10 20v-5.500h4V20"],
    history: ["M4 19.500h16", "M6 16v-4", "M10 16V8", "M14 16v-6", "M18 16V5"],
    sites: ["M3 20.500h18", "M5 20V8l6-3.500V20", "M11 10.500h8V20", "M8 10v.01", "M8 13.500v.01", "M8 17v.01", "M15 14v.01", "M15 17v.01"],
    slo: ["M12 3.500a8.500 8.500 0 1 0 0 17a8.500 8.500 0 1 0 0-17", "M8 12.500l3 3l5-6"],
    trainer: ["M12 6.500C10 5 7 4.500 4 5v13.500c3-.5 6 0 8 1.500c2-1.500 5-2 8-1.500V5c-3-.5-6 0-8 1.500z", "M12 6.500V20"],
    doctor: ["M4 12.500h3.500l2-6l4 12l2.500-6H20"],
    more: ["M5 12h.01", "M12 12h.01", "M19 12h.01"],
    plus: ["M12 5v14", "M5 12h14"],
    close: ["M6 6l12 12", "M18 6L6 18"],
    left: ["M15 5l-7 7l7 7"],
    right: ["M9 5l7 7l-7 7"],
    expand: ["M4 9V4h5", "M20 9V4h-5", "M4 15v5h5", "M20 15v5h-5"],
    settings: ["M4 7h9", "M17 7h3", "M15 5v4", "M4 17h3", "M11 17h9", "M9 15v4"],
    up: ["M7 11v9H4v-9z", "M7 11l4-7c1.500 0 2.500 1 2.500 2.500V10h5.500c1 0 1.700 1 1.500 2l-1.300 6.500c-.2.900-.9 1.500-1.800 1.500H7"],
    down: ["M7 13V4H4v9z", "M7 13l4 7c1.500 0 2.500-1 2.500-2.500V14h5.500c1 0 1.700-1 1.500-2l-1.300-6.500C19 4.600 18.300 4 17.400 4H7"],
    speak: ["M4 9.500v5h3.500L12 18.500v-13L7.500 9.500z", "M15.500 9a4.200 4.200 0 0 1 0 6", "M18 6.500a7.800 7.800 0 0 1 0 11"],
};

/** An icon of the set; it says nothing by itself, the word beside it does. */
export function icon(name) {
    return drawing("0 0 24 24", ICONS[name].map((d) => ["path", { d }]), { class: "icon" });
}

let numbered = 0;

/** An id for a label or description, unique in the document. */
export function uniqueID() { return `u${(numbered += 1)}`; }
