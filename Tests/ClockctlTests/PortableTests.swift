import ClockDomain
import ClockRuntime
import ClockWire
import Testing

@testable import ClockSite
@testable import ClockctlKit

@Suite("A site as a text: export and import")
struct PortableTests {
    private static let kitchen = NodeID("kitchen")!
    private static let bedroom = NodeID("bedroom")!
    private static let upstairs = GroupID("upstairs")!
    private static let now = WallTime(rfc3339: "2026-11-21T18:00:00Z")!

    private static func node(_ id: NodeID, _ settings: NodeSettings = .standard) -> NodeStatus {
        NodeStatus(
            id: id, room: id.rawValue, zone: nil, availability: .online, availabilitySince: nil, clock: nil, last: nil,
            next: nil, settings: settings, at: now, revision: .init(desired: 1, applied: 1), audio: nil,
            voice: VoiceReport(name: "english", problems: [], installed: ["english"]), version: nil, ledgerPending: 0,
            problem: nil)
    }

    private static let status = SiteStatus(
        site: SiteID("home")!, now: now, nextWake: now, nextTarget: now,
        coordinator: CoordinatorStatus(state: .running, version: "1", started: now, broker: "hub:1883", problem: nil),
        nodes: [
            node(
                bedroom,
                NodeSettings(
                    mute: .until(now + .hours(2)),
                    quiet: [QuietPeriod("22:00-07:00")!, QuietPeriod("sat,sun 22:00-09:30")!],
                    trimMicroseconds: -12_500)), node(kitchen),
        ])

    private static func alarm(
        _ number: Int, _ label: String, _ time: String, _ repetition: AlarmSchedule.Repetition = .once,
        targets: RingTargets = RingTargets(nodes: [bedroom]), holidays: CalendarNames? = nil
    ) -> AlarmDefinition {
        AlarmDefinition(
            alarm: Alarm(
                id: AlarmID(number: number)!, revision: 4, label: label, isEnabled: number != 2,
                schedule: AlarmSchedule(
                    time: LocalTime(hourAndMinute: time)!, repetition: repetition, zone: nil, countsFrom: now,
                    skips: [], exceptions: [], holidays: []),
                ring: RingStyle(
                    sound: "harp", volume: Volume(percent: 40), rampSeconds: 60, limitMinutes: 5, snoozeMinutes: 0),
                misfire: number == 2 ? .reportOnly : .standard),
            targets: targets, holidays: holidays)
    }

    private static let schedule: SiteSchedule = {
        var schedule = SiteSchedule(
            SchedulePage(
                alarms: [
                    alarm(1, "Work: \"early\" # really", "07:00", .weekly(WeekdaySet([.monday, .friday]))),
                    alarm(2, "", "23:59", .onDate(CivilDate(iso8601: "2026-12-24")!)),
                    alarm(7, "no", "06:00", targets: RingTargets(nodes: [], groups: [upstairs]), holidays: "berlin"),
                    alarm(
                        9, "Bins", "19:00",
                        .recurring(.weeks(2, WeekdaySet([.thursday]), from: CivilDate(iso8601: "2026-12-10")!))),
                    alarm(10, "Rent", "09:00", .recurring(.monthWeekday(-1, .friday))),
                ],
                next: nil, timers: [], stopwatches: [], groups: [NodeGroup(id: upstairs, nodes: [bedroom, kitchen])],
                holidays: [
                    HolidayCalendar(
                        name: "berlin",
                        days: [
                            .init(span: DateSpan(iso8601: "2026-12-25/2026-12-26")!, name: "Weihnachten 🎄"),
                            .init(span: DateSpan(iso8601: "2027-01-01")!, name: ""),
                        ])
                ], now: now))
        return schedule
    }()

    private static func exported() throws -> String {
        try SiteDocument(status, schedule).yaml(heading: "a test")
    }

    private func plan(_ text: String) throws -> SiteImport {
        try SiteImport(
            SiteDocumentReader(source: "house.yaml").read(text), status: Self.status, schedule: Self.schedule,
            source: "house.yaml")
    }

    @Test("What was exported is read as it was")
    func roundTrip() throws {
        let document = SiteDocument(Self.status, Self.schedule)
        let read = try SiteDocumentReader(source: "house.yaml").read(Self.exported())
        #expect(read.rooms.map(\.id) == document.rooms.map(\.id))
        #expect(read.rooms.map(\.settings) == document.rooms.map(\.settings))
        #expect(read.groups.map(\.group) == document.groups.map(\.group))
        #expect(read.calendars.map(\.calendar) == document.calendars.map(\.calendar))
        #expect(read.alarms.map(\.draft) == document.alarms.map(\.draft))
        #expect(read.alarms.map(\.id) == document.alarms.map(\.id))
    }

    @Test("Importing what the site has changes nothing")
    func idempotent() throws {
        let plan = try plan(Self.exported())
        #expect(plan.steps.isEmpty && plan.changes.isEmpty && plan.renames.isEmpty && plan.settings.isEmpty)
        #expect(plan.unchanged == 9)
    }

