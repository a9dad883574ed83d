import Testing

/// The one button of all pages, by mouse, finger and keyboard.
@Suite(.serialized)
struct ButtonTests {
    /// A page with a button of its own from (100, 300) to (220, 360) that counts how often it acts, and notes at each
    /// move of a pointer whether it is highlighted.
    private func withButton(_ pointer: Browser.Pointer, _ body: (Browser) async throws -> Void) async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house, screen: pointer == .touch ? .phone : .desktop)
            try await browser.open("/")
            try browser.run(
                """
                const button = document.createElement('clock-button');
                button.id = 'tested';
                button.textContent = 'Press';
                const place = { position: 'fixed', left: '100px', top: '300px', width: '120px', height: '60px', zIndex: 99 };
                Object.assign(button.style, place);
                window.acts = 0;
                window.kinds = new Set();
                window.trace = [];
                button.addEventListener('act', () => { window.acts += 1; });
                button.addEventListener('pointerdown', (event) => {
                    window.trace = [button.hasAttribute('pressed')];
                    window.kinds.add(event.pointerType);
                });
                button.addEventListener('pointermove', () => window.trace.push(button.hasAttribute('pressed')));
                document.body.append(button)
                """)
            try await body(browser)
        }
    }

    private let inside = Browser.Point(x: 160, y: 330)

    private func acts(_ browser: Browser) throws -> Int { try browser.value(of: "window.acts") }
    private func trace(_ browser: Browser) throws -> [Bool] { try browser.value(of: "window.trace") }
    private func isHighlighted(_ browser: Browser) throws -> Bool {
        try browser.value(of: "document.getElementById('tested').hasAttribute('pressed')")
    }

    @Test(
        "it acts once for a release up to 70 pixels outside, and never for one beyond",
        arguments: Browser.Pointer.allCases)
    func zone(pointer: Browser.Pointer) async throws {
        try await withButton(pointer) { browser in
            for (point, acting) in [
                ((160, 330), true), ((289, 330), true), ((31, 330), true), ((160, 231), true), ((160, 429), true),
                ((291, 330), false), ((29, 330), false), ((160, 229), false), ((160, 431), false),
            ] {
                let before = try acts(browser)
                let end = Browser.Point(x: point.0, y: point.1)
                try browser.pointer(pointer, [.move(inside), .press, .move(end), .release])
                #expect(try acts(browser) == before + (acting ? 1 : 0), "released at \(point)")
                #expect(try trace(browser).first == true, "it is highlighted at once")
                #expect(try trace(browser).last == acting, "dragged to \(point)")
                #expect(try !isHighlighted(browser), "released at \(point)")
            }
            #expect(try browser.value(of: "[...window.kinds]") == [pointer.rawValue])
        }
    }

    @Test(
        "it is not highlighted outside its zone, and again when the drag comes back",
        arguments: Browser.Pointer.allCases)
    func comesBack(pointer: Browser.Pointer) async throws {
        try await withButton(pointer) { browser in
            let out = Browser.Point(x: 300, y: 330)
            try browser.pointer(pointer, [.move(inside), .press, .move(out), .move(inside), .release])
            #expect(try trace(browser) == [true, false, true])
            #expect(try acts(browser) == 1)
            try browser.pointer(pointer, [.move(inside), .press, .move(out), .move(inside), .move(out), .release])
            #expect(try trace(browser) == [true, false, true, false])
            #expect(try acts(browser) == 1)
        }
    }

    @Test("a press that the browser takes away does nothing")
    func cancel() async throws {
        try await withButton(.mouse) { browser in
            try browser.run(
                """
                const button = document.getElementById('tested');
                button.addEventListener('pointerdown', (event) => { window.held = event.pointerId; })
                """)
            try browser.pointer(.mouse, [.move(inside), .press])
            #expect(try isHighlighted(browser))
            try browser.run(
                """
                document.getElementById('tested').dispatchEvent(
                    new PointerEvent('pointercancel', { pointerId: window.held, bubbles: true }))
                """)
            #expect(try !isHighlighted(browser))
            try browser.pointer(.mouse, [.release])
            #expect(try acts(browser) == 0)
        }
    }

    @Test("Enter and Space act once, however long they are held; Escape lets go of Space; a screen reader's click acts")
    func keyboard() async throws {
        try await withButton(.mouse) { browser in
            try browser.run("document.getElementById('tested').focus()")
            try browser.keys([.down(.enter), .down(.enter), .down(.enter), .up(.enter)])
            #expect(try acts(browser) == 1)
            try browser.keys([.down(.space), .down(.space)])
            #expect(try isHighlighted(browser))
            #expect(try acts(browser) == 1)
            try browser.keys([.up(.space)])
            #expect(try !isHighlighted(browser))
            #expect(try acts(browser) == 2)
            try browser.keys([.down(.space), .down(.escape), .up(.escape), .up(.space)])
            #expect(try acts(browser) == 2)
            try browser.run("document.getElementById('tested').click()")
            #expect(try acts(browser) == 3)
        }
    }

    @Test("one that is disabled says so and does nothing")
    func disabled() async throws {
        try await withButton(.mouse) { browser in
            try browser.run("document.getElementById('tested').disabled = true")
            try browser.pointer(.mouse, [.move(inside), .press, .release])
            try browser.run("document.getElementById('tested').focus()")
            try browser.press(.enter)
            try browser.press(.space)
            try browser.run("document.getElementById('tested').click()")
            #expect(try acts(browser) == 0)
            #expect(try browser.value(of: "document.getElementById('tested').getAttribute('aria-disabled')") == "true")
        }
    }

    @Test("its colours, border, corners and gradient are as they are set, and change at once when it is pressed")
    func look() async throws {
        try await withButton(.mouse) { browser in
            try browser.run(
                """
                Object.assign(document.getElementById('tested'), {
                    color: 'rgb(1, 2, 3)', highlightColor: 'rgb(4, 5, 6)', borderColor: 'rgb(7, 8, 9)',
                    borderHighlightColor: 'rgb(10, 11, 12)', borderWidth: '3px', cornerRadius: '17px',
                    gradient: 'rgb(13, 14, 15), rgb(16, 17, 18)' })
                """)
            func style(_ name: String) throws -> String {
                try browser.value(of: "getComputedStyle(document.getElementById('tested')).\(name)")
            }
            #expect(try style("backgroundColor") == "rgb(1, 2, 3)")
            #expect(try style("borderTopColor") == "rgb(7, 8, 9)")
            #expect(try style("borderTopWidth") == "3px")
            #expect(try style("borderTopLeftRadius") == "17px")
            #expect(try style("backgroundImage") == "linear-gradient(rgb(13, 14, 15), rgb(16, 17, 18))")
            #expect(try style("transitionDuration") == "0s")
            try browser.pointer(.mouse, [.move(inside), .press])
            #expect(try style("backgroundColor") == "rgb(4, 5, 6)")
            #expect(try style("borderTopColor") == "rgb(10, 11, 12)")
            try browser.pointer(.mouse, [.release])
            #expect(try style("backgroundColor") == "rgb(1, 2, 3)")
        }
    }
}
