// This tab's copy of the site: one snapshot, which events keep up to date, and one path for every change.
//
// A touch changes nothing here. A change goes to the server, and comes back as an event when the site has stored it;
// only then do the pages show it.

import { city } from "./format.js";
import { SiteClock } from "./site-clock.js";
import { isShared, openStream } from "./stream.js";

/** A request that failed. `code` is the site's, or `away` when the server did not answer. */
export class RequestError extends Error {
    constructor(code, message, status = 0) {
        super(message);
        Object.assign(this, { code, status });
    }
}

const KEPT = "clocksmith.site";
// A heartbeat comes every 15 s.
const SILENCE_MS = 35_000;
// A connection that is back at once needs no message.
const AWAY_AFTER_MS = 1_200;
const HIDDEN_POLL_MS = 20_000;
const RETRY_MS = [300, 1_000, 2_000, 4_000, 8_000];
const KEEP_EVERY_MS = 30_000;

const KINDS = {
    alarm: ["alarms", (entry) => entry.alarm.id],
    timer: ["timers", (entry) => entry.timer.id],
    stopwatch: ["stopwatches", (entry) => entry.id],
    group: ["groups", (entry) => entry.id],
    holidays: ["holidays", (entry) => entry.name],
    timetable: ["timetables", (entry) => entry.name],
};

// Ids are a letter and a number: a9 comes before a10.
export const byID = (a, b) => a.length - b.length || (a < b ? -1 : Number(a > b));

export class Store {
    clock = new SiteClock();
    session = null;
    /** The reason for which the opened login link did not log in; null when it did, or there was none. */
    linkFailure = null;
    // Until the site has sent its own: most devices are at home.
    zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
    connection = { broker: "connecting", coordinator: "unknown", problem: null, since: null };
    status = null;
    schedule = null;
    rings = [];
    /** The one that is on, and its rooms. */
    emergency = null;
    /** `connecting`, `online`, `away`, or `locked`: a login is necessary. */
    server = "connecting";
    /** The time of the server's last message, in milliseconds of the site's clock; null before. */
    heard = null;

    #listeners = new Set();
    /** Leaves the stream; null without one. */
    #leave = null;
    #watchdog = 0;
    #retry = 0;
    #attempt = 0;
    #awayTimer = 0;
    #poll = 0;
    #keptAt = -Infinity;
    #changed = new Set();