    @Test("What differs is changed, what is not there is added, nothing is removed")
    func changes() throws {
        let text = """
            format: 1
            rooms:
              kitchen: {name: Küche, settings: {volume: 45}}
            groups:
              downstairs: [kitchen]
            alarms:
              - {id: a7, label: "no", schedule: {time: 06:15, repetition: {once: true}}, targets: {groups: [upstairs]}}
              - {id: a1, label: other, schedule: {time: 07:00, repetition: {once: true}}, targets: {nodes: [kitchen]}}
              - {schedule: {time: 8:00, repetition: {days: [sat]}}, targets: {groups: [downstairs]}}
            """
        let plan = try plan(text)
        #expect(plan.renames == [RenameRequest(node: Self.kitchen, room: "Küche")])
        #expect(plan.settings.map(\.change) == [SettingsPatch(volume: Volume(percent: 45))])
        #expect(plan.changes.count == 4)
        #expect(plan.changes.first == .setGroup(NodeGroup(id: GroupID("downstairs")!, nodes: [Self.kitchen])))
        guard case .editAlarm(let id, let revision, let draft) = plan.changes[1] else {
            Issue.record("\(plan.changes[1])")
            return
        }
        #expect(id == AlarmID(number: 7) && revision == 4 && draft.schedule.time.hourAndMinute == "06:15")
        for change in plan.changes.dropFirst(2) {
            guard case .addAlarm = change else {
                Issue.record("the number is taken by another alarm: \(change)")
                return
            }
        }
        #expect(plan.steps.first?.differences == ["name kitchen → Küche", "volume 80 → 45"])
    }

    @Test("Many alarms go in requests that the protocol allows")
    func manyAlarms() throws {
        let line = "\n  - {label: n%, schedule: {time: 07:00, repetition: {once: true}}, targets: {nodes: [kitchen]}}"
        let alarms = (0..<1_201).map { line.replacing("%", with: "\($0)") }.joined()
        let requests = try plan("format: 1\nalarms:" + alarms).requests
        #expect(requests.map(\.count) == [500, 500, 201])
        #expect(requests.allSatisfy { WireCodec.encode(ChangeRequest(changes: $0)).count < ChangeRequest.maximumBytes })
    }

    @Test(
        "What is wrong is told by file, line and value, and nothing is planned",
        arguments: [
            ("", "is empty"), ("rooms:\n", "has no format; add the line \"format: 1\""),
            ("format: 2\n", ":1: format 2 is not known here, only 1"), ("- 1\n", ":1: the file must hold"),
            ("format: 1\nroom:\n", ":2: unknown name \"room\"; did you mean \"rooms\"?"),
            ("format: 1\nrooms:\nrooms:\n", ":3: \"rooms\" is there twice, first in line 2"),
            ("format: 1\nrooms:\n  Kitchen:\n", ":3: room \"Kitchen\" is not an id"),
            ("format: 1\nrooms:\n  attic:\n    name: x\n", ":3: the file names the room attic"),
            ("format: 1\nrooms:\n  kitchen:\n    settings: {volume: 101}\n", "volume 101 is not in 0...100"),
            (
                "format: 1\nrooms:\n  kitchen:\n    settings:\n      every: 15\n",
                ":5: settings of kitchen: every: 15 must be a text, in quotes"
            ),
            (
                "format: 1\nrooms:\n  kitchen:\n    settings:\n      mute: true\n",
                ":5: unknown name \"mute\"; did you mean"
            ),
            (
                "format: 1\nrooms:\n  kitchen:\n    settings: {volume_floor: 90, volume_ceiling: 10}\n",
                "above the volume"
            ),
            (
                "format: 1\nrooms:\n  kitchen:\n    settings: {voice: german}\n",
                ":3: room kitchen has no voice \"german\""
            ),
            ("format: 1\ngroups: {g: []}\n", ":2: group g has no room"),
            ("format: 1\ngroups: {g: [attic]}\n", ":2: group g names the room attic"),
            ("format: 1\nholidays:\n  x:\n    - {on: 2026-13-01}\n", ":4: calendar x: "),
            ("format: 1\nalarms:\n  - label: x\n", ":3: alarm: schedule is missing"),
            ("format: 1\nalarms: 7\n", ":2: alarms must be a list"),
            (
                "format: 1\nalarms:\n  - id: b1\n    schedule: {time: 07:00, repetition: {once: true}}\n"
                    + "    targets: {nodes: [kitchen]}\n", ":3: id \"b1\" is not an alarm's"
            ),
            (
                "format: 1\nalarms:\n  - schedule:\n      time: 25:00\n      repetition: {once: true}\n"
                    + "    targets: {nodes: [kitchen]}\n", ":4: alarm: \"25:00\""
            ),
            (
                "format: 1\nalarms:\n  - schedule: {time: 07:00, repetition: {once: true}}\n    targets: {groups: [x]}\n",
                ":3: the alarm names the group x"
            ),
            (
                "format: 1\nalarms:\n  - schedule: {time: 07:00, repetition: {once: true}}\n    holidays: paris\n"
                    + "    targets: {nodes: [kitchen]}\n", ":3: the alarm names the holidays paris"
            ),
            ("format: 1\nalarms: [\n", "not valid YAML"),
        ])
    func refusals(text: String, words: String) throws {
        do {
            _ = try plan(text)
            Issue.record("it was taken")
        } catch let error as FatalError {
            #expect(error.message.hasPrefix("house.yaml:") && error.message.contains(words), "\(error.message)")
            #expect(!error.message.contains("\n") && error.exitCode == .badData)
        }
    }
}
