internal import ClockDomain

// Clocks that are wrong, and clocks that are corrected.

extension Scenario {
    static var clocks: [Scenario] {
        [boots1970, noBattery, lateTimeService, steppedBack, steppedForward, suspended]
    }

    private static var boots1970: Scenario {
        Scenario(
            "boots-in-1970", "a board without a battery starts in 1970, and says nothing until its clock is set",
            plan: .site(20, from: "2027-05-01T00:05Z", hours: 3)
                .changing {
                    $0.nodes[0].clock.initial = .epoch
                    $0.nodes[0].clock.afterPowerCut = .epoch
                    $0.nodes[0].clock.timeService?.after = .minutes(40)
                    // Without a coordinator nothing else vouches for the clock.
                    $0.coordinators[0].startsAfter = .minutes(60)
                }
        ) {
            $0.silence(0, "2027-05-01T00:05Z", "2027-05-01T00:45:30Z")
            $0.saidEveryQuarter(0, "2027-05-01T01:00Z", "2027-05-01T03:00Z")
        }
    }

    private static var noBattery: Scenario {
        Scenario(
            "no-battery-power-cut", "after a power cut a board's clock resumes at its last time, hours behind",
            plan: .site(21, from: "2027-05-01T00:05Z", hours: 8)
                .changing {
                    $0.nodes[0].clock.afterPowerCut = .lastShutdown
                    $0.nodes[0].clock.timeService?.after = .minutes(10)
                }
                .adding(
                    .at("2027-05-01T01:14Z", until: "2027-05-01T05:20Z", .node(0), is: .powerCut),
                    .at("2027-05-01T05:00Z", until: "2027-05-01T06:10Z", .coordinator(0), is: .crash))
        ) {
            $0.saidEveryQuarter(0, "2027-05-01T00:15Z", "2027-05-01T01:00Z")
            // Its clock shows a quarter past one again, wrongly.
            $0.silence(0, "2027-05-01T01:15Z", "2027-05-01T05:30:30Z")
            $0.saidEveryQuarter(0, "2027-05-01T05:45Z", "2027-05-01T08:00Z")
        }
    }

    private static var lateTimeService: Scenario {
        Scenario(
            "late-time-service", "no time service for hours: the coordinator's clock is enough",
            plan: .site(22, from: "2027-05-01T00:05Z", hours: 4)
                .changing {
                    $0.nodes[0].clock.initialOffset = .milliseconds(20)
                    $0.nodes[0].clock.timeService?.after = .hours(3)
                }
        ) { $0.saidEveryQuarter(0, "2027-05-01T00:15Z", "2027-05-01T04:00Z", within: .milliseconds(60)) }
    }

    private static var steppedBack: Scenario {
        Scenario(
            "stepped-back-an-hour", "somebody sets the clock back by an hour; the time service corrects it",
            plan: .site(23, from: "2027-05-01T00:05Z", hours: 4)
                .adding(
                    .at("2027-05-01T01:59:58Z", .node(0), is: .clockStep(.zero - .hours(1))),
                    .at("2027-05-01T01:59:57Z", until: "2027-05-01T02:20Z", .node(0), is: .timeServiceStops))
        ) {
            $0.saidEveryQuarter(0, "2027-05-01T00:15Z", "2027-05-01T01:45Z")
            $0.silence(0, "2027-05-01T02:00:10Z", "2027-05-01T02:20Z")
            $0.saidEveryQuarter(0, "2027-05-01T02:30Z", "2027-05-01T04:00Z")
        }
    }

    private static var steppedForward: Scenario {
        Scenario(
            "stepped-forward-a-year", "a clock that was a year ahead for ten minutes does not silence the year",
            plan: .site(24, from: "2027-05-01T00:05Z", hours: 4)
                .adding(
                    .at("2027-05-01T02:02Z", .node(0), is: .clockStep(.hours(24 * 365))),
                    .at("2027-05-01T02:01Z", until: "2027-05-01T02:12Z", .node(0), is: .timeServiceStops))
        ) { $0.saidEveryQuarter(0, "2027-05-01T02:15Z", "2027-05-01T04:00Z") }
    }

    private static var suspended: Scenario {
        Scenario(
            "suspended", "a laptop sleeps through the night",
            plan: .site(25, from: "2027-05-01T20:05Z", hours: 13)
                .adding(.at("2027-05-01T22:10Z", until: "2027-05-02T06:40Z", .node(0), is: .suspend))
        ) {
            $0.silence(0, "2027-05-01T22:10Z", "2027-05-02T06:40Z")
            $0.recorded(0, "2027-05-01T22:15Z", "2027-05-02T06:30Z", as: .missed, .late)
            $0.saidEveryQuarter(0, "2027-05-02T06:45Z", "2027-05-02T09:00Z")
        }
    }
}
