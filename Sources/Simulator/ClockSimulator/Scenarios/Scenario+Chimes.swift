internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

// Sounds before the quarter hour.

extension Scenario {
    static var chimes: [Scenario] { [westminster] }

    /// The first node strikes each hour under another trouble; the second depends on the coordinator's wakes.
    private static var westminster: Scenario {
        let chime = SetRequest(
            nodes: (0..<2).map(RandomPlan.nodeID), change: SettingsPatch(chime: .westminster))
        let woken = SetRequest(nodes: [RandomPlan.nodeID(1)], change: SettingsPatch(selfWake: false))
        return Scenario(
            "westminster", "the first stroke marks the hour, with its melody before it or too late for that",
            plan: .site(70, from: "2027-05-01T05:00Z", hours: 5, nodes: 2)
                .asking(("2027-05-01T05:05Z", chime), ("2027-05-01T05:06Z", woken))
                .adding(
                    // Killed in the middle of the melody.
                    .at("2027-05-01T06:59:45Z", until: "2027-05-01T06:59:48Z", .node(0), is: .crash),
                    // Set while it plays: corrected two seconds later.
                    .at("2027-05-01T07:59:50Z", .node(0), is: .clockStep(.seconds(5))),
                    .at("2027-05-01T08:30Z", until: "2027-05-01T09:30Z", .coordinator(0), is: .crash))
        ) {
            $0.said(0, [("2027-05-01T06:00Z", "westminster hour 6 strikes six AM")])
            $0.said(0, [("2027-05-01T06:45Z", "westminster third six forty-five AM")])
            $0.said(0, [("2027-05-01T07:00Z", "7 strikes seven AM")])
            $0.said(0, [("2027-05-01T08:00Z", "8 strikes eight AM")])
            $0.said(0, [("2027-05-01T09:00Z", "westminster hour 9 strikes nine AM")])
            $0.saidEveryQuarter(0, "2027-05-01T05:15Z", "2027-05-01T09:45Z")
            $0.said(1, [("2027-05-01T08:00Z", "westminster hour 8 strikes eight AM")])
            $0.recorded(1, "2027-05-01T05:15Z", "2027-05-01T08:30Z", as: .announced, from: .wake)
            $0.recorded(1, "2027-05-01T08:45Z", "2027-05-01T09:30Z", as: .missed, .noWake)
        }
    }
}
