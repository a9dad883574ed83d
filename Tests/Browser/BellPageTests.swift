import ClockTestSupport
import FoundationEssentials
import Testing

/// The days of bells.
@Suite(.serialized)
struct BellPageTests {
    private struct Day: Decodable {
        struct Part: Decodable {
            var program: Program?
            var delayMinutes: Int

            enum CodingKeys: String, CodingKey {
                case program
                case delayMinutes = "delay_min"
            }
        }

        /// A name, or false for none.
        enum Program: Decodable, Equatable {
            case none
            case named(String)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                self = (try? container.decode(String.self)).map { .named($0) } ?? .none
            }
        }

        var program: String?
        var byHand: [Part]

        enum CodingKeys: String, CodingKey {
            case program
            case byHand = "by_hand"
        }
    }

    private func school(_ body: (House) async throws -> Void) async throws {
        try await withHouse(["kitchen"]) { house in
            let periods = ["--periods", "3x40", "--between", "5", "--all", "--yes"]
            try house.clockctl(["program", "add", "school/regular", "--from", "08:00", "--days", "daily"] + periods)
            try house.clockctl(["program", "add", "school/early", "--from", "09:30"] + periods)
            try await body(house)
        }
    }

    private func tomorrow(_ house: House) throws -> Day { try house.ask(Day.self, ["day", "tomorrow"]) }

    @Test("a day is changed in two taps, and goes back to normal in one")
    func changes() async throws {
        try await school { house in
            let browser = try await Browser(house, screen: .small)
            try await browser.open("/bells")
            try await browser.wait("the month", "document.querySelector('.bells-day')")
            #expect(try browser.text(".bells-sentence") == "regular")
            let today = try browser.text(".bells-table h2 small")
            // The day after the one that is shown: the month may end with it.
            try browser.run(
                """
                const days = [...document.querySelectorAll('.bells-day')];
                const next = days[days.findIndex((one) => one.hasAttribute('aria-current')) + 1];
                (next ?? document.querySelector('.bells-turn clock-button:last-child')).act();
                """)
            try await browser.wait(
                "tomorrow", "document.querySelector('.bells-table h2 small').innerText !== '\(today)'")
            #expect(try browser.value(of: "document.querySelectorAll('.bells-list li').length", as: Int.self) == 6)
            try browser.run("document.querySelectorAll('.bells-actions clock-button')[1].act()")
            try await browser.wait(
                "the delay", "document.querySelector('.bells-sentence').innerText.includes('20 min later')")
            #expect(try tomorrow(house).byHand.map(\.delayMinutes) == [20])
            #expect(try browser.text(".bells-list li strong").hasPrefix("08:20"))

            try browser.run(
                """
                const choice = document.querySelector('.bells-table select');
                choice.value = 'early';
                choice.dispatchEvent(new Event('change'));
                """)
            try await browser.wait(
                "the program", "document.querySelector('.bells-sentence').innerText.startsWith('early')")
            // A further change keeps what it does not name.
            #expect(try tomorrow(house).byHand.map(\.program) == [.named("early")])
            #expect(try tomorrow(house).byHand.map(\.delayMinutes) == [20])

            try browser.run("document.querySelector('.bells-actions .danger').act()")
            try await browser.wait("no bell", "document.querySelectorAll('.bells-list li').length === 0")
            #expect(try tomorrow(house).program == nil)
            try browser.run("document.querySelector('.bells-actions .primary').act()")
            try await browser.wait("as planned", "document.querySelector('.bells-sentence').innerText === 'regular'")
            #expect(try tomorrow(house).byHand.isEmpty)

            // Somebody else changes the day, and the page has not seen it.
            try browser.run(
                """
                const fetch = window.fetch;
                window.fetch = (path, ...rest) =>
                    String(path).includes('/api/v1/bells') ? new Promise(() => {}) : fetch(path, ...rest);
                """)
            try house.clockctl(["day", "tomorrow", "delay", "10m"])
            try browser.run("document.querySelectorAll('.bells-actions clock-button')[1].act()")
            try await browser.wait("the conflict", "document.body.innerText.includes('Somebody else changed it')")
            #expect(try tomorrow(house).byHand.map(\.delayMinutes) == [10])
        }
    }

    @Test("a change that somebody makes elsewhere is shown, and the month names its programs")
    func follows() async throws {
        try await school { house in
            let browser = try await Browser(house)
            try await browser.open("/")
            try await browser.wait("the link", "!document.querySelector('.tabs a[href=\"/bells\"]').hidden")
            try await browser.open("/bells")
            try await browser.wait("the month", "document.querySelectorAll('.bells-day').length >= 28")
            #expect(try browser.text(".bells-month").contains("regular"))
            try house.clockctl(["day", "set", "early"])
            try await browser.wait(
                "the change", "document.querySelector('.bells-sentence').innerText.startsWith('early')")
            #expect(try browser.text(".bells-day[aria-current]").contains("*"))
            // Alarms are alarms.
            try await browser.open("/alarms")
            try await browser.wait("no alarm", "document.querySelector('.empty')?.innerText.includes('No alarm')")
        }
    }
}
