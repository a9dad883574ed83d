internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

// Rings in spite of trouble: the field notes about lost alarms and timers.

extension Scenario {
    static var alarmTroubles: [Scenario] {
        [
            serversDead, lostPower, lateOneShot, snoozeAndCrash, timerAndPower, timerWhileOff, ringingStepBack,
            untrusted, stoppedWhileStuck, snoozedBeforeHeard, snoozedWhileOff, crowded,
        ]
    }

    private static var serversDead: Scenario {
        Scenario(
            "alarm-servers-dead", "coordinator and broker are dead, and the alarm rings in both rooms",
            plan: .site(40, from: "2027-05-01T00:00Z", hours: 6, nodes: 2)
                .alarms(at: "2027-05-01T00:05Z", .plain("4:10", .once, nodes: [0, 1], limit: 2))
                .adding(
                    .at("2027-05-01T01:00Z", until: "2027-05-01T05:00Z", .coordinator(0), is: .powerCut),
                    .at("2027-05-01T01:00Z", until: "2027-05-01T05:00Z", .broker, is: .brokerDown(.lost)))
        ) {
            for node in 0..<2 {
                $0.rang(node, "a1", [("2027-05-01T04:10Z", "2027-05-01T04:12Z")])
                $0.ringsRecorded(node, "a1", [("2027-05-01T04:10Z", .rang, .unanswered)])
            }
        }
    }

    private static var lostPower: Scenario {
        Scenario(
            "alarm-power-cut", "the power fails before two alarms: one rings late, the other is past its window",
            plan: .site(41, from: "2027-05-01T00:00Z", hours: 6)
                .alarms(
                    at: "2027-05-01T00:05Z", .plain("3:00", .weekly(.everyDay)),
                    .plain("2:50", .weekly(.everyDay), misfire: .ring(withinMinutes: 5))
                )
                .adding(.at("2027-05-01T02:40Z", until: "2027-05-01T03:05Z", .node(0), is: .powerCut))
        ) {
            $0.beganToRing(0, "a1", within: .seconds(60), after: ["2027-05-01T03:05Z"])
            $0.beganToRing(0, "a2", within: .zero, after: [])
            $0.ringsRecorded(0, "a1", [("2027-05-01T03:00Z", .rang, .unanswered)])
            $0.ringsRecorded(0, "a2", [("2027-05-01T02:50Z", .missed, .late)])
        }
    }

    private static var lateOneShot: Scenario {
        Scenario(
            "alarm-one-shot-late", "a one-shot whose node comes back 100 s late still rings, and only then is used up",
            plan: .site(42, from: "2027-05-01T00:00Z", hours: 30)
                .alarms(at: "2027-05-01T00:05Z", .plain("3:00", .once))
                .adding(.at("2027-05-01T02:58Z", until: "2027-05-01T03:01:40Z", .node(0), is: .crash))
        ) {
            $0.beganToRing(0, "a1", within: .seconds(10), after: ["2027-05-01T03:01:40Z"])
            $0.ringsRecorded(0, "a1", [("2027-05-01T03:00Z", .rang, .unanswered)])
        }
    }

    private static var snoozeAndCrash: Scenario {
        Scenario(
            "snooze-and-crash", "a snooze goes on through a crash, a second one is cancelled by a stop",
            plan: .site(43, from: "2027-05-01T05:00Z", hours: 4)
                .alarms(at: "2027-05-01T05:05Z", .plain("7:00", .once, limit: 10))
                .silencing(
                    ("2027-05-01T07:00:30Z", .snooze), ("2027-05-01T07:10Z", .snooze), ("2027-05-01T07:12Z", .stop)
                )
                .adding(.at("2027-05-01T07:05Z", until: "2027-05-01T07:06Z", .node(0), is: .powerCut))
        ) {
            $0.rang(
                0, "a1",
                [
                    ("2027-05-01T07:00Z", "2027-05-01T07:00:30Z"), ("2027-05-01T07:09:30Z", "2027-05-01T07:10Z"),
                ])
            $0.ringsRecorded(0, "a1", [("2027-05-01T07:00Z", .rang, .stopped)])
        }
    }

