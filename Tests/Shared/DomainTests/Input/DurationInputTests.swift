import ClockDomain
import Testing

struct DurationInputTests {
    static let timer = 1...CountdownTimer.maximumSeconds

    @Test(arguments: [
        ("10m", 600), ("90s", 90), ("2h", 7_200), ("1h30m", 5_400), ("1h 30m", 5_400), ("1H30M", 5_400),
        ("1h30m15s", 5_415), ("1h30m15", 5_415), ("1 hour 30 minutes", 5_400), ("5 mins", 300), ("45 sec", 45),
        ("1h30", 5_400),
        ("1m30", 90), ("90m", 5_400), ("1.5h", 5_400), ("0.5m", 30), ("2.25h", 8_100), ("90", 5_400), ("1", 60),
        ("1.5", 90), ("25:00", 1_500), ("0:30", 30), ("90:00", 5_400), ("1:30:00", 5_400), ("99:59:59", 359_999),
        (" 10 m ", 600), ("+10m", 600),
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
        "", " ", "m", "ten minutes", "10x", "10m 1h", "1h1h", "5 6", "1:2", "1:60", "1:2:3:4", ":30", "10:",
        "1.m", "1.005h", "0.001m", "1e3", "0x10", "10м", "１０m", "10m;rm", "--5m", "1h-30m", "99999999999999999999",
        "1234567",
        "10:00m",
    ])
    func othersAreRefused(text: String) {
        #expect(throws: InputError.self) { try DurationInput.seconds(text, in: Self.timer) }
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

/// The words of the refusal, if there is one.
func message(_ body: () throws -> some Any) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}
