internal import ClockDomain

extension Scenario {
    static var emergencies: [Scenario] { [emergency] }

    private static var emergency: Scenario {
        let plan = SimulationPlan.site(58, from: "2027-05-01T06:50Z", hours: 2, nodes: 2)
            .changing { plan in
                plan.people += [
                    PlannedRequest(at: TrueTime(.at("2027-05-01T07:00:10Z")), what: .emergency(text: nil, nodes: [])),
                    PlannedRequest(at: TrueTime(.at("2027-05-01T07:12Z")), what: .endEmergency),
                ]
            }
            .adding(
                .at("2027-05-01T06:59Z", until: "2027-05-01T07:40Z", .coordinator(0), is: .crash),
                .at("2027-05-01T07:02Z", until: "2027-05-01T07:02:30Z", .node(0), is: .crash),
                .at("2027-05-01T07:05Z", until: "2027-05-01T07:06Z", .node(0), is: .powerCut),
                .at("2027-05-01T06:59Z", until: "2027-05-01T07:04Z", .node(1), is: .partition(.both)),
                .at("2027-05-01T07:11Z", until: "2027-05-01T07:16Z", .node(1), is: .partition(.both)))
        return Scenario(
            "emergency",
            "an emergency outlives a kill, a power cut and a dead coordinator; a room that was away joins it, and ends",
            plan: plan
        ) { judged in
            let alerts = judged.outcome.alerts
            func sounds(_ node: Int, _ from: String, _ to: String) -> Bool {
                alerts[node].contains { (TrueTime(.at(from))...TrueTime(.at(to))).contains($0) }
            }
            judged.expect(sounds(0, "2027-05-01T07:00:10Z", "2027-05-01T07:00:11Z"), "the kitchen does not begin")
            judged.expect(sounds(0, "2027-05-01T07:02:30Z", "2027-05-01T07:02:45Z"), "it is lost with the program")
            judged.expect(sounds(0, "2027-05-01T07:06Z", "2027-05-01T07:07Z"), "it is lost with the power")
            judged.expect(sounds(1, "2027-05-01T07:04Z", "2027-05-01T07:04:30Z"), "the bedroom does not join it")
            judged.expect(sounds(1, "2027-05-01T07:13Z", "2027-05-01T07:15Z"), "the bedroom falls silent by itself")
            judged.expect(!sounds(0, "2027-05-01T07:12:02Z", "2027-05-01T08:50Z"), "it goes on in the kitchen")
            judged.expect(!sounds(1, "2027-05-01T07:16:30Z", "2027-05-01T08:50Z"), "it goes on in the bedroom")
            for node in 0..<2 {
                let records = judged.outcome.soundRecords[node]
                judged.expect(records.map(\.outcome) == [.played], "recorded as \(records)")
            }
        }
    }
}
