import ClockTestSupport
import Testing

/// Alarms through the page, with clockctl as the witness.
@Suite(.serialized)
struct AlarmPageTests {
    @Test("an alarm is added, edited, switched, skipped with undo and deleted with undo, and the site has it each time")
    func life() async throws {
        try await withHouse { house in
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.wait("an empty list", "document.querySelector('.empty')?.innerText.includes('No alarm')")

            try await browser.tap(".add")
            try await browser.fill("dialog .time-input", "06:45")
            try await browser.fill("dialog input[maxlength='64']", "Work <b>&amp;")
            try await browser.tapChip("Weekdays")
            try await browser.tapChip("kitchen")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait(
                "the row", "document.querySelector('.alarm-row') && !document.querySelector('dialog[open]')")
            let added = try #require(try house.alarms().first)
            #expect(added.alarm.label == "Work <b>&amp;")
            #expect(added.alarm.schedule.time == "06:45")
            #expect(added.alarm.schedule.repetition.days == ["mon", "tue", "wed", "thu", "fri"])
            #expect(added.targets.nodes == ["kitchen"])
            // A label is text, whatever is in it.
            #expect(try browser.text(".alarm-label") == "Work <b>&amp;")
            #expect(try browser.text(".alarm-time") == "06:45")
            #expect(try browser.text(".alarm-days") == "Weekdays")

            try await browser.tap(".alarm-open")
            try await browser.fill("dialog .time-input", "07:05")
            try await browser.tapChip("bedroom")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait("the new time", "document.querySelector('.alarm-time').innerText === '07:05'")
            let edited = try #require(try house.alarms().first)
            #expect(edited.alarm.schedule.time == "07:05")
            #expect(edited.targets.nodes == ["bedroom", "kitchen"])

            try await browser.tap(".alarm-row clock-switch")
            try await browser.wait("off", "document.querySelector('.alarm-row clock-switch').ariaChecked === 'false'")
            #expect(try house.alarms().first?.alarm.enabled == false)
            try await browser.tap(".toast clock-button")
            try await browser.wait("on", "document.querySelector('.alarm-row clock-switch').ariaChecked === 'true'")
            #expect(try house.alarms().first?.alarm.enabled != false)

            try await browser.tap(".alarm-below clock-button")
            try await browser.wait("the skip", "document.querySelector('.alarm-why').innerText.startsWith('Skips')")
            #expect(try house.alarms().first?.alarm.schedule.skips?.count == 1)
            try await browser.tap(".toast clock-button")
            try await browser.wait("no skip", "document.querySelector('.alarm-why').innerText === ''")
            #expect(try house.alarms().first?.alarm.schedule.skips ?? [] == [])

            try await browser.tap(".alarm-open")
            try await browser.tap("dialog .danger")
            try await browser.wait("no row", "!document.querySelector('.alarm-row')")
            #expect(try house.alarms().isEmpty)
            try await browser.tap(".toast clock-button")
            try await browser.wait("the row again", "document.querySelector('.alarm-row')")
            let back = try #require(try house.alarms().first)
            #expect(back.alarm.schedule.time == "07:05")
            #expect(back.alarm.label == "Work <b>&amp;")
        }
    }

    @Test("an alarm heeds several calendars, which are chosen and shown again")
    func calendars() async throws {
        try await withHouse { house in
            for name in ["berlin", "school"] {
                let lines = [
                    "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:\(name)", "DTSTART;VALUE=DATE:20301224",
                    "SUMMARY:Free", "END:VEVENT", "END:VCALENDAR", "",
                ]
                try house.folder.write(lines.joined(separator: "\r\n"), to: "\(name).ics")
                try house.clockctl(["holidays", "import", house.folder.file("\(name).ics"), "--name", name])
            }
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.tap(".add")
            try await browser.tapChip("kitchen")
            try await browser.tap("dialog details.more-fields > summary")
            try await browser.tapChip("school")
            try await browser.tapChip("berlin")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait(
                "the row", "document.querySelector('.alarm-row') && !document.querySelector('dialog[open]')")
            #expect(try house.clockctl(["alarm", "show", "a1"]).contains("holidays  berlin, school"))
            try await browser.tap(".alarm-open")
            try await browser.tap("dialog details.more-fields > summary")
            try await browser.tapChip("school")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait("the dialog to close", "!document.querySelector('dialog[open]')")
            #expect(try house.clockctl(["alarm", "show", "a1"]).contains("holidays  berlin\n"))
        }
    }