    constructor() {
        document.addEventListener("visibilitychange", () => this.#followVisibility());
        addEventListener("pagehide", () => { this.#keep(true); this.#close(); });
        addEventListener("pageshow", (event) => { if (event.persisted) this.#followVisibility(); });
        addEventListener("online", () => { if (this.server === "away") this.connect(); });
    }

    /** `listener` gets the set of changes: `server`, `connection`, `status`, `rings`, `session` and kinds. */
    subscribe(listener) {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    /** `link` is the secret of a login link, if one was opened. */
    async start(link) {
        this.#recall();
        if (link) {
            try {
                await this.fetch("/api/v1/login", { body: { link } });
            } catch (error) {
                this.linkFailure = error;
            }
        }
        // Both at once: most often this browser has a session.
        this.#followVisibility();
        try {
            await this.loadSession();
        } catch (error) {
            if (error.code !== "away") throw error;
        }
    }

    /** Waits until `holds`, looking again after each change; at most so many milliseconds. */
    until(holds, patience) {
        return new Promise((resolve) => {
            const end = () => { clearTimeout(limit); unsubscribe(); resolve(); };
            const unsubscribe = this.subscribe(() => { if (holds()) end(); });
            const limit = setTimeout(end, patience);
            if (holds()) end();
        });
    }

    /** Reports everything again, to new views. */
    repeat() { this.#tell("server", "connection", "status", "rings", "session", ...Object.keys(KINDS)); }

    // MARK: reading

    get nodes() { return this.status?.nodes ?? []; }
    node(id) { return this.nodes.find((node) => node.id === id); }
    room(id) { return this.node(id)?.room ?? id; }
    /** A room's name, with its city where its clock shows another zone than the site's. */
    place(id) { return this.zoneOf(id) === this.zone ? this.room(id) : `${this.room(id)} (${city(this.zoneOf(id))})`; }
    entries(kind) { return this.schedule?.[KINDS[kind][0]] ?? []; }
    alarm(id) { return this.entries("alarm").find((entry) => entry.alarm.id === id); }
    get mayChange() { return this.session?.role !== "viewer"; }
    /** True when the pages show the present state. */
    get isCurrent() {
        return this.server === "online" && this.connection.broker === "connected"
            && this.connection.coordinator !== "offline" && this.status !== null;
    }

    /** The rooms' ids that targets name, those of groups included. */
    nodesOf(targets) {
        const ids = new Set(targets?.nodes ?? []);
        for (const name of targets?.groups ?? []) {
            for (const id of this.entries("group").find((group) => group.id === name)?.nodes ?? []) ids.add(id);
        }
        return [...ids];
    }

    /** The zone in which a room shows the time. */
    zoneOf(nodeID) { return this.node(nodeID)?.zone ?? this.zone; }

    // MARK: asking

    /** Asks the server. Returns its answer, or throws a RequestError. */
    async fetch(path, { body, signal, timeout = 15_000 } = {}) {
        let response;
        const limit = AbortSignal.timeout(timeout);
        try {
            response = await fetch(path, {
                method: body === undefined ? "GET" : "POST",
                headers: body === undefined ? {} : { "content-type": "application/json" },
                body: body === undefined ? undefined : JSON.stringify(body),
                signal: signal ? AbortSignal.any([signal, limit]) : limit,
                cache: "no-store",
            });
        } catch (error) {
            if (signal?.aborted) throw error;
            throw new RequestError("away", "");
        }
        const answer = await response.json().catch(() => ({}));
        if (response.ok) return answer;
        if (response.status === 401 && path !== "/api/v1/login") this.#lock();
        const retryAfter = response.headers.get("retry-after");
        const error = new RequestError(answer.code ?? String(response.status), answer.message ?? "", response.status);
        if (retryAfter !== null) error.retryAfter = Number(retryAfter);
        throw error;
    }

    /** A request of the site, as clockctl makes it. */
    request(verb, payload = {}) { return this.fetch(`/api/v1/request/${verb}`, { body: payload }); }

    /** A request that changes something. */
    async order(verb, payload) {
        const answer = await this.request(verb, payload);
        this.#lookSoon();
        return answer;
    }

    /** Changes people's definitions: all of `changes` or none. */
    change(...changes) { return this.order("change", { changes }); }

    /** The one way to change settings of rooms. */
    set(nodes, change) { return this.order("set", { nodes, change }); }

    /** Stops or snoozes a ring, without the coordinator. Returns the answer of each room. */
    async silence(ring, action, minutes) {
        const answer = await this.fetch(`/api/v1/rings/${encodeURI(ring.id)}/${action}`, { body: minutes ? { minutes } : {} });
        this.#lookSoon();
        return answer.rooms ?? [];
    }

    async loadSession() {
        this.session = await this.fetch("/api/v1/session");
        if (this.session.login) this.#lock();
        this.#tell("session");
        return this.session;
    }

    async login(account, password) {
        const before = this.session?.account;
        await this.fetch("/api/v1/login", { body: { account, password } });
        this.linkFailure = null;
        this.server = "connecting";
        await this.loadSession();
        if (before && before !== this.session.account) this.#forget();
        this.connect();
    }

    /** `how` is `{ everywhere: true }` for all browsers of the person. */
    async logout(how = {}) {
        try {
            await this.fetch("/api/v1/logout", { body: how });
        } catch (error) {
            // The session may have ended all the same. Then the stream is refused, and the page asks for a login.
            this.connect();
            throw error;
        }
        this.#forget();
        this.#lock();
    }

    // MARK: the stream

    /** Opens the stream again, at once. */
    connect() {
        this.#close();
        clearTimeout(this.#retry);
        if (!this.#listens) return;
        let first = true;
        const events = {
            heartbeat: ({ now }) => { this.clock.take(now, first); first = false; },
            snapshot: (snapshot) => this.#takeSnapshot(snapshot, false),
            node: ({ node, removed }) => this.#takeNode(node, removed),
            coordinator: (part) => {
                if (!this.status) return;
                this.status = { ...this.status, ...part, nodes: part.nodes ?? this.status.nodes };
                this.#tell("status");
            },
            connection: (connection) => { this.connection = connection; this.#tell("connection"); },
            rings: ({ rings, emergency }) => { Object.assign(this, { rings, emergency }); this.#tell("rings"); },
        };
        for (const kind of Object.keys(KINDS)) events[kind] = (event) => this.#takeEntry(kind, event);
        const leave = openStream([...Object.keys(events), "session-ended"], (name, text) => {
            if (this.#leave !== leave) return;
            if (name === "error") return this.#lost();
            if (name === "session-ended") return this.#lock();
            this.#heard();
            events[name](JSON.parse(text));
        });
        this.#leave = leave;
        this.#watch();
    }

    /** Asks again when the machine slept: the clock and everything else are as they were before. */
    checkClock() {
        if (!this.clock.doubtful || this.server !== "online") return;
        this.server = "connecting";
        this.connect();
    }

    #heard() {
        this.heard = this.clock.now();
        this.#attempt = 0;
        clearTimeout(this.#awayTimer);
        this.#awayTimer = 0;
        this.#watch();
        if (this.server !== "online") {
            this.server = "online";
            this.#tell("server");
        }
    }

    #watch() {
        clearTimeout(this.#watchdog);
        this.#watchdog = setTimeout(() => this.#lost(), SILENCE_MS);
    }

    #lost() {
        this.#close();
        this.#away();
        const pause = RETRY_MS[Math.min(this.#attempt, RETRY_MS.length - 1)];
        this.#attempt += 1;
        clearTimeout(this.#retry);
        // Many tabs must not come back in the same moment.
        this.#retry = setTimeout(() => this.#again(), pause * (0.75 + Math.random() / 2));
    }

    async #again() {
        if (!this.#listens || this.server === "locked") return;
        // An EventSource hides the reason of a refusal.
        try {
            await this.loadSession();
        } catch (error) {
            if (this.server !== "locked") this.#lost();
            return;
        }
        if (this.server !== "locked") this.connect();
    }

    #away() {
        if (this.server === "away" || this.server === "locked" || this.#awayTimer) return;
        this.#awayTimer = setTimeout(() => {
            this.#awayTimer = 0;
            this.server = "away";
            this.#tell("server");
        }, AWAY_AFTER_MS);
    }

    #close() {
        this.#leave?.();
        this.#leave = null;
        clearTimeout(this.#watchdog);
    }

    #lock() {
        this.#close();
        clearTimeout(this.#retry);
        clearTimeout(this.#awayTimer);
        this.#awayTimer = 0;
        if (this.server === "locked") return;
        this.server = "locked";
        this.#tell("server");
    }

    // A hidden tab that cannot share the stream gives its own back: a browser keeps about six connections an origin.
    get #listens() { return isShared || document.visibilityState !== "hidden"; }

    // Without a stream a hidden tab polls, so that its title and icon show trouble and rings.
    #followVisibility() {
        clearInterval(this.#poll);
        if (this.server === "locked") return;
        if (!this.#listens) {
            this.#close();
            clearTimeout(this.#retry);
            this.#poll = setInterval(() => this.#look(), HIDDEN_POLL_MS);
        } else if (!this.#leave || !isShared) {
            this.connect();
        }
    }

    async #look() {
        try {
            this.#takeSnapshot(await this.fetch("/api/v1/site"), false);
            this.#heard();
            clearTimeout(this.#watchdog);
        } catch {
            this.#away();
        }
    }

    // The answer to a change came, and there is no stream to bring its effect.
    #lookSoon() { if (!this.#leave) void this.#look(); }

    // MARK: incoming messages

    #takeSnapshot(snapshot, recalled) {
        if (!recalled) this.clock.take(snapshot.now, false);
        if (snapshot.zone && snapshot.zone !== this.zone) {
            this.zone = snapshot.zone;
            this.#tell("zone");
        }
        this.connection = snapshot.connection ?? this.connection;
        this.status = snapshot.status ?? this.status;
        this.schedule = snapshot.schedule ?? this.schedule;
        this.rings = snapshot.rings ?? [];
        this.emergency = snapshot.emergency;
        this.#tell("connection", "status", "rings", ...Object.keys(KINDS));
    }

    #takeNode(node, removed) {
        if (!this.status) return;
        const id = node?.id ?? removed;
        const nodes = this.status.nodes.filter((other) => other.id !== id);
        if (node) nodes.push(node);
        nodes.sort((a, b) => (a.id < b.id ? -1 : 1));
        this.status = { ...this.status, nodes };
        this.#tell("status");
    }

    #takeEntry(kind, event) {
        if (!this.schedule) return;
        const [list, key] = KINDS[kind];
        const entry = event.new ?? event.old;
        if (!entry) return;
        const id = key(entry);
        const entries = this.entries(kind).filter((other) => key(other) !== id);
        if (event.new) entries.push(event.new);
        entries.sort((a, b) => byID(key(a), key(b)));
        this.schedule = { ...this.schedule, [list]: entries };
        this.#tell(kind);
    }

    #tell(...what) {
        const first = this.#changed.size === 0;
        for (const one of what) this.#changed.add(one);
        if (!first) return;
        // Changes that come together cause one redraw.
        queueMicrotask(() => {
            const changed = this.#changed;
            this.#changed = new Set();
            for (const listener of this.#listeners) listener(changed);
            this.#keep(false);
        });
    }

    // MARK: the copy for a tab that starts while the server is away

    #keep(now) {
        if (!this.status || this.server === "locked") return;
        if (!now && performance.now() - this.#keptAt < KEEP_EVERY_MS) return;
        this.#keptAt = performance.now();
        const { zone, status, schedule, heard } = this;
        try {
            localStorage.setItem(KEPT, JSON.stringify({ zone, status, schedule, heard }));
        } catch {
            // A browser without storage shows nothing while the server is away.
        }
    }

    #recall() {
        try {
            const kept = JSON.parse(localStorage.getItem(KEPT));
            if (!kept) return;
            this.heard = kept.heard;
            this.#takeSnapshot({ zone: kept.zone, status: kept.status, schedule: kept.schedule }, true);
        } catch {
            localStorage.removeItem(KEPT);
        }
    }

    #forget() {
        try { localStorage.removeItem(KEPT); } catch { /* nothing was kept */ }
        this.status = this.schedule = this.emergency = null;
        this.rings = [];
        this.#tell("status", "rings", ...Object.keys(KINDS));
    }
}
