import ClockDomain
import Foundation
import Testing

struct RFC3339Tests {
    /// Seconds by hand or from `date -u -d TEXT +%s`.
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0, 0),
        ("2026-11-21T18:00:00.000Z", 1_795_284_000, 0),
        ("2026-11-21t18:00:00z", 1_795_284_000, 0),
        ("2026-11-21 18:00:00Z", 1_795_284_000, 0),
        ("2026-11-21T19:00:00+01:00", 1_795_284_000, 0),
        ("2026-11-21T13:30:00-04:30", 1_795_284_000, 0),
        ("2026-11-21T18:00:00-00:00", 1_795_284_000, 0),
        ("2026-11-21T18:00:00.5Z", 1_795_284_000, 500_000_000),
        ("2026-11-21T18:00:00.000000001Z", 1_795_284_000, 1),
        ("2026-11-21T18:00:00.999999999+00:00", 1_795_284_000, 999_999_999),
        ("2000-02-29T12:34:56Z", 951_827_696, 0),
        ("2199-12-31T23:59:59Z", 7_258_118_399, 0),
        // The offset decides whether the instant is in range, not the date as written.
        ("1969-12-31T23:00:00-01:00", 0, 0),
        ("2200-01-01T00:59:59+01:00", 7_258_118_399, 0),
    ])
    func dateTimesAreRead(text: String, seconds: Int64, nanoseconds: Int64) {
        #expect(WallTime(rfc3339: text) == WallTime(nanoseconds: seconds * 1_000_000_000 + nanoseconds))
    }

    @Test(arguments: [
        "", "2026", "2026-11-21", "2026-11-21T18:00", "2026-11-21T18:00:00", "2026-11-21T18:00:00.Z",
        "2026-11-21T18:00:00.1234567890Z", "2026-11-21T18:00:00,5Z", "2026-11-21T18:00:00ZZ",
        "2026-11-21T18:00:00Z ", " 2026-11-21T18:00:00Z", "2026-11-21X18:00:00Z", "2026/11/21T18:00:00Z",
        "26-11-21T18:00:00Z", "02026-11-21T18:00:00Z", "+2026-11-21T18:00:00Z", "-026-11-21T18:00:00Z",
        "2026-00-21T18:00:00Z", "2026-13-21T18:00:00Z", "2026-11-00T18:00:00Z", "2026-11-31T18:00:00Z",
        "2026-02-29T18:00:00Z", "2100-02-29T18:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T18:60:00Z",
        "2016-12-31T23:59:60Z", "2026-11-21T18:00:00+24:00", "2026-11-21T18:00:00+01:60",
        "2026-11-21T18:00:00+0100", "2026-11-21T18:00:00+01", "2026-11-21T18:00:00±01:00",
        "2026-11-21T18:00:00\u{2212}01:00", "٢٠٢٦-11-21T18:00:00Z", "2026-1１-21T18:00:00Z", "now",
        "1969-12-31T23:59:59.999Z", "1970-01-01T00:59:59+01:00", "2200-01-01T00:00:00Z",
        "2199-12-31T23:59:59-00:01", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
    ])
    func anythingElseIsRefused(_ text: String) {
        #expect(WallTime(rfc3339: text) == nil)
    }

    @Test func whatIsWrittenIsReadBackExactly() {
        var generator = SplitMix64(seed: 3339)
        for step in [Int64(1), 1_000, 1_000_000, 1_000_000_000] {
            for _ in 0..<1000 {
                let range = WallTime.validSeconds.upperBound * (1_000_000_000 / step)
                let instant = WallTime(nanoseconds: Int64.random(in: 0..<range, using: &generator) * step)
                #expect(WallTime(rfc3339: instant.rfc3339) == instant)
            }
        }
    }

    @Test func millisecondsAreWrittenAndFinerPartsOnlyWhereTheyAre() {
        let whole = WallTime(seconds: 1_795_284_000)
        #expect(whole.rfc3339 == "2026-11-21T18:00:00.000Z")
        #expect((whole + .milliseconds(7)).rfc3339 == "2026-11-21T18:00:00.007Z")
        #expect((whole + .nanoseconds(70)).rfc3339 == "2026-11-21T18:00:00.000000070Z")
        #expect((whole + .nanoseconds(1_999_999)).truncatedToMilliseconds.rfc3339 == "2026-11-21T18:00:00.001Z")
    }

    @Test func anySettingOfTheClockCanBeWritten() {
        #expect(WallTime(nanoseconds: -1).rfc3339 == "1969-12-31T23:59:59.999999999Z")
        #expect(WallTime(nanoseconds: .min).rfc3339 == "1677-09-21T00:12:43.145224192Z")
        #expect(WallTime(nanoseconds: .max).rfc3339 == "2262-04-11T23:47:16.854775807Z")
    }

    @Test func jsonCarriesInstantsAsTextAndRefusesOthers() throws {
        let instant = WallTime(seconds: 1_795_284_000)
        let json = try JSONEncoder().encode([instant])
        #expect(String(decoding: json, as: UTF8.self) == #"["2026-11-21T18:00:00.000Z"]"#)
        #expect(try JSONDecoder().decode([WallTime].self, from: json) == [instant])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([WallTime].self, from: Data(#"["2026-11-21"]"#.utf8))
        }
    }
}
