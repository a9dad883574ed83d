import ClockDomain
import Testing

/// Files without transitions, so that the footer rules all time.
struct FooterTests {
    private func rules(_ footer: String) throws(TZifError) -> TimeZoneRules {
        try TimeZoneRules(name: "Test/Footer", tzif: TZifBuilder(version: 3, footer: footer).build())
    }

    /// Expected by hand from POSIX.1-2024 8.3 and RFC 9636 3.3.1.
    @Test(arguments: [
        // No daylight saving time.
        ("CET-1", "2026-07-01T00:00:00Z", 3600, false, "CET"),
        ("<+0545>-5:45", "2150-07-01T00:00:00Z", 20_700, false, "+0545"),
        ("<-00>0", "1970-01-01T00:00:00Z", 0, false, "-00"),
        ("ABC+24:59:59", "2026-01-01T00:00:00Z", -89_999, false, "ABC"),
        // The daylight offset is an hour ahead unless given.
        ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T06:59:59Z", -18_000, false, "EST"),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", -14_400, true, "EDT"),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T05:59:59Z", -14_400, true, "EDT"),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T06:00:00Z", -18_000, false, "EST"),
        // South of the equator daylight saving time spans the new year.
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", 39_600, true, "AEDT"),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-04-04T16:00:00Z", 36_000, false, "AEST"),
        // 29 February is never day J60, and is day 59.
        ("AAA0BBB,J60/0,J300/0", "2028-02-29T23:59:59Z", 0, false, "AAA"),
        ("AAA0BBB,J60/0,J300/0", "2028-03-01T00:00:00Z", 3600, true, "BBB"),
        ("AAA0BBB,59/0,299/0", "2028-02-28T23:59:59Z", 0, false, "AAA"),
        ("AAA0BBB,59/0,299/0", "2028-02-29T00:00:00Z", 3600, true, "BBB"),
        ("AAA0BBB,J365/0,J1/0", "2028-12-31T00:00:00Z", 3600, true, "BBB"),
        ("AAA0BBB,100,365/0", "2027-12-31T22:59:59Z", 3600, true, "BBB"),
        ("AAA0BBB,100,365/0", "2027-12-31T23:00:00Z", 0, false, "AAA"),
        // The fifth week is the last, in months of four and of five such days.
        ("AAA0BBB,M2.5.0/0,M11.1.0/0", "2026-02-21T23:59:59Z", 0, false, "AAA"),
        ("AAA0BBB,M2.5.0/0,M11.1.0/0", "2026-02-22T00:00:00Z", 3600, true, "BBB"),
        ("AAA0BBB,M2.5.2/0,M11.1.0/0", "2028-02-28T23:59:59Z", 0, false, "AAA"),
        ("AAA0BBB,M2.5.2/0,M11.1.0/0", "2028-02-29T00:00:00Z", 3600, true, "BBB"),
        // Times below zero and above a day, to a week and over the new year.
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200, false, "-02"),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600, true, "-01"),
        ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-26T23:59:59Z", 7200, false, "IST"),
        ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00:00Z", 10_800, true, "IDT"),
        ("AAA0BBB,J1/-167,M6.1.0", "2025-12-25T00:59:59Z", 0, false, "AAA"),
        ("AAA0BBB,J1/-167,M6.1.0", "2025-12-25T01:00:00Z", 3600, true, "BBB"),
        ("AAA0BBB,M6.1.0,J365/167", "2027-01-06T21:59:59Z", 3600, true, "BBB"),
        ("AAA0BBB,M6.1.0,J365/167", "2027-01-06T22:00:00Z", 0, false, "AAA"),
        // Two hours of daylight saving, and negative ones.
        ("<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", "2026-07-01T00:00:00Z", 7200, true, "+02"),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-12-01T00:00:00Z", 0, true, "GMT"),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3600, false, "IST"),
        // Daylight saving time all year, in both of RFC 9636's ways.
        ("EST5EDT,0/0,J365/25", "2026-01-01T04:59:59Z", -14_400, true, "EDT"),
        ("EST5EDT,0/0,J365/25", "2028-12-31T23:30:00Z", -14_400, true, "EDT"),
        ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:00:00Z", -14_400, true, "EDT"),
        ("XXX3EDT4,0/0,J365/23", "2026-07-01T00:00:00Z", -14_400, true, "EDT"),
        // Daylight saving time that starts as it ends is never left.
        ("AAA0BBB,J100/0,J100/1", "2026-07-01T00:00:00Z", 3600, true, "BBB"),
    ])
    func offsetsFollowTheFooter(
        footer: String, instant: String, seconds: Int, isDaylightSaving: Bool, abbreviation: String
    ) throws {
        let expected = ZoneOffset(
            secondsEast: seconds, isDaylightSaving: isDaylightSaving, abbreviation: abbreviation)
        #expect(try rules(footer).offset(at: utc(instant)) == expected)
    }

    @Test(arguments: ["EST5EDT,0/0,J365/25", "XXX3EDT4,0/0,J365/23", "AAA0BBB,J100/0,J100/1", "CET-1"])
    func aFooterOfOneOffsetNeverChanges(_ footer: String) throws {
        #expect(try rules(footer).transitions(in: startOfYear(1970)..<startOfYear(2200)).isEmpty)
    }

    @Test func aFooterOfTwoOffsetsChangesTwiceAYear() throws {
        for footer in ["EST5EDT,M3.2.0,M11.1.0", "AAA0BBB,J1/-167,M6.1.0", "AAA0BBB,M6.1.0,J365/167"] {
            let changes = try rules(footer).transitions(in: startOfYear(1970)..<startOfYear(2200))
            // The ones moved over the new year can leave the span on one side and enter it on the other.
            #expect((459...461).contains(changes.count), "\(footer): \(changes.count)")
            #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.after == $1.before })
        }
    }

    @Test(arguments: [
        ("5", "an abbreviation at its byte 0"), ("CET", "hours from 0 to 24 at its byte 3"),
        ("CET-25", "hours from 0 to 24 at its byte 4"), ("CET-1:60", "minutes from 0 to 59 at its byte 6"),
        ("CET-1:00:60", "seconds from 0 to 59 at its byte 9"), ("<+01-1", "an abbreviation at its byte 1"),
        ("<>-1", "an abbreviation at its byte 1"), ("<C T>-1", "an abbreviation at its byte 1"),
        ("ABCDEFGHIJKLMNOP-1", "an abbreviation at its byte 0"), ("CET-1,M3.5.0,M10.5.0", "an abbreviation"),
        ("CET-1CEST", "the rule for the start"), ("CET-1CEST,M3.5.0", "the rule for the end"),
        ("CET-1CEST,M0.5.0,M10.5.0", "a month from 1 to 12"), ("CET-1CEST,M13.5.0,M10.5.0", "a month from 1 to 12"),
        ("CET-1CEST,M3.0.0,M10.5.0", "a week from 1 to 5"), ("CET-1CEST,M3.6.0,M10.5.0", "a week from 1 to 5"),
        ("CET-1CEST,M3.5.7,M10.5.0", "a weekday from 0 to 6"), ("CET-1CEST,M3.5,M10.5.0", "a point after the week"),
        ("CET-1CEST,J0,J300", "a day of the year from 1 to 365"), ("CET-1CEST,J366,J300", "from 1 to 365"),
        ("CET-1CEST,366,300", "a day of the year from 0 to 365"), ("CET-1CEST,J60/168,J300", "hours from 0 to 167"),
        ("CET-1CEST,J60/-168,J300", "hours from 0 to 167"), ("CET-1CEST,J60/9999,J300", "hours from 0 to 167"),
        ("CET-1CEST,J60,J300 ", "the end at its byte 18"), ("CET-1CEST,J60,J300,J1", "the end at its byte 18"),
        ("CET-1CEST,J60/,J300", "hours from 0 to 167 at its byte 14"), ("CET--1", "hours from 0 to 24 at its byte 4"),
        ("C\u{1B}[31m-1", "hours from 0 to 24 at its byte 1"), ("CET-1CEST,Jé,J300", "a day of the year"),
    ])
    func malformedFootersAreRefusedWithThePlace(footer: String, says: String) throws {
        let error = try #require(throws: TZifError.self) { try rules(footer) }
        #expect(error.code == .footer)
        #expect(error.detail.contains(says), "\(error)")
        #expect(!error.description.utf8.contains { $0 < 0x20 })
    }
}
