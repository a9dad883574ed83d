import ClockDomain
import ClockInput
import Testing

struct DurationInputTests {
    static let timer = 1...CountdownTimer.maximumSeconds

    @Test(arguments: [
        ("10m", 600), ("90s", 90), ("2h", 7_200), ("1h30m", 5_400), ("1h 30m", 5_400), ("1H30M", 5_400),
        ("1h30m15s", 5_415), ("1h30m15", 5_415), ("1 hour 30 minutes", 5_400), ("5 mins", 300), ("45 sec", 45),
        ("1h30", 5_400),
        ("1m30", 90), ("90m", 5_400), ("1.5h", 5_400), ("0.5m", 30), ("2.25h", 8_100), ("90", 5_400), ("1", 60),
        ("1.5", 90), ("25:00", 1_500), ("0:30", 30), ("90:00", 5_400), ("1:30:00", 5_400), ("99:59:59", 359_999),
        (" 10 m ", 600), ("+10m", 600), ("30 seconds", 30), ("1 hour", 3_600), ("90 min", 5_400), ("2d", 172_800),
        ("1 hour and 30 minutes", 5_400), ("an hour and a half", 5_400), ("an hour and a quarter", 4_500),
        ("half an hour", 1_800), ("a half hour", 1_800), ("quarter of an hour", 900),
        ("three quarters of an hour", 2_700),
        ("ten minutes", 600), ("twenty-five minutes", 1_500), ("twenty five min", 1_500), ("a minute", 60),
        ("two and a half hours", 9_000), ("1:30 hours", 5_400), ("1:30 h", 5_400), ("1:30 min", 90), ("10:00m", 600),
        ("1,5h", 5_400), ("One Hour", 3_600), ("30 Sekunden", 30), ("1 Stunde und 5 Minuten", 3_900),
    ])
    func formsPeopleUse(text: String, seconds: Int) throws {
        #expect(try DurationInput.seconds(text, in: Self.timer) == seconds)
    }

    @Test(arguments: ["-5m", "-0:30", "-90s"])
    func aSignIsReadWhereThereCanBeLess(text: String) throws {
        #expect(try DurationInput.seconds(text, in: -1000...1000) < 0)
        #expect(throws: InputError.self) { try DurationInput.seconds(text, in: Self.timer) }
    }

    @Test(arguments: [
        "", " ", "m", "ten", "an", "half", "an hour and", "an hour and a half minutes", "twenty a minutes",
        "1:30:00 min",
        "30 ms", "30 secnds", "2 months", "three quarter hour", "10x", "10m 1h", "1h1h", "5 6", "1:2", "1:60",
        "1:2:3:4", ":30", "10:",
        "1.m", "1.005h", "0.001m", "1e3", "0x10", "10м", "１０m", "10m;rm", "--5m", "1h-30m", "99999999999999999999",
        "1234567",
    ])
    func othersAreRefused(text: String) {
        #expect(throws: InputError.self) { try DurationInput.seconds(text, in: Self.timer) }
    }

    @Test(
        "everything that looks like a part of the time is one, and what follows is the name",
        arguments: [
            (["10m", "pasta"], 600, ["pasta"]), (["30", "seconds"], 30, []), (["1", "hour"], 3_600, []),
            (["90", "min"], 5_400, []),
            (["30", "seconds", "egg"], 30, ["egg"]), (["1", "h", "30", "roast"], nil, []),
            (["1", "h", "30"], 5_400, []),
            (["an", "hour", "and", "a", "half"], 5_400, []), (["half", "an", "hour", "nap"], 1_800, ["nap"]),
            (["10", "pasta"], 600, ["pasta"]),
            (["10m", "leave", "for", "the", "train"], 600, ["leave", "for", "the", "train"]),
            (["10m", "5 eggs"], 600, ["5 eggs"]), (["10m", "5", "eggs"], nil, []), (["10m", "eggs", "5"], nil, []),
            (["30", "secnds"], nil, []), (["30", "secs."], nil, []), (["30", "ms"], nil, []), (["10", "5m"], nil, []),
            (["1", "huor"], nil, []), (["10m", "tours"], 600, ["tours"]), (["10m", "minutes"], nil, []),
            (["30 seconds egg"], 30, ["egg"]), (["30 seconds", "egg"], 30, ["egg"]), (["1:30", "hours"], 5_400, []),
            (["1", "day"], 86_400, []), (["2", "Minuten", "Tee"], 120, ["Tee"]), (["5", "months"], nil, []),
            (["7", "7up"], 420, ["7up"]),
        ] as [([String], Int?, [String])])
    func first(_ words: [String], _ seconds: Int?, _ rest: [String]) throws {
        guard let seconds else {
            #expect(throws: InputError.self) { try DurationInput.first(of: words, in: Self.timer) }
            return
        }
        let found = try #require(try DurationInput.first(of: words, in: Self.timer))
        #expect(found.seconds == seconds && found.rest == rest)
    }

    @Test(arguments: [["pasta"], [], ["soon", "10m"], ["ten"], ["an", "egg"]])
    func whereThereIsNone(_ words: [String]) throws {
        #expect(try DurationInput.first(of: words, in: Self.timer) == nil)
    }

    @Test(arguments: [
        (["pasta", "2m"], ["pasta"], "2m"), (["pasta", "egg", "30", "s"], ["pasta", "egg"], "30 s"),
        (["t3", "1", "hour"], ["t3"], "1 hour"), (["t3", "-90s"], ["t3"], "-90s"), (["pasta", "5"], ["pasta"], "5"),
    ])
    func last(_ words: [String], _ before: [String], _ text: String) throws {
        let found = try #require(DurationInput.last(of: words))
        #expect(found.before == before && found.text == text)
    }

    @Test func refusalsNameTheValueAndWhatCanBeWritten() {
        #expect(
            message { try DurationInput.seconds("5x", in: Self.timer) }
                == "\"5x\" is not a duration; write 10m, 1h30m, 90s, 25:00 (minutes and seconds), 1:30:00 or a number of "
                + "minutes")
        #expect(
            message { try DurationInput.seconds("0m", in: Self.timer) }
                == "\"0m\" is not in the range 1s to 99h 59m 59s; write 10m, 1h30m, 90s, 25:00 (minutes and seconds), "
                + "1:30:00 or a number of minutes")
        let long = message { try DurationInput.seconds(String(repeating: "9\n", count: 5_000), in: Self.timer) }
        #expect(long?.hasPrefix("\"9 9 9 9") == true && long?.contains("\n") == false)
    }

    @Test(arguments: [(0, "0s"), (59, "59s"), (60, "1m"), (5_415, "1h 30m 15s"), (3_600, "1h"), (-300, "-5m")])
    func areWritten(seconds: Int, words: String) throws {
        #expect(DurationInput.words(for: seconds) == words)
        #expect(try DurationInput.seconds(words, in: -1_000_000...1_000_000) == seconds)
    }
}
