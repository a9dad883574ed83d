import ClockTestSupport
import FoundationEssentials
import Testing

/// A German page is German, also where what it shows was said by the site's programs.
@Suite(.serialized)
struct GermanTests {
    /// Words that no German sentence has, and hardly an English one is without.
    private static let english = #"""
        (text) => text.split("\n").filter((line) => /\b(the|is|of|and|see|not|it|its|has|have|with|since|are|to|rings|offline since)\b/i
            .test(line.replace(/`[^`]*`|„[^“]*“|clockctl [^.;,]*|\/\S+|systemctl [^.;,]*|\bhw:\S+/g, "")))
        """#

    /// A house with trouble: a room is gone, sounds are missing, volumes are low, a date is left out.
    private func troubled(_ body: (House, Browser) async throws -> Void) async throws {
        try await withHouse { house in
            try house.clockctl(["alarm", "add", "07:00", "--days", "daily", "--room", "kitchen", "--label", "Schule"])
            try house.clockctl(
                ["alarm", "add", "07:10", "--days", "daily", "--room", "kitchen", "--volume", "5", "--label", "Leise"])
            try house.clockctl(["alarm", "add", "07:20", "--days", "daily", "--room", "kitchen", "--label", "Frei"])
            try house.clockctl(["alarm", "skip", "a3"])
            try house.clockctl(["alarm", "add", "07:30", "--days", "daily", "--room", "bedroom", "--label", "Weg"])
            try house.clockctl(["set", "kitchen", "mute", "on"])
            house.kill("bedroom")
            let browser = try await Browser(house, language: "de-DE")
            try await browser.open("/rooms")
            try await browser.wait(
                "the room to be offline", "document.querySelector('.card.offline')", timeout: .seconds(60))
            try await body(house, browser)
        }
    }

    @Test("the doctor's page of a house with trouble is German, with no place left")
    func doctor() async throws {
        try await troubled { _, browser in
            try await browser.open("/doctor")
            try await browser.wait(
                "both looks",
                "document.querySelectorAll('.verdict.ok, .verdict.warning, .verdict.failed').length === 2",
                timeout: .seconds(60))
            try browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
            let text = try browser.text("main")
            #expect(
                text.contains("Prüfe Strom und Netz") && text.contains("im Bett vielleicht nicht zu hören"), "\(text)")
            #expect(text.contains("auf Wunsch ausgelassen") && text.contains("verbunden seit"))
            #expect(!text.contains("{") && !text.contains("undefined") && !text.contains("2026-"), "\(text)")
            try expectGerman(browser, "the doctor's page")
        }
    }

    @Test("every page of a house with trouble is German")
    func pages() async throws {
        try await troubled { _, browser in
            for path in PageTests.paths where path != "/doctor" {
                try await browser.open(path)
                try await browser.wait(
                    path, "document.querySelector('main h1') && document.querySelector('main').innerText.length > 20")
                try browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
                try expectGerman(browser, path)
            }
        }
    }

    @Test("every phrase is shown whole, in both languages")
    func phrases() async throws {
        let fixture = try String(
            decoding: Data(contentsOf: URL(filePath: "\(House.checkout)/Tests/Browser/Fixtures/phrases.json")),
            as: UTF8.self)
        try await withHouse(["kitchen"]) { house in
            for language in ["de-DE", "en-GB"] {
                let browser = try await Browser(house, language: language)
                try await browser.open("/doctor")
                try await browser.wait("the page", "document.querySelector('.checks')")
                let shown: [String] = try browser.value(
                    of: """
                        import('/app/phrases.js').then(async ({ loadPhrases, phrase }) => {
                            const store = { zone: 'Europe/Berlin', room: (id) => `Raum ${id}`, clock: { now: () => Date.parse('2026-11-24T12:00:00Z') } };
                            await loadPhrases(store);
                            return \(fixture).map((one) => phrase({ ...one, text: '?' }, store));
                        })
                        """)
                #expect(shown.count > 200)
                #expect(shown.filter { $0.contains(/[{}]|undefined|NaN/) } == [])
                #expect(shown.filter { $0 == "?" || $0.isEmpty } == [])
                guard language == "de-DE" else { continue }
                let english: [String] = try browser.value(
                    of: "(\(Self.english))(\(JSONText(shown.joined(separator: "\n")).text))")
                #expect(english == [])
            }
        }
    }

    @Test("sentences that programs have written as text are German: days of the week, dates, sounds")
    func sayings() async throws {
        let said = [
            (
                "22:15 is within the quiet hours mon,tue,wed,thu,fri 22:00-06:30",
                "22:15 liegt in der Ruhezeit Mo–Fr 22:00-06:30"
            ),
            (
                "22:15 is within the quiet hours sat,wed 22:00-06:30",
                "22:15 liegt in der Ruhezeit Mi und Sa 22:00-06:30"
            ),
            ("2026-12-24 is left out", "24. Dezember 2026 fällt aus"),
            ("the melody was left out: a3 rings", "die Melodie fiel weg: a3 klingelt"),
            ("the chime was left out: an emergency is on", "das Schlagwerk fiel weg: ein Notfall läuft"),
            (
                "silent for 2.5 s in between; counted by this room alone, so other rooms may be some milliseconds apart",
                "zwischendurch 2.5 s lang still; nur von diesem Raum gezählt, andere können einige Millisekunden abweichen"
            ),
            ("Emergency: siren", "Notfall: siren"),
            (
                "No room was alerted, as the broker's access rules refuse it.",
                "Kein Raum wurde alarmiert, denn die Zugriffsregeln des Brokers verbieten es."
            ),
            (
                "It may be that the emergency goes on, as the broker has not confirmed it.",
                "Vielleicht läuft der Notfallalarm weiter, denn der Broker hat es nicht bestätigt."
            ),
        ]
        try await withHouse(["kitchen"]) { house in
            let browser = try await Browser(house, language: "de-DE")
            try await browser.open("/doctor")
            try await browser.wait("the page", "document.querySelector('.checks')")
            let shown: [String] = try browser.value(
                of: """
                    import('/app/phrases.js').then(async ({ loadPhrases, said }) => {
                        const store = { zone: 'Europe/Berlin', clock: { now: () => Date.parse('2026-11-24T12:00:00Z') } };
                        await loadPhrases(store);
                        return [\(said.map { JSONText($0.0).text }.joined(separator: ","))].map((one) => said(one, store));
                    })
                    """)
            #expect(shown == said.map(\.1))
        }
    }

    private func expectGerman(_ browser: Browser, _ place: String) throws {
        let english: [String] = try browser.value(of: "(\(Self.english))(document.body.innerText)")
        #expect(english == [], "\(place)")
    }
}
