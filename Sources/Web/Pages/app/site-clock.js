// The site's time, independent of this device's clock.
//
// Problem: a phone's clock may be wrong, and a tab may sleep for hours. Method: each answer of the server carries its
// time; we keep the difference to performance.now(), which nobody can set. An answer that travelled for long shows too
// little, so we accept a difference that falls by more than a quarter of a second only when the next one agrees.
// performance.now() stands still while some machines sleep, and Date does not: if the two part, the machine slept (or
// somebody set its clock), and the time goes on by Date until the server's next answer.

const DELAYED_MS = 250;
const SLEPT_MS = 700;

export class SiteClock {
    #offset = Date.now() - performance.now();
    #wallOffset = Date.now() - performance.now();
    #suspect = null;
    #confirmed = false;

    /** True when a server has sent the time; before that it is this device's. */
    get confirmed() { return this.#confirmed; }

    /** Milliseconds since the Unix epoch. */
    now() {
        const drift = Date.now() - performance.now() - this.#wallOffset;
        return performance.now() + this.#offset + (Math.abs(drift) > SLEPT_MS ? drift : 0);
    }

    /** True when the machine slept, or somebody set its clock, since the last answer: ask the server again. */
    get doubtful() { return Math.abs(Date.now() - performance.now() - this.#wallOffset) > SLEPT_MS; }

    /** Accepts the time of an answer that arrived just now. `fresh`: it cannot have waited in this tab. */
    take(instant, fresh) {
        const site = Date.parse(instant);
        if (Number.isNaN(site)) return;
        const offset = site - performance.now();
        const step = offset - this.#offset;
        const wasDoubtful = this.doubtful;
        if (!this.#confirmed || fresh || wasDoubtful || step > DELAYED_MS) {
            this.#settle(offset);
        } else if (step >= -DELAYED_MS) {
            this.#settle(step > 0 ? offset : this.#offset + step / 8);
        } else if (this.#suspect !== null && Math.abs(offset - this.#suspect) < DELAYED_MS) {
            this.#settle(offset);
        } else {
            this.#suspect = offset;
        }
        this.#confirmed = true;
    }

    #settle(offset) {
        this.#offset = offset;
        this.#wallOffset = Date.now() - performance.now();
        this.#suspect = null;
    }
}

/** Calls `act` at each second of the clock, a moment after it began; returns a function that ends it. */
export function everySecond(clock, act) {
    let timer = 0;
    const arm = () => {
        timer = setTimeout(() => { act(); arm(); }, 1000 - (clock.now() % 1000) + 3);
    };
    arm();
    return () => clearTimeout(timer);
}
