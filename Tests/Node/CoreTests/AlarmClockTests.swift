import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// Alarms over set clocks, changed zones, changed rules and daylight saving.
struct AlarmClockTests {
    private let due = noon + .minutes(1)

    private func node(
        _ alarms: [Alarm], at start: WallTime = noon, zone: TimeZoneRules = .utc, through: WallTime? = nil
    ) -> NodeDriver {
        var node = NodeDriver(
            at: start, zone: zone, state: state(document(alarms: alarms), through: through ?? start))
        node.start()
        return node
    }

    // MARK: Set clocks

    @Test func aClockSetBackRingsNothingTwice() {
        var node = node([alarm(at: "12:01")])
        node.run(until: due + .minutes(1))
        node.send(
            .ringAction(RingAction(id: "x", occurrence: occurrence(due), kind: .stop, at: node.now.wall)))
        for _ in 0..<3 {
            node.setClock(to: noon - .minutes(5))
            node.run(for: .minutes(20))
        }
        #expect(node.onsets.count == 1)
        #expect(node.lines.count == 1)
    }

    @Test func aClockSetBackWhileItRingsLeavesItRinging() {
        var node = node([alarm(at: "12:01")])
        node.run(until: due + .minutes(1))
        node.setClock(to: noon - .hours(1))
        #expect(node.soundingRings.count == 1)
        node.run(for: .minutes(8) + .seconds(59))
        #expect(node.soundingRings.count == 1)
        node.run(for: .seconds(2))
        #expect(node.lines.map(\.reason) == [.unanswered])
        node.run(for: .hours(2))
        #expect(node.onsets.count == 1)
    }

    @Test(arguments: [
        (Duration.minutes(10), 1, RingOutcome?.none), (.minutes(32), 0, .missed), (.hours(50), 0, .missed),
    ])
    func aClockSetForwardOverItRingsLateOrMisses(step: Duration, onsets: Int, outcome: RingOutcome?) {
        var node = node([alarm(at: "12:01", .once, countsFrom: noon - .minutes(5))])
        node.run(for: .seconds(10))
        node.setClock(to: node.now.wall + step)
        node.run(for: .seconds(5))
        #expect(node.onsets.count == onsets)
        #expect(node.lines.isEmpty)
        // Until the clock is believed.
        if outcome != nil { node.run(for: .minutes(30)) }
        #expect(node.lines.map(\.outcome) == (outcome.map { [$0] } ?? []))
    }

    /// Somebody types another day, or a.m. for p.m., and puts it right within the half hour.
    @Test(arguments: [Duration.hours(12), .hours(31), .hours(24 * 400)], [false, true])
    func aClockThatLeaptAheadAndBackMissesNothing(leap: Duration, isOnce: Bool) {
        var node = node([alarm(at: "20:00", isOnce ? .once : .weekly(.everyDay), countsFrom: noon - .minutes(5))])
        node.run(for: .minutes(1))
        node.setClock(to: node.now.wall + leap)
        node.run(for: .minutes(25))
        #expect(node.lines.isEmpty)
        node.setClock(to: noon + .minutes(26))
        node.run(until: noon + .hours(9))
        #expect(node.onsets == [noon + .hours(8)])
        #expect(node.lines.map(\.outcome) == [.rang])
    }

    /// Ordered and not heard yet.
    @Test(arguments: [Duration.seconds(-30), .milliseconds(-400), .milliseconds(400), .seconds(30)])
    func aClockSetInTheLastSecondsMovesTheInstant(step: Duration) {
        var node = node([alarm(at: "12:01")])
        node.run(until: due - .seconds(1))
        #expect(node.rings.count == 1)
        node.setClock(to: node.now.wall + step)
        node.run(for: .minutes(2))
        let late: Duration = step > .seconds(1) ? step - .milliseconds(500) : .zero
        #expect(node.onsets == [due + late])
        node.run(for: .minutes(15))
        #expect(node.lines.count == 1)
    }

