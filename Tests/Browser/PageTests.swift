import ClockTestSupport
import FoundationEssentials
import Glibc
import Testing

/// Rules of every page.
@Suite(.serialized)
struct PageTests {
    static let paths = [
        "/", "/alarms", "/bells", "/timers", "/rooms", "/history", "/slo", "/trainer", "/doctor", "/emergency",
    ]

    /// A dialog: the page it stands on, and the control that opens it.
    struct Opened: Sendable {
        var name: String
        var path: String
        var script: String
    }

    static let dialogs = [
        Opened(name: "new alarm", path: "/alarms", script: "document.querySelector('.add').act()"),
        Opened(name: "edit alarm", path: "/alarms", script: "document.querySelector('.alarm-open').act()"),
        Opened(name: "quiet hours", path: "/rooms", script: "document.querySelector('.field-value').act()"),
        Opened(name: "say", path: "/rooms", script: "document.querySelectorAll('.page-head clock-button')[1].act()"),
        Opened(name: "more", path: "/", script: "document.querySelector('.tabs .more').act()"),
        Opened(name: "display", path: "/", script: "document.querySelector('.tabs .of-more[role=button]').act()"),
    ]

    private func furnished(_ body: (House) async throws -> Void) async throws {
        try await withHouse { house in
            try house.clockctl(["node", "group", "add", "upstairs", "bedroom", "kitchen"])
            try house.clockctl(
                [
                    "alarm", "add", "07:00", "--days", "mon-fri", "--room", "kitchen", "--label",
                    "A label of sixty four characters, which is as long as they may be",
                ].map { String($0.prefix(64)) })
            try house.clockctl(["alarm", "add", "08:30", "--days", "weekends", "--group", "upstairs"])
            try house.clockctl(["alarm", "skip", "a1"])
            try house.clockctl([
                "program", "add", "school/regular", "--periods", "3x40", "--between", "5", "--from", "08:00", "--all",
                "--days", "mon-fri", "--yes",
            ])
            try house.clockctl(["timer", "start", "40m", "pasta", "--node", "kitchen"])
            try house.clockctl(["stopwatch", "start", "run"])
            try house.clockctl(["stopwatch", "lap", "run"])
            try await body(house)
        }
    }

    /// Opens a page and waits until it shows what the site says.
    private func openFull(_ browser: Browser, _ path: String) async throws {
        try await browser.open(path)
        let shown = [
            "/": ".clock-item", "/alarms": ".alarm-row", "/bells": ".bells-day, .page-bells .empty",
            "/timers": ".timer-row", "/rooms": ".card .facts > div",
            "/history": ".day", "/slo": ".slo-rooms li, .page-slo .empty", "/trainer": "select option",
            "/doctor": ".check", "/emergency": ".hold",
        ]
        try await browser.wait("\(path) to be full", "document.querySelector('\(shown[path] ?? "h1")')")
        try browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
    }

    @Test("a device from another part of the world never shows what is to come with its own time")
    func zone() async throws {
        try await furnished { house in
            let browser = try await Browser(house)
            try browser.emulate(zone: "Asia/Tokyo")
            try browser.runBeforePages(
                """
                new MutationObserver((records, observer) => {
                    if (!document.querySelector(".clock-item")) return;
                    observer.disconnect();
                    window.first = document.querySelector(".clock-digits").textContent;
                    window.expected = [0, 1].map((ahead) => new Intl.DateTimeFormat("en-GB",
                        { timeStyle: "short", timeZone: "Europe/Berlin" }).format(Date.now() + ahead * 1000));
                }).observe(document, { subtree: true, childList: true });
                """)
            try await browser.open("/")
            try await browser.wait("what is to come", "window.first")
            #expect(try browser.value(of: "window.expected.includes(window.first)"))
        }
    }

    @Test("no page and no dialog is wider than a phone of 360 pixels, in English and German")
    func narrow() async throws {
        try await furnished { house in
            for language in ["en-US", "de-DE"] {
                let browser = try await Browser(house, language: language)
                for path in Self.paths {
                    try await openFull(browser, path)
                    #expect(try tooWide(browser) == [], "\(path) in \(language)")
                }
                for dialog in Self.dialogs {
                    try await openFull(browser, dialog.path)
                    try browser.run(dialog.script)
                    try await browser.wait(dialog.name, "document.querySelector('dialog[open] h2')")
                    try browser.run("for (const one of document.querySelectorAll('dialog details')) one.open = true")
                    #expect(try tooWide(browser) == [], "\(dialog.name) in \(language)")
                }
            }
        }
    }

