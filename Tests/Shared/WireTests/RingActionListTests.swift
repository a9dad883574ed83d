import ClockDomain
import ClockWire
import Testing

/// A writer's list of stops and snoozes, and the action that counts of two.
struct RingActionListTests {
    private static let due = WallTime(seconds: 1_800_000_000)
    private static let work = Occurrence(source: .alarm(AlarmID(number: 7)!), due: due)
    private static let next = Occurrence(source: .alarm(AlarmID(number: 7)!), due: due + .hours(24))
    private static let other = Occurrence(source: .alarm(AlarmID(number: 8)!), due: due)

    private static func action(
        _ id: String, _ kind: RingAction.Kind, after seconds: Int, minutes: Int? = nil, of occurrence: Occurrence = work
    ) -> RingAction {
        RingAction(id: id, occurrence: occurrence, kind: kind, at: due + .seconds(Int64(seconds)), minutes: minutes)
    }

    @Test(
        "The list keeps one action of each source: a stop, or the snooze that ends last",
        arguments: [
            (
                [action("long", .snooze, after: 2, minutes: 30), action("short", .snooze, after: 4, minutes: 5)],
                ["long"]
            ),
            (
                [action("short", .snooze, after: 2, minutes: 5), action("long", .snooze, after: 4, minutes: 30)],
                ["long"]
            ),
            ([action("first", .snooze, after: 2), action("second", .snooze, after: 4)], ["second"]),
            ([action("snooze", .snooze, after: 2, minutes: 60), action("stop", .stop, after: 4)], ["stop"]),
            ([action("stop", .stop, after: 2), action("snooze", .snooze, after: 4)], ["stop"]),
            ([action("stop", .stop, after: 2), action("again", .stop, after: 4)], ["again"]),
            (
                [action("long", .snooze, after: 2, minutes: 60), action("tomorrow", .snooze, after: 90_000, of: next)],
                ["tomorrow"]
            ),
            (
                [action("work", .snooze, after: 2, minutes: 60), action("other", .snooze, after: 4, of: other)],
                [
                    "work", "other",
                ]
            ),
        ])
    func keeps(actions: [RingAction], ids: [String]) {
        #expect(RingActionList(actions).actions.map(\.id) == ids)
        var list = RingActionList()
        for action in actions { list.add([action]) }
        #expect(list.actions.map(\.id) == ids)
    }
}
