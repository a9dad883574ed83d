import ClockDomain
import Testing

struct AnnouncementPlanTests {
    /// What is said from midnight on, an hour a line, as people say it.
    private static let day = [
        "twelve AM", "one AM", "two AM", "three AM", "four AM", "five AM", "six AM", "seven AM", "eight AM", "nine AM",
        "ten AM", "eleven AM", "twelve PM", "one PM", "two PM", "three PM", "four PM", "five PM", "six PM", "seven PM",
        "eight PM", "nine PM", "ten PM", "eleven PM",
    ]

    @Test(arguments: [(0, nil), (15, "fifteen"), (30, "thirty"), (45, "forty-five")] as [(Int, String?)])
    func everyQuarterHourOfTheDayIsSaid(quarter: (minute: Int, word: String?)) throws {
        for (hour, said) in Self.day.enumerated() {
            let time = try #require(LocalTime(hour: hour, minute: quarter.minute))
            let plan = AnnouncementPlan.spokenTime(time, chime: .none)
            let words = said.split(separator: " ").map(String.init)
            var expected = [Clip.word(words[0])]
            if let minute = quarter.word { expected.append(.word(minute)) }
            expected.append(.word(words[1]))
            #expect(plan.clips == expected)
            // The first word marks the instant.
            #expect(plan.anchorIndex == 0)
        }
    }

    @Test(arguments: [
        ("18:07", "six oh seven PM"), ("0:01", "twelve oh one AM"), ("12:10", "twelve ten PM"),
        ("9:19", "nine nineteen AM"), ("9:20", "nine twenty AM"), ("23:59", "eleven fifty nine PM"),
        ("13:44", "one forty four PM"), ("13:46", "one forty six PM"), ("13:40", "one forty PM"),
    ])
    func anyOtherMinuteIsSaidToo(time: String, said: String) throws {
        let time = try #require(LocalTime(hourAndMinute: time))
        let expected = said.split(separator: " ").map { Clip.word(String($0)) }
        #expect(AnnouncementPlan.spokenTime(time, chime: .strike).clips == expected)
    }

    @Test func theVocabularyIsExactlyWhatTheMinutesOfADayAskFor() {
        var asked: Set<String> = []
        for minute in 0..<1440 {
            for clip in AnnouncementPlan.spokenTime(LocalTime(secondOfDay: minute * 60), chime: .strike).clips {
                if case .word(let word) = clip { asked.insert(word) }
            }
        }
        #expect(AnnouncementPlan.vocabulary == asked.sorted())
        #expect(Set(AnnouncementPlan.vocabulary).isSuperset(of: ["AM", "PM", "oh", "forty-five", "twelve", "fifty"]))
    }
}
