import ClockTestSupport
import Testing

/// What is away is said, and nothing that was typed is lost by it.
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

    @Test(
        "a hidden tab gives its stream back, tells by its title what rings all the same, and follows again when it is shown"
    )
    func hidden() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            // What the hidden page does is told to the other tab by what both can read.
            try browser.runBeforePages(
                """
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
