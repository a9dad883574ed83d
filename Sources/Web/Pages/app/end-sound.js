// The sound of a timer's end in this browser.
//
// A hidden tab's timers run a minute late; the clock of the sound output does not. So we schedule the sounds on that
// clock as soon as an end is known, and cancel them when it changes.

const LAST_MS = 12 * 3_600_000;

export class EndSound {
    #context = null;
    #placed = [];
    #unsubscribe = null;

    get on() { return this.#context !== null; }

    /** Enables the sound on every page; call this while a person touches the page. */
    start(store) {
        this.#context = new AudioContext();
        void this.#context.resume();
        this.#unsubscribe = store.subscribe((changed) => { if (changed.has("timer")) this.#schedule(store); });
        this.#schedule(store);
    }

    stop() {
        this.#unsubscribe?.();
        this.#clear();
        void this.#context?.close();
        this.#context = null;
    }

    #schedule(store) {
        this.#clear();
        const lefts = store.entries("timer").filter(({ timer }) => timer.state.ends)
            .map(({ timer }) => Date.parse(timer.state.ends) - store.clock.now());
        for (const left of lefts.filter((left) => left > 0 && left < LAST_MS)) {
            const at = this.#context.currentTime + left / 1000;
            for (let beep = 0; beep < 12; beep += 1) this.#beep(at + Math.floor(beep / 3) * 1.2 + (beep % 3) * 0.22);
        }
    }

    #beep(at) {
        const tone = this.#context.createOscillator();
        const loudness = this.#context.createGain();
        tone.frequency.value = 988;
        loudness.gain.setValueAtTime(0, at);
        loudness.gain.linearRampToValueAtTime(0.25, at + 0.01);
        loudness.gain.setValueAtTime(0.25, at + 0.12);
        loudness.gain.linearRampToValueAtTime(0, at + 0.16);
        tone.connect(loudness).connect(this.#context.destination);
        tone.start(at);
        tone.stop(at + 0.18);
        this.#placed.push({ tone, at });
    }

    #clear() {
        // The sounds of a past end go on: a timer that ends changes its own entry.
        const next = this.#placed.filter(({ at }) => at > this.#context.currentTime + 5);
        for (const { tone } of next) tone.disconnect();
        this.#placed = [];
    }
}