    /// Elements that reach beyond the window's sides, or scroll sideways.
    private func tooWide(_ browser: Browser) throws -> [String] {
        try browser.value(
            of: """
                [...document.querySelectorAll('body, body *')].filter((node) => {
                    if (node.closest('.unseen, .skip, .toasts') || node.closest('svg') !== null) return false;
                    const box = node.getBoundingClientRect();
                    return box.width > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5
                        || (node.scrollWidth > node.clientWidth + 1 && !node.matches('input, select, textarea, option, span, a, output')));
                }).map((node) => `${node.nodeName} ${node.className} ${node.textContent.slice(0, 40)}`)
                """)
    }

    @Test(
        "axe-core finds nothing on any page or dialog, light and dark, phone and desktop",
        arguments: [
            Browser.Screen.phone, .desktop,
        ])
    func accessible(screen: Browser.Screen) async throws {
        let axe = try String(decoding: Data(contentsOf: URL(filePath: Axe.file())), as: UTF8.self)
        try await furnished { house in
            let browser = try await Browser(house, screen: screen)
            for dark in [false, true] {
                try browser.emulate(dark: dark)
                for path in Self.paths {
                    try await openFull(browser, path)
                    try expectAccessible(browser, axe, "\(path) dark: \(dark)")
                }
                for dialog in Self.dialogs where screen.width < 900 || dialog.name != "more" {
                    try await openFull(browser, dialog.path)
                    try browser.run(dialog.script)
                    try await browser.wait(dialog.name, "document.querySelector('dialog[open] h2')")
                    try browser.run("for (const one of document.querySelectorAll('dialog details')) one.open = true")
                    try expectAccessible(browser, axe, "\(dialog.name) dark: \(dark)")
                }
                try await browser.open("/?wall")
                try await expectWallAccessible(browser, axe, "the wall dark: \(dark)")
            }
            try house.clockctl(["timer", "start", "1s", "pasta", "--node", "kitchen"])
            for dark in [false, true] {
                try browser.emulate(dark: dark)
                try await browser.wait("a ring", "document.querySelector('dialog.ringing[open]')")
                try await expectWallAccessible(browser, axe, "ringing dark: \(dark)")
            }
            house.kill("web")
            try await browser.wait("trouble", "!document.querySelector('.trouble').hidden")
            try browser.run("document.querySelector('.ringing-actions .quiet').act()")
            for dark in [false, true] {
                try browser.emulate(dark: dark)
                try await expectWallAccessible(browser, axe, "away dark: \(dark)")
            }
        }
    }

    /// On the wall, which is another one by night.
    private func expectWallAccessible(_ browser: Browser, _ axe: String, _ place: String) async throws {
        for end in ["00:00", "24:00"] {
            let hours = "import('/app/display.js').then((one) => one.setDisplay({ night: ['00:00', '\(end)'] }))"
            try browser.run(hours)
            try await browser.wait(
                "the night until \(end)", "document.documentElement.hasAttribute('data-night') === \(end == "24:00")")
            try expectAccessible(browser, axe, "\(place), night until \(end)")
        }
    }

    func expectAccessible(_ browser: Browser, _ axe: String, _ place: String) throws {
        try browser.run("if (!window.axe) { \(axe) }")
        let found: [String] = try browser.value(
            of: """
                axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations.map((one) =>
                    `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`))
                """)
        #expect(found == [], "\(place)")
    }

