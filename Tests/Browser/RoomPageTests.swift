import ClockTestSupport
import Testing

/// Rooms, timers, history, trainer and doctor, against a real site.
@Suite(.serialized)
struct RoomPageTests {
    @Test("volume and mute are stored by the page, and follow what clockctl sets")
    func settings() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            try await browser.open("/rooms")
            try await browser.fill(".card .range", "35")
            try await waitUntil("volume 35") { try settings(house).volume == 35 }
            try await browser.tap(".card clock-switch")
            try await browser.wait("mute", "document.querySelector('.card clock-switch').ariaChecked === 'false'")
            #expect(try settings(house).muted)
            try house.clockctl(["set", "kitchen", "mute", "off", "volume", "70"])
            try await browser.wait("no mute", "document.querySelector('.card clock-switch').ariaChecked === 'true'")
            try await browser.wait("volume 70", "document.querySelector('.card .range').value === '70'")
            try await browser.tap(".card .room-controls > .inline clock-button:nth-child(3)")
            try await browser.wait(
                "mute for an hour", "/muted until/.test(document.querySelector('.card .facts').innerText)")
            #expect(try browser.value(of: "document.querySelector('.card clock-switch').ariaChecked === 'false'"))
            #expect(try house.clockctl(["status"]).contains("muted until"))
            try await browser.tap(".card clock-switch")
            try await browser.wait("its end", "document.querySelector('.card clock-switch').ariaChecked === 'true'")
            #expect(try !house.clockctl(["status"]).contains("muted"))
        }
    }

    private func settings(_ house: House) throws -> House.SiteStatus.Node.Settings {
        try #require(house.ask(House.SiteStatus.self, ["status"]).nodes.first).settings
    }

    @Test(
        "a room that dies is said to be offline, since when; without any room nobody says the time, and the page says why"
    )
    func offline() async throws {
        try await withHouse { house in
            let browser = try await Browser(house)
            try await browser.open("/rooms")
            try await browser.wait("two rooms", "document.querySelectorAll('.card').length === 2")
            for (offline, room) in ["kitchen", "bedroom"].enumerated() {
                house.kill(room)
                try await browser.wait(
                    "the word",
                    "[...document.querySelectorAll('.room-state')].filter((one) => /Offline since \\d\\d:\\d\\d/.test(one.innerText)).length === \(offline + 1)",
                    timeout: .seconds(60))
            }
            // The coordinator answers; what it says is not that it does not.
            try await browser.tap(".page-head clock-button")
            try await browser.wait(
                "the coordinator's reason",
                "/nobody can hear it.*kitchen/i.test(document.querySelector('.toast')?.innerText)")
        }
    }

    private struct TimerList: Decodable {
        struct Entry: Decodable {
            var name: String
            var state: String
            var seconds: Int
        }
        var timers: [Entry]
    }

    private func timers(of house: House) throws -> [TimerList.Entry] {
        try house.ask(TimerList.self, ["timer", "list"]).timers
    }

    @Test("a timer is started, paused, given a minute and cancelled, and counts by the site's clock")
    func timers() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house)
            try await browser.open("/timers")
            try await browser.wait(
                "the room", "document.querySelector('.timer-maker summary').innerText === 'Rings in kitchen'")
            try await browser.tap(".timer-maker summary")
            try await browser.fill(".count:nth-child(2) input", "12")
            try await browser.fill(".timer-maker input[type=text]", "pasta")
            try await browser.tap(".timer-maker .primary")
            try await browser.wait("the timer", "document.querySelector('.timer-left')?.innerText.startsWith('11:')")
            #expect(try timers(of: house).map(\.name) == ["pasta"])
            // The field has lost the focus, and with it the keyboard on the screen is gone.
            #expect(try browser.value(of: "document.activeElement.matches('.timer-maker .primary')"))
            try await browser.wait(
                "a word",
                "document.querySelector('.toast')?.innerText.includes('pasta runs in kitchen. On disk in kitchen.')")
            try await browser.tap(".timer-row clock-button:nth-child(2)")
            try await browser.wait("the minute", "document.querySelector('.timer-left')?.innerText.startsWith('12:')")
            #expect(try timers(of: house).map(\.seconds) == [780])
            try await browser.tap(".timer-row clock-button:first-child")
            try await browser.wait("the pause", "document.querySelector('.timer-row.paused')")
            #expect(try timers(of: house).map(\.state) == ["paused"])
            try await browser.tap(".timer-row .danger")
            try await browser.wait("no timer", "!document.querySelector('.timer-rows .timer-row')")
            #expect(try timers(of: house).isEmpty)
        }
    }

    @Test("a stopwatch that runs cannot be deleted by a thumb that wants a lap")
    func stopwatch() async throws {
        try await withHouse(["kitchen"]) { house in
            try house.clockctl(["stopwatch", "start", "run"])
            let browser = try await Browser(house)
            try await browser.open("/timers")
            try await browser.wait("the stopwatch", "document.querySelector('.laps')")
            #expect(try browser.value(of: "document.querySelector('.timer-row .danger').hidden"))
            try await browser.tap(".timer-row clock-button:nth-child(2)")
            try await browser.wait("a lap", "document.querySelectorAll('.laps li').length === 1")
            try await browser.tap(".timer-row clock-button:first-child")
            try await browser.wait("it to stand", "!document.querySelector('.timer-row .danger').hidden")
            try await browser.tap(".timer-row .danger")
            try await browser.wait("none", "!document.querySelector('.laps')")
        }
    }

    @Test("the history tells in words why a room said nothing, and who stopped a ring")
    func history() async throws {
        try await withHouse(["kitchen"]) { house in
            try house.clockctl(["timer", "start", "1s", "pasta", "--node", "kitchen"])
            let browser = try await Browser(house)
            try await browser.open("/history")
            try await browser.wait("the ring", "document.querySelector('dialog.ringing[open]')")
            try await browser.tap(".ringing-actions .primary")
            try await browser.wait("it to go", "!document.querySelector('dialog.ringing')")
            try await waitUntil("the line is stored", timeout: .seconds(30)) {
                try house.clockctl(["history"]).contains("pasta")
            }
            try await browser.reload()
            try await browser.wait("the line", "document.querySelector('.reasons')?.innerText.includes('pasta')")
            let reasons = try browser.text(".reasons")
            #expect(reasons.contains("stopped"), "\(reasons)")
            try await browser.wait("the month", "document.querySelector('.figures')?.innerText.includes('rang')")
            let days: Int = try browser.value(of: "document.querySelectorAll('.day').length")
            try await browser.tap(".page-history > .inline clock-button")
            try await browser.wait("earlier days", "document.querySelectorAll('.day').length === \(days + 3)")
        }
    }

    @Test("doctor says what is wrong, and what to do")
    func doctor() async throws {
        try await withHouse { house in
            try house.clockctl(["alarm", "add", "06:00", "--days", "daily", "--label", "Early", "--room", "kitchen"])
            house.kill("kitchen")
            try await waitUntil("the broker knows", timeout: .seconds(60)) {
                try house.clockctl(["status"]).contains("offline")
            }
            let browser = try await Browser(house)
            try await browser.open("/doctor")
            try await browser.wait("the failure", "document.querySelector('.check.failed')", timeout: .seconds(60))
            #expect(try browser.text(".check.failed").contains("kitchen"))
            #expect(try !browser.text(".check.failed small").isEmpty)
        }
    }

    @Test("of many rooms those with trouble come first, a search finds one, and more are shown when asked for")
    func manyRooms() async throws {
        try await withHouse(["kitchen"]) { house in
            // Rooms that have never reported: their settings are under way.
            let topics = (1...70).map { "clock/v1/test/node/room-\($0)/availability" }
            let script = topics.map { "mosquitto_pub -p \(house.broker.port) -q 1 -r -t \($0) -m online" }
            try TestProcess.run("sh", ["-ec", script.joined(separator: "\n")])
            let browser = try await Browser(house)
            try await browser.open("/rooms")
            try await browser.wait(
                "all rooms", "document.querySelector('.room-search .hint')?.innerText === '1 of 71 rooms are fine'")
            #expect(try browser.value(of: "document.querySelectorAll('.cards > .card').length") == 60)
            #expect(try browser.value(of: "!document.querySelector('.cards').innerText.includes('kitchen')"))
            try await browser.tap(".page-rooms > .inline clock-button")
            try await browser.wait("the others", "document.querySelectorAll('.cards > .card').length === 71")
            #expect(try browser.text(".cards > .card:last-child h2") == "kitchen")
            #expect(try browser.value(of: "document.querySelector('.page-rooms > .inline clock-button').hidden"))
            try await browser.fill(".room-search input", "KITCH")
            try await browser.wait("the kitchen alone", "document.querySelectorAll('.cards > .card').length === 1")
            try house.clockctl(["node", "group", "add", "wing", "room-7", "room-8"])
            try await browser.fill(".room-search input", "wing")
            try await browser.wait("the group", "document.querySelectorAll('.cards > .card').length === 2")
            try await browser.fill(".room-search input", "nowhere")
            try await browser.wait("no room", "!document.querySelector('.page-rooms .empty').hidden")
        }
    }

    @Test("the page on reliability counts what the history has, and says when it cannot")
    func slo() async throws {
        // Of two rooms the other one stands first as soon as a quarter hour comes.
        try await withHouse(["kitchen"]) { house in
            try house.clockctl(["timer", "start", "1s", "egg", "--node", "kitchen"])
            try await waitUntil("it rings", timeout: .seconds(30)) {
                try house.ask(House.SiteStatus.self, ["status"]).nodes.contains { !$0.rings.isEmpty }
            }
            try house.clockctl(["alarm", "stop", "t1"])
            try await waitUntil("it is on record", timeout: .seconds(30)) {
                try house.clockctl(["slo", "kitchen", "--json"]).contains("\"heard\" : 1")
            }
            let browser = try await Browser(house)
            try await browser.open("/slo")
            try await browser.wait("the kitchen", "document.querySelector('.slo-rooms li')")
            // On a busy machine the ring may have begun late or have a gap; the page counts as clockctl does.
            let rings = try #require(try house.ask(House.Reliability.self, ["slo", "kitchen"]).weeks.first?.site.rings)
            let counted = "\(rings.heard - rings.late - rings.silent) of 1 rings in time"
            #expect(try browser.text(".slo-rooms li").contains(counted), "\(rings)")
            #expect(try browser.value(of: "document.querySelectorAll('.slo-trend li').length") == 1)
            house.kill("coordinator")
            try browser.run(
                """
                const weeks = document.querySelector('.slo-filters select');
                weeks.value = '12';
                weeks.dispatchEvent(new Event('change'));
                """)
            try await browser.wait(
                "the failure", "!document.querySelector('.page-slo .problem').hidden", timeout: .seconds(60))
            // The counts from before stay.
            #expect(try browser.text(".slo-rooms li").contains(counted))
        }
    }

    @Test("the page over sites tells which site is away, first, and links to the pages of the others")
    func sites() async throws {
        let town = "page: https://town.example\nbroker:\n  port: \(try LoopbackPort.unused())\n"
        try await withHouse(["kitchen"], otherSites: ["town": town]) { house in
            let browser = try await Browser(house)
            try await browser.open("/")
            try await browser.wait("the link", "!document.querySelector('.tabs a[href=\"/sites\"]').hidden")
            try await browser.open("/sites")
            try await browser.wait(
                "both sites", "document.querySelectorAll('.check').length === 2", timeout: .seconds(30))
            #expect(try browser.text(".verdict") == "1 of 2 sites are fine")
            #expect(try browser.text(".check.failed strong a") == "town")
            #expect(try browser.text(".check.failed").contains("Its broker cannot be reached."))
            #expect(try browser.text(".check.ok").contains("1 of 1 rooms are fine"))
            #expect(try browser.value(of: "document.querySelector('.check.failed a').href") == "https://town.example/")
        }
    }

    @Test("the trainer keeps a learner's answers at the site")
    func trainer() async throws {
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house, screen: .desktop)
            try await browser.open("/trainer")
            try await browser.wait("the lists", "document.querySelector('select option')?.innerText.includes('dolch')")
            try await browser.fill(".card input[type=text]", "Mia")
            try await browser.click(".card .primary")
            try await browser.wait("a word", "document.querySelector('.word')?.innerText")
            try await browser.click(".thumbs .primary")
            try browser.run("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))")
            try await waitUntil("both answers are stored", timeout: .seconds(20)) {
                let report = try house.clockctl(["trainer", "report"])
                return report.contains("Mia") && report.contains("50 %")
            }
        }
    }
}
