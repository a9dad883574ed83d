import ClockTestSupport
import FoundationEssentials
import Testing

/// A site with many rooms and alarms, and rooms of other zones.
@Suite(.serialized)
struct SchoolTests {
    private let rooms = (1...14).map { "r\($0)" }
    private let picked =
        "[...document.querySelectorAll('.room-picker .choice .chip[aria-pressed=true]')].map((one) => one.innerText)"

    @Test("one picker of rooms for alarms, timers and texts: search, groups, all")
    func picker() async throws {
        try await withHouse(rooms) { house in
            try house.clockctl(["node", "group", "add", "upstairs", "r2", "r3"])
            let browser = try await Browser(house, screen: .small)
            try await browser.open("/alarms")
            try await browser.wait("the rooms", "document.querySelector('.empty')?.innerText.includes('No alarm')")
            try await browser.tap(".add")
            try await browser.fill(".room-picker input", "upst")
            let left: [String] = try browser.value(
                of:
                    "[...document.querySelectorAll('.room-picker .choice .chip')].filter((one) => one.checkVisibility()).map((one) => one.innerText)"
            )
            #expect(left == ["upstairs"])
            // Enter chooses the one that is left.
            try browser.press(.enter)
            #expect(try browser.value(of: picked) == ["upstairs"])
            #expect(try browser.text(".room-picker [role=status]") == "2 of 14 rooms")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait("the row", "document.querySelector('.alarm-where')?.innerText === 'upstairs'")

            try await browser.open("/timers")
            try await browser.wait("the picker", "document.querySelector('.room-picker .inline .chip')")
            try await browser.tap(".room-picker .inline .chip")
            #expect(try browser.text(".timer-maker summary") == "Rings in all rooms")
            try browser.run(
                "[...document.querySelectorAll('.room-picker .choice .chip')].find((one) => one.innerText === 'r7').act()"
            )
            #expect(try browser.text(".room-picker [role=status]") == "13 of 14 rooms")
            #expect(
                try browser.value(
                    of: "document.querySelector('.room-picker .inline .chip').getAttribute('aria-pressed')")
                    == "false")

            try await browser.open("/rooms")
            try await browser.wait("the cards", "document.querySelector('.card')")
            try browser.run("document.querySelectorAll('.page-head clock-button')[1].act()")
            try await browser.wait("the picker", "document.querySelector('dialog .room-picker .choice .chip')")
            try browser.run("document.querySelector('dialog .room-picker .choice .chip').act()")
            #expect(try browser.value(of: picked) == ["upstairs"])

            // Its volumes on one page: a group's slider sets its rooms.
            try await browser.open("/rooms")
            try await browser.wait("the cards", "document.querySelector('.card')")
            try browser.run("document.querySelectorAll('.page-head clock-button')[2].act()")
            try await browser.fill("dialog .field:nth-child(2) input[type=range]", "35")
            try await waitUntil("the group's volume") {
                try house.ask(House.SiteStatus.self, ["status"]).nodes.filter { $0.settings.volume == 35 }.map(\.id)
                    == ["r2", "r3"]
            }
            try await browser.wait(
                "the span of all", "document.querySelector('dialog .field output').innerText === '35 – 80 %'")

            // The doctor has a line for all rooms that are well.
            try await browser.open("/doctor")
            try await browser.wait(
                "the rooms in a line",
                "[...document.querySelectorAll('.checks-card summary')].some((one) => one.innerText.startsWith('14 rooms: all is well'))",
                timeout: .seconds(60))
        }
    }

    @Test("the alarm that rings next comes first, and one of 60 is found while its name is typed")
    func sixty() async throws {
        try await withHouse { house in
            let browser = try await Browser(house)
            try browser.run(
                """
                const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
                const changes = Array.from({ length: 60 }, (_, index) => ({ action: 'alarm-add', alarm: {
                    label: `Lesson ${index}`, targets: { nodes: [index % 2 ? 'kitchen' : 'bedroom'] },
                    schedule: { time: `${String(index % 24).padStart(2, '0')}:${String(index).padStart(2, '0')}`,
                        repetition: { days: [days[index % 7]] }, exceptions: [], skips: [] },
                    ring: { sound: 'bells', limit_min: 10, snooze_min: 9, ramp_s: 0 } } }));
                for (let from = 0; from < 60; from += 20) {
                    const answer = await fetch('/api/v1/request/change', { method: 'POST',
                        headers: { 'content-type': 'application/json' }, body: JSON.stringify({ changes: changes.slice(from, from + 20) }) });
                    if (!answer.ok) throw new Error(await answer.text());
                }
                """)
            try await browser.open("/alarms")
            try await browser.wait("all of them", "document.querySelectorAll('.alarm-row').length === 60")
            let isInOrder: Bool = try browser.value(
                of: """
                    fetch('/api/v1/site').then((answer) => answer.json()).then((site) => {
                        const wanted = site.schedule.alarms.sort((a, b) => a.next.localeCompare(b.next)).map(({ alarm }) => alarm.label);
                        const shown = [...document.querySelectorAll('.alarm-label')].map((one) => one.innerText);
                        return JSON.stringify(shown) === JSON.stringify(wanted);
                    })
                    """)
            #expect(isInOrder)
            try await browser.fill(".room-search input", "lesson 47 kit")
            try await browser.wait("the one", "document.querySelectorAll('.alarm-row').length === 1")
            #expect(try browser.text(".alarm-label") == "Lesson 47")
            try await browser.fill(".room-search input", "nothing")
            try await browser.wait("a word", "document.querySelector('.empty').innerText === 'No alarm is like that.'")
        }
    }

    @Test("a ring in a room of another zone is told by both clocks")
    func zones() async throws {
        try await withHouse(["desk", "kitchen"], zones: ["kitchen": "America/New_York"]) { house in
            try house.clockctl(["alarm", "add", "07:00", "--days", "daily", "--room", "kitchen"])
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.wait("the row", "document.querySelector('.alarm-next')?.innerText")
            let next = try browser.text(".alarm-next")
            #expect(next.contains("07:00 in New York, "), "\(next)")
            // The two zones change their clocks on different days.
            #expect(next.contains("13:00 here") || next.contains("12:00 here"), "\(next)")
            #expect(try browser.text(".alarm-where") == "kitchen (New York)")
            try await browser.tap(".alarm-open")
            try await browser.wait(
                "the editor", "document.querySelector('.editor-next')?.innerText.includes('in New York')")
            let chip =
                "[...document.querySelectorAll('dialog .chip')].find((one) => one.innerText.startsWith('kitchen')).innerText"
            let shown: String = try browser.value(of: chip)
            #expect(shown.contains("New York"), "\(shown)")
        }
    }

    @Test("times are read as clockctl reads them, and shown with 12 or 24 hours as the person chose")
    func times() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            let read: [String?] = try browser.value(
                of: """
                    import('/app/time-field.js').then(({ readTime }) => ['7', '19:30', '7.30', '0730', '730', '7:30pm', '7 pm', '12am',
                        '12 p.m.', 'noon', 'midnight', '24:00', '7:60', '13pm', '0 am', 'soon', ''].map(readTime))
                    """)
            #expect(
                read == [
                    "07:00", "19:30", "07:30", "07:30", "07:30", "19:30", "19:00", "00:00", "12:00", "12:00", "00:00",
                    nil, nil, nil, nil, nil, nil,
                ])
            try await browser.open("/alarms")
            try await browser.tap(".add")
            try await browser.fill("dialog .time-input", "7:30pm")
            #expect(try browser.value(of: "document.querySelector('dialog .time-input').value") == "19:30")
            try await browser.fill("dialog .time-input", "soon")
            #expect(
                try browser.value(of: "document.querySelector('dialog .time-input').getAttribute('aria-invalid')")
                    == "true")
            try await browser.tap("dialog .dialog-actions .primary")
            #expect(try browser.text("dialog .problem") == "Choose a time.")
            try await browser.fill("dialog .time-input", "0645")
            try await browser.tap("dialog .dialog-actions .primary")
            try await browser.wait("the row", "document.querySelector('.alarm-time')?.innerText === '06:45'")

            try browser.run("document.querySelector('.tabs .of-more[role=button]').act()")
            try await browser.wait("the settings", "document.querySelector('dialog .chip')")
            try browser.run(
                "[...document.querySelectorAll('dialog .chip')].find((one) => one.innerText === '12 hours').act()")
            try await browser.wait("12 hours", "/^6:45.am$/i.test(document.querySelector('.alarm-time')?.innerText)")
            try await browser.wait(
                "the field", "/^10:00.pm$/i.test(document.querySelector('dialog .pair input[type=text]')?.value)")
        }
    }
}
