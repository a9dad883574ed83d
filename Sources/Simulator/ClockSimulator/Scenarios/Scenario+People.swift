internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

// Several people, several rooms.

extension Scenario {
    static var people: [Scenario] {
        [stopElsewhere, volumeKept, twoEdits, withdrawn]
    }

    private static var stopElsewhere: Scenario {
        Scenario(
            "stop-everywhere", "stopping silences both rooms while the coordinator is down",
            plan: .site(50, from: "2027-05-01T05:00Z", hours: 4, nodes: 2)
                .alarms(at: "2027-05-01T05:05Z", .plain("7:00", .once, nodes: [0, 1], limit: 10))
                .silencing(("2027-05-01T07:00:20Z", .snooze), ("2027-05-01T07:09:40Z", .stop))
                .adding(.at("2027-05-01T06:30Z", until: "2027-05-01T08:00Z", .coordinator(0), is: .crash))
        ) {
            for node in 0..<2 {
                $0.rang(
                    node, "a1",
                    [
                        ("2027-05-01T07:00Z", "2027-05-01T07:00:20Z"),
                        ("2027-05-01T07:09:20Z", "2027-05-01T07:09:40Z"),
                    ])
                $0.ringsRecorded(node, "a1", [("2027-05-01T07:00Z", .rang, .stopped)])
            }
        }
    }

    private static var volumeKept: Scenario {
        Scenario(
            "volume-kept", "an alarm has its own volume, and what somebody sets while it rings stays set",
            plan: .site(51, from: "2027-05-01T06:00Z", hours: 2)
                .alarms(
                    at: "2027-05-01T06:05Z",
                    .plain("7:01", .once, limit: 5) { $0.ring.volume = Volume(percent: 30) }
                )
                .asking(
                    (
                        "2027-05-01T07:02Z",
                        .set(
                            SetRequest(
                                nodes: [RandomPlan.nodeID(0)],
                                change: SettingsPatch(volume: Volume(percent: 55))))
                    ))
        ) { judged in
            judged.rang(0, "a1", [("2027-05-01T07:01Z", "2027-05-01T07:06Z")])
            let rings = judged.outcome.rings[0].map(\.order.volume.percent)
            judged.expect(rings == [30], "rang at \(rings) %")
            let said = judged.outcome.heard[0].map { (at: $0.at, volume: $0.sound.volume.percent) }
            let set = TrueTime(.at("2027-05-01T07:02Z"))
            judged.expect(
                said.allSatisfy { $0.volume == ($0.at < set ? 80 : 55) }, "said at \(said.map(\.volume)) %")
        }
    }

    private static var twoEdits: Scenario {
        let edit = { (time: String) in
            CoordinatorRequest.change(
                ChangeRequest(changes: [.editAlarm(AlarmID(uncheckedNumber: 1), revision: 1, .plain(time, .once))]))
        }
        return Scenario(
            "two-edits", "two people change the same alarm at once: one of them is told so",
            plan: .site(52, from: "2027-05-01T05:00Z", hours: 4)
                .changing { $0.clients = [ClientPlan(), ClientPlan()] }
                .alarms(at: "2027-05-01T05:05Z", .plain("7:00", .once))
                .changing { plan in
                    let at = TrueTime(.at("2027-05-01T05:10Z"))
                    plan.people.append(PlannedRequest(at: at, client: 0, what: .ask(edit("7:10"))))
                    plan.people.append(PlannedRequest(at: at, client: 1, what: .ask(edit("7:20"))))
                }
        ) { judged in
            let refused = judged.outcome.answers.values.filter { answer in
                if case .failed(let error) = answer { error.code == .conflict } else { false }
            }
            judged.expect(refused.count == 1, "\(refused.count) were refused for a conflict, not one")
            judged.expect(judged.outcome.rings[0].count == 1, "rang \(judged.outcome.rings[0].count) times")
        }
    }

    private static var withdrawn: Scenario {
        Scenario(
            "alarm-withdrawn", "an alarm that is removed while it rings falls silent; one removed before never rings",
            plan: .site(53, from: "2027-05-01T05:00Z", hours: 4)
                .alarms(
                    at: "2027-05-01T05:05Z", .plain("7:00", .weekly(.everyDay), limit: 10),
                    .plain("7:30", .weekly(.everyDay))
                )
                .changes(
                    at: "2027-05-01T07:02Z", .removeAlarm(AlarmID(uncheckedNumber: 1)),
                    .removeAlarm(AlarmID(uncheckedNumber: 2)))
        ) {
            $0.rang(0, "a1", [("2027-05-01T07:00Z", "2027-05-01T07:02Z")])
            $0.ringsRecorded(0, "a1", [("2027-05-01T07:00Z", .rang, .withdrawn)])
            $0.rang(0, "a2", [])
            $0.ringsRecorded(0, "a2", [])
        }
    }
}
