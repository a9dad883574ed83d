internal import ClockDomain

// Rooms without a time service, which follow the coordinator's clock.

extension Scenario {
    static var coordinatorsClock: [Scenario] {
        [
            Scenario(
                "by-the-coordinators-clock",
                "two rooms without time services speak within a millisecond of the coordinator",
                plan: followers(30, from: "00:05", hours: 8).adding(
                    .at("04:20", until: "04:22", .node(0), is: .powerCut))
            ) {
                $0.saidEveryQuarter(0, "00:15", "08:00", within: .milliseconds(1))
                $0.saidEveryQuarter(1, "00:15", "08:00", within: .milliseconds(1))
            },
            Scenario(
                "coordinators-clock-set", "the clock that all rooms follow is set wrong by hand, and corrected again",
                plan: followers(31, from: "00:05", hours: 4).adding(
                    .at("01:20", until: "02:20", .coordinator(0), is: .timeServiceStops),
                    .at("01:21", .coordinator(0), is: .clockStep(.minutes(7))))
            ) {
                // Nothing vouches for the clock after the change: the rooms continue with the earlier offset.
                for node in 0...1 {
                    $0.saidEveryQuarter(node, "00:15", "04:00", within: .milliseconds(10))
                    $0.saidEveryQuarter(node, "02:45", "04:00", within: .milliseconds(1))
                }
            },
            Scenario(
                "followers-alone",
                "the coordinator is gone for a day: the rooms speak for 17 hours, then record the reason of their silence",
                plan: followers(32, from: "00:05", hours: 30).adding(
                    .at("04:05", until: "2027-05-02T04:05Z", .coordinator(0), is: .crash))
            ) {
                for node in 0...1 {
                    $0.saidEveryQuarter(node, "00:15", "21:00", within: .milliseconds(200))
                    $0.silence(node, "23:59", "2027-05-02T04:05Z")
                    $0.recorded(node, "2027-05-02T00:00Z", "2027-05-02T04:00Z", as: .missed, .untrusted)
                    $0.saidEveryQuarter(node, "2027-05-02T04:15Z", "2027-05-02T06:00Z", within: .milliseconds(1))
                }
            },
            Scenario(
                "coordinator-months-ahead",
                "a time service puts the coordinator over half a year ahead, for hours: nothing is deleted or left out",
                plan: .site(33, from: "00:05", hours: 14, nodes: 2).adding(
                    .at("02:20", until: "08:20", .coordinator(0), is: .timeServiceWrong(by: .hours(200 * 24))),
                    .at("05:05", until: "05:10", .coordinator(0), is: .powerCut),
                    .at("02:10", until: "07:50", .node(1), is: .powerCut))
            ) {
                $0.saidEveryQuarter(0, "00:15", "14:00")
                $0.recorded(0, "00:15", "14:00", as: .announced)
                $0.recorded(1, "00:15", "02:00", as: .announced)
                for quarter in ["02:15", "03:00", "06:30", "07:45"] {
                    let lines = $0.records(1, quarter)
                    $0.expect(
                        lines.map(\.outcome) == [.absent], "\(quarter) is recorded as \(lines) of the room that was off"
                    )
                }
            },
            Scenario(
                "coordinator-months-ahead-after-a-day",
                "the coordinator leaps half a year ahead after a day's work, as it looks for old history: nothing is deleted",
                plan: .site(34, from: "00:05", hours: 36, nodes: 2).changing {
                    $0.nodes[1].clockSource = .coordinator
                    $0.nodes[1].clock.timeService = nil
                }.adding(
                    .at(
                        "22:20", until: "2027-05-02T04:20Z", .coordinator(0),
                        is: .timeServiceWrong(by: .hours(200 * 24))))
            ) {
                $0.saidEveryQuarter(0, "00:15", "2027-05-02T12:00Z")
                $0.recorded(0, "00:15", "2027-05-02T12:00Z", as: .announced)
                $0.recorded(1, "00:15", "22:15", as: .announced)
            },
        ]
    }

    /// Two rooms whose clocks are hours and seconds off, on a network with jitter.
    private static func followers(_ seed: UInt64, from start: String, hours: Int) -> SimulationPlan {
        .site(seed, from: start, hours: hours, nodes: 2).changing {
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
}
