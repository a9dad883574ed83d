import ClockDomain
import Testing

struct ChimeTests {
    /// The bells of the five changes, as scores of the Westminster Quarters have them.
    private static let changes = [
        "gSharp fSharp e b", "e gSharp fSharp b", "e fSharp gSharp e", "gSharp e fSharp b", "b fSharp gSharp e",
    ]

    @Test(
        "Each chime plays its figures at each of the 96 quarter hours of a day, and one of its clips marks the instant",
        arguments: Chime.builtIn + [.own("cuckoo")])
    func figures(chime: Chime) throws {
        for index in 0..<96 {
            let time = LocalTime(secondOfDay: index * 900)
            let (hour, quarter) = ((time.hour + 11) % 12 + 1, try #require(Quarter(rawValue: index % 4)))
            let expected: [Clip] =
                switch (chime, quarter) {
                case (.none, _), (.strike, .first), (.strike, .second), (.strike, .third): []
                case (.count, .first), (.count, .second), (.count, .third): []
                case (.strike, .hour): [.strikes(1)]
                case (.count, .hour): [.strikes(hour)]
                case (.westminster, .hour): [.westminster(.hour), .strikes(hour)]
                case (.westminster, _): [.westminster(quarter)]
                case (.own(let name), _): [.own(name, quarter)]
                }
            let plan = AnnouncementPlan.spokenTime(time, chime: chime)
            #expect(Array(plan.clips.prefix(expected.count)) == expected, "\(time.hourAndMinute)")
            #expect(Array(plan.clips.dropFirst(expected.count)) == [.time(time)])
            // The first stroke of the hour, the first note of a quarter, or else the first word.
            #expect(plan.anchorIndex == (chime == .westminster && quarter == .hour ? 1 : 0))
            #expect(!plan.beginsAtAnchor)
        }
    }

    @Test("No other minute has a figure", arguments: Chime.builtIn + [.own("cuckoo")])
    func otherMinutes(chime: Chime) throws {
        for minute in 1..<15 {
            let time = try #require(LocalTime(hour: 7, minute: minute))
            #expect(AnnouncementPlan.spokenTime(time, chime: chime) == AnnouncementPlan(clips: [.time(time)]))
            #expect(chime.span(at: time) == .zero)
        }
    }

    @Test("Without its lead a plan is what comes from the instant on")
    func withoutLead() {
        let time = LocalTime(secondOfDay: 43_200)
        let noon = AnnouncementPlan.spokenTime(time, chime: .westminster)
        #expect(
            noon.withoutLead
                == AnnouncementPlan(clips: [.strikes(12), .time(time)], anchorIndex: 0, beginsAtAnchor: true))
        #expect(noon.withoutLead.withoutLead == noon.withoutLead)
    }

    @Test("Chimes sound as long as their strokes need, the hour's melody before the instant")
    func spans() throws {
        func span(_ chime: Chime, _ time: String) throws -> ChimeSpan {
            chime.span(at: try #require(LocalTime(hourAndMinute: time)))
        }
        #expect(try span(.none, "12:00") == .zero)
        #expect(try span(.own("cuckoo"), "12:00") == .zero)
        #expect(try span(.strike, "12:00") == ChimeSpan(lead: .zero, tail: .milliseconds(2500)))
        #expect(try span(.strike, "12:15") == .zero)
        #expect(try span(.count, "0:00") == ChimeSpan(lead: .zero, tail: .milliseconds(35_500)))
        #expect(try span(.count, "13:00") == ChimeSpan(lead: .zero, tail: .milliseconds(2500)))
        #expect(try span(.westminster, "6:15") == ChimeSpan(lead: .zero, tail: .seconds(5)))
        #expect(try span(.westminster, "6:30") == ChimeSpan(lead: .zero, tail: .seconds(10)))
        #expect(try span(.westminster, "6:45") == ChimeSpan(lead: .zero, tail: .seconds(15)))
        #expect(try span(.westminster, "18:00") == ChimeSpan(lead: .seconds(22), tail: .milliseconds(17_500)))
    }

    @Test(
        "The quarters go round the five changes: one, two, three and four of them",
        arguments: [(.first, [0]), (.second, [1, 2]), (.third, [3, 4, 0]), (.hour, [1, 2, 3, 4])] as [(Quarter, [Int])])
    func melody(quarter: Quarter, changes: [Int]) {
        let notes = WestminsterMelody.notes(quarter)
        #expect(
            notes.map { "\($0.bell)" } == changes.flatMap { Self.changes[$0].split(separator: " ").map(String.init) })
        // Three crotchets and a minim, again and again.
        #expect(notes.map(\.offset) == changes.indices.flatMap { place in (0..<4).map { .seconds(place * 5 + $0) } })
    }

    @Test("Names on the wire are read back; a folder's name is an own chime, anything else none")
    func names() {
        for chime in Chime.builtIn + [.own("cuckoo"), .own("St-Mary_2")] {
            #expect(Chime(rawValue: chime.rawValue) == chime)
        }
        #expect(Chime(rawValue: "count") == .count)
        for bad in ["", "../etc", "a b", ".hidden", String(repeating: "x", count: 65), "glocke!"] {
            #expect(Chime(rawValue: bad) == nil, "\(bad)")
        }
    }
}
