import ClockCoordinatorCore
import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// The contract of every store: people's definitions.
@Suite struct StoreContractDefinitionTests {
    @Test(arguments: StoreKind.allCases) func aNewStoreHasAnEmptyBook(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let state = try fixture.store.load()
        #expect(state.numbers == DefinitionNumbers() && state.objects.isEmpty && state.lines.isEmpty)
        #expect(state.ringsClosedThrough == nil)
    }

    @Test(arguments: StoreKind.allCases) func objectsAreSavedReplacedAndLoadedInTheirOrder(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        var alarm = SiteObject.fullAlarm(9)
        let timetable = Timetable(
            name: "school", weeks: [.init(days: .everyDay, program: "regular")], calendars: "de",
            dates: [.init(on: DateSpan(iso8601: "2026-12-18")!, program: nil)])
        let objects: [SiteObject] = [
            .timetable(timetable),
            .calendar(
                HolidayCalendar(
                    name: "de",
                    days: [.init(span: DateSpan(iso8601: "2026-12-24/2026-12-26")!, name: "Weihnachten \"lang\"")])),
            .group(NodeGroup(id: GroupID("upstairs")!, nodes: [bedroom, kitchen])),
            .stopwatch(
                Stopwatch(
                    id: StopwatchID(number: 3)!, revision: 5, name: "run", state: .stopped(elapsedMilliseconds: 7_001),
                    laps: [1, 7_000])),
            .stopwatch(
                Stopwatch(
                    id: StopwatchID(number: 1)!, revision: 1, name: "", state: .running(since: instant("10:00:00.125")),
                    laps: [])),
            .timer(1, .paused(remainingMilliseconds: 12_345)), alarm, .fullAlarm(10), .plainAlarm(2),
        ]
        _ = try fixture.store.commit(objects.map(StoreOperation.saveObject))
        #expect(try fixture.store.load().objects == objects.ordered)
        guard case .alarm(var definition) = alarm else { return }
        definition.alarm.revision += 1
        definition.alarm.isEnabled = false
        alarm = .alarm(definition)
        _ = try fixture.store.commit([
            .saveObject(alarm), .removeObject(.alarm(AlarmID(number: 10)!)), .removeObject(.calendar("de")),
            .removeObject(.group(GroupID("upstairs")!)), .removeObject(.timer(TimerID(number: 1)!)),
            .removeObject(.stopwatch(StopwatchID(number: 3)!)), .removeObject(.alarm(AlarmID(number: 77)!)),
            .removeObject(.timetable("school")),
        ])
        #expect(try fixture.store.load().objects == [objects[8], alarm, objects[4]])
    }

    @Test(arguments: StoreKind.allCases) func anAlarmsCalendarsAreKept(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let several = CalendarNames(["school", "de", "works-outing"])
        for holidays in [nil, "de", several] {
            guard case .alarm(var definition) = SiteObject.plainAlarm(1) else { return }
            definition.holidays = holidays
            _ = try fixture.store.commit([.saveObject(.alarm(definition))])
            #expect(try fixture.store.load().objects == [.alarm(definition)])
        }
    }

    @Test(arguments: StoreKind.allCases) func theBooksStateIsKept(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        for state in [
            DefinitionNumbers(
                lastAlarm: 7, lastTimer: 999_999_999, lastStopwatch: 1, lastChange: 1 << 40,
                holidaysThrough: CivilDate(iso8601: "2028-11-22")), DefinitionNumbers(lastAlarm: 8),
        ] {
            _ = try fixture.store.commit([.saveNumbers(state)])
            #expect(try fixture.store.load().numbers == state)
        }
    }

    @Test(arguments: StoreKind.allCases) func theGenerationAndWhatWasRevisedInItAreKept(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        #expect(try fixture.store.load().generation == .uncounted)
        let generation = try #require(StoreGeneration("7-kfdp"))
        var definition = NodeDefinition.plain(kitchen)
        definition.revise(in: generation)
        _ = try fixture.store.commit([.beginGeneration(generation), .saveDefinition(definition)])
        let state = try fixture.store.load()
        #expect(state.generation == generation && state.nodes.map(\.definition) == [definition])
        #expect(state.nodes[0].definition.lineage.marks.count == 2)
    }

