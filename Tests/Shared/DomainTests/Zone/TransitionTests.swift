import ClockDomain
import Testing

struct TransitionTests {
    /// ``QuarterHour`` rests on this.
    @Test func everyOffsetFrom1990To2039IsAMultipleOfAQuarterHour() {
        #expect(SystemZones.files.count > 300)
        let span = startOfYear(1990)..<startOfYear(2040)
        for rules in SystemZones.distinctRules {
            let first = rules.offset(at: span.lowerBound)
            for offset in [first] + rules.transitions(in: span).map(\.after) {
                #expect(offset.secondsEast % 900 == 0, "\(rules.name) \(offset)")
            }
        }
    }

    @Test func transitionsAreThoseInTheHalfOpenRange() throws {
        let rules = try SystemZones.rules("Europe/Berlin")
        let spring = utc("2026-03-29T01:00:00Z")
        let winter = ZoneOffset(secondsEast: 3600, isDaylightSaving: false, abbreviation: "CET")
        let summer = ZoneOffset(secondsEast: 7200, isDaylightSaving: true, abbreviation: "CEST")
        let change = ZoneTransition(instant: spring, before: winter, after: summer)
        let nanosecond = Duration.nanoseconds(1)

        #expect(rules.transitions(in: spring..<spring + nanosecond) == [change])
        #expect(rules.transitions(in: spring - nanosecond..<spring + nanosecond) == [change])
        #expect(rules.transitions(in: spring - nanosecond..<spring).isEmpty)
        #expect(rules.transitions(in: spring + nanosecond..<spring + .hours(24)).isEmpty)
        #expect(rules.transitions(in: spring..<spring).isEmpty)
        #expect(rules.offset(at: spring - nanosecond) == winter)
        #expect(rules.offset(at: spring) == summer)
        #expect(rules.localTime(at: spring - nanosecond) == local("2026-03-29 01:59:59"))
    }

    @Test func utcNeverChanges() {
        let rules = TimeZoneRules.utc
        #expect(rules.name == "UTC")
        #expect(rules.transitions(in: WallTime(nanoseconds: .min)..<WallTime(nanoseconds: .max)).isEmpty)
        #expect(rules.localTime(at: utc("2026-11-21T18:00:00.999Z")) == local("2026-11-21 18:00:00"))
        #expect(rules.instant(of: local("2199-12-31 23:59:59")) == utc("2199-12-31T23:59:59Z"))
    }
}
