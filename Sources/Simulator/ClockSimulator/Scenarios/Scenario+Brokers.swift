internal import ClockDomain
internal import ClockWire

// A site with two brokers.

extension Scenario {
    static var severalBrokers: [Scenario] { [brokersInTurn] }

    private static var brokersInTurn: Scenario {
        Scenario(
            "brokers-in-turn",
            "two brokers die in turn through a day, and an alarm is snoozed and stopped across them",
            plan: .site(53, from: "2027-05-01T00:05Z", hours: 24, nodes: 2)
                .changing { $0.otherBrokers = [BrokerPlan()] }
                .alarms(at: "2027-05-01T00:06Z", .plain("7:00", .once, nodes: [0, 1], limit: 10))
                .silencing(("2027-05-01T07:00:20Z", .snooze), ("2027-05-01T07:09:40Z", .stop))
                .adding(
                    .at("2027-05-01T02:10Z", until: "2027-05-01T03:10Z", .broker(0), is: .brokerDown(.lost)),
                    .at("2027-05-01T04:10Z", until: "2027-05-01T05:10Z", .broker(1), is: .brokerDown(.autosaved)),
                    // The bedroom is at the second broker while it rings, the kitchen and whoever stops it at the first.
                    PlannedFault(
                        start: TrueTime(.at("2027-05-01T06:40Z")), end: TrueTime(.at("2027-05-01T07:20Z")),
                        hosts: [.node(1)], broker: 0, kind: .partition(.both)),
                    .at("2027-05-01T10:10Z", until: "2027-05-01T12:10Z", .broker(0), is: .brokerDown(.kept)),
                    .at("2027-05-01T12:05Z", until: "2027-05-01T14:10Z", .broker(1), is: .brokerDown(.lost)))
        ) {
            for node in 0..<2 {
                $0.saidEveryQuarter(node, "2027-05-01T00:15Z", "2027-05-01T06:45Z")
                $0.saidEveryQuarter(node, "2027-05-01T07:15Z", "2027-05-01T23:45Z")
                $0.recorded(node, "2027-05-01T01:00Z", "2027-05-01T06:45Z", as: .announced, from: .wake)
                $0.recorded(node, "2027-05-01T07:30Z", "2027-05-01T12:00Z", as: .announced, from: .wake)
                $0.recorded(node, "2027-05-01T12:30Z", "2027-05-01T23:45Z", as: .announced, from: .wake)
                $0.rang(
                    node, "a1",
                    [
                        ("2027-05-01T07:00Z", "2027-05-01T07:00:20Z"),
                        ("2027-05-01T07:09:20Z", "2027-05-01T07:09:40Z"),
                    ])
                $0.ringsRecorded(node, "a1", [("2027-05-01T07:00Z", .rang, .stopped)])
            }
        }
    }
}
