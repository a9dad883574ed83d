import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@Suite struct AlarmChangeTests {
    private var harness = CoreHarness(at: "18:01:00.1234")

    init() {
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
    }

    @Test mutating func anAlarmIsCommittedThenItsNodesAreToldThenEverybodyThenWhoAsked() throws {
        harness.change(.addAlarm(draft("07:00", .weekly(.everyDay), label: "Work")))
        #expect(harness.replies.isEmpty && harness.changes.isEmpty && harness.desired.isEmpty)
        let alarm = Alarm(
            id: a1, revision: 1, label: "Work", isEnabled: true,
            schedule: AlarmSchedule(
                time: LocalTime(hour: 7, minute: 0)!, repetition: .weekly(.everyDay),
                countsFrom: instant("18:01:00.123")),
            ring: .alarm, misfire: .standard)
        let definition = AlarmDefinition(
            alarm: alarm, targets: RingTargets(nodes: [kitchen]),
            changed: ChangeMark(at: instant("18:01:00.123"), by: nil))
        #expect(harness.operations.contains(.saveObject(.alarm(definition))))
        #expect(harness.operations.contains(.saveNumbers(DefinitionNumbers(lastAlarm: 1, lastChange: 1))))
        #expect(harness.schedule().alarms.isEmpty, "it is not committed yet")
        harness.commitAll()
        let event = ChangeEvent(number: 1, at: instant("18:01:00.123"), old: nil, new: .alarm(definition))
        #expect(harness.desired[kitchen]?.alarms == [alarm])
        #expect(harness.desired[kitchen]?.revision == 2)
        #expect(harness.desired[bedroom] == nil)
        let result = ChangeResult(events: [event], nodes: [DocumentRevision(node: kitchen, revision: 2)])
        #expect(harness.changes == [event] && harness.replies == [.success(result)])
        func place(_ isIt: (CoordinatorEffect) -> Bool) -> Int { harness.effects.firstIndex(where: isIt) ?? -1 }
        let order = [
            place { if case .publish(.desired) = $0 { true } else { false } },
            place { if case .publish(.change) = $0 { true } else { false } },
            place { if case .reply = $0 { true } else { false } },
        ]
        #expect(order == order.sorted() && order[0] >= 0)
        #expect(harness.schedule().alarms == [definition])
    }

    @Test("an alarm by the sun gets the site's position, and is refused without one") mutating func bySun() throws {
        var wanted = draft("00:00")
        wanted.schedule.sun = SunTime(.sunrise, offsetMinutes: -30)
        harness.change(.addAlarm(wanted))
        let refused = try #require(harness.replies.last?.failure)
        #expect(refused.message.contains("coordinator.yaml"))

        let berlin = try #require(Position("52.52, 13.405"))
        harness = CoreHarness(at: "18:01:00", position: berlin)
        harness.settleIn(kitchen)
        harness.made(.addAlarm(wanted))
        let told = try #require(harness.desired[kitchen]?.alarms.first?.schedule)
        #expect(
            told.sun == SunTime(.sunrise, offsetMinutes: -30, position: berlin)
                && told.time == wanted.schedule.sun?.standIn)
        // Sunrise there was at 06:38 UTC on this day, and it counts for an edit as the time does.
        wanted.schedule.repetition = .onDate(date("2026-11-21"))
        harness.change(.addAlarm(wanted))
        #expect(harness.replies.last?.failure?.message.contains("no sunrise to come") == true)
        // Tomorrow's can be skipped, and get another label after it rang.
        var tomorrow = wanted
        tomorrow.schedule.repetition = .onDate(date("2026-11-22"))
        harness.made(.addAlarm(tomorrow))
        let added = try #require(harness.schedule().alarms.last?.alarm)
        tomorrow.schedule.skips = [date("2026-11-22")]
        harness.made(.editAlarm(added.id, revision: 1, tomorrow))
        _ = harness.setClock(to: "2026-11-22T08:00:00Z")
        harness.commitAll()
        tomorrow.label = "Work"
        harness.made(.editAlarm(added.id, revision: 2, tomorrow))
        harness.made(.removeAlarm(added.id))
        _ = harness.setClock(to: "18:01:00")
        harness.commitAll()
        _ = harness.advance(.minutes(1))
        wanted.schedule.repetition = .weekly(.everyDay)
        wanted.schedule.sun?.offsetMinutes = 0
        harness.made(.editAlarm(a1, revision: 1, wanted))
        #expect(harness.desired[kitchen]?.alarms.first?.schedule.countsFrom == instant("18:02:00"))
    }

    @Test mutating func anAlarmHeedsSeveralCalendarsAndEachOfThemIsNeeded() throws {
        harness.made(.setHolidays(calendar("de", "2026-12-25/2026-12-26", "2027-01-01")))
        harness.made(.setHolidays(calendar("school", "2026-12-21/2026-12-26")))
        harness.made(.addAlarm(draft(holidays: CalendarNames(["school", "de"]))))
        let told = try #require(harness.desired[kitchen]?.alarms.first?.schedule.holidays)
        #expect(told.map(\.iso8601) == ["2026-12-21/2026-12-26", "2027-01-01"])
        // A day more in one of them reaches the node.
        harness.made(.setHolidays(calendar("de", "2027-01-01/2027-01-02")))
        let moved = try #require(harness.desired[kitchen]?.alarms.first?.schedule.holidays)
        #expect(moved.map(\.iso8601) == ["2026-12-21/2026-12-26", "2027-01-01/2027-01-02"])
        harness.change(.removeHolidays(name: "school"))
        guard let refused = harness.replies.last?.failure else {
            Issue.record("a calendar that is heeded was removed")
            return
        }
        #expect(refused.message.contains("alarm a1"))
        harness.change(.addAlarm(draft(holidays: CalendarNames(["de", "nowhere"]))))
        guard let unknown = harness.replies.last?.failure else {
            Issue.record("an unknown calendar was taken")
            return
        }
        #expect(unknown.code == .unknownObject && unknown.message.contains("nowhere"))
    }

    @Test mutating func whoChangedAnAlarmLastIsKeptWithItAndToldWithTheEvent() throws {
        func edit(_ label: String, revision: Int, by person: String?) -> ChangeRequest {
            ChangeRequest(changes: [.editAlarm(a1, revision: revision, draft(label: label))], by: person)
        }
        harness.request(ChangeRequest(changes: [.addAlarm(draft(label: "a"))], by: "anna@laptop"))
        harness.commitAll()
        let added = ChangeMark(at: instant("18:01:00.123"), by: "anna@laptop")
        #expect(harness.schedule().alarms.map(\.changed) == [added])
        #expect(harness.changes.map(\.by) == ["anna@laptop"])
        _ = harness.advance(.minutes(1))
        // An edit that changes nothing leaves Anna as the last editor.
        harness.request(edit("a", revision: 1, by: "ben"))
        harness.commitAll()
        #expect(harness.schedule().alarms.map(\.changed) == [added])
        harness.request(edit("b", revision: 1, by: "ben"))
        harness.commitAll()
        #expect(
            harness.schedule().alarms.map(\.changed) == [ChangeMark(at: instant("18:02:00.123"), by: "ben")])
        #expect(harness.changes.last?.by == "ben")
        // An older client names nobody.
        harness.request(edit("c", revision: 2, by: nil))
        harness.commitAll()
        #expect(
            harness.schedule().alarms.map(\.changed) == [ChangeMark(at: instant("18:02:00.123"), by: nil)])
        #expect(harness.changes.map(\.by) == [nil])
    }

    @Test mutating func theAnswerNamesEveryNodeWhoseDocumentIsAnother() throws {
        harness.made(.addAlarm(draft(label: "a")))
        harness.change(.editAlarm(a1, revision: 1, draft(label: "a", nodes: [bedroom])))
        harness.commitAll()
        guard let moved = try #require(harness.replies.last).value as? ChangeResult else { preconditionFailure() }
        // The room that lost it must receive that, too.
        #expect(
            moved.nodes == [
                DocumentRevision(node: bedroom, revision: 2), DocumentRevision(node: kitchen, revision: 3),
            ])
        #expect(moved.nodes.allSatisfy { harness.desired[$0.node]?.revision == $0.revision })
    }

    @Test mutating func anEditCountsFromNowOnlyWhenWhatIsDueIsOther() throws {
        harness.made(.addAlarm(draft(label: "a")))
        let first = instant("18:01:00.123")
        _ = harness.advance(.hours(1))
        let second = instant("19:01:00.123")
        for (edit, countsFrom) in [
            (draft(label: "b"), first), (draft(label: "b", skips: ["2026-11-23"]), first),
            (draft(label: "b", nodes: [bedroom]), first), (draft("07:30", label: "b", nodes: [bedroom]), second),
        ] {
            let revision = try #require(harness.alarm(a1)).alarm.revision
            let event = try #require(harness.made(.editAlarm(a1, revision: revision, edit)).first)
            guard case .alarm(let new) = event.new, case .alarm(let old) = event.old else {
                Issue.record("\(event)")
                return
            }
            #expect(old.alarm.revision == revision && new.alarm.revision == revision + 1)
            #expect(new.alarm.schedule.countsFrom == countsFrom)
        }
        // Switched off and on again it counts from then.
        harness.made(.editAlarm(a1, revision: 5, draft("07:30", label: "b", on: false, nodes: [bedroom])))
        _ = harness.advance(.hours(1))
        harness.made(.editAlarm(a1, revision: 6, draft("07:30", label: "b", nodes: [bedroom])))
        #expect(harness.alarm(a1)?.alarm.schedule.countsFrom == instant("20:01:00.123"))
    }

    /// By the old count it would have been due at seven of the other zone, which is over, and could ring no more.
    @Test(arguments: [AlarmSchedule.Repetition.once, .weekly(.everyDay)])
    mutating func inAnotherZoneItIsDueFromNowOn(repetition: AlarmSchedule.Repetition) throws {
        harness.zones["America/New_York"] = newYork
        // 18:01 UTC is 13:01 in New York.
        harness.made(.addAlarm(draft("14:00", repetition, zone: "Europe/Berlin")))
        _ = harness.advance(.hours(3))
        harness.made(.editAlarm(a1, revision: 1, draft("14:00", repetition, zone: "America/New_York")))
        #expect(harness.alarm(a1)?.alarm.schedule.countsFrom == instant("21:01:00.123"))
        #expect(harness.desired[kitchen]?.alarms.first?.schedule.countsFrom == instant("21:01:00.123"))
    }

    /// West of UTC it is the afternoon of the day before, and nodes look back a week.
    @Test func anEditTidiesAwayOnlySkipsThatNoNodeLooksAtAnyMore() {
        var harness = CoreHarness(at: "2026-11-22T01:00:00Z")
        harness.zones["America/Los_Angeles"] = systemZone("America/Los_Angeles")
        harness.settleIn(kitchen, zone: "America/Los_Angeles")
        let skips = ["2026-11-14", "2026-11-21", "2026-11-22"]
        harness.made(.addAlarm(draft("22:00", skips: ["2026-11-13"] + skips)))
        #expect(harness.alarm(a1)?.alarm.schedule.skips == skips.map(date))
        harness.made(.editAlarm(a1, revision: 1, draft("22:00", label: "b", skips: skips)))
        #expect(harness.alarm(a1)?.alarm.schedule.skips == skips.map(date))
        #expect(harness.desired[kitchen]?.alarms.first?.schedule.skips == skips.map(date))
    }

    @Test mutating func everyNodeThatIsNamedBeforeOrAfterIsTold() {
        harness.made(.setGroup(NodeGroup(id: upstairs, nodes: [bedroom, kitchen])))
        harness.made(.addAlarm(draft()))
        harness.change(.editAlarm(a1, revision: 1, draft(nodes: [bedroom])))
        harness.commitAll()
        #expect(harness.desired.keys.sorted() == [bedroom, kitchen])
        #expect(harness.desired[kitchen]?.alarms == [] && harness.desired[bedroom]?.alarms.count == 1)
        // By a group it rings there all the same, so only the kitchen hears of it.
        harness.change(.editAlarm(a1, revision: 2, draft(nodes: [], groups: [upstairs])))
        harness.commitAll()
        #expect(harness.desired.values.allSatisfy { $0.alarms.map(\.revision) == [3] })
        harness.change(.setGroup(NodeGroup(id: upstairs, nodes: [bedroom])))
        harness.commitAll()
        #expect(harness.desired.keys.sorted() == [kitchen])
        #expect(harness.desired[kitchen]?.alarms == [])
        harness.change(.removeAlarm(a1))
        harness.commitAll()
        #expect(harness.desired.keys.sorted() == [bedroom])
        #expect(harness.schedule().alarms.isEmpty)
    }

    @Test mutating func whatChangesNothingIsAnsweredAtOnceWithoutAnEvent() {
        harness.made(.addAlarm(draft(label: "a")))
        harness.change(.editAlarm(a1, revision: 1, draft(label: "a")))
        #expect(harness.commit == nil)
        #expect(harness.replies == [.success(ChangeResult(events: []))])
    }

    @Test mutating func twoEditsAtOnceAreAConflictThatNamesBothRevisions() throws {
        harness.made(.addAlarm(draft()))
        harness.change(.editAlarm(a1, revision: 1, draft("08:00")))
        // The first one is decided, though not committed.
        harness.change(.editAlarm(a1, revision: 1, draft("09:00")))
        let refusal = try #require(harness.refusal)
        #expect(refusal.code == .conflict)
        #expect(refusal.message.contains("a1") && refusal.message.contains("revision 2"))
        #expect(refusal.message.contains("revision 1"))
        harness.commitAll()
        #expect(harness.alarm(a1)?.alarm.schedule.time == LocalTime(hour: 8, minute: 0))
    }

    @Test mutating func aRefusedChangeUndoesTheOnesBeforeIt() throws {
        harness.made(.addAlarm(draft(label: "stays")))
        harness.change(
            .addAlarm(draft("05:00")), .removeAlarm(a1), .setGroup(NodeGroup(id: upstairs, nodes: [kitchen])),
            .addAlarm(draft(nodes: [], groups: [upstairs])), timer(60), .removeAlarm(AlarmID(number: 99)!))
        let refusal = try #require(harness.refusal)
        #expect(refusal.code == .unknownObject)
        #expect(refusal.message == "change 6: there is no alarm a99")
        #expect(harness.commit == nil)
        let page = harness.schedule()
        #expect(page.alarms.map(\.alarm.label) == ["stays"] && page.timers.isEmpty && page.groups.isEmpty)
        // Ids that nobody was told of are not used up.
        #expect(harness.made(.addAlarm(draft())).compactMap(\.new).count == 1)
        #expect(harness.alarm(a2) != nil)
        #expect(harness.desired[kitchen]?.alarms.map(\.id) == [a1, a2])
    }

    @Test mutating func aFailedCommitTakesBackEverythingThatWasDecidedSince() throws {
        harness.made(.addAlarm(draft(label: "stays")))
        harness.change(.addAlarm(draft(label: "lost")))
        let commit = try #require(harness.commit)
        harness.change(.editAlarm(a1, revision: 1, draft(label: "lost, too")))
        harness.change(timer(60))
        harness.send(.commitFailed(commit.id, reason: "no space is left"))
        #expect(harness.replies.count == 3)
        #expect(
            harness.replies.allSatisfy { $0 == .failed(RequestError(.storeFailed, "no space is left")) })
        #expect(harness.changes.isEmpty && harness.desired.isEmpty)
        let page = harness.schedule()
        #expect(page.alarms.map(\.alarm.label) == ["stays"] && page.timers.isEmpty)
        // Numbers of ids and events go on without a gap.
        let event = try #require(harness.made(.addAlarm(draft(label: "next"))).first)
        #expect(event.number == 2)
        #expect(harness.alarm(a2)?.alarm.label == "next")
        #expect(harness.status(kitchen).revision.desired == 3)
    }

    @Test mutating func aZoneIsLookedUpBeforeAnAlarmInItIsTaken() throws {
        harness.zones["America/New_York"] = newYork
        harness.change(.addAlarm(draft(zone: "America/New_York")))
        #expect(harness.loadedZones == ["America/New_York"] && harness.replies.isEmpty && harness.commit == nil)
        harness.change(.addAlarm(draft(zone: "Mars/Olympus")), .addAlarm(draft(zone: "America/New_York")))
        #expect(harness.loadedZones == ["Mars/Olympus"])
        harness.send(.zone("America/New_York", newYork))
        harness.commitAll()
        #expect(harness.alarm(a1)?.alarm.schedule.zone == "America/New_York")
        harness.send(.zone("Mars/Olympus", nil))
        let refusal = try #require(harness.refusal)
        #expect(refusal.code == .invalid && refusal.message.contains("Mars/Olympus"))
        #expect(refusal.message.hasPrefix("change 1: "))
        harness.change(.addAlarm(draft(zone: "Mars/Olympus")))
        #expect(harness.refusal != nil && harness.loadedZones.isEmpty)
    }
}
