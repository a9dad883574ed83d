internal import ClockDomain

// Outages of broker, coordinator and nodes.

extension Scenario {
    static var outages: [Scenario] {
        [
            Scenario(
                "broker-week", "the broker is gone for a week and comes back without its memory",
                plan: .site(10, from: "00:05", hours: 9 * 24, nodes: 3, zones: [.berlin, .newYork]).adding(
                    .at("2027-05-02T00:00:30Z", until: "2027-05-09T00:00:30Z", .broker, is: .brokerDown(.lost)))
            ) {
                for node in 0..<3 {
                    $0.saidEveryQuarter(node, "00:15", "2027-05-10T00:00Z")
                    $0.recorded(node, "00:30", "2027-05-02T00:00Z", as: .announced, from: .wake)
                    $0.recorded(node, "2027-05-02T00:15Z", "2027-05-09T00:00Z", as: .announced, from: .`self`)
                    $0.recorded(node, "2027-05-09T00:30Z", "2027-05-09T23:45Z", as: .announced, from: .wake)
                }
            },
            Scenario(
                "server-down", "coordinator and broker are both dead, and the clocks speak on",
                plan: .site(11, from: "00:05", hours: 12, nodes: 2).adding(
                    .at("02:10", until: "10:10", .coordinator(0), is: .powerCut),
                    .at("02:10", until: "10:05", .broker, is: .brokerDown(.autosaved)))
            ) {
                for node in 0..<2 {
                    $0.saidEveryQuarter(node, "00:15", "12:00")
                    $0.recorded(node, "02:15", "10:00", as: .announced, from: .`self`)
                }
            },
            Scenario(
                "power-cut-at-02-59-59", "the power goes a second before three and is back before a quarter past",
                plan: .site(12, from: "02:20", hours: 2).adding(
                    .at("02:59:59", until: "03:05", .node(0), is: .powerCut))
            ) {
                $0.silence(0, "02:59:59", "03:14:59")
                $0.saidEveryQuarter(0, "03:15", "04:15")
                $0.recorded(0, "03:00", "03:00", as: .missed, .interrupted)
            }, fleet,
            Scenario(
                "two-coordinators", "a copy of the coordinator is started beside it and stays for an hour",
                plan: .site(14, from: "00:05", hours: 4, nodes: 2).changing {
                    $0.coordinators.append(CoordinatorPlan(startsAfter: .minutes(70), store: .copy(of: 0)))
                }.adding(.at("02:15:30", .coordinator(1), is: .stop))
            ) { for node in 0..<2 { $0.saidEveryQuarter(node, "00:15", "04:00") } },
            Scenario(
                "new-store", "a coordinator with a new store replaces the present one for four hours",
                plan: .site(16, from: "00:05", hours: 8, nodes: 2).alarms(
                    at: "00:10", .plain("3:00", .weekly(.everyDay), nodes: [0, 1])
                ).changing { $0.coordinators.append(CoordinatorPlan(startsAfter: .minutes(60), hasOwnName: true)) }
                    .adding(
                        .at("01:05", until: "05:05", .coordinator(0), is: .stop),
                        .at("05:05", .coordinator(1), is: .stop))
            ) {
                for node in 0..<2 {
                    $0.rang(node, "a1", [("03:00", "03:01")])
                    $0.ringsRecorded(node, "a1", [("03:00", .rang, .unanswered)])
                    $0.saidEveryQuarter(node, "03:15", "08:00")
                }
            },
            Scenario(
                "rooms-in-step", "ten rooms behind slow, lopsided links are heard as one",
                plan: .site(15, from: "00:05", hours: 6, nodes: 10).changing { plan in
                    for node in plan.nodes.indices {
                        plan.nodes[node].link = LinkPlan(
                            outwardDelay: .milliseconds(3), homewardDelay: .milliseconds(100 * node),
                            jitter: .milliseconds(40 * node), lossPerMillion: 20_000)
                        plan.nodes[node].clock.driftPPB = 10_000 * (node - 5)
                        plan.nodes[node].output.openDelay = .milliseconds(120 * node)
                    }
                }
            ) { judged in
                for node in 0..<10 { judged.saidEveryQuarter(node, "00:15", "06:00", within: .milliseconds(1)) }
            },
        ]
    }

    private static var fleet: Scenario {
        let nodes = 60
        return Scenario(
            "fleet-reconnects", "sixty nodes come back to the broker at once, with a night's ledgers",
            plan: .site(13, from: "20:05", hours: 12, nodes: nodes, zones: [.berlin, .stJohns, .chatham]).adding(
                .at("22:00:05", until: "2027-05-02T06:07Z", .broker, is: .brokerDown(.lost)))
        ) {
            for node in 0..<nodes {
                $0.saidEveryQuarter(node, "20:15", "2027-05-02T08:00Z")
                $0.recorded(node, "20:30", "2027-05-02T08:00Z", as: .announced)
                let last = $0.outcome.connectedAt[node]
                $0.expect(
                    last.map { $0 < TrueTime(.at("2027-05-02T06:08:30Z")) } ?? false,
                    "node \(node) was last connected at \(last.map(\.description) ?? "no time")")
            }
        }
    }
}