    @Test("a change made by clockctl appears, and only its row changes")
    func elsewhere() async throws {
        try await withHouse { house in
            for hour in 5...9 {
                try house.clockctl([
                    "alarm", "add", "0\(hour):00", "--days", "daily", "--label", "n\(hour)", "--room", "kitchen",
                ])
            }
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.wait("five rows", "document.querySelectorAll('.alarm-row').length === 5")
            try browser.run(
                """
                window.touched = new Set();
                new MutationObserver((records) => {
                    for (const { target } of records) {
                        const row = (target.nodeType === 1 ? target : target.parentElement)?.closest('.alarm-row');
                        window.touched.add(row ? row.querySelector('.alarm-label').textContent : target.nodeName);
                    }
                }).observe(document.querySelector('.alarm-rows'),
                    { subtree: true, childList: true, characterData: true, attributes: true })
                """)
            try house.clockctl(["alarm", "off", "n7"])
            try await browser.wait(
                "n7 to be off", "document.querySelector('.alarm-row.off .alarm-label')?.innerText === 'n7'")
            // It rings no more, and stands behind the others.
            try await browser.wait(
                "n7 to be last", "document.querySelector('.alarm-row:last-child').classList.contains('off')")
            #expect(try browser.value(of: "[...window.touched].filter((one) => one !== 'UL')") == ["n7"])
        }
    }

    @Test("a switch shows what is stored: refused by a dead coordinator, it stays as it was")
    func refused() async throws {
        try await withHouse { house in
            try house.clockctl(["alarm", "add", "06:00", "--days", "daily", "--label", "Early", "--room", "kitchen"])
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.wait("the row", "document.querySelector('.alarm-row')")
            house.kill("coordinator")
            try await browser.tap(".alarm-row clock-switch")
            #expect(try browser.value(of: "document.querySelector('.alarm-row clock-switch').ariaChecked") == "true")
            try await browser.wait("a word about it", "document.querySelector('.toast')", timeout: .seconds(40))
            #expect(try browser.value(of: "document.querySelector('.alarm-row clock-switch').ariaChecked") == "true")
        }
    }

    @Test("where two people changed one alarm, both versions are shown, and one is chosen")
    func conflict() async throws {
        try await withHouse { house in
            try house.clockctl(["alarm", "add", "06:00", "--days", "daily", "--label", "Early", "--room", "kitchen"])
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.tap(".alarm-open")
            try await browser.fill("dialog .time-input", "06:30")
            try house.clockctl(["alarm", "edit", "a1", "06:20"])
            try await browser.wait("a word that it was changed", "!document.querySelector('dialog .notice').hidden")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait("both versions", "document.querySelector('.versions')")
            let table = try browser.text(".versions")
            #expect(table.contains("06:30") && table.contains("06:20"), "\(table)")
            #expect(try house.alarms().first?.alarm.schedule.time == "06:20")
            try await browser.tap(".both .primary")
            try await browser.wait("the dialog to close", "!document.querySelector('dialog[open]')")
            #expect(try house.alarms().first?.alarm.schedule.time == "06:30")
        }
    }

    @Test("a sound is heard in its rooms before it is chosen, and only where rooms are chosen")
    func heardThere() async throws {
        try await withHouse { house in
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.tap(".add")
            try await browser.wait("the dialog", "document.querySelector('dialog[open] .dialog-actions')")
            let listen =
                "[...document.querySelectorAll('dialog clock-button')].find((one) => one.innerText.includes('in the rooms'))"
            try browser.run("\(listen).act()")
            try await browser.wait(
                "what is missing", "document.querySelector('dialog .problem').innerText.includes('room')")
            try await browser.tapChip("kitchen")
            try browser.run("\(listen).act()")
            try await browser.wait(
                "a word", "document.querySelector('.toast')?.innerText.includes('It is played in a moment in kitchen')")
            #expect(try browser.text("dialog .problem") == "")
            // Nothing of it is stored: it was only heard.
            #expect(try house.alarms().isEmpty)
        }
    }

    @Test("an alarm that says its label is chosen as any sound is; its words cannot be heard before they are made")
    func spoken() async throws {
        struct List: Decodable {
            struct Entry: Decodable {
                struct Alarm: Decodable {
                    struct Ring: Decodable { var sound: String }
                    var ring: Ring
                }
                var alarm: Alarm
            }
            var alarms: [Entry]
        }
        try await withHouse { house in
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.tap(".add")
            try await browser.wait("the dialog", "document.querySelector('dialog[open] .dialog-actions')")
            try await browser.fill("dialog .time-input", "06:45")
            try await browser.tapChip("kitchen")
            try browser.run(
                """
                const sound = [...document.querySelectorAll('dialog select')].find((one) => [...one.options].some((it) => it.value === 'spoken'));
                sound.value = 'spoken';
                sound.dispatchEvent(new Event('change'));
                """)
            let shown: Bool = try browser.value(
                of:
                    "[...document.querySelectorAll('dialog clock-button')].some((one) => one.innerText.includes('isten') && one.offsetParent)"
            )
            #expect(!shown)
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait(
                "the refusal", "document.querySelector('dialog .problem').innerText.includes('give it a label')")
            try await browser.fill("dialog input[maxlength='64']", "Time for school")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait(
                "the row", "document.querySelector('.alarm-row') && !document.querySelector('dialog[open]')")
            #expect(try house.ask(List.self, ["alarm", "list"]).alarms.map(\.alarm.ring.sound) == ["spoken"])
        }
    }

