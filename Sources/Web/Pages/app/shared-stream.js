// The one stream of the server for all tabs of this browser: a shared worker. A browser keeps about six connections an
// origin, so tabs with a stream each would use them up, and Stop would wait.
//
// A tab sends the names of its events when it needs the stream, and `close` when it leaves. Each tab that comes begins
// the stream again: the server sends a snapshot first, from which the new tab starts, and which the others receive too.

const tabs = new Set();
let stream = null;

function send(...message) { for (const tab of tabs) tab.postMessage(message); }

function end() {
    stream?.close();
    stream = null;
}

function begin(names) {
    end();
    const own = new EventSource("/api/v1/events");
    stream = own;
    for (const name of names) own.addEventListener(name, ({ data }) => { if (stream === own) send(name, data); });
    own.addEventListener("error", () => {
        if (stream !== own) return;
        // The tabs find out the reason, and begin again.
        end();
        send("error");
    });
}

self.addEventListener("connect", ({ ports: [tab] }) => {
    tab.onmessage = ({ data }) => {
        if (data !== "close") {
            tabs.add(tab);
            begin(data);
        } else {
            tabs.delete(tab);
            if (tabs.size === 0) end();
        }
    };
});
