internal import ClockDomain

// Rooms without a time service, which follow the coordinator's clock.

extension Scenario {
    static var coordinatorsClock: [Scenario] {
        [byTheCoordinatorsClock, coordinatorsClockSet, followersAlone, monthsAhead, monthsAheadAfterADay]
    }

    /// Two rooms whose clocks are hours and seconds off, on a network with jitter.
    private static func followers(_ seed: UInt64, from start: String, hours: Int) -> SimulationPlan {
        .site(seed, from: start, hours: hours, nodes: 2)
            .changing {
                $0.network.jitter = .milliseconds(5)
                for index in $0.nodes.indices {
                    $0.nodes[index].clockSource = .coordinator
                    $0.nodes[index].clock.timeService = nil
                    $0.nodes[index].clock.driftPPB = index == 0 ? 80_000 : -60_000
                    $0.nodes[index].clock.initialOffset = index == 0 ? .hours(-3) : .seconds(25)
                    $0.nodes[index].clock.afterPowerCut = .epoch
                }
            }
    }

    private static var byTheCoordinatorsClock: Scenario {
        Scenario(
            "by-the-coordinators-clock",
            "two rooms without time services speak within a millisecond of the coordinator",
            plan: followers(30, from: "2027-05-01T00:05Z", hours: 8)
                .adding(.at("2027-05-01T04:20Z", until: "2027-05-01T04:22Z", .node(0), is: .powerCut))
        ) {
            $0.saidEveryQuarter(0, "2027-05-01T00:15Z", "2027-05-01T08:00Z", within: .milliseconds(1))
            $0.saidEveryQuarter(1, "2027-05-01T00:15Z", "2027-05-01T08:00Z", within: .milliseconds(1))
        }
    }

    private static var coordinatorsClockSet: Scenario {
        Scenario(
            "coordinators-clock-set", "the clock that all rooms follow is set wrong by hand, and corrected again",
            plan: followers(31, from: "2027-05-01T00:05Z", hours: 4)
                .adding(
                    .at("2027-05-01T01:20Z", until: "2027-05-01T02:20Z", .coordinator(0), is: .timeServiceStops),
                    .at("2027-05-01T01:21Z", .coordinator(0), is: .clockStep(.minutes(7))))
        ) {
            // Nothing vouches for the clock after the change: the rooms continue with the earlier offset.
            for node in 0...1 {
                $0.saidEveryQuarter(node, "2027-05-01T00:15Z", "2027-05-01T04:00Z", within: .milliseconds(10))
                $0.saidEveryQuarter(node, "2027-05-01T02:45Z", "2027-05-01T04:00Z", within: .milliseconds(1))
            }
        }
    }

    private static var monthsAhead: Scenario {
        Scenario(
            "coordinator-months-ahead",
            "a time service puts the coordinator over half a year ahead, for hours: nothing is deleted or left out",
            plan: .site(33, from: "2027-05-01T00:05Z", hours: 14, nodes: 2)
                .adding(
                    .at(
                        "2027-05-01T02:20Z", until: "2027-05-01T08:20Z", .coordinator(0),
                        is: .timeServiceWrong(by: .hours(200 * 24))),
                    .at("2027-05-01T05:05Z", until: "2027-05-01T05:10Z", .coordinator(0), is: .powerCut),
                    .at("2027-05-01T02:10Z", until: "2027-05-01T07:50Z", .node(1), is: .powerCut))
        ) {
            $0.saidEveryQuarter(0, "2027-05-01T00:15Z", "2027-05-01T14:00Z")
            $0.recorded(0, "2027-05-01T00:15Z", "2027-05-01T14:00Z", as: .announced)
            $0.recorded(1, "2027-05-01T00:15Z", "2027-05-01T02:00Z", as: .announced)
            for quarter in ["02:15", "03:00", "06:30", "07:45"] {
                let lines = $0.records(1, "2027-05-01T\(quarter)Z")
                $0.expect(
                    lines.map(\.outcome) == [.absent], "\(quarter) is recorded as \(lines) of the room that was off")
            }
        }
    }

    private static var monthsAheadAfterADay: Scenario {
        Scenario(
            "coordinator-months-ahead-after-a-day",
            "the coordinator leaps half a year ahead after a day's work, as it looks for old history: nothing is deleted",
            plan: .site(34, from: "2027-05-01T00:05Z", hours: 36, nodes: 2)
                .changing {
                    $0.nodes[1].clockSource = .coordinator
                    $0.nodes[1].clock.timeService = nil
                }
                .adding(
                    .at(
                        "2027-05-01T22:20Z", until: "2027-05-02T04:20Z", .coordinator(0),
                        is: .timeServiceWrong(by: .hours(200 * 24))))
        ) {
            $0.saidEveryQuarter(0, "2027-05-01T00:15Z", "2027-05-02T12:00Z")
            $0.recorded(0, "2027-05-01T00:15Z", "2027-05-02T12:00Z", as: .announced)
            $0.recorded(1, "2027-05-01T00:15Z", "2027-05-01T22:15Z", as: .announced)
        }
    }

    private static var followersAlone: Scenario {
        Scenario(
            "followers-alone",
            "the coordinator is gone for a day: the rooms speak for 17 hours, then record the reason of their silence",
            plan: followers(32, from: "2027-05-01T00:05Z", hours: 30)
                .adding(.at("2027-05-01T04:05Z", until: "2027-05-02T04:05Z", .coordinator(0), is: .crash))
        ) {
            for node in 0...1 {
                $0.saidEveryQuarter(node, "2027-05-01T00:15Z", "2027-05-01T21:00Z", within: .milliseconds(200))
                $0.silence(node, "2027-05-01T23:59Z", "2027-05-02T04:05Z")
                $0.recorded(node, "2027-05-02T00:00Z", "2027-05-02T04:00Z", as: .missed, .untrusted)
                $0.saidEveryQuarter(node, "2027-05-02T04:15Z", "2027-05-02T06:00Z", within: .milliseconds(1))
            }
        }
    }
}
