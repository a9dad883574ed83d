internal import ClockDomain

// Clocks that are wrong, and clocks that are corrected.

extension Scenario {
    static var clocks: [Scenario] {
        [
            Scenario(
                "boots-in-1970", "a board without a battery starts in 1970, and says nothing until its clock is set",
                plan: .site(20, from: "00:05", hours: 3).changing {
                    $0.nodes[0].clock.initial = .epoch
                    $0.nodes[0].clock.afterPowerCut = .epoch
                    $0.nodes[0].clock.timeService?.after = .minutes(40)
                    // Without a coordinator nothing else vouches for the clock.
                    $0.coordinators[0].startsAfter = .minutes(60)
                }
            ) {
                $0.silence(0, "00:05", "00:45:30")
                $0.saidEveryQuarter(0, "01:00", "03:00")
            },
            Scenario(
                "no-battery-power-cut", "after a power cut a board's clock resumes at its last time, hours behind",
                plan: .site(21, from: "00:05", hours: 8).changing {
                    $0.nodes[0].clock.afterPowerCut = .lastShutdown
                    $0.nodes[0].clock.timeService?.after = .minutes(10)
                }.adding(
                    .at("01:14", until: "05:20", .node(0), is: .powerCut),
                    .at("05:00", until: "06:10", .coordinator(0), is: .crash))
            ) {
                $0.saidEveryQuarter(0, "00:15", "01:00")
                // Its clock shows a quarter past one again, wrongly.
                $0.silence(0, "01:15", "05:30:30")
                $0.saidEveryQuarter(0, "05:45", "08:00")
            },
            Scenario(
                "late-time-service", "no time service for hours: the coordinator's clock is enough",
                plan: .site(22, from: "00:05", hours: 4).changing {
                    $0.nodes[0].clock.initialOffset = .milliseconds(20)
                    $0.nodes[0].clock.timeService?.after = .hours(3)
                }
            ) { $0.saidEveryQuarter(0, "00:15", "04:00", within: .milliseconds(60)) },
            Scenario(
                "stepped-back-an-hour", "somebody sets the clock back by an hour; the time service corrects it",
                plan: .site(23, from: "00:05", hours: 4).adding(
                    .at("01:59:58", .node(0), is: .clockStep(.zero - .hours(1))),
                    .at("01:59:57", until: "02:20", .node(0), is: .timeServiceStops))
            ) {
                $0.saidEveryQuarter(0, "00:15", "01:45")
                $0.silence(0, "02:00:10", "02:20")
                $0.saidEveryQuarter(0, "02:30", "04:00")
            },
            Scenario(
                "stepped-forward-a-year", "a clock that was a year ahead for ten minutes does not silence the year",
                plan: .site(24, from: "00:05", hours: 4).adding(
                    .at("02:02", .node(0), is: .clockStep(.hours(24 * 365))),
                    .at("02:01", until: "02:12", .node(0), is: .timeServiceStops))
            ) { $0.saidEveryQuarter(0, "02:15", "04:00") },
            Scenario(
                "suspended", "a laptop sleeps through the night",
                plan: .site(25, from: "20:05", hours: 13).adding(
                    .at("22:10", until: "2027-05-02T06:40Z", .node(0), is: .suspend))
            ) {
                $0.silence(0, "22:10", "2027-05-02T06:40Z")
                $0.recorded(0, "22:15", "2027-05-02T06:30Z", as: .missed, .late)
                $0.saidEveryQuarter(0, "2027-05-02T06:45Z", "2027-05-02T09:00Z")
            },
        ]
    }
}
