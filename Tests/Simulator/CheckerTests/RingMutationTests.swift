import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// Each checker of alarms and timers catches a program that breaks its promise.
struct RingMutationTests {
    /// An alarm that rings every day at seven.
    private let daily = MutatedSite { $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55)) }
    /// A timer of ten minutes, started at five past seven.
    private let timer = MutatedSite {
        $0.change(
            .startTimer(
                name: "pasta", seconds: 600, targets: RingTargets(nodes: [MutatedSite.kitchen]), ring: .timer),
            at: MutatedSite.at(7, 5))
    }

    @Test func anAlarmAndATimerBreakNothing() {
        #expect(daily.violations() == [])
        #expect(timer.violations() == [])
    }

    @Test func anAlarmThatSoundsTwiceBreaks1() {
        let broken = daily.mutatingNode { _, _, effects in
            effects.flatMap { effect in
                effect.ring.map { order in [effect, .startRing(order.changed { $0.id += 1_000 })] } ?? [effect]
            }
        }
        #expect(broken.broken().contains(1))
    }

    @Test func anAlarmThatRingsOnAfterItsLineBreaks1() {
        var order: RingOrder?
        let broken = daily.mutatingNode { event, now, effects in
            order = effects.lazy.compactMap(\.ring).first ?? order
            // Ten minutes later it was unanswered, and has its line; a minute after that it begins again.
            guard let again = order, now.wall > MutatedSite.at(7, 12), now.wall < MutatedSite.at(7, 20) else {
                return effects
            }
            order = nil
            return effects + [
                .startRing(again.again(as: 1_000, after: .seconds(2), at: now))
            ]
        }
        #expect(broken.broken().contains(1))
    }

    @Test func anAlarmThatIsStoppedAndGoesOnBreaks1() {
        var site = daily
        site.plan.people.append(PlannedRequest(at: TrueTime(MutatedSite.at(7, 1)), what: .silence(nil, .stop)))
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, _, effects in
            effects.filter { if case .stopRing = $0 { false } else { true } }
        }
        #expect(broken.broken().contains(1))
    }

    @Test func anAlarmThatIsStoppedAndBeginsAgainBreaks1() {
        var site = daily
        site.plan.people.append(PlannedRequest(at: TrueTime(MutatedSite.at(7, 1)), what: .silence(nil, .stop)))
        var order: RingOrder?
        let broken = site.mutatingNode { _, now, effects in
            order = effects.lazy.compactMap(\.ring).first ?? order
            // The node records nothing of the ring, and begins it again a minute later.
            let effects = effects.map { effect in
                effect.changingPending { if case .ring = $0 { .unknown(kind: "lost") } else { $0 } }
            }
            guard let again = order, now.wall > MutatedSite.at(7, 2) else { return effects }
            order = nil
            return effects + [
                .startRing(again.again(as: 1_000, after: .seconds(2), at: now))
            ]
        }
        #expect(broken.violations().contains { $0.invariant == 1 && $0.text.contains("without a snooze") })
    }

    /// An output that was stuck still performs its orders of that time.
    @Test func anAlarmThatIsHeardAfterItWasStoppedBreaks1() {
        var site = daily
        site.plan.fail(.outputStuck, [.node(0)], from: MutatedSite.at(6, 59), to: MutatedSite.at(7, 5))
        site.plan.people.append(PlannedRequest(at: TrueTime(MutatedSite.at(7, 0, 30)), what: .silence(nil, .stop)))
        #expect(site.violations() == [])
        var order: RingOrder?
        let broken = site.mutatingNode { _, _, effects in
            order = effects.lazy.compactMap(\.ring).first ?? order
            return effects.flatMap { effect in
                guard case .stopRing(let id) = effect, let again = order, again.id == id else { return [effect] }
                return [effect, .startRing(again.changed { $0.id = 1_000 })]
            }
        }
        #expect(broken.broken().contains(1))
    }

    @Test(arguments: [-1_000, -30]) func anAlarmBeforeItsInstantBreaks2(milliseconds: Int) {
        let broken = daily.mutatingNode { _, _, effects in
            effects.map { effect in
                effect.ring.map { order in
                    .startRing(order.moved(by: .milliseconds(milliseconds)))
                } ?? effect
            }
        }
        #expect(broken.broken().contains(2))
    }

    @Test func anAlarmBeyondItsMisfireWindowBreaks2() {
        let site = MutatedSite {
            var draft = AlarmDraft.atSeven()
            draft.misfire = .reportOnly
            $0.change(.addAlarm(draft), at: MutatedSite.at(6, 55))
            $0.fail(.powerCut, [.node(0)], from: MutatedSite.at(6, 59), to: MutatedSite.at(7, 10))
        }
        #expect(site.violations() == [])
        var hasRung = false
        let broken = site.mutatingNode { _, now, effects in
            guard !hasRung, now.wall > MutatedSite.at(7, 11) else { return effects }
            hasRung = true
            let occurrence = Occurrence(source: .alarm(MutatedSite.alarm), due: MutatedSite.at(7, 0))
            return effects + [
                .startRing(
                    RingOrder(
                        id: 1_000, occurrence: occurrence, sound: "bells", audibleAt: now.boot + .seconds(2),
                        target: now.wall + .seconds(2), volume: .standard, rampSeconds: 0))
            ]
        }
        #expect(broken.broken().contains(2))
    }

    /// A clock is ten minutes ahead for a moment. A ring that it began sounds when the clock is right again; no other
    /// does.
    @Test func anAlarmThatAWrongClockHasBegunMayRingButNotHalfAMinuteLater() {
        let site = MutatedSite {
            $0.nodes[0].output.onsetError = .milliseconds(600)
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55))
            $0.fail(
                .timeServiceWrong(by: .minutes(10)), [.node(0)], from: MutatedSite.at(6, 58),
                to: MutatedSite.at(6, 58) + .milliseconds(60))
        }
        #expect(site.violations() == [])
        let late = site.mutatingNode { _, now, effects in
            effects.map { effect in
                effect.ring.map { .startRing($0.again(as: $0.id, after: .seconds(30), at: now)) } ?? effect
            }
        }
        #expect(late.violations().contains { $0.invariant == 2 && $0.text.contains("rings when") })
    }

    @Test func anAlarmThatNeedsTheBrokerBreaks3() {
        let site = MutatedSite {
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55))
            $0.fail(.brokerDown(.kept), [], from: MutatedSite.at(6, 56), to: MutatedSite.at(8, 40))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, _, effects in effects.filter { $0.timer != .alarm } }
        #expect(broken.broken().contains(3))
    }

    @Test func anAlarmThatIsLostOverAnOutageBreaks3() {
        let site = MutatedSite {
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55))
            $0.fail(.powerCut, [.node(0)], from: MutatedSite.at(6, 59), to: MutatedSite.at(7, 10))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, now, effects in
            now.wall > MutatedSite.at(7, 5) ? effects.filter { $0.ring == nil } : effects
        }
        #expect(broken.broken().contains(3))
    }

    /// The store gets a line for another subject, or for a minute before the alarm was due.
    @Test(arguments: [true, false]) func aOneShotThatIsUsedUpWithoutItsLineBreaks4(isLost: Bool) {
        let site = MutatedSite { $0.change(.addAlarm(.atSeven(.once)), at: MutatedSite.at(6, 55)) }
        #expect(site.violations() == [])
        let broken = site.mutatingCommits { operation in
            guard case .appendLedger(let node, let epoch, var entries, let received) = operation else {
                return [operation]
            }
            for index in entries.indices {
                guard case .ring(var record) = entries[index].event else { continue }
                record.occurrence.due = record.occurrence.due - .minutes(1)
                entries[index].event = isLost ? .unknown(kind: "lost") : .ring(record)
            }
            return [.appendLedger(node, epoch: epoch, entries, received: received)]
        }
        #expect(broken.broken().contains(4))
    }

    @Test(arguments: [true, false]) func anAlarmThatIsSwitchedOffOrTakenAwayUnaskedBreaks4(isSwitchedOff: Bool) {
        var definition: AlarmDefinition?
        let broken = daily.mutatingCommits { operation in
            if case .saveObject(.alarm(let saved)) = operation { definition = saved }
            // With the first lines that arrive after its creation.
            guard case .appendLedger = operation, var saved = definition else { return [operation] }
            definition = nil
            saved.alarm.isEnabled = false
            return [
                operation, isSwitchedOff ? .saveObject(.alarm(saved)) : .removeObject(.alarm(saved.alarm.id)),
            ]
        }
        #expect(broken.broken().contains(4))
    }

    @Test(arguments: [
        Change.removeAlarm(MutatedSite.alarm),
        .editAlarm(
            MutatedSite.alarm, revision: 1, .atSeven(isEnabled: false)),
        .editAlarm(
            MutatedSite.alarm, revision: 1,
            .atSeven(skips: [CivilDate(year: 2027, month: 6, day: 1)])),
    ])
    func anAlarmThatRingsAllTheSameBreaks5(change: Change) {
        let site = MutatedSite {
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55))
            $0.change(change, at: MutatedSite.at(6, 57))
        }
        #expect(site.violations() == [])
        #expect(site.ringing(at: MutatedSite.at(7, 0)).broken().contains(5))
    }

    @Test func anAlarmThatRingsWhenItIsNotDueBreaks5() {
        #expect(daily.ringing(at: MutatedSite.at(7, 30)).broken().contains(5))
    }

    @Test func anAlarmThatRingsOnWhenItIsTakenAwayBreaks5() {
        let site = MutatedSite {
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55))
            $0.change(.removeAlarm(MutatedSite.alarm), at: MutatedSite.at(7, 1))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, _, effects in
            effects.filter { if case .stopRing = $0 { false } else { true } }
        }
        #expect(broken.broken().contains(5))
    }

    @Test func aTimerThatStartsOverAfterACrashBreaks6() {
        var site = timer
        site.plan.fail(.crash, [.node(0)], from: MutatedSite.at(7, 8), to: MutatedSite.at(7, 9))
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, now, effects in
            guard now.wall > MutatedSite.at(7, 8) else { return effects }
            return effects.map { effect in
                guard case .publish(.reported(var reported)) = effect else { return effect }
                for index in reported.wrappedValue.timers.indices {
                    reported.wrappedValue.timers[index].state = .running(ends: now.wall + .seconds(600))
                }
                return .publish(.reported(reported))
            }
        }
        #expect(broken.broken().contains(6))
    }

    @Test func aPausedTimerThatGainsTimeBreaks6() {
        var site = timer
        site.plan.change(.pauseTimer(MutatedSite.timer), at: MutatedSite.at(7, 8))
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, now, effects in
            effects.map { effect in
                guard case .publish(.reported(var reported)) = effect, now.wall > MutatedSite.at(7, 14) else {
                    return effect
                }
                for index in reported.wrappedValue.timers.indices {
                    guard case .paused(let left) = reported.wrappedValue.timers[index].state else { continue }
                    reported.wrappedValue.timers[index].state = .paused(remainingMilliseconds: left + 5_000)
                }
                return .publish(.reported(reported))
            }
        }
        #expect(broken.broken().contains(6))
    }

    /// Nothing vouches for the clock, so that the checker ignores the node's later reports of its timer.
    @Test func aTimerThatIsMadeShorterMayRingSooner() {
        var site = timer
        site.plan.fail(.timeServiceStops, [.node(0)], from: MutatedSite.at(7, 6), to: MutatedSite.at(7, 30))
        site.plan.change(.addToTimer(MutatedSite.timer, seconds: -300), at: MutatedSite.at(7, 8))
        #expect(site.violations() == [])
    }

    @Test(arguments: [-5, 20]) func aTimerThatRingsAtAnotherInstantBreaks6(seconds: Int) {
        let broken = timer.mutatingNode { _, _, effects in
            effects.map { effect in
                effect.ring.map { order in
                    .startRing(order.moved(by: .seconds(seconds)))
                } ?? effect
            }
        }
        #expect(broken.broken().contains(6))
    }

    @Test func aTimerThatNeverRingsBreaks6() {
        #expect(timer.mutatingNode { _, _, effects in effects.filter { $0.ring == nil } }.broken().contains(6))
    }

    /// Another coordinator, whose clock is behind, gives the node a timer that has rung: the node counts it once more,
    /// and has its line.
    @Test func aTimerThatComesBackAfterItsLineNeedNotRing() throws {
        var site = timer
        site.plan.people.append(PlannedRequest(at: TrueTime(MutatedSite.at(7, 16)), what: .silence(nil, .stop)))
        site.plan.set(SettingsPatch(volume: Volume(percent: 33)), at: MutatedSite.at(7, 25))
        site.plan.fail(
            .timeServiceWrong(by: .zero - .minutes(15)), [.coordinator(0)], from: MutatedSite.at(7, 18),
            to: MutatedSite.at(8, 0))
        var timers: [CountdownTimer] = []
        var reports: [TimerReport] = []
        let found = site.mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .publish(.desired(let node, var document)) = effect else { return effect }
                if timers.isEmpty { timers = document.timers }
                if document.settings.volume.percent == 33 { document.timers = timers }
                return .publish(.desired(node, document))
            }
        }.mutatingNode { _, now, effects in
            for case .publish(.reported(let report)) in effects where now.wall > MutatedSite.at(7, 25) {
                reports += report.wrappedValue.timers
            }
            return effects
        }.violations()
        #expect(!reports.isEmpty)
        #expect(!found.contains { $0.invariant == 6 }, "\(found)")
    }

    @Test func aRingAtAnotherVolumeBreaks13() {
        let broken = daily.mutatingNode { _, _, effects in
            effects.map { effect in
                effect.ring.map { order in
                    .startRing(order.changed { $0.volume = Volume(percent: 11) ?? .standard })
                } ?? effect
            }
        }
        #expect(broken.broken().contains(13))
    }

    @Test func aRingThatIsToldAndNobodyHeardBreaks9() {
        let skipped = AlarmDraft.atSeven(skips: [CivilDate(year: 2027, month: 6, day: 1)])
        let site = MutatedSite { $0.change(.addAlarm(skipped), at: MutatedSite.at(6, 55)) }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, _, effects in
            effects.map { effect in
                effect.changingPending { event in
                    guard case .ring(var record) = event else { return event }
                    record.outcome = .rang
                    record.reason = .stopped
                    return .ring(record)
                }
            }
        }
        #expect(broken.violations().contains { $0.invariant == 9 && $0.text.contains("is recorded as rung") })
    }

    @Test func aRingWithoutALineBreaks9() {
        let broken = daily.mutatingCoordinator { _, _, effects in effects }.mutatingNode { _, _, effects in
            effects.map { effect in
                guard case .publish(.ledger(var batch)) = effect else { return effect }
                for index in batch.entries.indices {
                    if case .ring = batch.entries[index].event { batch.entries[index].event = .unknown(kind: "lost") }
                }
                return .publish(.ledger(batch))
            }
        }
        var site = broken
        // Long enough for a line that is merely late.
        site.plan.length = .hours(6)
        #expect(site.broken().contains(9))
    }
}

extension MutatedSite {
    /// The same site, but its first alarm rings at `due` under all circumstances.
    fileprivate func ringing(at due: WallTime) -> MutatedSite {
        var hasRung = false
        return mutatingNode { _, now, effects in
            guard !hasRung, now.wall > due - .seconds(10) else { return effects }
            hasRung = true
            return effects + [
                .startRing(
                    RingOrder(
                        id: 1_000, occurrence: Occurrence(source: .alarm(MutatedSite.alarm), due: due), sound: "bells",
                        audibleAt: now.boot + (due - now.wall), target: due, volume: .standard, rampSeconds: 0))
            ]
        }
    }
}

extension MutatedSite {
    func mutatingCommits(_ change: @escaping (StoreOperation) -> [StoreOperation]) -> MutatedSite {
        mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .commit(let id, let operations) = effect else { return effect }
                return .commit(id, operations.flatMap(change))
            }
        }
    }
}
