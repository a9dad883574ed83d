import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// The limits of claims: checkers accept random runs that once failed wrongly, and still find real errors.
struct ClaimTests {
    private static let kitchen = RingTargets(nodes: [MutatedSite.kitchen])

    // MARK: Alarms

    /// A clock is a quarter hour ahead for three seconds. It begins an alarm that another room has snoozed.
    @Test func anAlarmThatAWrongClockHasBegunRingsWhenItsSnoozeEndsAndNotLater() {
        var site = MutatedSite {
            var draft = AlarmDraft.atSeven()
            draft.schedule.time = LocalTime(secondOfDay: 7 * 3600 + 30 * 60)
            $0.change(.addAlarm(draft), at: MutatedSite.at(6, 55))
            $0.fail(
                .timeServiceWrong(by: .minutes(15)), [.node(0)], from: MutatedSite.at(7, 17),
                to: MutatedSite.at(7, 17, 3))
        }
        site.plan.people.append(PlannedRequest(at: TrueTime(MutatedSite.at(7, 10)), what: .forestall(ago: .zero)))
        var rings: [WallTime] = []
        let found = site.mutatingNode { _, now, effects in
            rings += effects.compactMap { $0.ring == nil ? nil : now.wall }
            return effects
        }.violations()
        #expect(found == [])
        #expect(rings.contains { MutatedSite.at(7, 25) < $0 && $0 < MutatedSite.at(7, 27) }, "\(rings)")
        let late = site.mutatingNode { _, now, effects in
            effects.map { effect in
                effect.ring.map { .startRing($0.again(as: $0.id, after: .seconds(30), at: now)) } ?? effect
            }
        }
        #expect(late.violations().contains { $0.invariant == 2 && $0.text.contains("rings when") })
    }

    /// The output is missing when the clock begins the alarm, and works again a minute after the clock is right.
    @Test func anAlarmThatAWrongClockHasBegunIsTriedAsLongAsItRings() {
        let site = MutatedSite {
            var draft = AlarmDraft.atSeven()
            draft.schedule.time = LocalTime(secondOfDay: 7 * 3600 + 30 * 60)
            $0.change(.addAlarm(draft), at: MutatedSite.at(6, 55))
            $0.fail(
                .timeServiceWrong(by: .minutes(15)), [.node(0)], from: MutatedSite.at(7, 17),
                to: MutatedSite.at(7, 17, 3))
            $0.fail(.outputMissing, [.node(0)], from: MutatedSite.at(7, 16), to: MutatedSite.at(7, 18))
        }
        #expect(site.violations() == [])
        let late = site.mutatingNode { _, now, effects in
            effects.map { effect in
                guard now.wall > MutatedSite.at(7, 18) else { return effect }
                return effect.ring.map { .startRing($0.again(as: $0.id, after: .minutes(11), at: now)) } ?? effect
            }.filter { if case .stopRing = $0 { false } else { true } }
        }
        #expect(late.violations().contains { $0.invariant == 2 && $0.text.contains("rings when") })
    }

    /// The machine falls asleep while its slow disk stores that an alarm rings.
    @Test func anAlarmThatASlowDiskHeldUpOverASleepRingsAsTheMachineWakesAndNotLater() {
        let site = MutatedSite {
            var draft = AlarmDraft.atSeven()
            draft.misfire = .reportOnly
            $0.change(.addAlarm(draft), at: MutatedSite.at(6, 52))
            $0.fail(.diskSlow(.milliseconds(3_300)), [.node(0)], from: MutatedSite.at(6, 55), to: MutatedSite.at(8, 0))
            $0.fail(.suspend, [.node(0)], from: MutatedSite.at(6, 59, 58), to: MutatedSite.at(7, 14, 50))
        }
        var hasRung = false
        let found = site.mutatingNode { _, _, effects in
            hasRung = hasRung || effects.contains { $0.ring != nil }
            return effects
        }.violations()
        #expect(found == [])
        #expect(hasRung)
        let late = site.mutatingNode { _, now, effects in
            effects.map { effect in
                effect.ring.map { .startRing($0.again(as: $0.id, after: .seconds(960), at: now)) } ?? effect
            }.filter { if case .stopRing = $0 { false } else { true } }
        }
        #expect(late.violations().contains { $0.invariant == 2 && $0.text.contains("misfire window") })
    }

    // MARK: Quarter hours

    /// The coordinator's clock is a quarter of an hour ahead for two minutes, and the node follows it: the skipped
    /// quarter hour has its line. The next one must be heard.
    @Test(arguments: [false, true]) func aQuarterHourThatAClockWasSetOverNeedNotBeHeardAndTheNextMust(isNextHeard: Bool)
    {
        let site = MutatedSite {
            $0.nodes[0].clock.timeService = nil
            $0.nodes[0].clockSource = .coordinator
            $0.fail(
                .timeServiceWrong(by: .seconds(850)), [.coordinator(0)], from: MutatedSite.at(7, 1),
                to: MutatedSite.at(7, 4))
        }
        var isSetOver = false
        let found = site.mutatingNode { _, now, effects in
            isSetOver =
                isSetOver
                || effects.compactMap(\.stored).contains { state in
                    state.ledger.pending.contains { entry in
                        guard case .quarter(let record) = entry.event else { return false }
                        return record.target == MutatedSite.at(7, 15) && record.reason == .late
                    }
                }
            if isNextHeard { return effects }
            return effects.filter { $0.play?.target != MutatedSite.at(7, 30) }
        }.violations()
        #expect(isSetOver)
        #expect(found.isEmpty == isNextHeard, "\(found)")
    }

