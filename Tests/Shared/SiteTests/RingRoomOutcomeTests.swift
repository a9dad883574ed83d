import ClockDomain
import ClockSite
import ClockWire
import Testing

/// A person hears of a stop or a snooze by the reports of the rooms, before and after they obey.
struct RingRoomOutcomeTests {
    private static let kitchen = NodeID("kitchen")!
    private static let bedroom = NodeID("bedroom")!
    private static let due = WallTime(seconds: 1_795_000_000)
    private static let occurrence = Occurrence(source: .timer(TimerID(uncheckedNumber: 1)), due: due)

    private enum Room: CaseIterable {
        case ringing, snoozed, silent
    }

    private func ringing(_ rooms: [NodeID: Room]) -> RingingOccurrence? {
        RingingOccurrence.all(
            rooms.mapValues { room in
                NodeWord(availability: .online, reported: Self.report(room))
            }
        ).first
    }

    private static func report(_ room: Room) -> Reported {
        let ring: RingReport? =
            switch room {
            case .silent: nil
            case .ringing:
                RingReport(
                    occurrence: occurrence, label: "", state: .ringing, since: due, until: nil, snoozes: 0,
                    snoozeMinutes: 9)
            case .snoozed:
                RingReport(
                    occurrence: occurrence, label: "", state: .snoozed, since: nil, until: due + .minutes(9),
                    snoozes: 1, snoozeMinutes: 9)
            }
        return Reported(
            instance: "a", version: "1", started: due, zone: "UTC",
            clock: ClockReport(trusted: true, reason: "", offsetMilliseconds: nil, delayMilliseconds: nil),
            store: "s", isBare: false, revision: 1, settings: .standard,
            audio: AudioReport(device: "d", state: .ok), voice: VoiceReport(name: "v", problems: []),
            leadMilliseconds: 0, sounds: nil, next: nil, last: nil, rings: ring.map { [$0] } ?? [], ledgerPending: 0,
            problem: nil, alarmCount: 1)
    }

    /// A room that rings or is snoozed has not obeyed a stop; one that rings has not obeyed a snooze.
    @Test(arguments: [
        (RingAction.Kind.stop, [false, false, true]), (.snooze, [false, true, true]),
    ])
    func aRoomIsConfirmedWhenItsReportSaysSo(kind: RingAction.Kind, confirmed: [Bool]) throws {
        for before in [Room.ringing, .snoozed] {
            let asked = try #require(ringing([Self.kitchen: before]))
            let found = Room.allCases.map { after in
                asked.outcome(of: kind, now: ringing([Self.kitchen: after])) { _ in true }
            }
            #expect(found.map { $0.map(\.node) } == Array(repeating: [Self.kitchen], count: 3))
            #expect(found.map { $0.map(\.isConfirmed) } == confirmed.map { [$0] })
        }
    }

    /// It began in another room after somebody had asked.
    @Test func aRoomThatHasOnlyBegunCountsAsWell() throws {
        let asked = try #require(ringing([Self.kitchen: .ringing]))
        let now = ringing([Self.kitchen: .silent, Self.bedroom: .ringing])
        let found = asked.outcome(of: .stop, now: now) { $0 == Self.kitchen }
        #expect(found.map(\.node) == [Self.bedroom, Self.kitchen])
        #expect(found.map(\.isConfirmed) == [false, true])
        #expect(found.map(\.isOnline) == [false, true])
    }

    @Test func aSnoozedRoomTellsUntilWhen() throws {
        let asked = try #require(ringing([Self.kitchen: .ringing]))
        let found = asked.outcome(of: .snooze, now: ringing([Self.kitchen: .snoozed])) { _ in true }
        #expect(found.map(\.until) == [Self.due + .minutes(9)])
    }
}