    private static var timerAndPower: Scenario {
        Scenario(
            "timer-and-power-cut", "a timer of twenty minutes goes on through a power cut",
            plan: .site(44, from: "2027-05-01T00:00Z", hours: 2)
                .changes(at: "2027-05-01T00:05Z", .tea(seconds: 1_200))
                .adding(.at("2027-05-01T00:10Z", until: "2027-05-01T00:12Z", .node(0), is: .powerCut))
        ) { $0.beganToRing(0, "t1", within: .seconds(1), after: ["2027-05-01T00:25Z"]) }
    }

    private static var timerWhileOff: Scenario {
        Scenario(
            "timer-while-off", "a timer that ran out while its node was off rings when that is back",
            plan: .site(45, from: "2027-05-01T00:00Z", hours: 2)
                .changes(at: "2027-05-01T00:05Z", .tea(seconds: 600))
                .adding(.at("2027-05-01T00:10Z", until: "2027-05-01T00:40Z", .node(0), is: .powerCut))
        ) { $0.beganToRing(0, "t1", within: .seconds(60), after: ["2027-05-01T00:40Z"]) }
    }

    private static var ringingStepBack: Scenario {
        Scenario(
            "ringing-stepped-back", "the clock is set back by an hour while an alarm rings: it rings on, and once",
            plan: .site(46, from: "2027-05-01T05:00Z", hours: 5)
                .alarms(at: "2027-05-01T05:05Z", .plain("7:00", .weekly(.everyDay), limit: 5))
                .adding(
                    .at("2027-05-01T07:00:30Z", .node(0), is: .clockStep(.zero - .hours(1))),
                    .at("2027-05-01T07:00:29Z", until: "2027-05-01T08:30Z", .node(0), is: .timeServiceStops))
        ) {
            $0.rang(0, "a1", [("2027-05-01T07:00Z", "2027-05-01T07:05Z")])
            $0.ringsRecorded(0, "a1", [("2027-05-01T07:00Z", .rang, .unanswered)])
        }
    }

    private static var stoppedWhileStuck: Scenario {
        Scenario(
            "stopped-while-stuck", "an alarm is stopped while its output is stuck: it is silent when that works again",
            plan: .site(48, from: "2027-05-01T05:00Z", hours: 4)
                .alarms(at: "2027-05-01T05:05Z", .plain("7:00", .once, limit: 30), .plain("7:10", .once, limit: 30))
                .silencing(("2027-05-01T07:01Z", .stop), ("2027-05-01T07:13:20Z", .stop))
                .adding(
                    .at("2027-05-01T07:00:20Z", until: "2027-05-01T07:04Z", .node(0), is: .outputStuck),
                    .at("2027-05-01T07:09Z", until: "2027-05-01T07:20Z", .node(0), is: .outputStuck))
        ) {
            $0.rang(0, "a1", [("2027-05-01T07:00Z", "2027-05-01T07:04Z")])
            $0.rang(0, "a2", [])
        }
    }

    private static var snoozedBeforeHeard: Scenario {
        Scenario(
            "snoozed-before-heard", "a board that boots in 1970 receives a snooze before its own sound, and obeys it",
            plan: .site(49, from: "2027-05-01T05:00Z", hours: 4, nodes: 2)
                .changing {
                    $0.nodes[0].clock.afterPowerCut = .epoch
                    $0.nodes[0].clock.timeService?.after = .minutes(10)
                }
                .alarms(at: "2027-05-01T05:05Z", .plain("7:00", .once, nodes: [0, 1], limit: 5, snooze: 3))
                .silencing(("2027-05-01T07:00:10Z", .snooze))
                .adding(.at("2027-05-01T06:59:58Z", until: "2027-05-01T07:00:30Z", .node(0), is: .powerCut))
        ) {
            $0.beganToRing(1, "a1", within: .seconds(1), after: ["2027-05-01T07:00Z", "2027-05-01T07:03:10Z"])
            // Its clock cannot tell when that was: the snooze lasts from its arrival.
            $0.beganToRing(0, "a1", within: .minutes(2), after: ["2027-05-01T07:03:10Z"])
        }
    }

