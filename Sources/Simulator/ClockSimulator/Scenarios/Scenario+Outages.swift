internal import ClockDomain

// Outages of broker, coordinator and nodes.

extension Scenario {
    static var outages: [Scenario] {
        [brokerWeek, serverDown, powerCut, fleet, twoCoordinators, newStore, roomsInStep]
    }

    private static var brokerWeek: Scenario {
        Scenario(
            "broker-week", "the broker is gone for a week and comes back without its memory",
            plan: .site(10, from: "2027-05-01T00:05Z", hours: 9 * 24, nodes: 3, zones: [.berlin, .newYork])
                .adding(.at("2027-05-02T00:00:30Z", until: "2027-05-09T00:00:30Z", .broker, is: .brokerDown(.lost)))
        ) {
            for node in 0..<3 {
                $0.saidEveryQuarter(node, "2027-05-01T00:15Z", "2027-05-10T00:00Z")
                $0.recorded(node, "2027-05-01T00:30Z", "2027-05-02T00:00Z", as: .announced, from: .wake)
                $0.recorded(node, "2027-05-02T00:15Z", "2027-05-09T00:00Z", as: .announced, from: .`self`)
                $0.recorded(node, "2027-05-09T00:30Z", "2027-05-09T23:45Z", as: .announced, from: .wake)
            }
        }
    }

    private static var serverDown: Scenario {
        Scenario(
            "server-down", "coordinator and broker are both dead, and the clocks speak on",
            plan: .site(11, from: "2027-05-01T00:05Z", hours: 12, nodes: 2)
                .adding(
                    .at("2027-05-01T02:10Z", until: "2027-05-01T10:10Z", .coordinator(0), is: .powerCut),
                    .at("2027-05-01T02:10Z", until: "2027-05-01T10:05Z", .broker, is: .brokerDown(.autosaved)))
        ) {
            for node in 0..<2 {
                $0.saidEveryQuarter(node, "2027-05-01T00:15Z", "2027-05-01T12:00Z")
                $0.recorded(node, "2027-05-01T02:15Z", "2027-05-01T10:00Z", as: .announced, from: .`self`)
            }
        }
    }

    private static var powerCut: Scenario {
        Scenario(
            "power-cut-at-02-59-59", "the power goes a second before three and is back before a quarter past",
            plan: .site(12, from: "2027-05-01T02:20Z", hours: 2)
                .adding(.at("2027-05-01T02:59:59Z", until: "2027-05-01T03:05Z", .node(0), is: .powerCut))
        ) {
            $0.silence(0, "2027-05-01T02:59:59Z", "2027-05-01T03:14:59Z")
            $0.saidEveryQuarter(0, "2027-05-01T03:15Z", "2027-05-01T04:15Z")
            $0.recorded(0, "2027-05-01T03:00Z", "2027-05-01T03:00Z", as: .missed, .interrupted)
        }
    }

    private static var fleet: Scenario {
        let nodes = 60
        return Scenario(
            "fleet-reconnects", "sixty nodes come back to the broker at once, with a night's ledgers",
            plan: .site(13, from: "2027-05-01T20:05Z", hours: 12, nodes: nodes, zones: [.berlin, .stJohns, .chatham])
                .adding(.at("2027-05-01T22:00:05Z", until: "2027-05-02T06:07Z", .broker, is: .brokerDown(.lost)))
        ) {
            for node in 0..<nodes {
                $0.saidEveryQuarter(node, "2027-05-01T20:15Z", "2027-05-02T08:00Z")
                $0.recorded(node, "2027-05-01T20:30Z", "2027-05-02T08:00Z", as: .announced)
                let last = $0.outcome.connectedAt[node]
                $0.expect(
                    last.map { $0 < TrueTime(.at("2027-05-02T06:08:30Z")) } ?? false,
                    "node \(node) was last connected at \(last.map(\.description) ?? "no time")")
            }
        }
    }

    private static var twoCoordinators: Scenario {
        Scenario(
            "two-coordinators", "a copy of the coordinator is started beside it and stays for an hour",
            plan: .site(14, from: "2027-05-01T00:05Z", hours: 4, nodes: 2)
                .changing { $0.coordinators.append(CoordinatorPlan(startsAfter: .minutes(70), store: .copy(of: 0))) }
                .adding(.at("2027-05-01T02:15:30Z", .coordinator(1), is: .stop))
        ) {
            for node in 0..<2 { $0.saidEveryQuarter(node, "2027-05-01T00:15Z", "2027-05-01T04:00Z") }
        }
    }

    private static var newStore: Scenario {
        Scenario(
            "new-store", "a coordinator with a new store replaces the present one for four hours",
            plan: .site(16, from: "2027-05-01T00:05Z", hours: 8, nodes: 2)
                .alarms(at: "2027-05-01T00:10Z", .plain("3:00", .weekly(.everyDay), nodes: [0, 1]))
                .changing { $0.coordinators.append(CoordinatorPlan(startsAfter: .minutes(60), hasOwnName: true)) }
                .adding(
                    .at("2027-05-01T01:05Z", until: "2027-05-01T05:05Z", .coordinator(0), is: .stop),
                    .at("2027-05-01T05:05Z", .coordinator(1), is: .stop))
        ) {
            for node in 0..<2 {
                $0.rang(node, "a1", [("2027-05-01T03:00Z", "2027-05-01T03:01Z")])
                $0.ringsRecorded(node, "a1", [("2027-05-01T03:00Z", .rang, .unanswered)])
                $0.saidEveryQuarter(node, "2027-05-01T03:15Z", "2027-05-01T08:00Z")
            }
        }
    }

    private static var roomsInStep: Scenario {
        Scenario(
            "rooms-in-step", "ten rooms behind slow, lopsided links are heard as one",
            plan: .site(15, from: "2027-05-01T00:05Z", hours: 6, nodes: 10)
                .changing { plan in
                    for node in plan.nodes.indices {
                        plan.nodes[node].link = LinkPlan(
                            outwardDelay: .milliseconds(3), homewardDelay: .milliseconds(100 * node),
                            jitter: .milliseconds(40 * node), lossPerMillion: 20_000)
                        plan.nodes[node].clock.driftPPB = 10_000 * (node - 5)
                        plan.nodes[node].output.openDelay = .milliseconds(120 * node)
                    }
                }
        ) { judged in
            for node in 0..<10 {
                judged.saidEveryQuarter(node, "2027-05-01T00:15Z", "2027-05-01T06:00Z", within: .milliseconds(1))
            }
        }
    }
}
