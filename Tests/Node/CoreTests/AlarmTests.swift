import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// A due alarm rings, once, or a line says why not.
struct AlarmTests {
    private func node(
        _ alarms: [Alarm], at start: WallTime = noon - .minutes(5), through: WallTime? = nil,
        sync: SystemSync = .synchronised(by: .timesyncd), zone: TimeZoneRules = .utc
    ) -> NodeDriver {
        NodeDriver(
            at: start, zone: zone, state: state(document(alarms: alarms), through: through ?? start), sync: sync)
    }

    @Test func ringsAtItsInstantAndEndsUnanswered() {
        var node = node([alarm(at: "12:01")])
        node.start()
        node.run(for: .minutes(5))
        #expect(node.rings.isEmpty)
        node.run(until: noon + .seconds(58))
        // Ordered ahead, on the disk before that.
        #expect(node.rings.map(\.order.target) == [noon + .minutes(1)])
        #expect(node.saved.rings.map(\.occurrence) == [occurrence(noon + .minutes(1))])
        #expect(node.reports.last?.rings == [])
        node.run(for: .seconds(3))
        #expect(node.onsets == [noon + .minutes(1)])
        #expect(
            node.reports.last?.rings == [
                RingReport(
                    occurrence: occurrence(noon + .minutes(1)), label: "Work", state: .ringing,
                    since: noon + .minutes(1), until: nil, snoozes: 0, snoozeMinutes: 9)
            ])
        node.run(for: .minutes(11))
        #expect(node.soundingRings.isEmpty)
        #expect(
            node.lines == [
                RingRecord(
                    occurrence: occurrence(noon + .minutes(1)), label: "Work", outcome: .rang, reason: .unanswered,
                    rangAt: noon + .minutes(1), endedAt: noon + .minutes(11), onsetErrorMicroseconds: 12)
            ])
        #expect(node.reports.last?.rings == [])
        #expect(node.state.rings.isEmpty)
    }

    @Test func theOrderIsAsThePersonSetIt() {
        var style = RingStyle.alarm
        style.sound = "siren"
        style.rampSeconds = 45
        var own = alarm(2, at: "12:05", ring: style)
        own.ring.volume = Volume(percent: 77)!
        var node = node([alarm(1, at: "12:01", ring: style), own])
        node.start()
        node.run(until: noon + .minutes(6))
        #expect(node.rings.map(\.order.sound) == ["siren", "siren"])
        #expect(node.rings.map(\.order.rampSeconds) == [45, 45])
        #expect(node.rings.map(\.order.volume) == [.standard, Volume(percent: 77)!])
    }

    @Test func muteAndQuietHoursSilenceNoAlarm() {
        var before = document(alarms: [alarm(at: "12:01")])
        before.settings.mute = .on
        before.settings.quiet = [QuietPeriod("11:00-13:00")!]
        before.settings.every = .off
        var node = NodeDriver(at: noon, state: state(before, through: noon))
        node.start(connected: false)
        node.run(for: .minutes(2))
        #expect(node.onsets == [noon + .minutes(1)])
    }

    @Test func ringsWithBrokerAndCoordinatorDead() {
        var node = node([alarm(at: "12:01")])
        node.start(connected: false)
        node.run(until: noon + .minutes(2))
        #expect(node.onsets == [noon + .minutes(1)])
    }

    /// One well-known app kept only the last day, as all days had one id.
    @Test func allDaysOfAWeekRing() throws {
        var node = node([alarm(at: "07:00", .weekly(WeekdaySet([.monday, .wednesday, .saturday])))])
        node.start()
        node.run(for: .hours(24 * 14))
        // 2026-11-21 is a Saturday.
        let expected = [
            "2026-11-23", "2026-11-25", "2026-11-28", "2026-11-30", "2026-12-02", "2026-12-05",
        ].map { utc("\($0)T07:00:00Z") }
        #expect(node.onsets == expected)
        #expect(node.lines.map(\.occurrence.due) == expected)
    }

    @Test(arguments: [AlarmSchedule.Repetition.once, .onDate(CivilDate(iso8601: "2026-11-21")!)])
    func aOneShotRingsOnceAlsoWhenTheZoneChangesAfterwards(repetition: AlarmSchedule.Repetition) throws {
        var node = node([alarm(at: "12:01", repetition, countsFrom: noon - .minutes(30))])
        node.start()
        node.run(until: noon + .minutes(20))
        #expect(node.onsets.count == 1)
        node.ownZone = try zone("America/New_York")
        node.send(.clockSet)
        node.run(for: .hours(48))
        #expect(node.onsets.count == 1)
        #expect(node.lines.count == 1)
        // Switched on again, it counts again.
        node.send(.desired(document(2, alarms: [alarm(at: "12:01", .once, countsFrom: node.now.wall)])))
        node.run(for: .hours(24))
        #expect(node.onsets.count == 2)
    }

    /// A room leaves an alarm's group and joins it again, and its zone changes to one where that time is still ahead.
    @Test(arguments: [AlarmSchedule.Repetition.once, .onDate(CivilDate(iso8601: "2026-11-21")!)], [false, true])
    func aOneShotThatLeavesTheRoomAndComesBackHasRung(
        repetition: AlarmSchedule.Repetition, crashes: Bool
    ) throws {
        let once = alarm(at: "12:01", repetition, countsFrom: noon - .minutes(30))
        var node = node([once])
        node.start()
        node.run(until: noon + .minutes(20))
        #expect(node.onsets.count == 1)
        node.send(.desired(document(2)))
        node.run(for: .minutes(1))
        if crashes {
            node.crash()
            node.start()
        }
        node.ownZone = try zone("America/New_York")
        node.send(.clockSet)
        node.send(.desired(document(3, alarms: [once])))
        node.run(for: .hours(24 * 8))
        #expect(node.onsets.count == 1)
        #expect(node.lines.count == 1)
        // Switched off and on again meanwhile, it would count again.
        node.send(.desired(document(4)))
        node.send(.desired(document(5, alarms: [alarm(at: "12:01", .once, countsFrom: node.now.wall)])))
        node.run(for: .hours(24))
        #expect(node.onsets.count == 2)
    }

    @Test func ofOneShotsThatAreGoneTheLastAreRemembered() throws {
        let alarms = (1...300).map { alarm($0, at: "12:01", .once, countsFrom: noon - .minutes(30)) }
        var node = node(alarms)
        node.start()
        node.run(until: noon + .minutes(20))
        #expect(node.state.alarms.spent.count == 300)
        // All but the first ten are gone.
        node.send(.desired(document(2, alarms: Array(alarms.prefix(10)))))
        node.run(for: .minutes(1))
        #expect(node.state.alarms.spent.map(\.id) == (alarms.prefix(10) + alarms.suffix(200)).map(\.id))
    }

    /// The output says nothing, so that the alarm is tried again, when the day comes to be left out.
    @Test func whatIsLeftOutBeforeItIsHeardIsNotTriedAgain() {
        var node = node([alarm(at: "12:01")])
        node.ringOutput = .neverAnswers
        node.start()
        node.run(until: noon + .seconds(65))
        let tried = node.rings.count
        #expect(tried > 0)
        let skipped = alarm(at: "12:01") { $0.schedule.skips = [CivilDate(iso8601: "2026-11-21")!] }
        node.send(.desired(document(2, alarms: [skipped])))
        #expect(node.lines.map(\.outcome) == [.skipped])
        #expect(node.lines.map(\.reason) == [.skip])
        #expect(node.saved.rings.isEmpty)
        node.run(for: .minutes(20))
        #expect(node.rings.count == tried)
        #expect(node.lines.count == 1)
    }

    @Test func whatIsLeftOutHasALineAndDoesNotRing() {
        let today = CivilDate(iso8601: "2026-11-21")!
        let span = [DateSpan(first: today, last: today)]
        var node = node([
            alarm(1, at: "12:01") { $0.schedule.skips = [today] },
            alarm(2, at: "12:01") { $0.schedule.exceptions = span },
            alarm(3, at: "12:01") { $0.schedule.holidays = span },
            alarm(4, at: "12:01") { $0.isEnabled = false },
            alarm(5, at: "12:01", .once, countsFrom: noon) { $0.schedule.skips = [today] },
        ])
        node.start()
        node.run(until: noon + .minutes(1) - .milliseconds(1))
        #expect(node.lines.isEmpty)
        node.run(for: .hours(24) + .seconds(1))
        #expect(node.lines.prefix(4).map(\.outcome) == [.skipped, .skipped, .skipped, .skipped])
        #expect(node.lines.prefix(4).map(\.reason) == [.skip, .exception, .holiday, .skip])
        #expect(node.lines.prefix(4).allSatisfy { $0.rangAt == nil && $0.endedAt == noon + .minutes(1) })
        // The day after, those that come every day ring.
        #expect(node.onsets == Array(repeating: noon + .hours(24) + .minutes(1), count: 3))
        #expect(node.state.alarms.spent.map(\.id.number) == [5])
    }

    @Test("an alarm rings by the sun, and a day without it has a line") func bySun() {
        func sunset(_ place: String) -> SunTime { SunTime(.sunset, position: Position(place)) }
        // 15:40:06 in Amsterdam, and the polar night of Svalbard.
        var node = node([
            alarm(1, at: "18:00") { $0.schedule.sun = sunset("52.37, 4.9") },
            alarm(2, at: "18:00") { $0.schedule.sun = sunset("78.2, 15.6") },
        ])
        node.start()
        node.run(for: .hours(7))
        #expect(node.onsets == [noon + .minutes(220)])
        #expect(node.lines.filter { $0.outcome == .skipped }.map(\.reason) == [.sun])
    }

    @Test func severalRingAtOnceAndEachHasItsSound() {
        var node = node([alarm(1, at: "12:01"), alarm(2, at: "12:01"), alarm(3, at: "12:02")])
        node.start()
        node.run(until: noon + .minutes(3))
        #expect(node.soundingRings.count == 3)
        #expect(Set(node.rings.map(\.order.id)).count == 3)
        #expect(node.reports.last?.rings.map(\.occurrence.source.description) == ["a1", "a2", "a3"])
    }

    @Test func theDocumentTellsWhatComesNext() {
        let today = CivilDate(iso8601: "2026-11-21")!
        var node = node([
            alarm(1, at: "13:00"), alarm(2, at: "12:30", .onDate(today), countsFrom: noon - .hours(1), label: "Bread"),
            alarm(3, at: "12:10") { $0.schedule.skips = [today] },
        ])
        node.start()
        let upcoming = node.reports.last?.upcoming ?? []
        #expect(upcoming.count == Reported.maximumUpcoming)
        #expect(
            upcoming.prefix(3) == [
                UpcomingRing(occurrence: occurrence(2, noon + .minutes(30)), label: "Bread"),
                UpcomingRing(occurrence: occurrence(1, noon + .hours(1)), label: "Work"),
                UpcomingRing(occurrence: occurrence(3, noon + .hours(24) + .minutes(10)), label: "Work"),
            ])
        let reports = node.reports.count
        node.run(for: .minutes(5))
        // The quarter hour's record, and no message in between.
        #expect(node.reports.count - reports <= 2)
    }

    // MARK: The quarter hour gives way

    @Test(arguments: ["12:00", "11:55"])
    func aQuarterHourIsLeftOutWhileSomethingRings(time: String) {
        var node = node([alarm(at: time)], at: noon - .minutes(10))
        node.start()
        node.run(until: noon + .minutes(1))
        #expect(node.plays.isEmpty)
        #expect(node.records.map(\.outcome) == [.silent])
        #expect(node.records.map(\.reason) == [.ringing])
    }

    @Test func aTimerAboutToRunOutAndASnoozeAboutToEndHaveTheRightOfWay() {
        var node = NodeDriver(
            at: noon - .minutes(10),
            state: state(document(timers: [timer(ends: noon + .seconds(5))]), through: noon - .minutes(10)))
        node.start()
        node.run(until: noon + .seconds(20))
        #expect(node.records.map(\.reason) == [.ringing])

        var snoozed = self.node([alarm(at: "11:51")], at: noon - .minutes(10))
        snoozed.start()
        snoozed.run(until: noon - .minutes(9) + .seconds(5))
        snoozed.send(
            .ringAction(
                RingAction(
                    id: "x", occurrence: occurrence(noon - .minutes(9)), kind: .snooze, at: snoozed.now.wall, by: nil)))
        snoozed.run(until: noon + .minutes(1))
        #expect(snoozed.records.map(\.reason) == [.ringing])
        #expect(snoozed.onsets == [noon - .minutes(9), noon + .seconds(5)])
    }

    /// Another room, whose clock is a little ahead, rang and was stopped.
    @Test func whatIsStoppedBeforeItBeginsDoesNotSilenceTheQuarterHour() {
        let alarms = [alarm(at: "12:00")]
        let timers = [timer(ends: noon + .seconds(5))]
        for (held, stopped) in [
            (document(alarms: alarms), occurrence(noon)),
            (document(timers: timers), occurrence(timer: 1, noon + .seconds(5))),
        ] {
            var node = NodeDriver(at: noon - .minutes(10), state: state(held, through: noon - .minutes(10)))
            node.start()
            node.run(until: noon - .minutes(1))
            node.send(.ringAction(RingAction(id: "x", occurrence: stopped, kind: .stop, at: node.now.wall)))
            node.run(until: noon + .seconds(20))
            #expect(node.records.map(\.outcome) == [.announced])
            #expect(node.onsets.isEmpty && node.lines.map(\.reason) == [.stoppedElsewhere])
        }
    }

    @Test func afterItIsStoppedTheQuarterHourIsSpoken() {
        var node = node([alarm(at: "11:56")])
        node.start()
        node.run(until: noon - .minutes(2))
        node.send(
            .ringAction(
                RingAction(id: "x", occurrence: occurrence(noon - .minutes(4)), kind: .stop, at: node.now.wall)))
        node.run(until: noon + .minutes(1))
        #expect(node.records.map(\.outcome) == [.announced])
    }
}
