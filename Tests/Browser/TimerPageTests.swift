import ClockTestSupport
import Testing

/// Timers by thumb.
@Suite(.serialized)
struct TimerPageTests {
    private let rows = "document.querySelectorAll('.timer-rows .timer-row')"

    @Test("on a small phone presets and Start are in sight, no room is chosen unasked, and the new row comes in sight")
    func phone() async throws {
        try await withHouse { house in
            let browser = try await Browser(house, screen: .small)
            try await openTimers(browser)
            let preset = try browser.placeInSight(".presets clock-button")
            let start = try browser.placeInSight(".timer-maker .primary")
            #expect(preset.bottom < start.top)
            #expect(
                try browser.value(of: "document.querySelectorAll('.timer-maker .chip[aria-pressed=true]').length") == 0)
            try browser.tapInSight(".presets clock-button")
            try await browser.wait(
                "a question", "document.querySelector('.timer-maker .problem').innerText === 'Choose a room.'")
            try browser.run("document.querySelector('.timer-maker .chip:nth-child(2)').act()")

            // The rooms of the last time.
            try await openTimers(browser)
            #expect(try browser.text(".timer-maker summary") == "Rings in kitchen")
            for count in 1...3 {
                try await browser.wait("it to be free", "!document.querySelector('.timer-maker [aria-busy]')")
                try browser.run("scrollTo(0, 0)")
                try browser.tapInSight(".presets li:nth-child(\(count)) clock-button")
                try await browser.wait("the row", "\(rows).length === \(count)")
                // It is the row itself that scrolls into sight.
                try await browser.wait("the toast", "document.querySelector('.toast')?.innerText.includes('On disk')")
                // It scrolls smoothly, and the toast goes after some seconds.
                try await waitUntil("the row in sight", timeout: .seconds(20)) {
                    (try? browser.placeInSight(".timer-rows .timer-row:nth-child(\(count))")) != nil
                }
                try browser.placeInSight(".timer-rows .timer-row:nth-child(\(count)) .danger")
            }
        }
    }

    @Test("two quick taps on a preset start one timer; a tap when it is there starts another")
    func twice() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house, screen: .small)
            try await openTimers(browser)
            let middle = try browser.placeInSight(".presets clock-button").middle
            try browser.pointer(.touch, [.move(middle), .press, .release, .press, .release, .press, .release])
            try await browser.wait("the row", "\(rows).length === 1")
            try await browser.wait("it to be free", "!document.querySelector('.timer-maker [aria-busy]')")
            #expect(try browser.value(of: "\(rows).length") == 1)
            try await browser.tap(".presets clock-button")
            try await browser.wait("two", "\(rows).length === 2")
        }
    }

    @Test("past zero a timer counts on, and + 1 min in its ring lets it run again")
    func over() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house, screen: .small)
            try await openTimers(browser)
            try house.clockctl(["timer", "start", "1s", "pasta", "--room", "kitchen"])
            try await browser.wait("the ring", "document.querySelector('dialog.ringing[open]')")
            try await browser.wait(
                "its seconds", "/[+]0:0[2-9]/.test(document.querySelector('.ringing-due').innerText)")
            #expect(
                try browser.value(of: "document.querySelector('.timer-row .timer-left').innerText.startsWith('+0:')"))
            try browser.tapInSight(".ringing-actions clock-button:first-child")
            try await browser.wait("it to run", "!document.querySelector('dialog.ringing')")
            try await browser.wait(
                "a minute", "/^(1:00|0:[45].)$/.test(document.querySelector('.timer-row .timer-left').innerText)")
            try await waitUntil("nothing rings", timeout: .seconds(15)) {
                try house.ask(House.SiteStatus.self, ["status"]).nodes.allSatisfy { $0.rings.isEmpty }
            }
        }
    }

    private func openTimers(_ browser: Browser) async throws {
        try await browser.open("/timers")
        try await browser.wait(
            "the page",
            "document.querySelector('.presets clock-button') && document.querySelector('.timer-maker summary').innerText"
        )
    }
}
