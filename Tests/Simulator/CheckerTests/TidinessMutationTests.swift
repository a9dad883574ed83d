import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// Checkers notice during the run if a core leaves something behind, or reports or acts late: each test applies the
/// effects of such a broken core.
struct TidinessMutationTests {
    private let kitchen = RingTargets(nodes: [MutatedSite.kitchen])

    @Test func aReportThatNamesAnotherAnnouncementBreaks13() {
        let site = MutatedSite {
            // Its clock has been right for over a day by then.
            $0.length = .hours(28)
            $0.set(SettingsPatch(every: .hour), at: MutatedSite.at(31, 5))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.map { effect in
                guard case .publish(.reported(var report)) = effect, report.wrappedValue.settings.every == .hour else {
                    return effect
                }
                report.wrappedValue.next = MutatedSite.at(31, 15)
                return .publish(.reported(report))
            }
        }.violations()
        #expect(found.contains { $0.invariant == 13 && $0.text.hasPrefix("it reports that it announces") }, "\(found)")
    }

    @Test func aTimerThatRingsHalfASecondLateBreaks6() {
        let site = MutatedSite {
            $0.change(
                .startTimer(name: "tea", seconds: 600, targets: kitchen, ring: .timer), at: MutatedSite.at(7, 2))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.map { effect in
                guard case .startRing(let order) = effect else { return effect }
                return .startRing(order.moved(by: .milliseconds(500)))
            }
        }.violations()
        #expect(found.contains { $0.invariant == 6 && $0.text.contains("after it ran out") }, "\(found)")
    }

    @Test func aTimerThatHasRungAndStaysBreaks11() {
        let site = MutatedSite {
            $0.change(.startTimer(name: "tea", seconds: 60, targets: kitchen, ring: .timer), at: MutatedSite.at(7, 2))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCommits { operation in
            if case .removeObject(.timer) = operation { [] } else { [operation] }
        }.violations()
        #expect(found.contains { $0.invariant == 11 && $0.text.hasSuffix("is still in the store") }, "\(found)")
    }

    @Test func aRoomThatDoesNotReportOverAnotherConnectionBreaks11() {
        let site = MutatedSite {
            $0.fail(.brokerDown(.lost), [], from: MutatedSite.at(7, 2), to: MutatedSite.at(7, 3))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, now, effects in
            effects.filter { effect in
                guard case .publish(.reported) = effect else { return true }
                return !(MutatedSite.at(7, 2)..<MutatedSite.at(7, 12)).contains(now.wall)
            }
        }.violations()
        #expect(found.contains { $0.invariant == 11 && $0.text.hasSuffix("and has not reported") }, "\(found)")
    }

    @Test func aNodeThatTheBrokerHasForgottenAndThatStaysOnlineBreaks11() {
        let site = MutatedSite {
            $0.fail(.brokerDown(.lost), [], from: MutatedSite.at(7, 20), to: MutatedSite.at(7, 21))
            $0.fail(.powerCut, [.node(0)], from: MutatedSite.at(7, 20, 10), to: MutatedSite.at(8, 40))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCommits { operation in
            if case .saveAvailability(_, .offline, _) = operation { [] } else { [operation] }
        }.violations()
        #expect(found.contains { $0.invariant == 11 && $0.text.hasSuffix("the store has it online") }, "\(found)")
    }

    /// The store has no room for the volume, and accepts another request five minutes later.
    @Test func aSettingThatIsRefusedAndMadeAllTheSameBreaks12() {
        let site = MutatedSite {
            $0.set(SettingsPatch(volume: Volume(percent: 71)), at: MutatedSite.at(7, 5))
            $0.fail(.diskFull, [.coordinator(0)], from: MutatedSite.at(7, 4), to: MutatedSite.at(7, 6))
            $0.set(SettingsPatch(every: .halfHour), at: MutatedSite.at(7, 10))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCommits { operation in
            guard case .saveDefinition(var definition) = operation, definition.settings.every == .halfHour else {
                return [operation]
            }
            definition.settings.volume = Volume(percent: 71) ?? .standard
            return [.saveDefinition(definition)]
        }.violations()
        #expect(found.contains { $0.invariant == 12 && $0.text.contains("other settings (volume)") }, "\(found)")
    }

    /// It is made at 06:56 and due at seven, and the room cannot be reached until 07:05.
    @Test func anAlarmThatIsHeardOfLateAndDoesNotRingBreaks3() {
        let site = MutatedSite {
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 56))
            $0.fail(.partition(.both), [.node(0)], from: MutatedSite.at(6, 53), to: MutatedSite.at(7, 5))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.filter { if case .startRing = $0 { false } else { true } }
        }.violations()
        #expect(found.contains { $0.invariant == 3 && $0.text.contains("a1") }, "\(found)")
    }

    @Test func aSnoozeThatBeginsAnewAfterAPowerCutBreaks2() {
        var site = MutatedSite {
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55))
            $0.fail(.powerCut, [.node(0)], from: MutatedSite.at(7, 1), to: MutatedSite.at(7, 2))
            // Makes the node store its state.
            $0.set(SettingsPatch(volume: Volume(percent: 30)), at: MutatedSite.at(7, 4))
        }
        site.plan.people.append(
            PlannedRequest(at: TrueTime(MutatedSite.at(7, 0, 20)), what: .silence(nil, .snooze)))
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, now, effects in
            effects.map { effect in
                guard case .store(var state, let ticket) = effect, now.wall > MutatedSite.at(7, 2) else {
                    return effect
                }
                for index in state.wrappedValue.rings.indices {
                    guard case .snoozed(var until) = state.wrappedValue.rings[index].phase else { continue }
                    until.boot = until.boot.map { $0 + .minutes(9) }
                    state.wrappedValue.rings[index].phase = .snoozed(until: until)
                }
                return .store(state, ticket: ticket)
            }
        }.violations()
        #expect(found.contains { $0.invariant == 2 && $0.text.contains("of its snooze left") }, "\(found)")
    }

    /// The room's clock is corrected, five minutes back, while the alarm of seven is on order by it.
    @Test func aRingThatIsOnOrderAndNotTakenBackWhenTheClockIsSetBreaks2() {
        let site = MutatedSite {
            $0.nodes[0].leadIn = .seconds(4)
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 51))
            $0.fail(
                .timeServiceWrong(by: .minutes(5)), [.node(0)], from: MutatedSite.at(6, 52),
                to: MutatedSite.at(6, 54, 57))
        }
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, now, effects in
            effects.filter { effect in
                if case .stopRing = effect { now.wall > MutatedSite.at(6, 56) } else { true }
            }
        }.violations()
        #expect(found.contains { $0.invariant == 2 && $0.text.contains("rings when the node's clock") }, "\(found)")
    }

    /// The checkers' own zone arithmetic agrees with that of the programs: at every jump, and around it.
    @Test(arguments: SimulatedZone.allCases) func zonesAreTheSameByBothArithmetics(zone: SimulatedZone) {
        let (start, end) = (WallTime(seconds: 1_704_067_200), WallTime(seconds: 2_177_452_800))
        for rules in [zone.rules, zone.laterRules] {
            var instants = [start, end]
            for jump in rules.transitions(in: start..<end) {
                instants += [-86_400, -1, 0, 1, 86_400].map { jump.instant + .seconds($0) }
            }
            for instant in instants {
                #expect(
                    ZoneReference.offset(at: instant, in: rules) == Int64(rules.offset(at: instant).secondsEast),
                    "\(zone.rawValue) at \(instant)")
            }
        }
    }
}
