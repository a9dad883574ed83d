import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Service levels, counted by every store alike.
@Suite struct StoreContractSLOTests {
    private static func quarter(
        _ sequence: Int, _ target: String, _ outcome: QuarterOutcome, _ error: Int? = nil
    ) -> LedgerEntry {
        LedgerEntry(
            sequence: sequence, at: instant(target),
            event: .quarter(
                QuarterRecord(target: instant(target), outcome: outcome, onsetErrorMicroseconds: error)))
    }

    private static func ring(
        _ sequence: Int, _ due: String, _ outcome: RingOutcome, _ reason: RingReason, _ error: Int? = nil,
        silent: Int = 0
    ) -> LedgerEntry {
        LedgerEntry(
            sequence: sequence, at: instant(due),
            event: .ring(
                RingRecord(
                    occurrence: Occurrence(source: .alarm(AlarmID(number: 1)!), due: instant(due)), label: "",
                    outcome: outcome, reason: reason, endedAt: instant(due) + .seconds(5),
                    onsetErrorMicroseconds: error, silentMilliseconds: silent)))
    }

    private func level(
        _ due: Int, _ heard: Int, _ within: Int, absent: Int = 0, rings: (due: Int, heard: Int) = (0, 0),
        worst: Int? = nil, p99: Int? = nil
    ) -> ServiceLevel {
        var level = ServiceLevel()
        (level.quarters.due, level.quarters.heard) = (due, heard)
        (level.quarters.within, level.quarters.absent) = (within, absent)
        (level.rings.due, level.rings.heard) = rings
        (level.worstMicroseconds, level.p99Microseconds) = (worst, p99)
        return level
    }

    @Test(arguments: StoreKind.allCases) func whatWasToBeHeardIsCountedByRoomAndSpan(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        _ = try fixture.store.commit([
            .saveDefinition(.plain(kitchen)), .saveDefinition(.plain(bedroom)),
            .append(
                kitchen,
                [
                    Self.quarter(1, "10:45:00", .announced, 1),
                    Self.quarter(2, "11:00:00", .announced, -20),
                    Self.quarter(3, "11:15:00", .announced, 21),
                    // Heard, and nobody knows how well.
                    Self.quarter(4, "11:30:00", .announced),
                    Self.quarter(5, "11:45:00", .silent),
                    Self.quarter(6, "12:00:00", .missed),
                    Self.quarter(7, "12:15:00", .expired), Self.quarter(8, "12:30:00", .failed),
                    Self.ring(9, "11:20:00", .rang, .stopped), Self.ring(10, "11:40:00", .skipped, .holiday),
                    Self.ring(11, "12:10:00", .missed, .late),
                    // Belongs to the span that begins with it, and there is none.
                    Self.quarter(12, "13:00:00", .announced, 5),
                ]),
            .close("11:45:00", "12:00:00", bedroom, .offline),
        ])
        let request = SLORequest(
            edges: [instant("11:00:00"), instant("12:00:00"), instant("13:00:00")], withinMicroseconds: 20)
        let first = level(3, 3, 1, rings: (1, 1), worst: 21, p99: 21)
        let second = level(3, 0, 0, rings: (1, 0))
        #expect(
            try fixture.store.serviceLevels(request)
                == SLOResult(
                    site: [first, level(4, 0, 0, absent: 1, rings: (1, 0))],
                    nodes: [
                        NodeServiceLevels(node: bedroom, levels: [ServiceLevel(), level(1, 0, 0, absent: 1)]),
                        NodeServiceLevels(node: kitchen, levels: [first, second]),
                    ]))
        var kitchens = request
        kitchens.node = kitchen
        #expect(
            try fixture.store.serviceLevels(kitchens)
                == SLOResult(
                    site: [first, second], nodes: [NodeServiceLevels(node: kitchen, levels: [first, second])]))
    }

    /// The sound server was away while it rang.
    @Test(arguments: StoreKind.allCases) func aRingThatFellSilentForLongerThanTheBoundIsNotOnTime(kind: StoreKind)
        throws
    {
        let fixture = try StoreFixture(kind)
        let rings = [
            Self.ring(1, "11:10:00", .rang, .stopped, 7), Self.ring(2, "11:11:00", .rang, .stopped, 7, silent: 20),
            Self.ring(3, "11:12:00", .rang, .stopped, 7, silent: 21),
            // An output that cannot measure its onset knows when it was away.
            Self.ring(4, "11:13:00", .rang, .unanswered, silent: .max),
            // Late already.
            Self.ring(5, "11:14:00", .rang, .stopped, 20_001, silent: 6_300),
        ]
        _ = try fixture.store.commit([.saveDefinition(.plain(kitchen)), .append(kitchen, rings)])
        let levels = try fixture.store.serviceLevels(
            SLORequest(edges: [instant("11:00:00"), instant("12:00:00")], withinMicroseconds: 20_500)
        ).site[0].rings
        #expect(levels.heard == 5 && levels.late == 0 && levels.silent == 3 && levels.onTime == 2)
        let strict = try fixture.store.serviceLevels(
            SLORequest(edges: [instant("11:00:00"), instant("12:00:00")], withinMicroseconds: 20_000)
        ).site[0].rings
        #expect(strict.late == 1 && strict.silent == 2 && strict.onTime == 2)
    }

    @Test(arguments: StoreKind.allCases) func thePercentileIsTheNearestRank(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let start = instant("00:00:00")
        func entries(_ count: Int) -> [LedgerEntry] {
            (1...count).map { number in
                LedgerEntry(
                    sequence: number, at: start,
                    event: .quarter(
                        QuarterRecord(
                            target: start + .minutes(15 * number), outcome: .announced,
                            onsetErrorMicroseconds: number % 2 == 0 ? number : -number)))
            }
        }
        _ = try fixture.store.commit([.saveDefinition(.plain(kitchen)), .append(kitchen, entries(200))])
        let level = try fixture.store.serviceLevels(
            SLORequest(edges: [start, start + .hours(100)], withinMicroseconds: 100)
        ).site[0]
        #expect(level.p99Microseconds == 198 && level.worstMicroseconds == 200)
        #expect(level.quarters == ServiceLevel.quarters(due: 200, heard: 200, within: 100))
    }
}

extension ServiceLevel {
    fileprivate static func quarters(due: Int, heard: Int, within: Int) -> Quarters {
        var level = ServiceLevel()
        (level.quarters.due, level.quarters.heard, level.quarters.within) = (due, heard, within)
        return level.quarters
    }
}