    /// Its clock is set while the disk still stores the coming announcement.
    @Test func anAnnouncementThatASlowDiskHeldUpWhileTheClockWasSetMayBeHeard() {
        let site = MutatedSite {
            $0.nodes[0].clock.timeService = nil
            $0.fail(.diskSlow(.milliseconds(2_700)), [.node(0)], from: MutatedSite.at(7, 5), to: MutatedSite.at(7, 20))
            $0.fail(.clockStep(.milliseconds(-8_500)), [.node(0)], from: MutatedSite.at(7, 14, 58) + .milliseconds(500))
        }
        var isOrdered = false
        let found = site.mutatingNode { _, _, effects in
            isOrdered = isOrdered || effects.contains { $0.play?.target == MutatedSite.at(7, 15) }
            return effects
        }.violations()
        #expect(isOrdered)
        #expect(found == [])
    }

    // MARK: Timers

    /// The stop arrives while the disk still stores a document, and waits for it.
    @Test func aTimerMayBeginWhoseStopWaitsBehindTheWritesOfASlowDisk() throws {
        let ends = MutatedSite.at(7, 0)
        var site = MutatedSite {
            $0.change(
                .startTimer(name: "pasta", seconds: 480, targets: Self.kitchen, ring: .timer),
                at: MutatedSite.at(6, 52))
            $0.fail(.diskSlow(.seconds(20)), [.node(0)], from: MutatedSite.at(6, 59), to: MutatedSite.at(7, 30))
            $0.set(SettingsPatch(volume: Volume(percent: 33)), at: MutatedSite.at(6, 59, 42))
        }
        var due: WallTime?
        var orderedAt: WallTime?
        let watched = site.mutatingNode { _, now, effects in
            for case .running(_, let instant) in effects.compactMap(\.stored).flatMap(\.timers).map(\.phase) {
                due = instant
            }
            return effects
        }
        _ = watched.violations()
        let occurrence = Occurrence(source: .timer(MutatedSite.timer), due: try #require(due))
        #expect((occurrence.due - ends).magnitude < .seconds(1))
        let stop = RingAction(
            id: "1", occurrence: occurrence, kind: .stop, at: MutatedSite.at(6, 59, 50), by: "anna")
        site.plan.people.append(PlannedRequest(at: TrueTime(MutatedSite.at(6, 59, 50)), what: .ring(stop)))
        let found = site.mutatingNode { _, now, effects in
            if effects.contains(where: { $0.ring != nil }) { orderedAt = now.wall }
            return effects
        }.violations()
        #expect(orderedAt != nil)
        #expect(found == [])
    }

    private func timer(seconds: Int) -> MutatedSite {
        MutatedSite {
            $0.change(
                .startTimer(name: "pasta", seconds: seconds, targets: Self.kitchen, ring: .timer),
                at: MutatedSite.at(7, 5))
        }
    }

    /// Another coordinator with an older copy of the store removes the timer for seconds in which the clock is set.
    @Test(arguments: [false, true]) func aTimerThatIsTakenAwayAndComesBackIsCountedAnew(isTakenAway: Bool) {
        var site = timer(seconds: 1200)
        site.plan.fail(
            .timeServiceWrong(by: .seconds(5)), [.node(0)], from: MutatedSite.at(7, 8), to: MutatedSite.at(7, 8, 3))
        site.plan.set(SettingsPatch(volume: Volume(percent: 33)), at: MutatedSite.at(7, 8, 4))
        site.plan.set(SettingsPatch(volume: Volume(percent: 34)), at: MutatedSite.at(7, 8, 8))
        let found = site.mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .publish(.desired(let node, var document)) = effect else { return effect }
                switch document.settings.volume.percent {
                case 33: if isTakenAway { document.timers = [] }
                case 34:
                    for index in document.timers.indices {
                        guard case .running(let ends) = document.timers[index].state else { continue }
                        document.timers[index].state = .running(ends: ends - .seconds(60))
                    }
                default: break
                }
                return .publish(.desired(node, document))
            }
        }.mutatingNode { _, now, effects in
            guard !isTakenAway, now.wall > MutatedSite.at(7, 9) else { return effects }
            // A node that restarts a count that it never lost.
            return effects.map { effect in
                guard case .publish(.reported(var reported)) = effect else { return effect }
                for index in reported.wrappedValue.timers.indices {
                    guard case .running(let ends) = reported.wrappedValue.timers[index].state else { continue }
                    reported.wrappedValue.timers[index].state = .running(ends: ends - .seconds(60))
                }
                return .publish(.reported(reported))
            }
        }.violations()
        #expect(found.contains { $0.text.contains("was to run out at") } == !isTakenAway, "\(found)")
    }

    /// A clock that leaps over an hour causes four lines, and the disk writes each before the timer's state.
    @Test func aTimerIsAsOldAsTheStateThatItsDiskWasStillWriting() {
        var site = timer(seconds: 3000)
        site.plan.nodes[0].disk = DiskPlan(shortestWrite: .milliseconds(400), longestWrite: .milliseconds(450))
        site.plan.fail(
            .timeServiceWrong(by: .minutes(61)), [.node(0)], from: MutatedSite.at(7, 14, 58),
            to: MutatedSite.at(7, 25))
        site.plan.fail(.powerCut, [.node(0)], from: MutatedSite.at(7, 16), to: MutatedSite.at(7, 18))
        #expect(site.violations() == [])
    }
}
