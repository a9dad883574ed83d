// The one button of all pages, and the switch, which is a button with a state.
//
// It behaves like a button of a phone. A press highlights it at once. A drag keeps it highlighted up to 70 pixels
// outside its bounds, and again when it comes back. A release inside that zone acts once, outside never. The pointer is
// captured, so browsers send a `click` even for a release far outside: `pointerup` decides, and a `click` counts only
// when no pointer made it (`detail` is 0: a screen reader, a script). `pointercancel` never acts. Enter acts when it is
// pressed, Space when it is released, both once.

const SLACK = 70;

const STYLES = {
    "color": "--button-color",
    "highlight-color": "--button-highlight-color",
    "border-color": "--button-border-color",
    "border-highlight-color": "--button-border-highlight-color",
    "border-width": "--button-border-width",
    "corner-radius": "--button-corner-radius",
    "gradient": "--button-gradient",
};

/**
 * `<clock-button>`: sends `act` when it is used. Attributes and properties:
 * - `color`, `highlight-color`, `border-color`, `border-highlight-color`: CSS colours
 * - `border-width`, `corner-radius`: CSS lengths
 * - `gradient`: two CSS colours, from top to bottom, with a comma between; drawn over the colour, inside the rounded path
 * - `disabled`: it does nothing, and says so; it stays in the order of the keyboard
 */
export class ClockButton extends HTMLElement {
    static observedAttributes = [...Object.keys(STYLES), "disabled"];

    #pointer = null;
    #key = null;
    /** The element that had the focus at the beginning of the press. */
    #focused = null;

    constructor() {
        super();
        this.addEventListener("pointerdown", this.#pressed);
        this.addEventListener("pointermove", this.#moved);
        this.addEventListener("pointerup", this.#released);
        this.addEventListener("pointercancel", this.#forget);
        this.addEventListener("lostpointercapture", this.#forget);
        this.addEventListener("touchend", this.#lifted, { passive: false });
        this.addEventListener("click", this.#clicked);
        this.addEventListener("keydown", this.#keyPressed);
        this.addEventListener("keyup", this.#keyReleased);
        this.addEventListener("blur", this.#forget);
    }

    connectedCallback() {
        if (!this.hasAttribute("role")) this.setAttribute("role", this.constructor.role);
        if (!this.hasAttribute("tabindex")) this.setAttribute("tabindex", "0");
    }

    disconnectedCallback() { this.#forget(); }

    attributeChangedCallback(name, _, value) {
        if (name === "disabled") {
            if (value === null) this.removeAttribute("aria-disabled");
            else this.setAttribute("aria-disabled", "true");
            this.#forget();
        } else if (value === null) {
            this.style.removeProperty(STYLES[name]);
        } else {
            this.style.setProperty(STYLES[name], name === "gradient" ? `linear-gradient(${value})` : value);
        }
    }

    get disabled() { return this.hasAttribute("disabled"); }
    set disabled(value) { this.toggleAttribute("disabled", Boolean(value)); }

    /** Acts as if somebody used it. */
    act() {
        if (!this.disabled) this.dispatchEvent(new CustomEvent("act", { bubbles: true }));
    }

    #highlight(on) { this.toggleAttribute("pressed", on); }

    #isNear(event) {
        const bounds = this.getBoundingClientRect();
        return event.clientX >= bounds.left - SLACK && event.clientX <= bounds.right + SLACK
            && event.clientY >= bounds.top - SLACK && event.clientY <= bounds.bottom + SLACK;
    }

    #pressed = (event) => {
        if (this.disabled || !event.isPrimary || event.button !== 0) return;
        this.#pointer = event.pointerId;
        this.#focused = document.activeElement;
        this.setPointerCapture(event.pointerId);
        this.#highlight(true);
    };

    #moved = (event) => {
        if (event.pointerId === this.#pointer) this.#highlight(this.#isNear(event));
    };

    #released = (event) => {
        if (event.pointerId !== this.#pointer) return;
        const acts = this.#isNear(event);
        this.#forget();
        if (acts) this.act();
    };

    // After a tap the browser sends a click to the element under the finger by then: a button that closes a dialog
    // would also act on the element beneath it.
    #lifted = (event) => {
        if (!event.cancelable) return;
        event.preventDefault();
        // This restores an effect that we prevented: a field loses the focus, and the keyboard on the screen goes.
        if (document.activeElement === this.#focused) this.focus({ preventScroll: true });
    };

    #clicked = (event) => {
        // `pointerup` has already acted for a pointer. A click on the label of a switch has no pointer on the switch.
        if (event.detail === 0) this.act();
    };

    #keyPressed = (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === "Escape") this.#forget();
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        // A key that somebody holds comes again and again.
        if (event.repeat || this.#key !== null || this.disabled) return;
        this.#key = event.key;
        if (event.key === "Enter") this.act();
        else this.#highlight(true);
    };

    #keyReleased = (event) => {
        if (event.key !== this.#key) return;
        event.preventDefault();
        this.#forget();
        if (event.key === " ") this.act();
    };

    #forget = () => {
        this.#pointer = null;
        this.#key = null;
        this.#highlight(false);
    };

    static role = "button";
}

for (const name of Object.keys(STYLES)) {
    const property = name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
    Object.defineProperty(ClockButton.prototype, property, {
        get() { return this.getAttribute(name); },
        set(value) {
            if (value === null || value === undefined) this.removeAttribute(name);
            else this.setAttribute(name, value);
        },
    });
}

/**
 * `<clock-switch>`: shows the stored state, not the last touch. It never turns by itself: a listener of `act` changes
 * the store, and sets `checked` when the store has it. Meanwhile it is `busy`.
 */
export class ClockSwitch extends ClockButton {
    connectedCallback() {
        super.connectedCallback();
        if (!this.hasAttribute("aria-checked")) this.checked = false;
    }

    get checked() { return this.getAttribute("aria-checked") === "true"; }
    set checked(value) {
        const text = value ? "true" : "false";
        if (this.getAttribute("aria-checked") !== text) this.setAttribute("aria-checked", text);
    }

    get busy() { return this.getAttribute("aria-busy") === "true"; }
    set busy(value) {
        if (value) this.setAttribute("aria-busy", "true");
        else this.removeAttribute("aria-busy");
    }

    static role = "switch";
}

customElements.define("clock-button", ClockButton);
customElements.define("clock-switch", ClockSwitch);
