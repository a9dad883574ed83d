import ClockTestSupport
import Testing

/// The button that is held, and the banner over every page, against a real site.
@Suite(.serialized)
struct EmergencyPageTests {
    private static let banner = "document.querySelector('.emergency')"

    /// Waits until both rooms have answered, and ends it by the banner.
    private func end(_ browser: Browser, _ house: House) async throws {
        try await browser.wait(
            "both rooms", "/(Heard|hören) in: bedroom.*kitchen/.test(document.querySelector('.emergency')?.innerText)")
        // It ends with 75 while a room is silent.
        #expect(try house.clockctl(["emergency"]).hasPrefix("EMERGENCY since "))
        try await browser.tap(".emergency clock-button")
        try await browser.wait("its end", "!\(Self.banner)")
        try await waitUntil("the rooms' end") {
            try house.clockctl(["emergency"]).hasPrefix("no emergency is on; the last one was ended at ")
        }
    }

    @Test("a finger begins it in two seconds and not in one; it is on every page, and ended there")
    func held() async throws {
        try await withHouse { house in
            let browser = try await Browser(house)
            try await browser.open("/emergency")
            try await browser.fill(".emergency-text", "Leave the building")
            try await browser.tap(".page-emergency clock-switch")
            let middle = try await browser.bounds(".hold").middle
            try browser.pointer(.touch, [.move(middle), .press, .rest(1_000), .release])
            #expect(try browser.value(of: "\(Self.banner) === null"))
            #expect(try house.clockctl(["emergency"]) == "no emergency is on\n")
            try browser.pointer(.touch, [.move(middle), .press, .rest(2_300), .release])
            try await browser.wait("the banner", Self.banner)
            #expect(
                try browser.text(".emergency").contains("This is a drill. Leave the building. This is a drill."))
            #expect(try browser.value(of: "document.title.includes('Emergency –')"))
            for path in ["/alarms", "/"] {
                try await browser.open(path)
                try await browser.wait("the banner of \(path)", Self.banner)
            }
            try await end(browser, house)
        }
    }

    @Test("Enter and Space begin it as long, and what somebody else began is on a German page at once")
    func keyboard() async throws {
        try await withHouse { house in
            let browser = try await Browser(house, language: "de-DE")
            try await browser.open("/emergency")
            _ = try await browser.bounds(".hold")
            for key in [Browser.Key.enter, .space] {
                try browser.run("document.querySelector('.hold').focus()")
                try browser.keys([.down(key), .rest(1_000), .up(key)])
                #expect(try browser.value(of: "\(Self.banner) === null"))
                try browser.keys([.down(key), .rest(2_300), .up(key)])
                try await end(browser, house)
            }
            try house.clockctl(["emergency", "Leave the building", "--as", "anna"])
            try await browser.wait(
                "the banner", "/Notfallalarm seit .*anna/.test(document.querySelector('.emergency')?.innerText)")
            try await end(browser, house)
        }
    }

    private func expectNone(_ browser: Browser, _ house: House) throws {
        // Longer than somebody holds the button.
        try browser.keys([.rest(2_300)])
        #expect(try browser.value(of: "\(Self.banner) === null"))
        #expect(try house.clockctl(["emergency"]) == "no emergency is on\n")
    }

    @Test("Escape lets go, and so does another page; a screen reader's click asks first")
    func notHeld() async throws {
        try await withHouse { house in
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.wait("the page", "document.querySelector('.page-alarms')")
            try browser.run("document.querySelector('.tabs a[href=\"/emergency\"]').click()")
            _ = try await browser.bounds(".hold")
            try browser.run("document.querySelector('.hold').focus()")
            try browser.keys([.down(.enter), .rest(300), .down(.escape), .up(.escape), .rest(2_300), .up(.enter)])
            try expectNone(browser, house)
            try browser.run(
                """
                document.querySelector('.hold').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
                document.querySelector('.tabs a[href="/alarms"]').click()
                """)
            try await browser.wait("the other page", "document.querySelector('.page-alarms')")
            try expectNone(browser, house)

            try browser.run("document.querySelector('.tabs a[href=\"/emergency\"]').click()")
            _ = try await browser.bounds(".hold")
            try browser.run("document.querySelector('.hold').click()")
            try await browser.tap("dialog.question .primary")
            try await browser.wait("the question to go", "!document.querySelector('dialog')")
            try expectNone(browser, house)
            try browser.run("document.querySelector('.hold').click()")
            try await browser.tap("dialog.question .danger")
            try await browser.wait("the banner", Self.banner)
            try await end(browser, house)
        }
    }

    @Test(
        "while something rings it is over the ring, with End in sight, and else on the page",
        arguments: [
            Browser.Screen.small, .lying,
        ])
    func overARing(screen: Browser.Screen) async throws {
        try await withHouse { house in
            let browser = try await Browser(house, screen: screen)
            let over = "document.querySelector('dialog.ringing[open] > .emergency')"
            try await browser.open("/")
            try house.clockctl(["emergency", "Leave the building"])
            try await browser.wait("the banner", "document.querySelector('.content > .emergency')")
            try house.clockctl(["timer", "start", "1s", "--node", "kitchen"])
            try await browser.wait("it over the ring", over)
            try browser.placeInSight(".emergency clock-button")
            try await browser.tap(".ringing-actions .quiet")
            try await browser.wait("it on the page", "document.querySelector('.content > .emergency')")
            try await browser.tap(".snoozed-row clock-button")
            try await browser.wait("it over the ring again", over)
            try await end(browser, house)
        }
    }

    @Test("with the broker away the page says that perhaps no room was alerted, and not that it is begun")
    func unconfirmed() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            try await browser.open("/emergency")
            _ = try await browser.bounds(".hold")
            house.broker.kill()
            try browser.run("document.querySelector('.hold').click()")
            try await browser.tap("dialog.question .danger")
            #expect(try browser.value(of: "document.querySelector('.hold').disabled"))
            try await browser.wait(
                "the sentence",
                "document.querySelector('.toast')?.innerText.includes('no room was alerted, as the broker')")
            #expect(try browser.value(of: "!document.body.innerText.includes('It is begun')"))
            #expect(try browser.value(of: "!document.querySelector('.hold').disabled"))
        }
    }
}
