import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// The store must have each state that has stood for a while: each test applies the effects of a core that breaks this.
struct StandingMutationTests {
    @Test func aNodeThatIsBackAndStaysOfflineBreaks11() {
        let found = MutatedSite().mutatingCommits { operation in
            if case .saveAvailability(_, .online, _) = operation { [] } else { [operation] }
        }.violations()
        #expect(found.contains { $0.invariant == 11 && $0.text.hasSuffix("the store has it offline") }, "\(found)")
    }

    @Test func aZoneThatIsNotLearntBreaks11() {
        let site = MutatedSite {
            $0.zones = [SimulatedZone.berlin.rules, SimulatedZone.london.rules]
            $0.fail(.zone(1), [.node(0)], from: MutatedSite.at(7, 20))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCommits { operation in
            if case .saveZone(_, "Europe/London") = operation { [] } else { [operation] }
        }.violations()
        #expect(found.contains { $0.invariant == 11 && $0.text.contains("Europe/Berlin in the store") }, "\(found)")
    }

    /// It is sent again at eight, so that everything agrees in the end.
    @Test func aDocumentThatIsNotToldForAnHourBreaks11() {
        let site = MutatedSite {
            $0.set(SettingsPatch(volume: Volume(percent: 33)), at: MutatedSite.at(7, 5))
            $0.set(SettingsPatch(volume: Volume(percent: 34)), at: MutatedSite.at(8, 5))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCoordinator { _, now, effects in
            effects.filter { effect in
                if case .publish(.desired) = effect {
                    !(MutatedSite.at(7, 1)...MutatedSite.at(8, 0) ~= now.wall)
                } else {
                    true
                }
            }
        }.violations()
        #expect(found.contains { $0.invariant == 11 && $0.text.contains("its disk has revision") }, "\(found)")
    }

    @Test func aHolidayWithinOthersThatEndsThemBreaks11() {
        func day(_ text: String) -> HolidayCalendar.Day {
            guard let span = DateSpan(iso8601: text) else { preconditionFailure("\(text) is a span") }
            return HolidayCalendar.Day(span: span, name: "")
        }
        var draft = AlarmDraft.atSeven()
        draft.holidays = "school"
        let site = MutatedSite {
            $0.change(
                .setHolidays(HolidayCalendar(name: "school", days: [day("2027-06-03/2027-06-09"), day("2027-06-05")])),
                at: MutatedSite.at(7, 5))
            $0.change(.addAlarm(draft), at: MutatedSite.at(7, 6))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .publish(.desired(let node, var desired)) = effect else { return effect }
                for index in desired.alarms.indices where !desired.alarms[index].schedule.holidays.isEmpty {
                    desired.alarms[index].schedule.holidays = [day("2027-06-03/2027-06-05").span]
                }
                return .publish(.desired(node, desired))
            }
        }.violations()
        #expect(found.contains { $0.invariant == 11 && $0.text.contains("2027-06-06 is a holiday") }, "\(found)")
    }

    @Test func aTimerThatIsNeverTakenAwayBreaks11() {
        let site = MutatedSite {
            $0.length = .hours(27)
            let kitchen = RingTargets(nodes: [MutatedSite.kitchen])
            $0.change(.startTimer(name: "tea", seconds: 60, targets: kitchen, ring: .timer), at: MutatedSite.at(7, 0))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCommits { operation in
            if case .removeObject(.timer) = operation { [] } else { [operation] }
        }.violations()
        #expect(found.contains { $0.invariant == 11 && $0.text.hasSuffix("is still there") }, "\(found)")
    }

    /// A clock that is two hours ahead closes future quarter hours of a room that is off.
    @Test func aQuarterHourThatStaysClosedAheadBreaks11() {
        let site = MutatedSite {
            $0.fail(
                .timeServiceWrong(by: .hours(2)), [.coordinator(0)], from: MutatedSite.at(8, 20),
                to: MutatedSite.at(8, 45))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCommits { operation in
            if case .reopenQuarters = operation { [] } else { [operation] }
        }.violations()
        #expect(found.contains { $0.invariant == 11 && $0.text.hasSuffix("is to come, and has its line") }, "\(found)")
    }

    @Test func aCoordinatorThatVouchesForNothingBreaks8() {
        let site = MutatedSite {
            $0.nodes[0].clockSource = .coordinator
            $0.fail(.timeServiceStops, [.coordinator(0)], from: MutatedSite.at(7, 20), to: MutatedSite.at(8, 10))
        }
        #expect(site.violations() == [])
        let found = site.mutatingCoordinator { _, _, effects in
            effects.map { effect in
                guard case .replyTime(let node, let origin, let received, _, let correlation) = effect else {
                    return effect
                }
                return .replyTime(
                    node, originNanoseconds: origin, received: received, isVouched: true, correlation: correlation)
            }
        }.violations()
        #expect(found.contains { $0.invariant == 8 && $0.text.hasPrefix("it vouched") }, "\(found)")
    }

    /// A person's clock is two days behind: such a snooze must not affect an alarm due in five minutes.
    @Test func anOldSnoozeThatSilencesAnAlarmBreaks3() throws {
        let action = RingAction(
            id: "old", occurrence: Occurrence(source: .alarm(MutatedSite.alarm), due: MutatedSite.at(7, 0)),
            kind: .snooze,
            at: MutatedSite.at(6, 58) - .hours(48))
        var site = MutatedSite { $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(6, 55)) }
        site.plan.people.append(PlannedRequest(at: TrueTime(MutatedSite.at(6, 58)), what: .ring(action)))
        #expect(site.violations() == [])
        let found = site.mutatingNode { _, _, effects in
            effects.filter { if case .startRing = $0 { false } else { true } }
        }.violations()
        #expect(found.contains { $0.invariant == 3 && $0.text.contains("a1") }, "\(found)")
    }
}
