internal import ClockDomain
internal import ClockWire

// Rings in spite of trouble: the field notes about lost alarms and timers.

extension Scenario {
    static var alarmTroubles: [Scenario] {
        [
            Scenario(
                "alarm-servers-dead", "coordinator and broker are dead, and the alarm rings in both rooms",
                plan: .site(40, from: "00:00", hours: 6, nodes: 2).alarms(
                    at: "00:05", .plain("4:10", .once, nodes: [0, 1], limit: 2)
                ).adding(
                    .at("01:00", until: "05:00", .coordinator(0), is: .powerCut),
                    .at("01:00", until: "05:00", .broker, is: .brokerDown(.lost)))
            ) {
                for node in 0..<2 {
                    $0.rang(node, "a1", [("04:10", "04:12")])
                    $0.ringsRecorded(node, "a1", [("04:10", .rang, .unanswered)])
                }
            },
            Scenario(
                "alarm-power-cut", "the power fails before two alarms: one rings late, the other is past its window",
                plan: .site(41, from: "00:00", hours: 6).alarms(
                    at: "00:05", .plain("3:00", .weekly(.everyDay)),
                    .plain("2:50", .weekly(.everyDay), misfire: .ring(withinMinutes: 5))
                ).adding(.at("02:40", until: "03:05", .node(0), is: .powerCut))
            ) {
                $0.beganToRing(0, "a1", within: .seconds(60), after: ["03:05"])
                $0.beganToRing(0, "a2", within: .zero, after: [])
                $0.ringsRecorded(0, "a1", [("03:00", .rang, .unanswered)])
                $0.ringsRecorded(0, "a2", [("02:50", .missed, .late)])
            },
            Scenario(
                "alarm-one-shot-late",
                "a one-shot whose node comes back 100 s late still rings, and only then is used up",
                plan: .site(42, from: "00:00", hours: 30).alarms(at: "00:05", .plain("3:00", .once)).adding(
                    .at("02:58", until: "03:01:40", .node(0), is: .crash))
            ) {
                $0.beganToRing(0, "a1", within: .seconds(10), after: ["03:01:40"])
                $0.ringsRecorded(0, "a1", [("03:00", .rang, .unanswered)])
            },
            Scenario(
                "snooze-and-crash", "a snooze goes on through a crash, a second one is cancelled by a stop",
                plan: .site(43, from: "05:00", hours: 4).alarms(at: "05:05", .plain("7:00", .once, limit: 10))
                    .silencing(("07:00:30", .snooze), ("07:10", .snooze), ("07:12", .stop)).adding(
                        .at("07:05", until: "07:06", .node(0), is: .powerCut))
            ) {
                $0.rang(0, "a1", [("07:00", "07:00:30"), ("07:09:30", "07:10")])
                $0.ringsRecorded(0, "a1", [("07:00", .rang, .stopped)])
            },
            Scenario(
                "timer-and-power-cut", "a timer of twenty minutes goes on through a power cut",
                plan: .site(44, from: "00:00", hours: 2).changes(at: "00:05", .tea(seconds: 1_200)).adding(
                    .at("00:10", until: "00:12", .node(0), is: .powerCut))
            ) { $0.beganToRing(0, "t1", within: .seconds(1), after: ["00:25"]) },
            Scenario(
                "timer-while-off", "a timer that ran out while its node was off rings when that is back",
                plan: .site(45, from: "00:00", hours: 2).changes(at: "00:05", .tea(seconds: 600)).adding(
                    .at("00:10", until: "00:40", .node(0), is: .powerCut))
            ) { $0.beganToRing(0, "t1", within: .seconds(60), after: ["00:40"]) },
            Scenario(
                "ringing-stepped-back", "the clock is set back by an hour while an alarm rings: it rings on, and once",
                plan: .site(46, from: "05:00", hours: 5).alarms(
                    at: "05:05", .plain("7:00", .weekly(.everyDay), limit: 5)
                ).adding(
                    .at("07:00:30", .node(0), is: .clockStep(.zero - .hours(1))),
                    .at("07:00:29", until: "08:30", .node(0), is: .timeServiceStops))
            ) {
                $0.rang(0, "a1", [("07:00", "07:05")])
                $0.ringsRecorded(0, "a1", [("07:00", .rang, .unanswered)])
            },
            Scenario(
                "alarm-no-battery",
                "a board boots in 1970 after a power cut: its alarm waits for the time, and rings late",
                plan: .site(47, from: "00:00", hours: 6).changing {
                    $0.nodes[0].clock.afterPowerCut = .epoch
                    $0.nodes[0].clock.timeService?.after = .minutes(10)
                }.alarms(at: "00:05", .plain("3:00", .weekly(.everyDay))).adding(
                    .at("02:00", until: "02:55", .node(0), is: .powerCut),
                    // No other coordinator knows the time.
                    .at("02:00", until: "05:00", .coordinator(0), is: .crash))
            ) {
                $0.beganToRing(0, "a1", within: .seconds(20), after: ["03:05"])
                $0.ringsRecorded(0, "a1", [("03:00", .rang, .unanswered)])
            },
            Scenario(
                "stopped-while-stuck",
                "an alarm is stopped while its output is stuck: it is silent when that works again",
                plan: .site(48, from: "05:00", hours: 4).alarms(
                    at: "05:05", .plain("7:00", .once, limit: 30), .plain("7:10", .once, limit: 30)
                ).silencing(("07:01", .stop), ("07:13:20", .stop)).adding(
                    .at("07:00:20", until: "07:04", .node(0), is: .outputStuck),
                    .at("07:09", until: "07:20", .node(0), is: .outputStuck))
            ) {
                $0.rang(0, "a1", [("07:00", "07:04")])
                $0.rang(0, "a2", [])
            },
            Scenario(
                "snoozed-before-heard",
                "a board that boots in 1970 receives a snooze before its own sound, and obeys it",
                plan: .site(49, from: "05:00", hours: 4, nodes: 2).changing {
                    $0.nodes[0].clock.afterPowerCut = .epoch
                    $0.nodes[0].clock.timeService?.after = .minutes(10)
                }.alarms(at: "05:05", .plain("7:00", .once, nodes: [0, 1], limit: 5, snooze: 3)).silencing(
                    ("07:00:10", .snooze)
                ).adding(.at("06:59:58", until: "07:00:30", .node(0), is: .powerCut))
            ) {
                $0.beganToRing(1, "a1", within: .seconds(1), after: ["07:00", "07:03:10"])
                // Its clock cannot tell when that was: the snooze lasts from its arrival.
                $0.beganToRing(0, "a1", within: .minutes(2), after: ["07:03:10"])
            },
            Scenario(
                "snoozed-while-off",
                "a ring that the disk forgot is snoozed while the node is off: the snooze counts from the request",
                plan: .site(50, from: "05:00", hours: 4).changing {
                    $0.nodes[0].clock.afterPowerCut = .epoch
                    $0.nodes[0].clock.timeService?.after = .seconds(40)
                }.alarms(at: "05:05", .plain("7:00", .once, limit: 5, snooze: 3)).silencing(("07:00:15", .snooze))
                    .adding(
                        .at("06:59:26", until: "07:00:05", .node(0), is: .diskLies(torn: false)),
                        .at("07:00:01", until: "07:00:40", .node(0), is: .powerCut))
            ) { $0.beganToRing(0, "a1", within: .seconds(1), after: ["07:00", "07:03:15"]) }, crowded,
        ]
    }

    /// Of alarms due at one instant, the newest sound first.
    private static var crowded: Scenario {
        let alarms = (1...14).map { number in AlarmDraft.plain("7:00", .once, limit: number == 14 ? 2 : 10) }
        return Scenario(
            "more-rings-than-an-output-mixes",
            "fourteen alarms ring at once: one waits until another is over, and one is never heard",
            plan: .site(54, from: "05:00", hours: 3).asking(
                ("05:05", ChangeRequest(changes: alarms.map(Change.addAlarm))))
        ) {
            for number in 3...13 { $0.rang(0, "a\(number)", [("07:00", "07:10")]) }
            $0.rang(0, "a14", [("07:00", "07:02")])
            $0.beganToRing(0, "a2", within: .seconds(12), after: ["07:02"])
            $0.ringsRecorded(0, "a2", [("07:00", .rang, .unanswered)])
            $0.rang(0, "a1", [])
            $0.ringsRecorded(0, "a1", [("07:00", .failed, .deviceBusy)])
        }
    }
}

extension Change {
    fileprivate static func tea(seconds: Int) -> Change {
        .startTimer(name: "tea", seconds: seconds, targets: RingTargets(nodes: [RandomPlan.nodeID(0)]), ring: .timer)
    }
}
