internal import ClockDomain
internal import ClockWire

// The building blocks of scenarios with alarms and timers.

extension AlarmDraft {
    /// An alarm that rings for a minute by default.
    ///
    /// - Parameter time: `07:00`
    static func plain(
        _ time: String, _ repetition: AlarmSchedule.Repetition, nodes: [Int] = [0], limit: Int = 1, snooze: Int = 9,
        misfire: MisfirePolicy = .standard, _ change: (inout AlarmDraft) -> Void = { _ in }
    ) -> AlarmDraft {
        guard let local = LocalTime(hourAndMinute: time) else { preconditionFailure("\(time) is not a time") }
        var style = RingStyle.alarm
        style.limitMinutes = limit
        style.snoozeMinutes = snooze
        var draft = AlarmDraft(
            label: "", isEnabled: true,
            schedule: AlarmSchedule(time: local, repetition: repetition, countsFrom: WallTime(nanoseconds: 0)),
            ring: style, misfire: misfire, targets: RingTargets(nodes: nodes.map(RandomPlan.nodeID)), holidays: nil)
        change(&draft)
        return draft
    }
}

extension SimulationPlan {
    /// Adds these alarms, as a1, a2, …
    func alarms(at time: String, _ drafts: AlarmDraft...) -> SimulationPlan {
        asking((time, ChangeRequest(changes: drafts.map(Change.addAlarm))))
    }

    func changes(at time: String, _ changes: Change...) -> SimulationPlan {
        asking((time, ChangeRequest(changes: changes)))
    }

    /// Somebody stops or snoozes a ring at each of these instants.
    func silencing(_ actions: (at: String, kind: RingAction.Kind)...) -> SimulationPlan {
        changing { plan in
            plan.people += actions.map { PlannedRequest(at: TrueTime(.at($0.at)), what: .silence(nil, $0.kind)) }
        }
    }
}

extension CivilDate {
    /// `2027-05-01`
    static func on(_ text: String) -> CivilDate {
        CivilDate(daysSinceEpoch: WallTime.at("\(text)T00:00Z").seconds.flooredQuotient(by: 86_400))
    }
}
