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
}
