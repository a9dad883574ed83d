import ClockTestSupport
import Testing

/// Several alarms at once on the page, with clockctl as the witness.
@Suite(.serialized)
struct AlarmBatchTests {
    @Test("chosen alarms are switched off, left out and deleted in one change each, and one undo takes it back")
    func together() async throws {
        try await withHouse(["kitchen"]) { house in
            for time in ["06:00", "07:00", "08:00"] {
                try house.clockctl(["alarm", "add", time, "--days", "daily", "--room", "kitchen"])
            }
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.wait("three alarms", "document.querySelectorAll('.alarm-row').length === 3")
            try await begin(browser, rows: 2)
            try await press(browser, "Off")
            try await browser.wait("two to be off", "document.querySelectorAll('.alarm-row.off').length === 2")
            #expect(try house.alarms().count { $0.alarm.enabled == false } == 2)
            #expect(try browser.value(of: "document.querySelector('.alarm-batch') === null"))
            try await undo(browser)
            try await waitUntil("all to be on") { try house.alarms().allSatisfy { $0.alarm.enabled != false } }

            try await browser.wait("no alarm to be off", "!document.querySelector('.alarm-row.off')")
            try await begin(browser, rows: 1)
            try await press(browser, "All")
            try await press(browser, "Skip next")
            try await waitUntil("a skip of each") {
                try house.alarms().allSatisfy { $0.alarm.schedule.skips?.count == 1 }
            }
            try await undo(browser)
            try await waitUntil("no skip") { try house.alarms().allSatisfy { ($0.alarm.schedule.skips ?? []).isEmpty } }

            try await begin(browser, rows: 2)
            try await press(browser, "Delete")
            try await browser.wait("one row", "document.querySelectorAll('.alarm-row').length === 1")
            #expect(try house.alarms().count == 1)
            try await undo(browser)
            try await browser.wait("three rows", "document.querySelectorAll('.alarm-row').length === 3")
        }
    }

    @Test("the count follows the list, and the focus is on the bar, and at last where the page has something")
    func countAndFocus() async throws {
        try await withHouse(["kitchen"]) { house in
            for time in ["06:00", "07:00"] {
                try house.clockctl(["alarm", "add", time, "--days", "daily", "--room", "kitchen"])
            }
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.wait("two alarms", "document.querySelectorAll('.alarm-row').length === 2")
            try await browser.tap(".choose")
            try await browser.wait("the focus", "document.activeElement.closest('.alarm-batch')")
            try await press(browser, "All")
            let count = "document.querySelector('.alarm-batch strong').innerText"
            try await browser.wait("both to be chosen", "\(count) === 'Chosen: 2'")
            try house.clockctl(["alarm", "rm", "a1"])
            try await browser.wait("one to be left", "\(count) === 'Chosen: 1'")
            house.kill("coordinator")
            try await press(browser, "Delete")
            try await browser.wait("the failure", "document.querySelector('.toast')")
            try await browser.wait("the focus again", "document.activeElement.matches('.alarm-batch .danger')")
            try house.start("coordinator")
            try await browser.wait("no trouble", "document.querySelector('.trouble').hidden", timeout: .seconds(90))
            try await press(browser, "Delete")
            try await browser.wait("the heading", "document.activeElement.matches('main h1')")
        }
    }

    private func begin(_ browser: Browser, rows: Int) async throws {
        try await browser.tap(".choose")
        for row in 1...rows {
            try await browser.tap(".alarm-row:nth-child(\(row)) .alarm-open")
            try await browser.wait(
                "\(row) to be chosen", "document.querySelector('.alarm-batch strong').innerText === 'Chosen: \(row)'")
        }
    }

    private func press(_ browser: Browser, _ word: String) async throws {
        try browser.run(
            """
            for (const one of document.querySelectorAll('.alarm-batch clock-button'))
                one.toggleAttribute('data-wanted', one.innerText === '\(word)')
            """)
        try await browser.tap(".alarm-batch [data-wanted]")
    }

    private func undo(_ browser: Browser) async throws {
        try await browser.wait("the undo", "document.querySelector('.toast clock-button')?.innerText === 'Undo'")
        try await browser.tap(".toast clock-button")
    }
}
