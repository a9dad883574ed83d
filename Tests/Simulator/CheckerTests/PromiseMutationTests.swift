import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// Errors that mutations of the cores showed to be unguarded: each test applies such a core's effects.
struct PromiseMutationTests {
    private static let kitchen = RingTargets(nodes: [MutatedSite.kitchen])
    private let daily = MutatedSite { $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55)) }
    private let timer = MutatedSite {
        $0.change(
            .startTimer(name: "pasta", seconds: 600, targets: kitchen, ring: .timer), at: MutatedSite.at(7, 5))
    }

    /// Orders every sound before the save that it depends on.
    private func unstored(_ effects: [NodeCore.Effect]) -> [NodeCore.Effect] {
        let sounds = effects.filter { effect in
            switch effect {
            case .play, .startRing, .playSound: true
            default: false
            }
        }
        return sounds + effects.filter { !sounds.contains($0) }
    }

    @Test func anAnnouncementThatIsOrderedBeforeItIsStoredBreaks1() {
        let found = MutatedSite().mutatingNode { _, _, effects in unstored(effects) }.violations()
        #expect(found.contains { $0.invariant == 1 && $0.text.contains("before it was on the disk") }, "\(found)")
    }

    @Test func aRingThatIsOrderedBeforeItIsStoredBreaks1() {
        let found = timer.mutatingNode { _, _, effects in unstored(effects) }.violations()
        #expect(found.contains { $0.invariant == 1 && $0.text.hasPrefix("\(MutatedSite.timer) ") }, "\(found)")
    }

    @Test func aSnoozeThatDoesNotSilenceBreaks1() {
        var site = daily
        site.plan.people.append(PlannedRequest(at: TrueTime(MutatedSite.at(7, 1)), what: .silence(nil, .snooze)))
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.filter { if case .stopRing = $0 { false } else { true } }
        }.violations()
        #expect(found.contains { $0.invariant == 1 && $0.text.contains("stopped or snoozed it") }, "\(found)")
    }

    @Test func anAnnouncementThatIsOrderedAfterItsGraceBreaks2() {
        var order: PlayOrder?
        let found = MutatedSite().mutatingNode { _, now, effects in
            order = effects.lazy.compactMap(\.play).first ?? order
            guard let late = order, now.wall > late.target + .minutes(1) else { return effects }
            order = nil
            return effects + [.play(late.changed { $0.id = 1_000 })]
        }.violations()
        #expect(found.contains { $0.invariant == 2 && $0.text.contains("was ordered") }, "\(found)")
    }

    @Test func aCoordinatorThatDoesNotWakeBreaks3() {
        let found = MutatedSite().mutatingCoordinator { _, now, effects in
            effects.filter { if case .publish(.wake) = $0 { now.wall < MutatedSite.at(7, 20) } else { true } }
        }.violations()
        #expect(found.contains { $0.invariant == 3 && $0.text.contains("no wake was published") }, "\(found)")
    }

    @Test func aWakeThatIsTooShortBreaks3() {
        let broken = MutatedSite().mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .publish(.wake(var wake, let expiry)) = effect else { return effect }
                wake.budgetMilliseconds = 10_000
                return .publish(.wake(wake, expirySeconds: expiry))
            }
        }
        #expect(broken.broken().contains(3))
    }

    /// The node is off, and may still ring late for half an hour.
    @Test func aOneShotThatIsUsedUpByAnEarlyAbsentLineBreaks4() {
        let site = MutatedSite {
            $0.change(.addAlarm(.atSeven(.once)), at: MutatedSite.at(6, 55))
            $0.fail(.powerCut, [.node(0)], from: MutatedSite.at(6, 59), to: MutatedSite.at(8, 40))
        }
        #expect(site.violations() == [])
        var definition: AlarmDefinition?
        let found = site.mutatingCommits { operation in
            if case .saveObject(.alarm(let saved)) = operation { definition = saved }
            guard case .closeRings = operation, var saved = definition else { return [operation] }
            definition = nil
            saved.alarm.isEnabled = false
            saved.alarm.revision += 1
            return [operation, .saveObject(.alarm(saved))]
        }.violations()
        #expect(found.contains { $0.invariant == 4 && $0.text.contains("an absent one") }, "\(found)")
    }

    @Test func aRescheduledAlarmThatRingsOnBreaks5() {
        let site = MutatedSite {
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55))
            var later = AlarmDraft.atSeven()
            later.schedule.time = LocalTime(secondOfDay: 9 * 3600)
            $0.change(.editAlarm(MutatedSite.alarm, revision: 1, later), at: MutatedSite.at(7, 1))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.filter { if case .stopRing = $0 { false } else { true } }
        }.violations()
        #expect(found.contains { $0.invariant == 5 && $0.text.contains("rings on") }, "\(found)")
    }

    /// A node that follows the coordinator's clock receives the timer before it knows the time.
    @Test func aTimerThatIsNeverCountedBreaks6() {
        var site = timer
        site.plan.nodes = [NodePlan(id: MutatedSite.kitchen, clockSource: .coordinator)]
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.map { effect in
                guard case .store(var state, let ticket) = effect else { return effect }
                state.wrappedValue.timers = []
                return .store(state, ticket: ticket)
            }
        }.violations()
        #expect(found.contains { $0.invariant == 6 && $0.text.contains("does not count it") }, "\(found)")
    }

    @Test(arguments: [700, 30]) func aTimerThatIsCountedFromAnotherInstantBreaks6(seconds: Int) {
        let broken = timer.mutatingNode { _, now, effects in
            effects.map { effect in
                guard case .store(var state, let ticket) = effect else { return effect }
                for index in state.wrappedValue.timers.indices {
                    guard case .running(_, let due) = state.wrappedValue.timers[index].phase else { continue }
                    let ends = DurableInstant(wall: due, boot: now.boot + .seconds(seconds))
                    state.wrappedValue.timers[index].phase = .running(ends: ends, due: due)
                }
                return .store(state, ticket: ticket)
            }
        }
        #expect(broken.broken().contains(6))
    }

    /// The power returns, together with a time service that is an hour behind.
    @Test func aTimerThatGrowsOverAPowerCutBreaks6() {
        var site = timer
        site.plan.fail(.powerCut, [.node(0)], from: MutatedSite.at(7, 8), to: MutatedSite.at(7, 10))
        site.plan.fail(
            .timeServiceWrong(by: .zero - .minutes(20)), [.node(0)], from: MutatedSite.at(7, 8),
            to: MutatedSite.at(7, 40))
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, now, effects in
            effects.map { effect in
                guard case .store(var state, let ticket) = effect else { return effect }
                for index in state.wrappedValue.timers.indices {
                    guard case .running(let ends, let due) = state.wrappedValue.timers[index].phase, ends.boot != nil,
                        now.wall < MutatedSite.at(7, 0)
                    else { continue }
                    // The end by the wall clock alone.
                    let grown = DurableInstant(wall: ends.wall, boot: now.boot + (MutatedSite.at(7, 15) - now.wall))
                    state.wrappedValue.timers[index].phase = .running(ends: grown, due: due)
                }
                return .store(state, ticket: ticket)
            }
        }.violations()
        #expect(found.contains { $0.invariant == 6 && $0.text.contains("when the power went") }, "\(found)")
    }

    @Test func aTimerThatIsPausedWithMoreThanItHadBreaks6() {
        var site = timer
        site.plan.change(.pauseTimer(MutatedSite.timer), at: MutatedSite.at(7, 10))
        #expect(site.violations() == [])
        let found = site.mutatingCommits { operation in
            guard case .saveObject(.timer(var definition)) = operation, case .paused = definition.timer.state else {
                return [operation]
            }
            definition.timer.state = .paused(remainingMilliseconds: 600_000)
            return [.saveObject(.timer(definition))]
        }.violations()
        #expect(found.contains { $0.invariant == 6 && $0.text.contains("was paused with") }, "\(found)")
    }

    /// The node must not record an interruption by a clock that no time service vouches for.
    @Test func anInterruptionThatAnUntrustedClockTellsBreaks8() {
        let site = MutatedSite { plan in
            plan.nodes[0].clock.timeService?.after = .minutes(30)
            plan.fail(.brokerDown(.kept), [], from: MutatedSite.at(6, 50), to: MutatedSite.at(7, 10))
        }
        #expect(site.violations() == [])
        var isDone = false
        let found = site.mutatingNode { _, _, effects in
            guard !isDone else { return effects }
            return effects.map { effect in
                guard case .store(var state, let ticket) = effect else { return effect }
                isDone = true
                let record = QuarterRecord(target: MutatedSite.at(7, 0), outcome: .missed, reason: .interrupted)
                let sequence = state.wrappedValue.ledger.nextSequence
                state.wrappedValue.ledger.pending.append(
                    LedgerEntry(sequence: sequence, at: MutatedSite.at(6, 50), event: .quarter(record)))
                state.wrappedValue.ledger.nextSequence += 1
                return .store(state, ticket: ticket)
            }
        }.violations()
        #expect(found.contains { $0.invariant == 8 && $0.text.contains("as interrupted") }, "\(found)")
    }

    /// By the coordinator's clock, two hours behind, the alarm is still to come when the node changes its zone.
    @Test func anAlarmIsNotDueInAZoneThatTheNodeLeavesBefore() {
        let site = MutatedSite {
            $0.zones = [TimeZoneRules.utc, SimulatedZone.berlin.rules]
            $0.length = .hours(6)
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 52))
            $0.fail(
                .timeServiceWrong(by: .zero - .hours(2)), [.coordinator(0)], from: MutatedSite.at(6, 56),
                to: MutatedSite.at(8, 0))
            $0.fail(.powerCut, [.node(0)], from: MutatedSite.at(6, 59), to: MutatedSite.at(7, 40))
            $0.fail(.zone(1), [.node(0)], from: MutatedSite.at(7, 20))
        }
        let found = site.violations()
        #expect(!found.contains { $0.text.contains("has no line of node") }, "\(found)")
    }

    /// The node is off for good, and the coordinator records nothing of it.
    @Test func anAlarmThatNobodyTellsOfBreaks9() {
        var site = daily
        site.plan.length = .hours(6)
        site.plan.fail(.powerCut, [.node(0)], from: MutatedSite.at(6, 59), to: MutatedSite.at(12, 0))
        #expect(site.violations() == [])
        let found = site.mutatingCommits { operation in
            guard case .closeRings(_, let through) = operation else { return [operation] }
            return [.closeRings([], through: through)]
        }.mutatingLedger().violations()
        #expect(found.contains { $0.invariant == 9 && $0.text.contains("has no line of node") }, "\(found)")
    }

    @Test func aChangeThatRaisesNoRevisionBreaks11() {
        let found = daily.mutatingCommits { operation in
            if case .saveDefinition(let definition) = operation, definition.revision > 1 { [] } else { [operation] }
        }.violations()
        #expect(found.contains { $0.invariant == 11 && $0.text.contains("is to ring was changed") }, "\(found)")
    }

    @Test(arguments: [3, 5]) func aRevisionThatLeapsBreaks12(revision: Int) {
        let found = daily.mutatingCommits { operation in
            guard case .saveObject(.alarm(var definition)) = operation else { return [operation] }
            definition.alarm.revision = revision
            return [.saveObject(.alarm(definition))]
        }.violations()
        #expect(found.contains { $0.invariant == 12 && $0.text.contains("for the first time") }, "\(found)")
    }

    @Test func whatIsTakenAwayAndWasNotThereBreaks12() throws {
        let id = try #require(AlarmID(number: 7))
        let found = daily.mutatingCommits { operation in
            if case .saveObject = operation { [operation, .removeObject(.alarm(id))] } else { [operation] }
        }.violations()
        #expect(found.contains { $0.invariant == 12 && $0.text.contains("did not have it") }, "\(found)")
    }

    /// A timer keeps its end on a clock that moves by half an hour.
    @Test func aTimerThatIsNotMovedWithTheClockBreaks13() {
        var site = timer
        site.plan.fail(
            .timeServiceWrong(by: .minutes(30)), [.coordinator(0)], from: MutatedSite.at(7, 6),
            to: MutatedSite.at(7, 40))
        #expect(site.violations() == [])
        var first: TimerDefinition?
        let found = site.mutatingCommits { operation in
            guard case .saveObject(.timer(let definition)) = operation else { return [operation] }
            first = first ?? definition
            return first.map { [.saveObject(.timer($0))] } ?? []
        }.violations()
        #expect(
            found.contains { $0.invariant == 13 && $0.text.contains("the coordinator's clock was set") }, "\(found)")
    }

    @Test func aMutedNodeThatIsHeardBreaks13() {
        let site = MutatedSite { $0.set(SettingsPatch(mute: .on), at: MutatedSite.at(7, 5)) }
        #expect(site.violations() == [])
        var order: PlayOrder?
        let found = site.mutatingNode { _, now, effects in
            order = effects.lazy.compactMap(\.play).first ?? order
            guard let again = order, now.wall > MutatedSite.at(7, 14, 50) else { return effects }
            order = nil
            let plan = AnnouncementPlan.spokenTime(LocalTime(secondOfDay: 7 * 3600 + 900), chime: .none)
            return effects + [
                .play(
                    again.moved(to: MutatedSite.at(7, 15)).changed {
                        $0.id = 1_000
                        $0.plan = plan
                    })
            ]
        }.violations()
        #expect(found.contains { $0.invariant == 13 && $0.text.contains("is to be silent") }, "\(found)")
    }

    @Test func aChimeThatIsLeftOutBreaks13() {
        let found = MutatedSite().mutatingNode { _, _, effects in
            effects.map { effect in
                effect.play.map { order in
                    .play(order.changed { $0.plan = AnnouncementPlan(clips: [$0.plan.clips[$0.plan.clips.count - 1]]) })
                } ?? effect
            }
        }.violations()
        #expect(found.contains { $0.invariant == 13 && $0.text.contains("strikes") }, "\(found)")
    }

    /// The node has reported another zone, and says the time of the former one.
    @Test func theFormerZonesTimeBreaks13() {
        let site = MutatedSite { plan in
            plan.zones = [.utc, SimulatedZone.kolkata.rules]
            plan.length = .hours(4)
            plan.fail(.zone(1), [.node(0)], from: MutatedSite.at(7, 5))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, now, effects in
            effects.map { effect in
                effect.play.map { order in
                    .play(
                        order.changed {
                            let local = TimeZoneRules.utc.localTime(at: $0.target).time
                            $0.plan = .spokenTime(local, chime: .none)
                        })
                } ?? effect
            }
        }.violations()
        #expect(found.contains { $0.invariant == 13 && $0.at < TrueTime(MutatedSite.at(8, 16)) }, "\(found)")
    }

    @Test func aNodeThatLooksAtItsClockAllTheTimeBreaks14() {
        let broken = MutatedSite().mutatingNode { _, _, effects in
            effects.map { effect in
                effect.changingPending { event in
                    guard case .quarter(var record) = event, record.trips != nil else { return event }
                    record.trips = 1_500
                    return .quarter(record)
                }
            }
        }
        #expect(broken.broken().contains(14))
    }

    @Test func aNodeThatAsksForTheTimeAllTheTimeBreaks14() {
        let broken = MutatedSite().mutatingNode { _, now, effects in
            effects.flatMap { effect in
                guard case .publish(.timeRequest) = effect, now.wall > MutatedSite.at(7, 10) else { return [effect] }
                return Array(repeating: effect, count: 64)
            }
        }
        #expect(broken.broken().contains(14))
    }
}

extension MutatedSite {
    /// The same site, but the nodes' lines of rings never arrive at the store.
    fileprivate func mutatingLedger() -> MutatedSite {
        mutatingNode { _, _, effects in
            effects.map { effect in
                guard case .publish(.ledger(var batch)) = effect else { return effect }
                for index in batch.entries.indices {
                    if case .ring = batch.entries[index].event { batch.entries[index].event = .unknown(kind: "lost") }
                }
                return .publish(.ledger(batch))
            }
        }
    }
}
