internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

// Several people, several rooms.

extension Scenario {
    static var people: [Scenario] {
        [
            Scenario(
                "stop-everywhere", "stopping silences both rooms while the coordinator is down",
                plan: .site(50, from: "05:00", hours: 4, nodes: 2).alarms(
                    at: "05:05", .plain("7:00", .once, nodes: [0, 1], limit: 10)
                ).silencing(("07:00:20", .snooze), ("07:09:40", .stop)).adding(
                    .at("06:30", until: "08:00", .coordinator(0), is: .crash))
            ) {
                for node in 0..<2 {
                    $0.rang(node, "a1", [("07:00", "07:00:20"), ("07:09:20", "07:09:40")])
                    $0.ringsRecorded(node, "a1", [("07:00", .rang, .stopped)])
                }
            },
            Scenario(
                "volume-kept", "an alarm has its own volume, and a volume set while it rings remains",
                plan: .site(51, from: "06:00", hours: 2).alarms(
                    at: "06:05", .plain("7:01", .once, limit: 5) { $0.ring.volume = Volume(percent: 30) }
                ).asking(
                    (
                        "07:02",
                        SetRequest(nodes: [RandomPlan.nodeID(0)], change: SettingsPatch(volume: Volume(percent: 55)))
                    ))
            ) { judged in
                judged.rang(0, "a1", [("07:01", "07:06")])
                let rings = judged.outcome.rings[0].map(\.order.volume.percent)
                judged.expect(rings == [30], "rang at \(rings) %")
                let said = judged.outcome.heard[0].map { (at: $0.at, volume: $0.sound.volume.percent) }
                let set = TrueTime(.at("07:02"))
                judged.expect(
                    said.allSatisfy { $0.volume == ($0.at < set ? 80 : 55) }, "said at \(said.map(\.volume)) %")
            }, mutedForAWhile, twoEdits,
            Scenario(
                "alarm-withdrawn",
                "an alarm that is removed while it rings falls silent; one removed before never rings",
                plan: .site(53, from: "05:00", hours: 4).alarms(
                    at: "05:05", .plain("7:00", .weekly(.everyDay), limit: 10), .plain("7:30", .weekly(.everyDay))
                ).changes(
                    at: "07:02", .removeAlarm(AlarmID(uncheckedNumber: 1)), .removeAlarm(AlarmID(uncheckedNumber: 2)))
            ) {
                $0.rang(0, "a1", [("07:00", "07:02")])
                $0.ringsRecorded(0, "a1", [("07:00", .rang, .withdrawn)])
                $0.rang(0, "a2", [])
                $0.ringsRecorded(0, "a2", [])
            }, removedAtOnset,
            // The line of the first ring must not use up the edited alarm.
            Scenario(
                "moved-while-away",
                "an alarm is moved to a later hour while a room is off the network: it rings at the old one, and at the new",
                plan: .site(56, from: "05:00", hours: 5).alarms(at: "05:05", .plain("7:00", .once)).changes(
                    at: "06:45", .editAlarm(AlarmID(uncheckedNumber: 1), revision: 1, .plain("8:00", .once))
                ).adding(.at("06:30", until: "07:30", .node(0), is: .partition(.both)))
            ) {
                $0.rang(0, "a1", [("07:00", "07:01"), ("08:00", "08:01")])
                $0.ringsRecorded(0, "a1", [("07:00", .rang, .unanswered), ("08:00", .rang, .unanswered)])
            },
        ]
    }

    private static var mutedForAWhile: Scenario {
        var mute = SettingsPatch()
        mute.muteSeconds = 5_400
        return Scenario(
            "muted-for-a-while",
            "a room is muted for an hour and a half: it speaks again by itself, with everything else dead, and restarted",
            plan: .site(57, from: "05:50", hours: 4).asking(
                ("06:00:30", SetRequest(nodes: [RandomPlan.nodeID(0)], change: mute))
            ).adding(
                .at("06:20", until: "08:20", .coordinator(0), is: .crash),
                .at("06:20", until: "08:20", .broker, is: .brokerDown(.kept)),
                .at("06:50", until: "07:10", .node(0), is: .crash))
        ) {
            $0.saidEveryQuarter(0, "06:00", "06:00")
            $0.silence(0, "06:01", "07:29:50")
            $0.recorded(0, "06:15", "06:45", as: .silent, .muted)
            $0.recorded(0, "07:15", "07:15", as: .silent, .muted)
            $0.saidEveryQuarter(0, "07:30", "09:30")
        }
    }

    private static var twoEdits: Scenario {
        let edit = { (time: String) in
            ChangeRequest(changes: [.editAlarm(AlarmID(uncheckedNumber: 1), revision: 1, .plain(time, .once))])
        }
        return Scenario(
            "two-edits", "two people change the same alarm at once: one of them gets a conflict",
            plan: .site(52, from: "05:00", hours: 4).changing { $0.clients = [ClientPlan(), ClientPlan()] }.alarms(
                at: "05:05", .plain("7:00", .once)
            ).changing { plan in
                let at = TrueTime(.at("05:10"))
                plan.people.append(PlannedRequest(at: at, client: 0, what: .asking(edit("7:10"))))
                plan.people.append(PlannedRequest(at: at, client: 1, what: .asking(edit("7:20"))))
            }
        ) { judged in
            let refused = judged.outcome.answers.values.filter { $0.failure?.code == .conflict }
            judged.expect(refused.count == 1, "\(refused.count) were refused for a conflict, not one")
            judged.expect(judged.outcome.rings[0].count == 1, "rang \(judged.outcome.rings[0].count) times")
        }
    }

    /// An alarm a few milliseconds before its onset is already in the device.
    private static var removedAtOnset: Scenario {
        let count = 20
        let alarms = (1...count).map { AlarmDraft.plain("7:\($0 < 10 ? "0" : "")\($0)", .weekly(.everyDay)) }
        let removals = (1...count).map { number in
            PlannedRequest(
                at: TrueTime(.at("07:00")) + .minutes(number) - .milliseconds(5 * number), client: 0,
                what: .asking(ChangeRequest(changes: [.removeAlarm(AlarmID(uncheckedNumber: number))])))
        }
        return Scenario(
            "removed-at-its-onset",
            "alarms are removed milliseconds before they ring: each one that was heard has its line",
            plan: .site(55, from: "05:00", hours: 8).asking(
                ("05:05", ChangeRequest(changes: alarms.map(Change.addAlarm)))
            ).changing { $0.people += removals }
        ) { judged in
            let rings = judged.outcome.rings[0]
            for ring in rings {
                let records = judged.ringRecords(0, ring.order.occurrence.source.description)
                judged.expect(
                    records.map(\.outcome) == [.rang] && records.map(\.reason) == [.withdrawn],
                    "\(ring.order.occurrence.source): heard, and recorded as \(records)")
            }
            let lines = (1...count).reduce(0) { $0 + judged.ringRecords(0, "a\($1)").count }
            judged.expect(lines == rings.count, "\(lines) lines of \(rings.count) that were heard")
            judged.expect(1..<count ~= rings.count, "\(rings.count) of \(count) were heard")
        }
    }
}