    @Test("a finger that closes a dialog uses nothing beneath it")
    func tapThrough() async throws {
        try await withHouse { house in
            try house.clockctl(["alarm", "add", "06:00", "--days", "daily", "--room", "kitchen"])
            for language in ["en-GB", "de-DE"] {
                let browser = try await Browser(house, language: language)
                try await browser.open("/alarms")
                try await browser.tap(".alarm-open")
                try await browser.wait("the dialog", "document.querySelector('dialog[open] .dialog-actions')")
                // The three stand in a row, where the tabs are below.
                let tops = try browser.value(
                    of:
                        "new Set([...document.querySelectorAll('.dialog-actions clock-button')].map((one) => one.offsetTop)).size",
                    as: Int.self)
                #expect(tops == 1, "\(language)")
                try await browser.tap("dialog .dialog-actions .plain")
                try await browser.wait("the dialog to close", "!document.querySelector('dialog[open]')")
                #expect(try browser.value(of: "location.pathname") == "/alarms")
            }
        }
    }

    @Test("an alarm is made with the keyboard alone")
    func keyboard() async throws {
        try await withHouse { house in
            let browser = try await Browser(house, screen: .desktop)
            try await browser.open("/alarms")
            try await tab(browser, to: "document.activeElement.matches('.add')")
            try browser.press(.enter)
            try await browser.wait("the dialog", "document.querySelector('dialog[open]')")
            try await tab(browser, to: "document.activeElement.innerText === 'kitchen'")
            try browser.press(.space)
            try await tab(browser, to: "document.activeElement.matches('dialog .dialog-actions .primary')")
            try browser.press(.enter)
            try await browser.wait("the row", "document.querySelector('.alarm-row')")
            #expect(try house.alarms().first?.targets.nodes == ["kitchen"])
            // The focus is where it was before.
            #expect(try browser.value(of: "document.activeElement.matches('.add')") == true)
        }
    }

    @Test("a screen reader gets names that tell the alarms apart, and the focus stays beside a row that has gone")
    func names() async throws {
        try await withHouse(["kitchen"]) { house in
            for (time, label) in [("06:10", "Work"), ("06:20", "עבודה"), ("06:30", "Late")] {
                try house.clockctl(["alarm", "add", time, "--days", "daily", "--label", label, "--room", "kitchen"])
            }
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.wait("three rows", "document.querySelectorAll('.alarm-row').length === 3")
            let names: [String] = try browser.value(
                of:
                    "[...document.querySelectorAll('.alarm-row .alarm-below clock-button')].map((one) => one.getAttribute('aria-label'))"
            )
            #expect(
                names.contains { ["Skip today, Work 06:10", "Skip tomorrow, Work 06:10"].contains($0) }, "\(names)")
            let switches: [String] = try browser.value(
                of:
                    "[...document.querySelectorAll('.alarm-row clock-switch')].map((one) => one.getAttribute('aria-label'))"
            )
            // The name is no sentence about the state, and words from the right do not turn the time.
            #expect(
                Set(switches) == ["Work 06:10", "\u{2068}\u{2068}עבודה\u{2069} 06:20\u{2069}", "Late 06:30"])
            // A thumb that begins on a switch scrolls.
            #expect(
                try browser.value(of: "getComputedStyle(document.querySelector('.alarm-row clock-switch')).touchAction")
                    == "pan-y")

            let focused =
                "document.activeElement.closest('.alarm-row')?.querySelector('.alarm-time').innerText ?? document.activeElement.nodeName"
            let times: [String] = try browser.value(
                of: "[...document.querySelectorAll('.alarm-time')].map((one) => one.innerText)")
            for next in times.dropFirst() + ["H1"] {
                try browser.run(
                    """
                    const first = document.querySelector('.alarm-row .alarm-open');
                    first.focus();
                    first.act()
                    """)
                let before: Int = try browser.value(of: "document.querySelectorAll('.alarm-row').length")
                try await browser.tap("dialog .danger")
                try await browser.wait(
                    "its end",
                    "document.querySelectorAll('.alarm-row').length === \(before - 1) && !document.querySelector('dialog[open]')"
                )
                try await browser.wait("the focus", "(\(focused)) === '\(next)'")
                // A message that goes gives the focus back.
                try browser.run(
                    "const close = document.querySelector('.toast clock-button:last-child'); close.focus(); close.act()"
                )
                try await browser.wait("the focus", "(\(focused)) === '\(next)'")
            }
        }
    }

    /// Presses Tab until the focus is where it is wanted.
    private func tab(_ browser: Browser, to condition: String) async throws {
        for _ in 0..<60 {
            try browser.press(.tab)
            if try browser.value(of: "Boolean(\(condition))") { return }
        }
        throw TestFailure("60 times Tab does not lead to \(condition)")
    }
}
