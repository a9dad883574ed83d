import ClockDomain
import Testing

struct ResolutionTests {
    struct GapCase: Sendable, CustomTestStringConvertible {
        var zone: String
        var local: String
        var transition: String
        var instant: String
        /// The clocks' time at `instant`.
        var shown: String
        var testDescription: String { "\(zone) \(local)" }
    }

    static let gaps = [
        GapCase(
            zone: "Europe/Berlin", local: "2026-03-29 02:30", transition: "2026-03-29T01:00:00Z",
            instant: "2026-03-29T01:30:00Z", shown: "2026-03-29 03:30"),
        GapCase(  // the first missing second
            zone: "Europe/Berlin", local: "2026-03-29 02:00", transition: "2026-03-29T01:00:00Z",
            instant: "2026-03-29T01:00:00Z", shown: "2026-03-29 03:00"),
        GapCase(  // the last
            zone: "Europe/Berlin", local: "2026-03-29 02:59:59", transition: "2026-03-29T01:00:00Z",
            instant: "2026-03-29T01:59:59Z", shown: "2026-03-29 03:59:59"),
        GapCase(
            zone: "America/New_York", local: "2026-03-08 02:30", transition: "2026-03-08T07:00:00Z",
            instant: "2026-03-08T07:30:00Z", shown: "2026-03-08 03:30"),
        GapCase(  // half an hour
            zone: "Australia/Lord_Howe", local: "2026-10-04 02:15", transition: "2026-10-03T15:30:00Z",
            instant: "2026-10-03T15:45:00Z", shown: "2026-10-04 02:45"),
        GapCase(  // two hours
            zone: "Antarctica/Troll", local: "2026-03-29 02:30", transition: "2026-03-29T01:00:00Z",
            instant: "2026-03-29T02:30:00Z", shown: "2026-03-29 04:30"),
        GapCase(  // a whole day, crossing the date line
            zone: "Pacific/Apia", local: "2011-12-30 12:00", transition: "2011-12-30T10:00:00Z",
            instant: "2011-12-30T22:00:00Z", shown: "2011-12-31 12:00"),
        GapCase(  // summer time is standard time there
            zone: "Europe/Dublin", local: "2026-03-29 01:30", transition: "2026-03-29T01:00:00Z",
            instant: "2026-03-29T01:30:00Z", shown: "2026-03-29 02:30"),
        GapCase(  // back to standard time after Ramadan
            zone: "Africa/Casablanca", local: "2025-04-06 02:30", transition: "2025-04-06T02:00:00Z",
            instant: "2025-04-06T02:30:00Z", shown: "2025-04-06 03:30"),
        GapCase(  // at midnight, so the day has no 00:00
            zone: "Africa/Cairo", local: "2026-04-24 00:00", transition: "2026-04-23T22:00:00Z",
            instant: "2026-04-23T22:00:00Z", shown: "2026-04-24 01:00"),
        GapCase(  // by the footer alone
            zone: "Europe/Berlin", local: "2199-03-31 02:30", transition: "2199-03-31T01:00:00Z",
            instant: "2199-03-31T01:30:00Z", shown: "2199-03-31 03:30"),
    ]

