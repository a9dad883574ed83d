import ClockDomain
import Testing

struct QuarterHourTests {
    private let six = WallTime(rfc3339: "2026-11-21T18:00:00Z")!
    private let nanosecond = Duration.nanoseconds(1)

    @Test func aQuarterHourIsItsOwnNeighbour() {
        #expect(QuarterHour.isQuarterHour(six))
        #expect(QuarterHour.atOrBefore(six) == six)
        #expect(QuarterHour.atOrAfter(six) == six)
        #expect(QuarterHour.after(six) == six + .minutes(15))
    }

    @Test func aNanosecondBesideAQuarterHourIsNone() {
        let (early, late) = (six - nanosecond, six + nanosecond)
        for instant in [early, late] { #expect(!QuarterHour.isQuarterHour(instant)) }
        #expect(QuarterHour.atOrBefore(early) == six - .minutes(15))
        #expect(QuarterHour.atOrAfter(early) == six)
        #expect(QuarterHour.after(early) == six)
        #expect(QuarterHour.atOrBefore(late) == six)
        #expect(QuarterHour.atOrAfter(late) == six + .minutes(15))
        #expect(QuarterHour.after(late) == six + .minutes(15))
    }

    @Test func everyQuarterHourOfADayIsOneOnEveryZonesClocks() {
        for rules in SystemZones.distinctRules {
            var instant = six
            for _ in 0..<96 {
                let shown = rules.localTime(at: instant).time
                #expect(shown.minute % 15 == 0 && shown.second == 0, "\(rules.name) \(instant)")
                instant = QuarterHour.after(instant)
            }
        }
    }

    @Test func timeBeforeTheEpochAndTheEndsOfTheRangeHaveQuarterHours() {
        #expect(QuarterHour.atOrBefore(WallTime(nanoseconds: -1)) == WallTime(seconds: -900))
        #expect(QuarterHour.atOrAfter(WallTime(nanoseconds: -1)) == WallTime(seconds: 0))
        for end in [WallTime(nanoseconds: .min), WallTime(nanoseconds: .max)] {
            #expect(QuarterHour.atOrBefore(end) <= end)
            #expect(QuarterHour.atOrAfter(end) >= end)
            #expect(QuarterHour.after(end) >= end)
        }
    }
}
