import ClockTestSupport
import FoundationEssentials
import Testing

/// The page reports absence, and absence loses no typed text.
@Suite(.serialized)
struct AwayTests {
    @Test(
        "the page's server goes and comes back: the page says so, keeps what it knows and what was typed, and saves it then"
    )
    func server() async throws {
        try await withHouse { house in
            try house.clockctl(["alarm", "add", "06:00", "--days", "daily", "--label", "Early", "--room", "kitchen"])
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.tap(".alarm-open")
            try await browser.fill("dialog input[maxlength='64']", "Very early")
            house.kill("web")
            try await browser.wait("a word about it", "!document.querySelector('.trouble').hidden")
            #expect(try browser.text(".trouble").contains("cut off"))
            #expect(try browser.value(of: "document.title.startsWith('(!)')") == true)
            #expect(
                try browser.value(of: "document.getElementById('icon').getAttribute('href')") == "/icons/trouble.svg")
            #expect(try browser.value(of: "document.documentElement.hasAttribute('data-stale')") == true)
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait("the refusal", "!document.querySelector('dialog .problem').hidden")
            #expect(
                try browser.value(of: "document.querySelector('dialog input[maxlength=\"64\"]').value") == "Very early")
            #expect(try browser.text(".alarm-label") == "Early")

