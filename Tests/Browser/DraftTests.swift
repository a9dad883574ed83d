import ClockTestSupport
import Testing

/// Nobody loses input by a touch, a key or another person.
@Suite(.serialized)
struct DraftTests {
    private let label = "dialog.editor input[maxlength='64']"

    @Test("Escape, Cancel and Back ask before they drop a changed draft, and Back stays on the page")
    func asked() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            try await openPage(browser, "alarms")
            try await browser.tap(".add")
            try await browser.fill(label, "half a word")
            for leave in [
                { try browser.press(.escape) },
                { try browser.run("document.querySelector('.editor .dialog-actions .plain').act()") },
                { try browser.back() },
            ] {
                try leave()
                try await browser.wait("the question", "document.querySelector('dialog.question[open]')")
                try await browser.tap(".question .primary")
                try await browser.wait("no question", "!document.querySelector('.question')")
                #expect(try browser.value(of: "document.querySelector(\"\(label)\").value") == "half a word")
            }
            // A browser closes a dialog at a second Escape, whatever the page says.
            for _ in 0..<4 { try browser.press(.escape) }
            #expect(try browser.value(of: "document.querySelector(\"\(label)\")?.value") == "half a word")
            #expect(try browser.value(of: "location.pathname") == "/alarms")

            try browser.back()
            try await browser.tap(".question .danger")
            try await browser.wait("the dialog to close", "!document.querySelector('dialog[open]')")
            #expect(try house.alarms().isEmpty)
            #expect(try browser.text("h1") == "Alarms")
            // One step leads to the page before.
            try browser.back()
            try await browser.wait("the clock", "location.pathname === '/' && document.querySelector('.page-clock')")
        }
    }

    @Test("an unchanged dialog closes at Escape and at Back without a question")
    func unchanged() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            try await openPage(browser, "rooms")
            for leave in [{ try browser.press(.escape) }, { try browser.back() }] {
                try browser.run("document.querySelectorAll('.page-head clock-button')[1].act()")
                try await browser.wait("the dialog", "document.querySelector('dialog[open]')")
                try leave()
                try await browser.wait("the dialog to close", "!document.querySelector('dialog[open]')")
                #expect(try browser.value(of: "location.pathname") == "/rooms")
            }
            // A text for say is a draft as well.
            try browser.run("document.querySelectorAll('.page-head clock-button')[1].act()")
            try await browser.fill("dialog textarea", "Dinner is ready")
            try browser.press(.escape)
            try await browser.tap(".question .primary")
            #expect(try browser.value(of: "document.querySelector('dialog textarea').value") == "Dinner is ready")
        }
    }

    @Test(
        "an alarm that somebody deletes elsewhere leaves the input, which makes a new one; off stays off",
        arguments: [true, false])
    func deleted(isOn: Bool) async throws {
        try await withHouse(["kitchen"]) { house in
            try house.clockctl(["alarm", "add", "06:00", "--days", "daily", "--label", "Early", "--room", "kitchen"])
            if !isOn { try house.clockctl(["alarm", "off", "Early"]) }
            let browser = try await Browser(house)
            try await openPage(browser, "alarms")
            try await browser.tap(".alarm-open")
            try await browser.fill(label, "Very early")
            try house.clockctl(["alarm", "rm", "Early"])
            try await browser.wait(
                "a word about it", "document.querySelector('dialog .notice').innerText.includes('deleted')")
            #expect(try browser.value(of: "document.querySelector('dialog .danger').hidden"))
            #expect(try browser.value(of: "document.querySelector(\"\(label)\").value") == "Very early")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait("the new one", "document.querySelector('.alarm-label')?.innerText === 'Very early'")
            let made = try #require(try house.alarms().first)
            #expect(made.alarm.label == "Very early" && made.alarm.schedule.time == "06:00")
            #expect((made.alarm.enabled ?? true) == isOn)
        }
    }

    @Test("an alarm that is off stays off when its label changes, and the page offers to switch it on")
    func off() async throws {
        try await withHouse(["kitchen"]) { house in
            try house.clockctl(["alarm", "add", "04:00", "--days", "daily", "--label", "Erly", "--room", "kitchen"])
            try house.clockctl(["alarm", "off", "Erly"])
            let browser = try await Browser(house)
            try await openPage(browser, "alarms")
            try await browser.tap(".alarm-open")
            try await browser.fill(label, "Early")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait("a word", "document.querySelector('.toast')?.innerText.includes('It is off')")
            #expect(try house.alarms().first?.alarm.enabled == false)
            #expect(try house.alarms().first?.alarm.label == "Early")
            try await browser.tap(".toast clock-button")
            try await browser.wait("on", "document.querySelector('.alarm-row clock-switch').ariaChecked === 'true'")
        }
    }

    /// Goes to a page by its link, so that there is a step before it.
    private func openPage(_ browser: Browser, _ name: String) async throws {
        try await browser.open("/")
        try browser.run("document.querySelector('.tabs [data-page=\(name)]').click()")
        try await browser.wait("the page", "document.querySelector('.page-\(name)')")
        try await browser.wait(
            "its content", "document.querySelector('.alarm-row, .card, .empty:not([hidden])')")
    }
}