    @Test(arguments: StoreKind.allCases) func idsOfOneNumberAndDifferentGenerationsStandBesideEachOther(
        kind: StoreKind
    ) throws {
        let fixture = try StoreFixture(kind)
        let ids = try ["a2", "a2bcdf", "a2zzzz", "a10bcdf"].map { try #require(AlarmID($0)) }
        _ = try fixture.store.commit([
            .saveDefinition(.plain(kitchen)),
            .append(kitchen, ids.enumerated().map { ringEntry($0 + 1, $1.description, "17:50:00") }),
        ])
        let lines = try fixture.store.history(HistoryRequest()).lines
        #expect(lines.compactMap(\.cursor.source) == ids.map(RingSource.alarm))
        let rest = try fixture.store.history(HistoryRequest(before: lines[1].cursor)).lines
        #expect(rest.compactMap(\.cursor.source) == ids.dropFirst(2).map(RingSource.alarm))
    }

    @Test(arguments: StoreKind.allCases) func aNodesZoneIsKeptAndGoesWithTheNode(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        _ = try fixture.store.commit([
            .saveDefinition(.plain(kitchen)), .saveZone(kitchen, "Europe/Berlin"), .saveZone(bedroom, "Asia/Tokyo"),
        ])
        #expect(try fixture.store.load().nodes.map(\.zone) == ["Europe/Berlin"])
        _ = try fixture.store.commit([.saveDefinition(.plain(kitchen))])
        #expect(try fixture.store.load().nodes.map(\.zone) == ["Europe/Berlin"])
    }

    @Test(arguments: StoreKind.allCases) func aRingsLinesAreLoadedOfWhatRingsOnceAndOfWhatIsNotClosed(kind: StoreKind)
        throws
    {
        let fixture = try StoreFixture(kind)
        func rung(_ sequence: Int, _ source: String) -> LedgerEntry { ringEntry(sequence, source, "10:00:00") }
        _ = try fixture.store.commit([
            .saveDefinition(.plain(kitchen)), .saveDefinition(.plain(bedroom)), .saveObject(.plainAlarm(1)),
            .saveObject(.onceAlarm(2)), .saveObject(.onceAlarm(3, on: false)),
            .saveObject(.timer(1, .running(ends: instant("10:00:00")))),
            .append(
                kitchen, [rung(1, "a1"), rung(2, "a2"), rung(3, "a3"), rung(4, "a4"), rung(5, "t1"), rung(6, "t2")]),
            .closeRings([absence(bedroom, "a2", "10:00:00"), absence(bedroom, "a1", "10:00:00")], through: nil),
        ])
        func line(_ node: NodeID, _ source: String, _ isOfNode: Bool) -> RingLine {
            RingLine(
                node: node, occurrence: Occurrence(source: RingSource(source)!, due: instant("10:00:00")),
                isOfNode: isOfNode)
        }
        #expect(
            try fixture.store.load().lines == [
                line(bedroom, "a2", false), line(kitchen, "a2", true), line(kitchen, "t1", true),
            ])
        _ = try fixture.store.commit([.closeRings([], through: instant("09:59:00"))])
        #expect(
            try fixture.store.load().lines == [
                line(bedroom, "a1", false), line(bedroom, "a2", false), line(kitchen, "a1", true),
                line(kitchen, "a2", true), line(kitchen, "a3", true), line(kitchen, "a4", true),
                line(kitchen, "t1", true), line(kitchen, "t2", true),
            ])
        _ = try fixture.store.commit([.closeRings([], through: instant("10:00:00"))])
        #expect(try fixture.store.load().lines.count == 3)
    }
}

extension SiteObject {
    static func plainAlarm(_ number: Int) -> SiteObject {
        .alarm(number, .weekly(.everyDay), label: "", isEnabled: true)
    }

    static func onceAlarm(_ number: Int, on isEnabled: Bool = true) -> SiteObject {
        .alarm(
            number, number % 2 == 0 ? .once : .onDate(CivilDate(iso8601: "2026-11-21")!), label: "",
            isEnabled: isEnabled)
    }

    static func fullAlarm(_ number: Int) -> SiteObject {
        let definition = AlarmDefinition(
            alarm: Alarm(
                id: AlarmID(number: number)!, revision: 12, label: "Früh \"auf\" \\ 🐓", isEnabled: true,
                schedule: AlarmSchedule(
                    time: LocalTime(hour: 6, minute: 45)!, repetition: .weekly(WeekdaySet([.monday, .sunday])),
                    zone: "America/New_York", countsFrom: instant("09:00:00.123"),
                    skips: [CivilDate(iso8601: "2026-11-23")!],
                    exceptions: [DateSpan(iso8601: "2026-12-01/2026-12-09")!]
                ),
                ring: RingStyle(
                    sound: "siren", volume: Volume(percent: 0), rampSeconds: 900, limitMinutes: 180, snoozeMinutes: 0),
                misfire: .reportOnly),
            targets: RingTargets(nodes: [kitchen, bedroom], groups: [GroupID("upstairs")!]), holidays: "de",
            changed: ChangeMark(at: instant("09:00:00.123"), by: "anna@laptop (clockctl)"))
        return .alarm(definition)
    }

    static func timer(_ number: Int, _ state: CountdownState) -> SiteObject {
        .timer(
            TimerDefinition(
                timer: CountdownTimer(
                    id: TimerID(number: number)!, revision: 3, name: "pasta", seconds: 600, state: state, ring: .timer),
                targets: RingTargets(nodes: [kitchen])))
    }

    private static func alarm(
        _ number: Int, _ repetition: AlarmSchedule.Repetition, label: String, isEnabled: Bool
    ) -> SiteObject {
        .alarm(
            AlarmDefinition(
                alarm: Alarm(
                    id: AlarmID(number: number)!, revision: 1, label: label, isEnabled: isEnabled,
                    schedule: AlarmSchedule(
                        time: LocalTime(hour: 7, minute: 0)!, repetition: repetition, countsFrom: instant("09:00:00")),
                    ring: .alarm, misfire: .standard), targets: RingTargets(nodes: [kitchen])))
    }
}

extension [SiteObject] {
    /// Alarms, timers, stopwatches, groups, calendars, timetables; each by id.
    fileprivate var ordered: [SiteObject] {
        func rank(_ object: SiteObject) -> (Int, Int, String) {
            switch object {
            case .alarm(let definition): (0, definition.alarm.id.number, "")
            case .timer(let definition): (1, definition.timer.id.number, "")
            case .stopwatch(let stopwatch): (2, stopwatch.id.number, "")
            case .group(let group): (3, 0, group.id.rawValue)
            case .calendar(let calendar): (4, 0, calendar.name)
            case .timetable(let timetable): (5, 0, timetable.name)
            }
        }
        return sorted { rank($0) < rank($1) }
    }
}