            try house.start("web")
            try await browser.wait("no trouble", "document.querySelector('.trouble').hidden", timeout: .seconds(60))
            #expect(
                try browser.value(of: "document.querySelector('dialog input[maxlength=\"64\"]').value") == "Very early")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait(
                "the new label", "document.querySelector('.alarm-label')?.innerText === 'Very early'")
            #expect(try house.alarms().first?.alarm.label == "Very early")
            #expect(try browser.value(of: "document.documentElement.hasAttribute('data-stale')") == false)
        }
    }

    @Test("without its server a page that was open before still opens, with what it knew, greyed")
    func shell() async throws {
        try await withHouse { house in
            try house.clockctl(["alarm", "add", "06:00", "--days", "daily", "--label", "Early", "--room", "kitchen"])
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.wait("the row", "document.querySelector('.alarm-row')")
            try await browser.wait(
                "the shell to be kept", "navigator.serviceWorker.ready.then((one) => one.active.state === 'activated')")
            try await browser.wait("the state to be kept", "localStorage.getItem('clocksmith.site')?.includes('Early')")
            house.kill("web")
            try await browser.reload()
            try await browser.wait("the row as it was", "document.querySelector('.alarm-label')?.innerText === 'Early'")
            try await browser.wait("a word about it", "!document.querySelector('.trouble').hidden")
        }
    }

    /// A page tells itself later by its storage, and starts a stopwatch once it has shown a notification: that is seen in
    /// another browser while the page is hidden.
    ///
    /// A browser lets the timers of a hidden page wait a second, or a minute; here they wait until it is in sight.
    private static let witness = """
        const keep = (name, value) => localStorage.setItem(name, value);
        const [later, often, never] = [setTimeout, setInterval, clearTimeout];
        const [held, cleared] = [[], new Set()];
        globalThis.setTimeout = (work, wait, ...words) => {
            const run = () => { if (!cleared.has(id)) work(...words); };
            const id = later(() => document.hidden ? held.push(run) : run(), wait);
            return id;
        };
        globalThis.clearTimeout = (id) => { cleared.add(id); never(id); };
        globalThis.setInterval = (work, wait, ...words) => often(() => document.hidden || work(...words), wait);
        document.addEventListener('visibilitychange', () => {
            if (!document.hidden) for (const run of held.splice(0)) run();
        });
        navigator.setAppBadge = async (count) => keep('badge', count);
        navigator.clearAppBadge = async () => keep('badge', 0);
        const title = Object.getOwnPropertyDescriptor(Document.prototype, 'title');
        Object.defineProperty(Document.prototype, 'title', { ...title, set(text) {
            title.set.call(this, text);
            if (document.hidden) keep('title', text);
        } });
        addEventListener('DOMContentLoaded', () => {
            often(async () => {
                const shown = await (await navigator.serviceWorker.ready).getNotifications();
                if (!shown.length || localStorage.getItem('notice')) return;
                const [{ title, body, actions }] = shown;
                keep('notice', JSON.stringify([title, body, ...actions.map(({ title }) => title)]));
                await fetch('/api/v1/request/change', { method: 'POST', headers: { 'content-type': 'application/json' },
                    body: JSON.stringify({ changes: [{ action: 'stopwatch-start', name: 'notified' }] }) });
            }, 200);
        });
        """

    @Test(
        "a hidden tab whose timers stand still tells of a ring: by title, badge, and a notification with Stop and Snooze"
    )
    func hidden() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            try browser.allowNotifications()
            try browser.runBeforePages(Self.witness)
            try await browser.open("/timers")
            try await browser.wait("the site", "document.querySelector('.timer-maker summary').innerText")
            try await browser.wait(
                "the worker", "navigator.serviceWorker.ready.then((one) => one.active.state === 'activated')")
            // Another person's browser, which shows the ring.
            let other = try await Browser(house)
            try await other.open("/")
            // The service worker tells of nothing while a page of the site is in sight, so the other tab is empty.
            try await browser.whileHidden(behind: "about:blank") {
                try other.ring(["kitchen"], snoozeMinutes: 9, name: "pasta")
                try await other.wait(
                    "the notification in the hidden page",
                    "fetch('/api/v1/site').then((answer) => answer.text()).then((site) => site.includes('notified'))")
            }
            #expect(try browser.value(of: "localStorage.getItem('title')?.includes('pasta rings')"))
            #expect(try browser.value(of: "localStorage.getItem('badge')") == "1")
            let notice: [String] = try browser.value(of: "JSON.parse(localStorage.getItem('notice') ?? '[]')")
            #expect(notice.first == "pasta rings")
            #expect(notice.dropFirst().first?.contains("kitchen") == true)
            #expect(notice.dropFirst(2) == ["Stop", "Snooze 9 min"])
            // In sight the ring itself is over everything, and the notification goes.
            try await browser.wait(
                "no notification",
                "navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) => all.length === 0)")
            try await browser.tap(".ringing-actions .primary")
            try await browser.wait("no badge", "localStorage.getItem('badge') === '0'")
        }
    }

    @Test("Stop in a notification stops the ring without a page, and says so when it cannot")
    func notice() async throws {
        let worker = try String(
            decoding: Data(contentsOf: URL(filePath: "\(House.checkout)/Sources/Web/Pages/sw.js")), as: UTF8.self)
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            try browser.ring(["kitchen"], snoozeMinutes: 9)
            try await browser.wait("the ring", "document.querySelector('dialog.ringing[open]')")
            // The worker's own code, with the browser's parts in its place.
            try browser.run(
                """
                const heard = {};
                const shown = [];
                const registration = { showNotification: async (...words) => { shown.push(words); } };
                ((addEventListener, registration, clients) => { \(worker) })((name, act) => { heard[name] = act; }, registration, {});
                const { id } = (await (await fetch('/api/v1/site')).json()).rings[0];
                window.press = async (action) => {
                    let done = null;
                    const notification = { title: 'x', tag: id, data: { id, failed: 'That did not work.' }, close() {} };
                    heard.notificationclick({ action, notification, waitUntil(work) { done = work; } });
                    await done;
                    return shown.map(([, { body }]) => body);
                };
                """)
            #expect(try browser.value(of: "press('snooze')") == [String]())
            try await browser.wait("the snooze", "!document.querySelector('dialog.ringing')")
            #expect(try browser.value(of: "press('stop')") == [String]())
            try await browser.wait("its end", "document.querySelector('.snoozed-strip').hidden")
            // Somebody else was quicker.
            #expect(try browser.value(of: "press('stop')") == [String]())
            house.kill("web")
            #expect(try browser.value(of: "press('stop')") == ["That did not work."])
        }
    }

    @Test("seven windows of one browser share a stream, so that Stop has a connection")
    func windows() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            // A browser has six connections for an origin. Each window but the last is hidden.
            for _ in 0..<7 {
                try await browser.openTab("/timers")
                try await browser.wait("the site", "document.querySelector('.timer-maker summary').innerText")
            }
            try browser.ring(["kitchen"], snoozeMinutes: 0)
            try await browser.wait("the ring", "document.querySelector('dialog.ringing[open]')")
            try await browser.tap(".ringing-actions .primary")
            try await browser.wait("its end", "!document.querySelector('dialog.ringing')")
        }
    }

    @Test("without shared workers a hidden tab gives its stream back, and follows again when it is shown")
    func alone() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            // The hidden page reaches the other tab through storage that both can read.
            try browser.runBeforePages(
                """
                delete globalThis.SharedWorker;
                const RealSource = EventSource;
                globalThis.EventSource = class extends RealSource {
                    constructor(...words) { super(...words); globalThis.stream = this; }
                };
                document.addEventListener('visibilitychange', () => {
                    // After the page itself has heard of it.
                    if (document.visibilityState === 'hidden') {
                        setTimeout(() => localStorage.setItem('stream', stream.readyState));
                    }
                });
                addEventListener('DOMContentLoaded', () => {
                    const title = document.querySelector('title');
                    if (title) new MutationObserver(() => localStorage.setItem('title', document.title))
                        .observe(title, { childList: true });
                });
                """)
            try await browser.open("/timers")
            try await browser.wait("the stream", "globalThis.stream?.readyState === 1")
            try await browser.whileHidden(behind: "/icons/icon.svg") {
                try await browser.wait("the stream to be closed", "localStorage.getItem('stream') === '2'")
                try house.clockctl(["timer", "start", "1s", "pasta", "--node", "kitchen"])
                // A hidden tab looks every 20 s; a browser may make a minute of that.
                try await browser.wait(
                    "the title", "localStorage.getItem('title')?.includes('pasta rings')", timeout: .seconds(90))
            }
            try await browser.wait("the stream again", "stream.readyState === 1")
        }
    }

    @Test("an address that has no page says so, with the way back; a program gets its answer as JSON")
    func missing() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            try await browser.open("/alarmz")
            #expect(try browser.text("h1") == "There is no such page")
            #expect(try browser.text("main").contains("/alarmz"))
            let statuses: [Int] = try browser.value(
                of: """
                    Promise.all([['/alarmz', 'text/html'], ['/alarmz', '*/*'], ['/api/v1/alarmz', 'text/html'], ['/alarms', 'text/html']]
                        .map(([path, accept]) => fetch(path, { headers: { accept } }).then((answer) => answer.status)))
                    """)
            #expect(statuses == [404, 404, 404, 200])
            #expect(try HTTP.send("GET", "/alarmz", port: house.port).body.contains("not-found"))
            try await browser.tap("main a")
            try await browser.wait("the clock", "location.pathname === '/' && document.querySelector('.page-clock')")
        }
    }

    @Test("a dead coordinator, then a dead broker, are said by their names")
    func parts() async throws {
        try await withHouse { house in
            let browser = try await Browser(house)
            try await browser.open("/")
            try await browser.wait("the site", "document.querySelector('.clock-item')")
            house.kill("coordinator")
            try await browser.wait(
                "the coordinator's name", "document.querySelector('.trouble').innerText.includes('coordinator')",
                timeout: .seconds(60))
            house.broker.kill()
            try await browser.wait(
                "the broker's name", "document.querySelector('.trouble').innerText.includes('broker')",
                timeout: .seconds(60))
            try house.broker.restart()
            try house.start("coordinator")
            try await browser.wait("no trouble", "document.querySelector('.trouble').hidden", timeout: .seconds(90))
        }
    }
}