    @Test func aClockThatWasAYearAheadSilencesNoneOfTheYear() {
        var node = node([alarm(at: "12:01")])
        node.setClock(to: noon + .hours(24 * 365))
        node.run(for: .seconds(20))
        node.setClock(to: noon + .seconds(20))
        node.run(for: .hours(49))
        #expect(node.onsets == [due, due + .hours(24), due + .hours(48)])
    }

    @Test func aSnoozeIsAsLongAsItIsWhateverTheClockDoes() {
        for step in [Duration.hours(-1), .hours(1), .minutes(3)] {
            var node = node([alarm(at: "12:01")])
            node.run(until: due + .seconds(30))
            node.send(
                .ringAction(RingAction(id: "x", occurrence: occurrence(due), kind: .snooze, at: node.now.wall)))
            node.run(for: .minutes(1))
            node.setClock(to: node.now.wall + step)
            #expect(node.reports.last?.rings.map(\.until) == [due + .seconds(30) + .minutes(9) + step])
            node.run(for: .minutes(8) - .seconds(1))
            #expect(node.rings.filter { $0.from != nil }.count == 1)
            node.run(for: .seconds(2))
            #expect(node.soundingRings.count == 1)
        }
    }

    @Test func firingsBeforeTheNewsOfASetClockDoNoHarm() {
        for sync in [SystemSync.unsynchronised, .synchronised(by: .chrony)] {
            var node = NodeDriver(
                at: noon, state: state(document(alarms: [alarm(at: "12:30")]), through: noon), sync: sync)
            node.peer = NodeDriver.Peer(offset: .zero)
            node.start()
            node.run(for: .seconds(5))
            node.setClock(to: noon + .minutes(29) + .milliseconds(58_500), isTold: false)
            node.run(for: .milliseconds(5))
            node.setClock(to: noon + .seconds(5), isTold: false)
            node.send(.clockSet)
            node.run(for: .minutes(29))
            #expect(node.onsets.isEmpty)
            node.run(for: .minutes(2))
            #expect(node.onsets.count == 1)
        }
    }

    // MARK: Zones

    @Test func itRingsAtItsLocalTimeAfterTravel() throws {
        let (berlin, newYork) = (try zone("Europe/Berlin"), try zone("America/New_York"))
        // 12:00 UTC is 13:00 in Berlin and 07:00 in New York.
        var node = node([alarm(at: "07:30")], zone: berlin)
        #expect(node.reports.last?.upcoming.first?.occurrence.due == utc("2026-11-22T06:30:00Z"))
        node.ownZone = newYork
        node.run(for: .hours(1) - .minutes(31))
        // The database is looked at every hour; a set clock and a start look at once.
        node.send(.clockSet)
        #expect(node.reports.last?.zone == "America/New_York")
        #expect(node.reports.last?.upcoming.first?.occurrence.due == utc("2026-11-21T12:30:00Z"))
        node.run(for: .hours(1))
        #expect(node.onsets == [utc("2026-11-21T12:30:00Z")])
        // Announcements, too.
        #expect(node.plays.last?.plan == .spokenTime(LocalTime(hourAndMinute: "08:15")!, chime: .strike))
    }

    @Test func newerRulesAreSeenWithinTheHour() throws {
        var node = node([alarm(at: "14:30")], zone: .utc)
        // The rules of the same zone say something else now.
        node.ownZone = try zone("Europe/Berlin")
        node.run(for: .hours(2))
        #expect(node.onsets == [utc("2026-11-21T13:30:00Z")])
    }

    /// The node planned the announcement of that quarter hour in the former zone already.
    @Test func theFirstAnnouncementInAnotherZoneSaysItsTime() throws {
        var node = NodeDriver(at: noon + .minutes(46))
        node.start()
        node.run(for: .minutes(1))
        let tokyo = try zone("Asia/Tokyo")
        node.ownZone = tokyo
        node.send(.zone(name: nil, tokyo))
        node.run(for: .minutes(14))
        let hour = noon + .hours(1)
        #expect(node.plays.map(\.plan) == [.spokenTime(tokyo.localTime(at: hour).time, chime: .strike)])
    }

