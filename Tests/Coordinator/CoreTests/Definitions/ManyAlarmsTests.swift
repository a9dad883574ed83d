import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@Suite struct ManyAlarmsTests {
    /// A site whose ten nodes ring a thousand alarms each.
    private static let full: CoreHarness = {
        let nodes = (0..<10).map { NodeID("room-\($0)")! }
        let objects = (0..<10_000).map { number in
            SiteObject.alarm(
                AlarmDefinition(
                    alarm: Alarm(
                        id: AlarmID(number: number + 1)!, revision: 1, label: "alarm \(number)", isEnabled: true,
                        schedule: AlarmSchedule(
                            time: LocalTime(secondOfDay: number % 1_440 * 60), repetition: .weekly(.everyDay),
                            countsFrom: instant("2026-11-21T00:00:00Z")),
                        ring: .alarm, misfire: .standard),
                    targets: RingTargets(nodes: [nodes[number / 1_000]])))
        }
        return CoreHarness(
            at: "18:01:00",
            stored: StoredState(
                storeID: "00112233aabbccdd", closedThrough: instant("18:00:00"), nodes: nodes.map { stored($0) },
                numbers: DefinitionNumbers(lastAlarm: 10_000), objects: objects, ringsClosedThrough: instant("18:00:00")
            ))
    }()

    private var harness = Self.full

    @Test mutating func theTenThousandAndFirstAlarmIsRefusedAndSoIsTheThousandAndFirstOfANode() throws {
        let node = NodeID("room-1")!
        harness.change(.addAlarm(draft(nodes: [node])))
        let siteRefusal = harness.refusal
        let site = try #require(siteRefusal)
        #expect(site.code == .unavailable && site.message.contains("10000 alarms"))
        harness.change(.removeAlarm(a1), .addAlarm(draft(nodes: [node])))
        let nodeRefusal = harness.refusal
        let one = try #require(nodeRefusal)
        #expect(one.code == .unavailable && one.message.contains("room-1 would ring 1001"))
        // Within one request, a removed alarm makes room for a new one.
        harness.made(.removeAlarm(AlarmID(number: 1_001)!), .addAlarm(draft(nodes: [node])))
        #expect(harness.schedule(after: AlarmID(number: 9_999)).alarms.map(\.alarm.id.number) == [10_000, 10_001])
    }

    @Test mutating func changingOneAlarmConcernsItsNodeAlone() {
        harness.change(.removeAlarm(a1))
        #expect(
            harness.operations.map {
                if case .saveDefinition(let definition) = $0 { definition.id.rawValue } else { "" }
            }
            .filter { !$0.isEmpty } == ["room-0"])
        harness.commitAll()
        #expect(harness.desired.count == 1)
        #expect(harness.desired[NodeID("room-0")!]?.alarms.count == 999)
    }

    @Test func pagesMeetWithoutGapOrOverlapAndFitIntoOneMessage() {
        var ids: [Int] = []
        var after: AlarmID?
        var pages = 0
        repeat {
            let page = harness.schedule(after: after)
            #expect(WireCodec.encode(Reply(result: page)).count <= Reply<SchedulePage>.maximumBytes)
            ids += page.alarms.map(\.alarm.id.number)
            after = page.next
            pages += 1
        } while after != nil && pages < 100
        #expect(ids == Array(1...10_000))
        #expect(pages <= 6)
    }

    @Test func aFullDocumentFitsIntoOneMessageHoweverItsTextsAreWritten() throws {
        var harness = CoreHarness(at: "18:01:00")
        harness.settleIn(kitchen)
        let days = (0..<120).map { number in
            HolidayCalendar.Day(
                span: DateSpan(
                    first: CivilDate(daysSinceEpoch: 20_790 + Int64(number) * 5),
                    last: CivilDate(daysSinceEpoch: 20_791 + Int64(number) * 5)),
                name: String(repeating: "\\", count: 64))
        }
        harness.made(.setHolidays(HolidayCalendar(name: "de", days: days)))
        let ring = RingStyle(
            sound: String(repeating: "s", count: 64), volume: Volume(percent: 100), rampSeconds: 900, limitMinutes: 180,
            snoozeMinutes: 60)
        let long = draft(
            label: String(repeating: "\"", count: 64), on: false, zone: "Europe/Berlin", ring: ring,
            misfire: .ring(withinMinutes: 1_440), holidays: "de")
        var refusal: RequestError?
        var told: Desired?
        while refusal == nil {
            harness.request(ChangeRequest(changes: Array(repeating: .addAlarm(long), count: 50)))
            harness.answerZones()
            refusal = harness.refusal
            harness.commitAll()
            told = harness.desired[kitchen] ?? told
        }
        #expect(refusal?.code == .unavailable && refusal?.message.contains("kitchen would be over") == true)
        let bytes = WireCodec.encode(try #require(told)).count
        #expect(bytes <= Desired.maximumBytes)
        #expect(bytes > Desired.maximumBytes / 2, "the estimate is of some use")
    }

    @Test mutating func aSiteFullOfEverythingIsTakenAndOneMoreIsRefused() throws {
        var harness = CoreHarness(at: "18:01:00")
        for number in 0..<10 { harness.settleIn(NodeID("room-\(number)")!) }
        let node = NodeID("room-0")!
        for number in 0..<100 {
            harness.made(.setGroup(NodeGroup(id: GroupID("group-\(number)")!, nodes: [node])))
        }
        harness.change(.setGroup(NodeGroup(id: GroupID("one-more")!, nodes: [node])))
        #expect(harness.refusal?.message.contains("100 groups") == true)
        for number in 0..<20 { harness.made(.setHolidays(calendar("c\(number)", "2026-12-25"))) }
        harness.change(.setHolidays(calendar("one-more", "2026-12-25")))
        #expect(harness.refusal?.message.contains("20 holiday calendars") == true)
        for room in 0..<10 {
            harness.request(
                ChangeRequest(changes: Array(repeating: timer(600, nodes: [NodeID("room-\(room)")!]), count: 50)))
            harness.commitAll()
        }
        harness.change(timer(600, nodes: [node]))
        #expect(harness.refusal?.message.contains("500 timers") == true)
        harness.made(.cancelTimer(TimerID(number: 500)!))
        harness.change(timer(600, nodes: [node]))
        #expect(harness.refusal?.message.contains("50 timers") == true)
        harness.request(ChangeRequest(changes: Array(repeating: .startStopwatch(name: ""), count: 200)))
        harness.commitAll()
        harness.change(.startStopwatch(name: ""))
        #expect(harness.refusal?.message.contains("200 stopwatches") == true)
        let days = (0..<1_000).map { number in
            HolidayCalendar.Day(
                span: DateSpan(
                    first: CivilDate(daysSinceEpoch: 20_000 + Int64(number)),
                    last: CivilDate(daysSinceEpoch: 20_000 + Int64(number))), name: String(repeating: "x", count: 64))
        }
        var refusal: RequestError?
        for number in 0..<20 where refusal == nil {
            harness.change(.setHolidays(HolidayCalendar(name: "c\(number)", days: days)))
            refusal = harness.refusal
            harness.commitAll()
        }
        #expect(refusal?.message.contains("900 KiB") == true)
        #expect(WireCodec.encode(Reply(result: harness.schedule())).count <= Reply<SchedulePage>.maximumBytes)
    }
}
