import ClockTestSupport
import Testing

/// Alarms that go by rules and by the sun, through the page.
@Suite(.serialized)
struct AlarmTimeTests {
    @Test("an alarm for every other week is shown, and keeps its days where another thing is edited")
    func everyOtherWeek() async throws {
        try await withHouse { house in
            try house.clockctl(
                [
                    "alarm", "add", "every other thursday from 2030-12-05 at 19:00", "--room", "kitchen", "--label",
                    "Bins",
                ])
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.wait(
                "the days", "document.querySelector('.alarm-days')?.innerText === 'Thu every 2 weeks'")
            try await browser.tap(".alarm-open")
            try await browser.fill("dialog input[maxlength='64']", "Put the bins out")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait(
                "the label",
                "!document.querySelector('dialog[open]') && document.querySelector('.alarm-label').innerText === 'Put the bins out'"
            )
            let rule = try #require(try house.alarms().first?.alarm.schedule.repetition.rule)
            #expect(rule.weeks == 2 && rule.days == ["thu"] && rule.from == "2030-12-05")

            try await browser.tap(".alarm-open")
            try await browser.tapChip("Weekdays")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait(
                "other days",
                "!document.querySelector('dialog[open]') && document.querySelector('.alarm-days').innerText === 'Weekdays'"
            )
            #expect(try house.alarms().first?.alarm.schedule.repetition.rule == nil)
        }
    }

    @Test("an alarm by the sun is made, shifted, and given a time of the clock in its place")
    func bySun() async throws {
        try await withHouse { house in
            let browser = try await Browser(house)
            func shift(_ minutes: String) throws {
                try browser.run(
                    """
                    const field = document.querySelector('dialog .editor-time select');
                    field.value = '\(minutes)';
                    field.dispatchEvent(new Event('change'))
                    """)
            }
            func save(_ shown: String) async throws {
                try await browser.tap("dialog .dialog-actions .primary")
                try await browser.wait(
                    shown,
                    "!document.querySelector('dialog[open]') && document.querySelector('.alarm-time')?.innerText === '\(shown)'"
                )
            }
            try await browser.open("/alarms")
            try await browser.tap(".add")
            try await browser.tapChip("Sunset")
            try shift("-30")
            try await browser.tapChip("Every day")
            try await browser.tapChip("kitchen")
            try await browser.wait(
                "the words", "document.querySelector('.editor-next').innerText === 'Sunset −30 min'")
            try await save("Sunset −30 min")
            #expect(try browser.value(of: "document.documentElement.scrollWidth <= innerWidth"), "it fits a phone")
            let added = try #require(try house.alarms().first?.alarm.schedule)
            #expect(added.sun == .init(event: "sunset", shift: -30))

            try await browser.tap(".alarm-open")
            try await browser.wait("the dialog", "document.querySelector('dialog .editor-time select')")
            try shift("0")
            try await save("Sunset")
            try await browser.tap(".alarm-open")
            try await browser.tapChip("Time")
            try await browser.fill("dialog .time-input", "07:05")
            try await save("07:05")
            #expect(try house.alarms().first?.alarm.schedule.sun == nil)
        }
    }
}
