import ClockDomain
import ClockWire
import Testing

@testable import CoordinatorDaemon

@Suite struct ScheduleEncoderTests {
    private func alarm(_ number: Int, revision: Int, label: String) -> AlarmDefinition {
        AlarmDefinition(
            alarm: Alarm(
                id: AlarmID(number: number)!, revision: revision, label: label, isEnabled: true,
                schedule: AlarmSchedule(
                    time: LocalTime(hour: 7, minute: 0)!, repetition: .once, zone: "Europe/Berlin",
                    countsFrom: WallTime(seconds: 5)), ring: .alarm, misfire: .standard),
            targets: RingTargets(nodes: [kitchen]), holidays: "de")
    }

    private func page(_ alarms: [AlarmDefinition], next: Int? = nil) -> SchedulePage {
        SchedulePage(
            alarms: alarms, next: next.flatMap { AlarmID(number: $0) }, timers: [], stopwatches: [],
            groups: [NodeGroup(id: GroupID("all")!, nodes: [kitchen])], holidays: [], now: WallTime(seconds: 9))
    }

    @Test func aPageIsWrittenAsTheCodecWritesIt() {
        var encoder = ScheduleEncoder()
        let first = [alarm(1, revision: 1, label: "a \"b\" / c"), alarm(2, revision: 1, label: "")]
        let edited = [
            alarm(1, revision: 2, label: "other"), alarm(2, revision: 1, label: ""), alarm(3, revision: 1, label: "x"),
        ]
        for page in [page([]), page(first, next: 2), page(first), page(edited), page([edited[2]])] {
            #expect(encoder.encode(page) == WireCodec.encode(Reply(result: page)))
        }
    }
}
