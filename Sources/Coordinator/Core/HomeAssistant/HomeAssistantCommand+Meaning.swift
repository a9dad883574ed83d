internal import ClockDomain
internal import ClockWire

// Translates Home Assistant's commands into requests and ring actions. Only requests of members are among them.

extension HomeAssistantCommand {
    var isUnknown: RequestError { RequestError(.invalid, "there is nothing to set there") }

    private func isNot(_ wanted: String) -> RequestError {
        RequestError(.invalid, "\"\(payload.line(maximumBytes: 40))\" is not \(wanted)")
    }

    private func bool() throws(RequestError) -> Bool {
        switch payload {
        case "ON": true
        case "OFF": false
        default: throw isNot("ON or OFF")
        }
    }

    func meaning(in room: NodeID, _ view: SiteView) throws(RequestError) -> HomeAssistant.Meaning {
        func set(_ change: SettingsPatch) -> HomeAssistant.Meaning {
            .request(CoordinatorRequest(SetRequest(nodes: [room], change: change)))
        }
        switch entity {
        case "volume":
            // 55, or 55.0 if a user's template has made a number of it.
            guard let number = Double(payload), number == number.rounded(), (0...100).contains(number),
                let volume = Volume(percent: Int(number))
            else { throw isNot("a volume of 0 to 100") }
            return set(SettingsPatch(volume: volume))
        case "mute": return set(SettingsPatch(mute: try bool() ? .on : .off))
        case "voice":
            guard NodeSettings.isVoiceName(payload) else { throw isNot("the name of a voice") }
            return set(SettingsPatch(voice: payload))
        case "chime":
            guard let chime = Chime(rawValue: payload) else { throw isNot("a chime") }
            return set(SettingsPatch(chime: chime))
        case "interval":
            guard let every = AnnouncementInterval.allCases.first(where: { $0.homeAssistantOption == payload }) else {
                throw isNot("one of \(AnnouncementInterval.allCases.map(\.homeAssistantOption))")
            }
            return set(SettingsPatch(every: every))
        case "announce": return .request(CoordinatorRequest(AnnounceRequest(nodes: [room])))
        case "say", "speak":
            guard SayRequest.isText(payload) else {
                throw RequestError(
                    .invalid,
                    "a text of \(payload.count) characters cannot be said; use 1 to \(SayRequest.maximumCharacters)")
            }
            let options = PlayOptions(targets: RingTargets(nodes: [room]))
            return .request(CoordinatorRequest(SayRequest(text: payload, how: options)))
        case "stop":
            let rings = view.nodes[room]?.reported?.rings ?? []
            guard !rings.isEmpty else { throw RequestError(.unavailable, "nothing rings in \(room)") }
            return .ring(.stop, rings.map(\.occurrence))
        case "snooze":
            let rings = (view.nodes[room]?.reported?.rings ?? []).filter {
                $0.state == .ringing && $0.snoozeMinutes > 0
            }
            guard !rings.isEmpty else {
                throw RequestError(.unavailable, "nothing rings in \(room) that can be snoozed")
            }
            return .ring(.snooze, rings.map(\.occurrence))
        default: throw isUnknown
        }
    }

    func meaning(for id: AlarmID, _ view: SiteView) throws(RequestError) -> HomeAssistant.Meaning {
        // The next change builds on decided definitions, even if their commit is under way.
        guard let definition = view.definitions.pending.alarms[id] else {
            throw RequestError(.unknownObject, "there is no alarm \(id)")
        }
        var draft = AlarmDraft(definition)
        switch entity {
        case "enabled": draft.isEnabled = try bool()
        case "time":
            // 07:00:00, or 07:00.
            let text = payload.utf8.count > 5 && payload.hasSuffix(":00") ? payload.dropLast(3) : payload[...]
            guard let time = LocalTime(hourAndMinute: text) else {
                throw isNot("a time of whole minutes, such as 07:00")
            }
            (draft.schedule.time, draft.schedule.sun) = (time, nil)
        default: throw isUnknown
        }
        return .request(
            CoordinatorRequest(ChangeRequest(changes: [.editAlarm(id, revision: definition.alarm.revision, draft)])))
    }

    func request(for id: TimerID) throws(RequestError) -> ChangeRequest {
        switch entity {
        case "pause": ChangeRequest(changes: [.pauseTimer(id)])
        case "resume": ChangeRequest(changes: [.resumeTimer(id)])
        case "cancel": ChangeRequest(changes: [.cancelTimer(id)])
        default: throw isUnknown
        }
    }
}