    private static var snoozedWhileOff: Scenario {
        Scenario(
            "snoozed-while-off",
            "a ring that the disk forgot is snoozed while the node is off: the snooze counts from the request",
            plan: .site(50, from: "2027-05-01T05:00Z", hours: 4)
                .changing {
                    $0.nodes[0].clock.afterPowerCut = .epoch
                    $0.nodes[0].clock.timeService?.after = .seconds(40)
                }
                .alarms(at: "2027-05-01T05:05Z", .plain("7:00", .once, limit: 5, snooze: 3))
                .silencing(("2027-05-01T07:00:15Z", .snooze))
                .adding(
                    .at("2027-05-01T06:59:26Z", until: "2027-05-01T07:00:05Z", .node(0), is: .diskLies(torn: false)),
                    .at("2027-05-01T07:00:01Z", until: "2027-05-01T07:00:40Z", .node(0), is: .powerCut))
        ) { $0.beganToRing(0, "a1", within: .seconds(1), after: ["2027-05-01T07:00Z", "2027-05-01T07:03:15Z"]) }
    }

    /// Of alarms due at one instant, the newest sound first.
    private static var crowded: Scenario {
        let alarms = (1...14).map { number in AlarmDraft.plain("7:00", .once, limit: number == 14 ? 2 : 10) }
        return Scenario(
            "more-rings-than-an-output-mixes",
            "fourteen alarms ring at once: one waits until another is over, and one is never heard",
            plan: .site(54, from: "2027-05-01T05:00Z", hours: 3)
                .asking(("2027-05-01T05:05Z", ChangeRequest(changes: alarms.map(Change.addAlarm))))
        ) {
            for number in 3...13 {
                $0.rang(0, "a\(number)", [("2027-05-01T07:00Z", "2027-05-01T07:10Z")])
            }
            $0.rang(0, "a14", [("2027-05-01T07:00Z", "2027-05-01T07:02Z")])
            $0.beganToRing(0, "a2", within: .seconds(12), after: ["2027-05-01T07:02Z"])
            $0.ringsRecorded(0, "a2", [("2027-05-01T07:00Z", .rang, .unanswered)])
            $0.rang(0, "a1", [])
            $0.ringsRecorded(0, "a1", [("2027-05-01T07:00Z", .failed, .deviceBusy)])
        }
    }

    private static var untrusted: Scenario {
        Scenario(
            "alarm-no-battery", "a board boots in 1970 after a power cut: its alarm waits for the time, and rings late",
            plan: .site(47, from: "2027-05-01T00:00Z", hours: 6)
                .changing {
                    $0.nodes[0].clock.afterPowerCut = .epoch
                    $0.nodes[0].clock.timeService?.after = .minutes(10)
                }
                .alarms(at: "2027-05-01T00:05Z", .plain("3:00", .weekly(.everyDay)))
                .adding(
                    .at("2027-05-01T02:00Z", until: "2027-05-01T02:55Z", .node(0), is: .powerCut),
                    // No other coordinator knows the time.
                    .at("2027-05-01T02:00Z", until: "2027-05-01T05:00Z", .coordinator(0), is: .crash))
        ) {
            $0.beganToRing(0, "a1", within: .seconds(20), after: ["2027-05-01T03:05Z"])
            $0.ringsRecorded(0, "a1", [("2027-05-01T03:00Z", .rang, .unanswered)])
        }
    }
}

extension Change {
    fileprivate static func tea(seconds: Int) -> Change {
        .startTimer(name: "tea", seconds: seconds, targets: RingTargets(nodes: [RandomPlan.nodeID(0)]), ring: .timer)
    }
}
