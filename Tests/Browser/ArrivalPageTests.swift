import ClockTestSupport
import Testing

/// The page promises a ring only where a room has it.
@Suite(.serialized)
struct ArrivalPageTests {
    private static let missed = "Bedroom is offline since [0-9:]+: it rings there only when it is back in time."

    @Test("an alarm for a room that is offline is not promised: chip, toast, row and clock say who has it")
    func offline() async throws {
        try await withHouse { house in
            let browser = try await Browser(house)
            house.kill("bedroom")
            try await browser.open("/alarms")
            try await browser.wait("the empty list", "document.querySelector('.empty')?.innerText.includes('No alarm')")
            try await browser.tap(".add")
            try await browser.wait(
                "the chip", "\(chip("bedroom"))?.innerText.includes('offline')", timeout: .seconds(60))
            #expect(try browser.value(of: "\(chip("kitchen")).innerText") == "kitchen")
            try await browser.fill("dialog .time-input", "06:45")
            try await browser.wait("a promise", "document.querySelector('.editor-next').innerText.includes(' in ')")
            try browser.run("\(chip("bedroom")).act()")
            try await browser.wait("its sentence", matches("dialog .hint.warning", Self.missed))
            #expect(try !browser.text(".editor-next").contains(" in "))
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait("the toast", matches(".toast span", "The alarm is stored. \(Self.missed)"))
            try await browser.wait("the row", matches(".alarm-held", Self.missed))
            #expect(try !browser.text(".alarm-next").contains(" in "))

            // One of two rooms has it.
            try await browser.tap(".add")
            try await browser.wait("the chips", chip("kitchen"))
            try browser.run("\(chip("bedroom")).act(); \(chip("kitchen")).act()")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait(
                "both in the toast", matches(".toast span", "The alarm is stored. On disk in kitchen. \(Self.missed)"))
            #expect(try browser.text(".alarm-row:nth-child(2) .alarm-next").contains(" in "))

            try await browser.open("/")
            try await browser.wait("the clock", matches(".clock-night", "Bedroom is offline since [0-9:]+."))
            #expect(try !browser.text(".clock-item.alarm .clock-item-when").contains(" in "))

            try house.start("bedroom")
            try await browser.wait(
                "all to be well", matches(".clock-night", "(Tonight|Today): all will ring."), timeout: .seconds(60))
            #expect(try browser.text(".clock-item.alarm .clock-item-when").contains(" in "))
            try await browser.open("/alarms")
            try await browser.wait(
                "a promise", "document.querySelector('.alarm-next')?.innerText.includes(' in ')")
            #expect(try browser.text(".alarm-held") == "")
        }
    }

    @Test("a room that is offline rings by what it has: switching off, skipping and deleting there are not promised")
    func stray() async throws {
        try await withHouse { house in
            for (time, label) in [("06:10", "One"), ("06:20", "Two"), ("06:30", "Three")] {
                try house.clockctl(["alarm", "add", time, "--days", "daily", "--label", label, "--room", "bedroom"])
            }
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.wait("three rows", "document.querySelectorAll('.alarm-row').length === 3")
            #expect(try browser.value(of: held(1)) == "")
            house.kill("bedroom")
            // It has them, so they ring there as long as it runs.
            let runs = "Bedroom is offline since [0-9:]+: it rings there as long as the room has power."
            try await browser.wait("the first row", "/^\(runs)$/.test(\(held(1)))", timeout: .seconds(60))
            #expect(try browser.text(".alarm-next").contains(" in "))

            let later = "Bedroom is offline since [0-9:]+: the change gets there when it is back."
            let still =
                "Bedroom is offline since [0-9:]+: it still means to ring \\\\S+ [0-9:]+, as the change has not reached it."
            try await browser.tap(".alarm-row:nth-child(1) clock-switch")
            try await browser.wait("a toast", matches(".toast span", "One 06:10 is off. \(later)"))
            try await browser.wait("the first row", "new RegExp('^\(still)$').test(\(held(1)))")
            try await browser.tap(".alarm-row:nth-child(2) .alarm-below clock-button")
            try await browser.wait("a toast", matches(".toast span", "Two 06:20 does not ring on .*\\\\. \(later)"))
            try await browser.wait("the second row", "new RegExp('\(still)$').test(\(held(2)))")
            try await browser.tap(".alarm-row:nth-child(3) .alarm-open")
            try await browser.tap("dialog .danger")
            try await browser.wait("a toast", matches(".toast span", "Three 06:30 is deleted. \(later)"))
        }
    }

    @Test("a timer for a room that is offline is not promised either")
    func timer() async throws {
        try await withHouse(["bedroom"]) { house in
            let browser = try await Browser(house)
            try await browser.open("/timers")
            house.kill("bedroom")
            try await browser.wait("the sentence", matches(".timer-maker .hint", Self.missed), timeout: .seconds(60))
            try await browser.tap(".presets clock-button")
            try await browser.wait("the toast", matches(".toast span", "Tea is set. \(Self.missed)"))
            try await browser.wait("the row", matches(".timer-row.missed .timer-held", Self.missed))
        }
    }

    private func chip(_ room: String) -> String {
        "[...document.querySelectorAll('dialog .chip')].find((one) => one.innerText.startsWith('\(room)'))"
    }

    private func held(_ row: Int) -> String {
        "(document.querySelector('.alarm-row:nth-child(\(row)) .alarm-held')?.innerText ?? '')"
    }

    /// True when the whole text of an element is like an expression.
    private func matches(_ selector: String, _ expression: String) -> String {
        "new RegExp('^\(expression)$').test(document.querySelector('\(selector)')?.innerText.trim() ?? '')"
    }
}