    @Test func anAlarmWithAZoneOfItsOwnRingsByThat() throws {
        var node = NodeDriver(at: noon)
        node.zones = ["Asia/Tokyo": try zone("Asia/Tokyo")]
        node.start()
        node.send(.desired(document(1, alarms: [alarm(at: "21:05", zone: "Asia/Tokyo"), alarm(2, at: "12:07")])))
        node.run(for: .minutes(8))
        #expect(node.onsets == [noon + .minutes(5), noon + .minutes(7)])
        // Also at a start, where it has to be read first.
        node.crash(for: .hours(24) - .minutes(5))
        node.run(for: .minutes(5))
        let tomorrow = noon + .hours(24)
        #expect(Array(node.onsets.suffix(2)) == [tomorrow + .minutes(5), tomorrow + .minutes(7)])
    }

    @Test func whatIsDueWhileAZoneIsReadIsNotForgotten() throws {
        let tokyo = try zone("Asia/Tokyo")
        var node = NodeDriver(
            at: noon, state: state(document(alarms: [alarm(at: "21:05", zone: "Asia/Tokyo")]), through: noon))
        node.answersZones = false
        node.start()
        node.run(for: .minutes(6))
        node.send(.zone(name: "Asia/Tokyo", tokyo))
        node.run(for: .seconds(2))
        #expect(node.onsets.count == 1)
        #expect(node.state.rings.map(\.occurrence) == [occurrence(noon + .minutes(5))])
    }

    @Test func aZoneThatTheDatabaseHasNotIsAProblemToTell() throws {
        var node = NodeDriver(at: noon)
        node.start()
        node.send(.desired(document(1, alarms: [alarm(at: "21:05", zone: "Mars/Olympus"), alarm(2, at: "12:07")])))
        #expect(
            node.reports.last?.problem
                == "alarms in the time zone Mars/Olympus cannot ring: this node's tz database has no such zone; install "
                + "tzdata, or name another zone")
        node.run(for: .minutes(8))
        #expect(node.onsets == [noon + .minutes(7)])
        node.send(.desired(document(2, alarms: [alarm(2, at: "12:07")])))
        #expect(node.reports.last?.problem == nil)
    }

    @Test func aFileThatIsMissingWhileTheDatabaseIsReplacedChangesNothing() throws {
        var node = NodeDriver(at: noon)
        node.zones = ["Asia/Tokyo": try zone("Asia/Tokyo")]
        node.start()
        node.send(.desired(document(1, alarms: [alarm(at: "21:05", zone: "Asia/Tokyo")])))
        node.zones = [:]
        node.ownZone = nil
        node.send(.clockSet)
        node.run(for: .minutes(6))
        #expect(node.onsets == [noon + .minutes(5)])
        #expect(node.reports.last?.problem == nil)
    }

    // MARK: Daylight saving

    /// Berlin, gap 2027-03-28 02:00 to 03:00, fold 2027-10-31 03:00 to 02:00; RFC 5545 section 3.3.5.
    @Test(arguments: [
        ("2027-03-27T12:00:00Z", "01:59", ["2027-03-28T00:59:00Z", "2027-03-28T23:59:00Z"]),
        ("2027-03-27T12:00:00Z", "02:30", ["2027-03-28T01:30:00Z", "2027-03-29T00:30:00Z"]),
        ("2027-03-27T12:00:00Z", "03:00", ["2027-03-28T01:00:00Z", "2027-03-29T01:00:00Z"]),
        ("2027-10-30T12:00:00Z", "02:30", ["2027-10-31T00:30:00Z", "2027-11-01T01:30:00Z"]),
        ("2027-10-30T12:00:00Z", "02:00", ["2027-10-31T00:00:00Z", "2027-11-01T01:00:00Z"]),
        ("2027-10-30T12:00:00Z", "03:00", ["2027-10-31T02:00:00Z", "2027-11-01T02:00:00Z"]),
    ])
    func itRingsOnceAcrossDaylightSaving(from: String, time: String, expected: [String]) throws {
        let start = utc(from)
        var node = node([alarm(at: time, countsFrom: start)], at: start, zone: try zone("Europe/Berlin"))
        node.run(for: .hours(40))
        #expect(node.onsets == expected.map(utc))
        #expect(node.lines.map(\.occurrence.due) == expected.map(utc))
    }
}
