import ClockTestSupport
import FoundationEssentials
import Glibc

/// A real Chromium, driven by the W3C WebDriver protocol over HTTP as a person drives it: pointer, touch and keys.
final class Browser: Sendable {
    /// A screen.
    struct Screen: Sendable, CustomStringConvertible {
        var name: String
        var width: Int
        var height: Int
        /// True for a touch screen: Chromium then turns the mouse's actions into touches.
        var isTouched: Bool

        static let phone = Screen(name: "phone", width: 360, height: 740, isTouched: true)
        static let small = Screen(name: "small phone", width: 360, height: 640, isTouched: true)
        static let lying = Screen(name: "phone on its side", width: 740, height: 360, isTouched: true)
        static let television = Screen(name: "television", width: 3840, height: 2160, isTouched: false)
        static let desktop = Screen(name: "desktop", width: 1280, height: 800, isTouched: false)

        var description: String { name }
    }

    private let driver: TestProcess
    private let folder: TemporaryFolder
    private let port: Int
    private let session: String
    let origin: String

    /// Starts a browser with nothing open.
    ///
    /// - Parameters:
    ///   - origin: the address of the pages, such as `http://127.0.0.1:8080`.
    ///   - language: the first language that it asks for.
    ///   - home: its owner's home; a person's trust in authorities lies there.
    ///   - options: added to the browser's command line.
    init(
        _ origin: String, screen: Screen = .phone, dark: Bool = false, reducedMotion: Bool = false,
        language: String = "en-GB", home: String? = nil, options more: [String] = []
    ) async throws {
        let folder = try TemporaryFolder("browser")
        let port = try LoopbackPort.unused()
        let driver = try TestProcess(
            "chromedriver", ["--port=\(port)"], environment: home.map { ["HOME": $0] } ?? [:],
            outputFile: folder.file("log"))
        try await waitUntil("chromedriver listens", timeout: .seconds(30)) { LoopbackPort.accepts(port) }
        let arguments =
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                "--mute-audio", "--user-data-dir=\(folder.file("profile"))",
                "--window-size=\(max(screen.width, 500)),\(screen.height)",
            ] + more
        let options: [String: JSONText] = [
            "args": JSONText(arguments),
            "prefs": JSONText(["intl.accept_languages": language]),
            "mobileEmulation": JSONText([
                "deviceMetrics": JSONText([
                    "width": JSONText(screen.width), "height": JSONText(screen.height), "pixelRatio": JSONText(1),
                    "touch": JSONText(screen.isTouched),
                ])
            ]),
        ]
        // The bound of one script, in milliseconds: axe takes half a minute on a busy machine.
        let capabilities = JSONText([
            "browserName": JSONText("chrome"), "goog:chromeOptions": JSONText(options),
            "timeouts": JSONText(["script": JSONText(110_000)]),
        ])
        let answer = try HTTP.send(
            "POST", "/session", port: port,
            body: JSONText(["capabilities": JSONText(["alwaysMatch": capabilities])]).text)
        struct Session: Decodable {
            struct Value: Decodable { var sessionId: String }
            var value: Value
        }
        guard answer.status == 200 else { throw TestFailure("no browser: \(answer.body)") }
        session = try JSONDecoder().decode(Session.self, from: Data(answer.body.utf8)).value.sessionId
        self.driver = driver
        self.folder = folder
        self.port = port
        self.origin = origin
        try emulate(dark: dark, reducedMotion: reducedMotion)
    }

    /// Starts a browser that is logged in to a house's pages, with the clock open.
    convenience init(
        _ house: House, screen: Screen = .phone, dark: Bool = false, reducedMotion: Bool = false,
        language: String = "en-GB"
    ) async throws {
        try await self.init(
            house.origin, screen: screen, dark: dark, reducedMotion: reducedMotion, language: language)
        try await open(house.loginPath())
        try await wait(
            "the login by a link", "fetch('/api/v1/session').then((answer) => answer.json()).then((one) => !one.login)")
    }

    deinit {
        // The browser ends by its driver's word; killed, the driver would leave it behind.
        _ = try? HTTP.send("DELETE", "/session/\(session)", port: port)
    }

    // MARK: Pages

    /// Opens a page and waits until it shows its heading.
    func open(_ path: String) async throws {
        try command("POST", "/url", JSONText(["url": JSONText(origin + path)]))
        try await wait("the page \(path)", "document.querySelector('main h1') !== null")
    }

    func reload() async throws {
        try command("POST", "/refresh", JSONText([String: JSONText]()))
        try await wait("the page again", "document.querySelector('main h1') !== null")
    }

    /// One step back in the history, as the browser's own button.
    func back() throws { try command("POST", "/back", JSONText([String: JSONText]())) }

    /// Hides the page behind another tab, which answers while `body` runs.
    ///
    /// - Parameter path: a file of the same origin, or `about:blank`.
    func whileHidden(behind path: String, _ body: () async throws -> Void) async throws {
        let own = try decoded(String.self, command("GET", "/window", nil))
        try enterTab()
        try command("POST", "/url", JSONText(["url": JSONText(path.hasPrefix("/") ? origin + path : path)]))
        try await body()
        try command("DELETE", "/window", nil)
        try command("POST", "/window", JSONText(["handle": own]))
    }

    /// Opens a page in another tab, which from now on is the one that all other calls mean.
    func openTab(_ path: String) async throws {
        try enterTab()
        try await open(path)
    }

    private func enterTab() throws {
        struct Opened: Decodable { var handle: String }
        let tab = try decoded(Opened.self, command("POST", "/window/new", JSONText(["type": "tab"]))).handle
        try command("POST", "/window", JSONText(["handle": tab]))
    }

    /// Lets the pages of the origin show notifications, as a person does who is asked.
    func allowNotifications() throws {
        let permission = JSONText(["name": "notifications"])
        try command("POST", "/permissions", JSONText(["descriptor": permission, "state": JSONText("granted")]))
    }

    /// Runs a script before any of a page's own, in every page that is opened from now on.
    func runBeforePages(_ script: String) throws {
        try devTools("Page.addScriptToEvaluateOnNewDocument", ["source": JSONText(script)])
    }

    func emulate(dark: Bool, reducedMotion: Bool = false) throws {
        func feature(_ name: String, _ value: String) -> JSONText {
            JSONText(["name": JSONText(name), "value": JSONText(value)])
        }
        try devTools(
            "Emulation.setEmulatedMedia",
            [
                "features": JSONText([
                    feature("prefers-color-scheme", dark ? "dark" : "light"),
                    feature("prefers-reduced-motion", reducedMotion ? "reduce" : "no-preference"),
                ])
            ])
    }

    func emulate(zone: String) throws {
        try devTools("Emulation.setTimezoneOverride", ["timezoneId": JSONText(zone)])
    }

    func collectGarbage() throws { try devTools("HeapProfiler.collectGarbage", [:]) }

    // MARK: Asking the page

    /// The value of a JavaScript expression, which may be a promise.
    func value<Value: Decodable>(of expression: String, as type: Value.Type = Value.self) throws -> Value {
        let script = """
            const done = arguments[arguments.length - 1];
            Promise.resolve().then(() => (\(expression))).then(
                (value) => done(JSON.stringify({ value: value === undefined ? null : value })),
                (error) => done(JSON.stringify({ error: String(error && error.stack || error) })));
            """
        let answer = try command(
            "POST", "/execute/async", JSONText(["script": JSONText(script), "args": JSONText([JSONText]())]))
        let text = try decoded(String.self, answer)
        if let error = try JSONDecoder().decode(Failed.self, from: Data(text.utf8)).error {
            throw TestFailure("\(expression) failed: \(error)")
        }
        return try JSONDecoder().decode(Valued<Value>.self, from: Data(text.utf8)).value
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ answer: String) throws -> Value {
        try JSONDecoder().decode(Valued<Value>.self, from: Data(answer.utf8)).value
    }

    private struct Valued<Value: Decodable>: Decodable { var value: Value }
    private struct Failed: Decodable { var error: String? }

    /// Runs statements.
    func run(_ statements: String) throws {
        _ = try value(of: "(async () => { \(statements); return true })()", as: Bool.self)
    }

    /// Waits until an expression, or what it promises, holds.
    func wait(_ what: String, _ expression: String, timeout: Duration = .seconds(30)) async throws {
        do {
            try await waitUntil(what, timeout: timeout) {
                try value(of: "(async () => Boolean(await (\(expression))))()")
            }
        } catch {
            let text: String = (try? value(of: "document.title + ' | ' + document.body.innerText")) ?? ""
            throw TestFailure("\(error); the page shows: \(text.prefix(1500))")
        }
    }

    /// The text that is shown by the first element of a CSS selector; empty where there is none.
    func text(_ selector: String) throws -> String {
        try value(of: "document.querySelector(\(JSONText(selector).text))?.innerText ?? ''")
    }

    // MARK: Acting

    /// Presses and releases the main mouse button over an element.
    func click(_ selector: String) async throws {
        let middle = try await bounds(selector).middle
        try pointer(.mouse, [.move(middle), .press, .release])
    }

    /// A finger on an element.
    func tap(_ selector: String) async throws {
        let middle = try await bounds(selector).middle
        try pointer(.touch, [.move(middle), .press, .release])
    }

    /// A finger on an element where it is now, which must be in sight and above the bar of pages.
    func tapInSight(_ selector: String) throws {
        let place = try placeInSight(selector)
        try pointer(.touch, [.move(place.middle), .press, .release])
    }

    /// The place of an element, without scrolling.
    ///
    /// - Throws: ``TestFailure`` where a person cannot touch it.
    @discardableResult
    func placeInSight(_ selector: String) throws -> Bounds {
        let quoted = JSONText(selector).text
        let place: Bounds = try value(of: "document.querySelector(\(quoted)).getBoundingClientRect().toJSON()")
        let isTouched: Bool = try value(
            of: """
                [...document.querySelectorAll(\(quoted))].slice(0, 1).every((node) => {
                    const box = node.getBoundingClientRect();
                    return [box.top + 2, box.bottom - 2].every((y) => y > 0 && y < innerHeight
                        && node.contains(document.elementFromPoint((box.left + box.right) / 2, y)));
                })
                """)
        guard isTouched else { throw TestFailure("\(selector) is not in sight: \(place)") }
        return place
    }

    /// Returns an element's place in the window, once it is there, after scrolling it into view.
    func bounds(_ selector: String) async throws -> Bounds {
        let quoted = JSONText(selector).text
        try await wait("\(selector) to be shown", "document.querySelector(\(quoted))?.getClientRects().length > 0")
        try run("document.querySelector(\(quoted)).scrollIntoView({ block: 'center', behavior: 'instant' })")
        // A sheet that still slides in, or begins to with the next frame, would be touched where it was.
        try await wait(
            "\(selector) to stand still",
            """
            (async () => {
                const place = () => JSON.stringify(document.querySelector(\(quoted)).getBoundingClientRect());
                const before = place();
                await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
                return place() === before && document.getAnimations().every(
                    (one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity);
            })()
            """)
        return try value(of: "document.querySelector(\(quoted)).getBoundingClientRect().toJSON()")
    }

    enum Pointer: String, CaseIterable, Sendable {
        case mouse, touch
    }

    enum PointerStep: Sendable {
        case move(Point)
        case press
        case release
        /// Rests for so many milliseconds.
        case rest(Int)
    }

    /// Moves, presses and releases a pointer. A finger's gesture goes in one call: chromedriver forgets it between two.
    func pointer(_ kind: Pointer, _ steps: [PointerStep]) throws {
        let actions = steps.map { step in
            switch step {
            case .move(let point):
                JSONText([
                    "type": JSONText("pointerMove"), "duration": JSONText(0), "x": JSONText(point.x),
                    "y": JSONText(point.y),
                ])
            case .press: JSONText(["type": JSONText("pointerDown"), "button": JSONText(0)])
            case .release: JSONText(["type": JSONText("pointerUp"), "button": JSONText(0)])
            case .rest(let milliseconds): Self.rest(milliseconds)
            }
        }
        let source = JSONText([
            "type": JSONText("pointer"), "id": JSONText(kind.rawValue),
            "parameters": JSONText(["pointerType": JSONText(kind.rawValue)]), "actions": JSONText(actions),
        ])
        try command("POST", "/actions", JSONText(["actions": JSONText([source])]))
    }

    enum Key: String, Sendable {
        case tab = "\u{E004}"
        case enter = "\u{E007}"
        case escape = "\u{E00C}"
        case space = " "
    }

    enum KeyStep: Sendable {
        case down(Key)
        case up(Key)
        /// Rests for so many milliseconds.
        case rest(Int)
    }

    private static func rest(_ milliseconds: Int) -> JSONText {
        JSONText(["type": JSONText("pause"), "duration": JSONText(milliseconds)])
    }

    func keys(_ steps: [KeyStep]) throws {
        let actions = steps.map { step in
            switch step {
            case .down(let key): JSONText(["type": JSONText("keyDown"), "value": JSONText(key.rawValue)])
            case .up(let key): JSONText(["type": JSONText("keyUp"), "value": JSONText(key.rawValue)])
            case .rest(let milliseconds): Self.rest(milliseconds)
            }
        }
        let source = JSONText(["type": JSONText("key"), "id": JSONText("keyboard"), "actions": JSONText(actions)])
        try command("POST", "/actions", JSONText(["actions": JSONText([source])]))
    }

    func press(_ key: Key) throws { try keys([.down(key), .up(key)]) }

    /// Types into a field, in place of what is there. `time` fields take what a script sets, as their own entry follows
    /// the machine's language.
    func fill(_ selector: String, _ text: String) async throws {
        _ = try await bounds(selector)
        let quoted = JSONText(selector).text
        try run(
            """
            const field = document.querySelector(\(quoted));
            field.focus();
            field.value = \(JSONText(text).text);
            field.dispatchEvent(new Event('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }))
            """)
    }

    /// Taps a choice of a dialog by its words.
    func tapChip(_ words: String) async throws {
        let find =
            "[...document.querySelectorAll('dialog .chip')].find((chip) => chip.innerText === \(JSONText(words).text))"
        try await wait("the chip \(words)", find)
        try run("for (const chip of document.querySelectorAll('[data-tapped]')) chip.removeAttribute('data-tapped')")
        try run("\(find).setAttribute('data-tapped', '')")
        try await tap("[data-tapped]")
    }

    // MARK: The protocol

    @discardableResult
    private func command(_ method: String, _ path: String, _ body: JSONText?) throws -> String {
        let answer = try HTTP.send(method, "/session/\(session)\(path)", port: port, body: body?.text ?? "")
        guard answer.status == 200 else {
            throw TestFailure("\(method) \(path) was refused: \(answer.body.prefix(800))")
        }
        return answer.body
    }

    private func devTools(_ name: String, _ parameters: [String: JSONText]) throws {
        try command(
            "POST", "/goog/cdp/execute", JSONText(["cmd": JSONText(name), "params": JSONText(parameters)]))
    }
}
