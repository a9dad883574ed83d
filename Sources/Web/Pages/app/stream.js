// This tab's end of the server's stream, which all tabs of a browser share. A browser without shared workers has a
// stream for each tab, and hidden tabs give theirs back.

let worker = null;

/** True when the tabs of this browser share one stream. */
export const isShared = "SharedWorker" in globalThis;

/**
 * Begins the stream. `act` gets the name and the text of each event in `names`, and `error` when the stream has ended.
 * Returns a function that leaves the stream.
 */
export function openStream(names, act) {
    if (!isShared) {
        const stream = new EventSource("/api/v1/events");
        for (const name of names) stream.addEventListener(name, ({ data }) => act(name, data));
        stream.addEventListener("error", () => act("error"));
        return () => stream.close();
    }
    worker ??= new SharedWorker("/app/shared-stream.js", { name: "clocksmith" });
    const { port } = worker;
    worker.onerror = () => {
        // Its script did not load: the server is away.
        worker = null;
        act("error");
    };
    port.onmessage = ({ data: [name, text] }) => act(name, text);
    port.postMessage(names);
    return () => {
        port.onmessage = null;
        port.postMessage("close");
    };
}
