import ClockTestSupport
import Testing

/// A ring covers everything, and stops without the coordinator.
@Suite(.serialized)
struct RingingTests {
    @Test("with the coordinator dead it is over every page and dialog, and Stop says done when the room has confirmed")
    func stop() async throws {
        try await withHouse { house in
            let browser = try await Browser(house)
            try await browser.open("/alarms")
            try await browser.tap(".add")
            try await browser.fill("dialog input[maxlength='64']", "half a word")
            try house.clockctl(["timer", "start", "10s", "pasta", "--node", "kitchen"])
            try await browser.wait("the timer on its way", "!document.querySelector('.ringing')")
            house.kill("coordinator")
            try await browser.wait("pasta to ring", "document.querySelector('dialog.ringing[open]')")
            #expect(try browser.text(".ringing-what") == "pasta")
            #expect(try browser.text(".ringing-rooms") == "kitchen")
            #expect(try browser.value(of: "document.title.includes('pasta rings')") == true)
            #expect(
                try browser.value(of: "document.getElementById('icon').getAttribute('href')") == "/icons/ringing.svg")
            // Not on a button: a person who types must not stop it by that.
            #expect(try browser.value(of: "document.activeElement.matches('clock-button')") == false)
            try browser.press(.escape)
            try browser.press(.escape)
            try await browser.wait("it to stay", "document.querySelector('dialog.ringing[open]')")

            try await browser.tap(".ringing-actions .primary")
            try await browser.wait("it to go", "!document.querySelector('dialog.ringing')")
            try await browser.wait(
                "a word that it is done", "document.querySelector('.toast')?.innerText.includes('Stopped in kitchen')")
            // The text typed below is still there.
            #expect(
                try browser.value(of: "document.querySelector('dialog input[maxlength=\"64\"]').value") == "half a word"
            )
        }
    }

    @Test("a ring is shown by every page, also one that is opened while it rings")
    func everywhere() async throws {
        try await withHouse { house in
            let browser = try await Browser(house, screen: .desktop)
            try house.clockctl(["timer", "start", "1s", "--node", "bedroom"])
            for path in ["/", "/rooms", "/alarms", "/timers", "/history", "/trainer", "/doctor"] {
                try await browser.open(path)
                try await browser.wait("the ring on \(path)", "document.querySelector('dialog.ringing[open]')")
            }
            try await browser.tap(".ringing-actions .quiet")
            try await browser.wait(
                "the strip",
                "!document.querySelector('dialog.ringing') && !document.querySelector('.snoozed-strip').hidden")
            try await browser.tap(".snoozed-row clock-button:last-child")
            try await browser.wait("it to go", "document.querySelector('.snoozed-strip').hidden")
            try await waitUntil("nothing rings", timeout: .seconds(15)) {
                try house.ask(House.SiteStatus.self, ["status"]).nodes.allSatisfy { $0.rings.isEmpty }
            }
        }
    }

    @Test("with 40 rooms that ring, one tap snoozes them and one tap stops them, on a small phone without scrolling")
    func forty() async throws {
        let rooms = (1...40).map { "r\($0)" }
        try await withHouse(rooms) { house in
            let browser = try await Browser(house, screen: .small)
            try browser.ring(rooms, snoozeMinutes: 5)
            try await browser.wait(
                "all of them", "document.querySelector('.ringing-rooms')?.innerText === 'in all rooms'",
                timeout: .seconds(60))
            try browser.placeInSight(".ringing-actions .primary")
            try browser.placeInSight(".snooze-lengths clock-button:last-child")
            try browser.tapInSight(".ringing-actions clock-button:first-child")
            try await browser.wait("the snooze", "!document.querySelector('dialog.ringing')")
            #expect(try browser.text(".snoozed-row").contains("in all rooms"))
            try await browser.wait(
                "a word", "document.querySelector('.toast')?.innerText.includes('Snoozed in all rooms')")
            try browser.tapInSight(".snoozed-row clock-button:last-child")
            try await browser.wait("the end of it", "document.querySelector('.snoozed-strip').hidden")

            try browser.ring(Array(rooms.dropLast()), snoozeMinutes: 0)
            try await browser.wait(
                "39 of them", "document.querySelector('.ringing-rooms')?.innerText.endsWith('and 37 more')",
                timeout: .seconds(60))
            try browser.tapInSight(".ringing-actions .primary")
            try await browser.wait("it to go", "!document.querySelector('dialog.ringing')")
            try await waitUntil("nothing rings", timeout: .seconds(30)) {
                try house.ask(House.SiteStatus.self, ["status"]).nodes.allSatisfy { $0.rings.isEmpty }
            }
        }
    }

    @Test("one snoozes for another length than the alarm's by one tap, and the room says until when")
    func lengths() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house, screen: .small)
            try browser.ring(["kitchen"], snoozeMinutes: 9)
            try await browser.wait("the ring", "document.querySelector('dialog.ringing[open]')")
            let names: [String] = try browser.value(
                of:
                    "[...document.querySelectorAll('.snooze-lengths clock-button')].map((one) => one.getAttribute('aria-label'))"
            )
            #expect(names == [5, 10, 20, 30, 60].map { "Snooze \($0) min" })
            let before: Double = try browser.value(of: "Date.now()")
            try browser.tapInSight(".snooze-lengths clock-button:nth-child(3)")
            try await browser.wait("the snooze", "!document.querySelector('dialog.ringing')")
            let until: Double = try browser.value(
                of: """
                    fetch('/api/v1/site').then((answer) => answer.json())
                        .then((site) => Date.parse(site.rings[0].rooms[0].until))
                    """)
            let after: Double = try browser.value(of: "Date.now()")
            // The room's clock and this device's agree to a second.
            #expect((before - 1000...after + 1000).contains(until - 1_200_000), "\(until - before) ms")
            try house.clockctl(["stop"])
        }
    }

    @Test(
        "Stop and Snooze are in sight on a phone that lies on its side, and large on a television",
        arguments: [(Browser.Screen.lying, 44.0), (.television, 150)])
    func sizes(screen: Browser.Screen, height: Double) async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house, screen: screen)
            try browser.ring(["kitchen"], snoozeMinutes: 9)
            try await browser.wait("the ring", "document.querySelector('dialog.ringing[open]')")
            for part in [".primary", "clock-button:first-child", ".snooze-lengths clock-button:last-child"] {
                try browser.placeInSight(".ringing-actions \(part)")
            }
            let stop = try browser.placeInSight(".ringing-actions .primary")
            #expect(stop.bottom - stop.top >= height)
            try house.clockctl(["stop"])
        }
    }

    @Test(
        "the wall is read across the room: nothing is cut, and the date grows with the screen",
        arguments: [
            (Browser.Screen.lying, 20.0), (.desktop, 34), (.television, 100),
        ])
    func wall(screen: Browser.Screen, date: Double) async throws {
        try await withHouse(["kitchen"]) { house in
            try house.clockctl(["alarm", "add", "07:00", "--days", "daily", "--label", "Work", "--room", "kitchen"])
            try house.clockctl(["timer", "start", "40m", "pasta", "--room", "kitchen"])
            let browser = try await Browser(house, screen: screen)
            try await browser.open("/?wall")
            try await browser.wait("what is to come", "document.querySelectorAll('.clock-item').length >= 2")
            let size: Double = try browser.value(
                of: "parseFloat(getComputedStyle(document.querySelector('.clock-date')).fontSize)")
            #expect(size >= date)
            let cut: [String] = try browser.value(
                of: """
                    [...document.querySelectorAll('.clock-time, .clock-date, .clock-night, .clock-item')].filter((one) => {
                        const box = one.getBoundingClientRect();
                        return box.height > 0 && (box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth);
                    }).map((one) => one.className)
                    """)
            #expect(cut == [])
            #expect(try browser.value(of: "document.querySelector('.clock-item').getClientRects().length > 0"))
        }
    }
}

extension Browser {
    /// Starts a timer that rings at once.
    func ring(_ rooms: [String], snoozeMinutes: Int, name: String = "x") throws {
        let change = """
            { action: 'timer-start', name: \(JSONText(name).text), seconds: 2, targets: { nodes: \(JSONText(rooms).text) },
                ring: { sound: 'bells', limit_min: 5, snooze_min: \(snoozeMinutes) } }
            """
        let answer: Int = try value(
            of: """
                fetch('/api/v1/request/change', { method: 'POST', headers: { 'content-type': 'application/json' },
                    body: JSON.stringify({ changes: [\(change)] }) }).then((answer) => answer.status)
                """)
        guard answer == 200 else { throw TestFailure("no timer: \(answer)") }
    }
}
