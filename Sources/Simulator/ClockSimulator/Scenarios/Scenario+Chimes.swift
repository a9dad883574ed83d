internal import ClockDomain
internal import ClockWire

// Sounds before the quarter hour.

extension Scenario {
    static var chimes: [Scenario] { [westminster] }

    /// The first node strikes each hour under another trouble; the second depends on the coordinator's wakes.
    private static var westminster: Scenario {
        let chime = SetRequest(nodes: (0..<2).map(RandomPlan.nodeID), change: SettingsPatch(chime: .westminster))
        let woken = SetRequest(nodes: [RandomPlan.nodeID(1)], change: SettingsPatch(selfWake: false))
        return Scenario(
            "westminster", "the first stroke marks the hour, with its melody before it or too late for that",
            plan: .site(70, from: "05:00", hours: 5, nodes: 2).asking(("05:05", chime), ("05:06", woken)).adding(
                // Killed in the middle of the melody.
                .at("06:59:45", until: "06:59:48", .node(0), is: .crash),
                // Set while it plays: corrected two seconds later.
                .at("07:59:50", .node(0), is: .clockStep(.seconds(5))),
                .at("08:30", until: "09:30", .coordinator(0), is: .crash))
        ) {
            $0.said(0, [("06:00", "westminster hour 6 strikes six AM")])
            $0.said(0, [("06:45", "westminster third six forty-five AM")])
            $0.said(0, [("07:00", "7 strikes seven AM")])
            $0.said(0, [("08:00", "8 strikes eight AM")])
            $0.said(0, [("09:00", "westminster hour 9 strikes nine AM")])
            $0.saidEveryQuarter(0, "05:15", "09:45")
            $0.said(1, [("08:00", "westminster hour 8 strikes eight AM")])
            $0.recorded(1, "05:15", "08:30", as: .announced, from: .wake)
            $0.recorded(1, "08:45", "09:30", as: .missed, .noWake)
        }
    }
}