    @Test("the first page takes at most 45 kB on the wire, nothing from elsewhere, and breaks no rule of its policy")
    func light() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            try browser.runBeforePages(
                "window.refused = []; addEventListener('securitypolicyviolation', (event) => refused.push(event.blockedURI))"
            )
            try await browser.open("/")
            try await browser.wait("the site", "document.querySelector('.clock-item')")
            // A browser's own sizes count only files that it had not cached.
            let bytes: Int = try browser.value(
                of: """
                    Promise.all([...new Set([location.href, ...performance.getEntriesByType('resource').map((one) => one.name)])]
                        .filter((name) => !name.includes('/api/')).map((name) => fetch(name, { cache: 'no-store' })
                            .then((answer) => Number(answer.headers.get('content-length')))))
                        .then((sizes) => sizes.reduce((sum, size) => sum + size, 0))
                    """)
            #expect(bytes > 20_000 && bytes <= 45_000, "\(bytes) bytes")
            for path in Self.paths { try await openFull(browser, path, in: house) }
            let foreign: [String] = try browser.value(
                of:
                    "performance.getEntriesByType('resource').map((one) => one.name).filter((name) => !name.startsWith(location.origin))"
            )
            #expect(foreign == [])
            #expect(try browser.value(of: "window.refused") == [String]())
        }
    }

    private func openFull(_ browser: Browser, _ path: String, in house: House) async throws {
        try browser.run("document.querySelector('.tabs a[href=\"\(path)\"]').click()")
        try await browser.wait(path, "location.pathname === '\(path)' && document.querySelector('main h1')")
    }

    @Test("both tables of words have the same keys, with the same places for values, and every page speaks German")
    func words() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house, language: "de-DE")
            try await browser.open("/alarms")
            let different: [String] = try browser.value(
                of: """
                    Promise.all(['', 'more-'].map(async (part) => {
                        const [{ default: en }, { default: de }] = await Promise.all(
                            ['en', 'de'].map((one) => import(`/app/words/${part}${one}.js`)));
                        const places = (text) => (text?.match(/\\{[a-z]+\\}/gi) ?? []).sort().join();
                        return [...new Set([...Object.keys(en), ...Object.keys(de)])].filter((key) =>
                            !en[key] || !de[key] || places(en[key]) !== places(de[key]));
                    })).then((parts) => parts.flat())
                    """)
            #expect(different == [])
            #expect(try browser.value(of: "document.documentElement.lang") == "de-DE")
            #expect(try browser.text("h1") == "Wecker")
        }
    }

    @Test("every key that a page asks for is in the table, and every one in the table is asked for")
    func keys() throws {
        let folder = "\(House.checkout)/Sources/Web/Pages/app"
        let files = try filesOf(folder).filter { $0.hasSuffix(".js") }
        let code = try files.map { try read("\(folder)/\($0)") }.joined()
        let table = try ["", "more-"].map { try read("\(folder)/words/\($0)en.js") }.joined()
        let keys = table.split(separator: "\n").compactMap { line -> String? in
            let key = line.prefix { $0 != ":" }.filter { $0 != "\"" && $0 != " " }
            return line.hasPrefix("    ") && !key.isEmpty ? String(key) : nil
        }
        let families = ["outcome-", "reason-", "sun", "page-", "sound-", "chime-", "audio-", "doctor-", "verdict-"]
        let unused = keys.filter { key in !code.contains("\"\(key)\"") && !families.contains { key.hasPrefix($0) } }
        #expect(unused == [])
        let known = Set(keys)
        let asked = code.matches(of: /[^a-zA-Z.]t\("([a-z0-9-]+)"/).map { String($0.1) }
        #expect(asked.count > 200)
        #expect(asked.filter { !known.contains($0) } == [])
    }

    private func read(_ path: String) throws -> String {
        try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    private func filesOf(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    @Test("the clock shows the site's second, whatever this device's clock says")
    func time() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            // This device believes that it is three hours and 17 minutes later.
            try browser.runBeforePages(
                """
                const RealDate = Date;
                const ahead = 11_820_000;
                globalThis.realNow = () => RealDate.now();
                globalThis.Date = class extends RealDate {
                    constructor(...words) { if (words.length) super(...words); else super(RealDate.now() + ahead); }
                    static now() { return RealDate.now() + ahead; }
                };
                """)
            try await browser.open("/")
            try await browser.wait("the site", "document.querySelector('.clock-item')")
            // It is changed as the second begins: looked at between two changes, it is at most a second behind.
            try await browser.wait(
                "the site's second",
                "Math.abs(RealDate.parse(document.querySelector('time').dateTime) - realNow()) < 1000")
            let shown: String = try browser.value(of: "document.querySelector('.clock-digits').innerText")
            let right: [String] = try browser.value(
                of: """
                    [0, 60000].map((back) => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit',
                        timeZone: 'Europe/Berlin' }).format(realNow() - back))
                    """)
            #expect(right.contains(shown))
        }
    }

    @Test("it shows the right second within a second after this machine slept for hours")
    func sleep() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            // To a page, a machine that slept and one whose clock was set look alike: its clocks part. Here the site did
            // not sleep as well, so that only its word makes the page right again.
            try browser.runBeforePages(
                """
                const realNow = Date.now.bind(Date);
                let slept = 0;
                Date.now = () => realNow() + slept;
                globalThis.sleepFor = (ms) => { slept += ms; };
                """)
            try await browser.open("/")
            try await browser.wait("the site", "document.querySelector('.clock-item')")
            let before: Int = try browser.value(of: "Date.parse(document.querySelector('time').dateTime)")
            // Until it next changes its clock, the page shows what was right. So it has to be right for some changes.
            try browser.run(
                """
                sleepFor(3 * 3600 * 1000);
                globalThis.rightSince = undefined;
                setInterval(() => {
                    const shown = Date.parse(document.querySelector('time').dateTime);
                    rightSince = Math.abs(shown - realNow()) < 1100 ? (rightSince ?? realNow()) : undefined;
                }, 20);
                """)
            try await browser.wait("the site's second", "realNow() - rightSince > 2500")
            let after: Int = try browser.value(of: "Date.parse(document.querySelector('time').dateTime)")
            #expect(after - before < 60_000, "the server was asked")
        }
    }

    @Test("a week of events leaves the page as large as it was")
    func week() async throws {
        try await furnished { house in
            let browser = try await Browser(house)
            try browser.runBeforePages(
                """
                const RealWorker = SharedWorker;
                globalThis.SharedWorker = class extends RealWorker {
                    constructor(...words) { super(...words); globalThis.stream = this.port; }
                };
                """)
            for path in ["/", "/rooms", "/alarms", "/timers"] {
                try await openFull(browser, path)
                try browser.run(
                    """
                    const site = await (await fetch('/api/v1/site')).json();
                    const send = (name, data) => stream.dispatchEvent(new MessageEvent('message', { data: [name, JSON.stringify(data)] }));
                    window.week = async (rounds) => {
                        for (let round = 0; round < rounds; round += 1) {
                            for (const node of site.status.nodes) {
                                node.clock.offset_ms = round % 17;
                                send('node', { node });
                            }
                            const entry = site.schedule.alarms[0];
                            send('alarm', { old: entry, new: { ...entry, alarm: { ...entry.alarm, revision: round, label: `n${round % 5}` } } });
                            const timer = { timer: { id: 't99', name: 'x', revision: 1, seconds: 60, state: { remaining_ms: 60000 } }, targets: { nodes: ['kitchen'] } };
                            send('timer', { new: timer });
                            send('timer', { old: timer });
                            const ring = { id: 't9@x', occurrence: { source: 't9', due: site.now }, label: 'x', snooze_min: 0,
                                rooms: [{ node: 'kitchen', state: 'ringing', snoozes: 0 }] };
                            if (round % 8 === 0) { send('rings', { rings: [ring] }); await null; send('rings', { rings: [] }); }
                            if (round % 16 === 0) await new Promise((done) => setTimeout(done));
                        }
                    };
                    await window.week(100)
                    """)
                func size() throws -> [Double] {
                    try browser.collectGarbage()
                    return try browser.value(
                        of: "[document.querySelectorAll('*').length, performance.memory.usedJSHeapSize]")
                }
                let before = try size()
                // A week has 672 quarter hours.
                try browser.run("await window.week(672)")
                let after = try size()
                #expect(after[0] == before[0], "nodes of \(path)")
                #expect(after[1] < before[1] + 2_000_000, "heap of \(path): \(before[1]) to \(after[1]) bytes")
            }
        }
    }

    @Test("moving digits and dots stand still where people want less motion")
    func still() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house, reducedMotion: true)
            try await browser.open("/")
            try house.clockctl(["timer", "start", "1s", "--node", "kitchen"])
            try await browser.wait("a ring", "document.querySelector('dialog.ringing[open]')")
            #expect(try browser.value(of: "document.getAnimations().length") == 0)
        }
    }
}

/// axe-core, as scripts/test put it into .build.
enum Axe {
    static func file() throws -> String {
        let path = "\(House.checkout)/.build/axe/axe.min.js"
        guard access(path, R_OK) == 0 else { throw TestFailure("\(path) is not there; run scripts/test") }
        return path
    }
}
