internal import ClockDomain
internal import ClockWire

// Days of the calendar that programs stumble over, and journeys.

extension Scenario {
    static var days: [Scenario] {
        [
            Scenario(
                "leap-day", "the 29th of February comes and goes, in two zones",
                plan: .site(2, from: "2028-02-28T09:50Z", hours: 40, nodes: 2, zones: [.berlin, .kiritimati])
            ) {
                $0.saidEveryQuarter(0, "2028-02-28T10:00Z", "2028-03-01T01:30Z")
                $0.saidEveryQuarter(1, "2028-02-28T10:00Z", "2028-03-01T01:30Z")
                $0.said(0, [("2028-02-29T23:00Z", "strike twelve AM")])
                $0.recorded(0, "2028-02-29T00:00Z", "2028-02-29T23:45Z", as: .announced)
            },
            Scenario(
                "year-end", "the year ends 26 hours apart in the first room and the last",
                plan: .site(
                    3, from: "2027-12-31T09:50Z", hours: 27, nodes: 3, zones: [.kiritimati, .newYork, .farWest])
            ) {
                $0.said(0, [("2027-12-31T10:00Z", "strike twelve AM"), ("2027-12-31T10:15Z", "twelve fifteen AM")])
                $0.said(1, [("2028-01-01T05:00Z", "strike twelve AM")])
                $0.said(2, [("2028-01-01T12:00Z", "strike twelve AM")])
                for node in 0..<3 { $0.recorded(node, "2027-12-31T10:15Z", "2028-01-01T12:30Z", as: .announced) }
            },
            Scenario(
                "journey", "a node is carried from Berlin to Kathmandu, and later its zone gets other rules",
                plan: .site(4, from: "2027-06-01T11:50Z", hours: 6, zones: [.berlin, .kathmandu]).changing {
                    $0.zones.append(SimulatedZone.kathmandu.laterRules)
                }.adding(
                    .at("2027-06-01T12:20Z", until: "2027-06-01T14:20Z", .node(0), is: .zone(1)),
                    .at("2027-06-01T14:20:01Z", .node(0), is: .zone(2)))
            ) {
                // The program checks its zone every hour.
                $0.said(0, [("2027-06-01T12:00Z", "strike two PM"), ("2027-06-01T12:15Z", "two fifteen PM")])
                $0.said(0, [("2027-06-01T13:30Z", "seven fifteen PM"), ("2027-06-01T13:45Z", "seven thirty PM")])
                $0.said(0, [("2027-06-01T15:30Z", "ten fifteen PM"), ("2027-06-01T15:45Z", "ten thirty PM")])
            },
            Scenario(
                "quiet-night", "quiet hours from 22:00 to 07:00, with the clocks going back in them",
                plan: .site(5, from: "2027-10-30T19:20Z", hours: 12, zones: [.berlin]).asking(
                    ("2027-10-30T19:25Z", SetRequest(nodes: [RandomPlan.nodeID(0)], change: quiet("22:00-07:00"))))
            ) {
                $0.saidEveryQuarter(0, "2027-10-30T19:30Z", "2027-10-30T19:45Z")
                // 22:00 in summer is 20:00 UTC; 07:00 in winter is 06:00 UTC.
                $0.silence(0, "2027-10-30T20:00Z", "2027-10-31T05:59Z")
                $0.recorded(0, "2027-10-30T20:00Z", "2027-10-31T05:45Z", as: .silent, .quietHours)
                $0.saidEveryQuarter(0, "2027-10-31T06:00Z", "2027-10-31T07:15Z")
            },
            Scenario(
                "quiet-saturday", "quiet hours from 22:00 to 07:00 on Saturday, with the clocks going forward in them",
                plan: .site(5, from: "2028-03-25T19:50Z", hours: 30, zones: [.berlin]).asking(
                    ("2028-03-25T19:55Z", SetRequest(nodes: [RandomPlan.nodeID(0)], change: quiet("sat 22:00-07:00"))))
            ) {
                // 22:00 in winter is 21:00 UTC; 07:00 in summer is 05:00 UTC.
                $0.saidEveryQuarter(0, "2028-03-25T20:00Z", "2028-03-25T20:45Z")
                $0.silence(0, "2028-03-25T21:00Z", "2028-03-26T04:59Z")
                $0.recorded(0, "2028-03-25T21:00Z", "2028-03-26T04:45Z", as: .silent, .quietHours)
                $0.saidEveryQuarter(0, "2028-03-26T05:00Z", "2028-03-27T01:30Z")
            },
        ]
    }

    private static func quiet(_ text: String) -> SettingsPatch {
        guard let period = QuietPeriod(text) else { preconditionFailure("\(text) are no quiet hours") }
        return SettingsPatch(quiet: [period])
    }
}