    @Test(arguments: gaps)
    func aTimeInAGapIsReadWithTheOffsetBeforeIt(_ gap: GapCase) throws {
        let rules = try SystemZones.rules(gap.zone)
        let instant = utc(gap.instant)
        #expect(
            rules.resolve(local(gap.local)) == .gap(transition: utc(gap.transition), interpretedBefore: instant))
        #expect(rules.instant(of: local(gap.local)) == instant)
        #expect(rules.localTime(at: instant) == local(gap.shown))
    }

    struct FoldCase: Sendable, CustomTestStringConvertible {
        var zone: String
        var local: String
        var first: String
        var second: String
        var testDescription: String { "\(zone) \(local)" }
    }

    static let folds = [
        FoldCase(
            zone: "Europe/Berlin", local: "2026-10-25 02:30", first: "2026-10-25T00:30:00Z",
            second: "2026-10-25T01:30:00Z"),
        FoldCase(  // the first repeated second
            zone: "Europe/Berlin", local: "2026-10-25 02:00", first: "2026-10-25T00:00:00Z",
            second: "2026-10-25T01:00:00Z"),
        FoldCase(  // the last
            zone: "Europe/Berlin", local: "2026-10-25 02:59:59", first: "2026-10-25T00:59:59Z",
            second: "2026-10-25T01:59:59Z"),
        FoldCase(
            zone: "America/New_York", local: "2026-11-01 01:30", first: "2026-11-01T05:30:00Z",
            second: "2026-11-01T06:30:00Z"),
        FoldCase(
            zone: "Australia/Lord_Howe", local: "2026-04-05 01:45", first: "2026-04-04T14:45:00Z",
            second: "2026-04-04T15:15:00Z"),
        FoldCase(
            zone: "Antarctica/Troll", local: "2026-10-25 01:30", first: "2026-10-24T23:30:00Z",
            second: "2026-10-25T01:30:00Z"),
        FoldCase(
            zone: "Europe/Dublin", local: "2026-10-25 01:30", first: "2026-10-25T00:30:00Z",
            second: "2026-10-25T01:30:00Z"),
        FoldCase(
            zone: "Africa/Casablanca", local: "2025-02-23 02:30", first: "2025-02-23T01:30:00Z",
            second: "2025-02-23T02:30:00Z"),
        FoldCase(  // a whole day twice
            zone: "Pacific/Kwajalein", local: "1969-09-30 23:30", first: "1969-09-30T12:30:00Z",
            second: "1969-10-01T11:30:00Z"),
        FoldCase(  // by the footer alone
            zone: "America/New_York", local: "2150-11-01 01:30", first: "2150-11-01T05:30:00Z",
            second: "2150-11-01T06:30:00Z"),
    ]

    @Test(arguments: folds)
    func aRepeatedTimeMeansTheFirstPass(_ fold: FoldCase) throws {
        let rules = try SystemZones.rules(fold.zone)
        let (first, second) = (utcBefore1970(fold.first), utcBefore1970(fold.second))
        #expect(rules.resolve(local(fold.local)) == .ambiguous(first: first, second: second))
        #expect(rules.instant(of: local(fold.local)) == first)
        for instant in [first, second] { #expect(rules.localTime(at: instant) == local(fold.local)) }
    }

    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29 01:59:59", "2026-03-29T00:59:59Z"),
        ("Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00:00Z"),
        ("Europe/Berlin", "2026-10-25 01:59:59", "2026-10-24T23:59:59Z"),
        ("Europe/Berlin", "2026-10-25 03:00", "2026-10-25T02:00:00Z"),
        ("Pacific/Apia", "2011-12-29 23:59:59", "2011-12-30T09:59:59Z"),
        ("Pacific/Apia", "2011-12-31 00:00", "2011-12-30T10:00:00Z"),
        ("Asia/Kathmandu", "2026-11-21 18:00", "2026-11-21T12:15:00Z"),
        ("Pacific/Kiritimati", "2199-12-31 23:59:59", "2199-12-31T09:59:59Z"),
        ("Asia/Tokyo", "2150-07-01 00:00", "2150-06-30T15:00:00Z"),
        ("Etc/UTC", "1970-01-01 00:00", "1970-01-01T00:00:00Z"),
    ])
    func anOrdinaryTimeIsUnique(zone: String, shown: String, instant: String) throws {
        #expect(try SystemZones.rules(zone).resolve(local(shown)) == .unique(utc(instant)))
    }

    @Test func negativeDaylightSavingIsToldAsTheDatabaseHasIt() throws {
        let dublin = try SystemZones.rules("Europe/Dublin")
        #expect(
            dublin.offset(at: utc("2026-01-15T12:00:00Z"))
                == ZoneOffset(secondsEast: 0, isDaylightSaving: true, abbreviation: "GMT"))
        #expect(
            dublin.offset(at: utc("2150-07-15T12:00:00Z"))
                == ZoneOffset(secondsEast: 3600, isDaylightSaving: false, abbreviation: "IST"))
    }

    /// Every change of every zone, from both sides.
    @Test func whatAClockShowsResolvesToItsInstantAroundEveryChange() {
        var checked = 0
        for rules in SystemZones.distinctRules {
            for transition in rules.transitions(in: startOfYear(1970)..<startOfYear(2038)) {
                for second in [-7200, -3600, -1, 0, 1, 3599, 3600, 7200] {
                    let instant = transition.instant + .seconds(second)
                    if !instants(rules.resolve(rules.localTime(at: instant))).contains(instant) {
                        Issue.record("\(rules.name) \(instant)")
                    }
                    checked += 1
                }
            }
        }
        #expect(checked > 100_000)
    }

    /// All zones' offsets are multiples of a quarter hour since 1990, so trying each quarter hour of the days around
    /// finds all instants of a local quarter hour.
    @Test func resolvingFindsWhatASearchFinds() throws {
        var generator = SplitMix64(seed: 20_261_121)
        let span = startOfYear(1991)..<startOfYear(2060)
        let changing = SystemZones.distinctRules.filter { $0.transitions(in: span).count > 10 }
        for _ in 0..<400 {
            let rules = try #require(changing.randomElement(using: &generator))
            let transition = try #require(rules.transitions(in: span).randomElement(using: &generator))
            let around =
                QuarterHour.atOrAfter(transition.instant)
                + .seconds(900 * Int.random(in: -8...8, using: &generator))
            let before = Int64(transition.before.secondsEast)
            let shown = LocalDateTime(secondsSinceEpoch: around.seconds + before)

            let reading = WallTime(seconds: shown.secondsSinceEpoch)
            let found = (-26 * 4...26 * 4).map { reading + .seconds(900 * $0) }
                .filter { rules.localTime(at: $0) == shown }
            switch rules.resolve(shown) {
            case .unique(let instant): #expect(found == [instant], "\(rules.name) \(shown)")
            case .ambiguous(let first, let second): #expect(found == [first, second], "\(rules.name) \(shown)")
            case .gap: #expect(found.isEmpty, "\(rules.name) \(shown)")
            }
        }
    }

    @Test func everyZoneAnswersForAllLocalTimesFrom1970To2199() {
        let last = LocalDateTime(secondsSinceEpoch: WallTime.validSeconds.upperBound - 1)
        for (index, rules) in SystemZones.distinctRules.enumerated() {
            // About five times a year, at another time of day each time, from another day in each zone.
            let steps = stride(from: Int64(index) * 7919, to: last.secondsSinceEpoch, by: 70 * 86_400 + 12_347)
            for shown in (steps.map { LocalDateTime(secondsSinceEpoch: $0) } + [last]) {
                let back = rules.localTime(at: rules.instant(of: shown))
                if back == shown { continue }
                guard case .gap = rules.resolve(shown) else {
                    Issue.record("\(rules.name) \(shown) became \(back)")
                    continue
                }
                #expect(back > shown, "\(rules.name)")
            }
        }
    }

    @Test func theEndsOfWallTimeHaveLocalTimesEverywhere() {
        for rules in SystemZones.distinctRules {
            #expect(rules.localTime(at: WallTime(nanoseconds: .min)).date.year == 1677)
            #expect(rules.localTime(at: WallTime(nanoseconds: .max)).date.year == 2262)
            let all = rules.transitions(in: WallTime(nanoseconds: .min)..<WallTime(nanoseconds: .max))
            #expect(all.map(\.instant) == all.map(\.instant).sorted())
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.after == $1.before }, "\(rules.name)")
        }
    }

    private func instants(_ resolution: LocalResolution) -> [WallTime] {
        switch resolution {
        case .unique(let instant): [instant]
        case .ambiguous(let first, let second): [first, second]
        case .gap: []
        }
    }

    /// RFC 3339 is read from 1970 on, one case is older.
    private func utcBefore1970(_ text: String) -> WallTime {
        WallTime(seconds: local(text.replacing("T", with: " ").replacing("Z", with: "")).secondsSinceEpoch)
    }
}
