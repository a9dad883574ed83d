internal import ClockDomain
internal import ClockWire

extension HomeAssistantFacts {
    var subject: HomeAssistantSubject {
        switch self {
        case .site: .site
        case .room(let room): .room(room.id)
        case .alarm(let alarm): .alarm(alarm.alarm.id)
        case .timer(let timer): .timer(timer.timer.id)
        }
    }

    /// Returns its retained messages: the announcements of its entities, and then their states.
    func messages(_ settings: HomeAssistantSettings, topics: Topics, version: String) -> [HomeAssistantMessage] {
        let subject = subject.name(at: topics.site)
        let origin = JSONValue.Member("origin", ["name": "Clocksmith", "sw_version": .string(version)])
        let device = JSONValue.Member("device", device(at: topics.site, version: version))
        let entities = entities(topics).filter { settings.since >= $0.component.since }
        let announcements = entities.map { entity in
            HomeAssistantMessage(
                topics.discovery(settings.prefix, entity.component.rawValue, subject, entity.key),
                entity.announcement(
                    subject: subject, about: [device, origin], availability: availability(of: entity, topics),
                    since: settings.since, topics: topics))
        }
        let states = entities.compactMap { entity in
            entity.statePayload.map { HomeAssistantMessage(topics.homeAssistantState(subject, entity.key), $0) }
        }
        return announcements + states
    }

    private func device(at site: SiteID, version: String) -> JSONValue {
        let whole = "clocksmith_\(site)"
        switch self {
        case .site, .alarm, .timer:
            return [
                "identifiers": [.string(whole)], "name": .string("Clocksmith \(site)"), "manufacturer": "Clocksmith",
                "model": "Site", "sw_version": .string(version),
            ]
        case .room(let room):
            let members: [JSONValue.Member] = [
                .init("identifiers", [.string("\(whole)_\(room.id)")]), .init("name", .string("\(room.name) clock")),
                .init("manufacturer", "Clocksmith"), .init("model", "Room"), .init("via_device", .string(whole)),
                .init("suggested_area", .string(room.name)),
            ]
            return .object(members + (room.version.map { [.init("sw_version", .string($0))] } ?? []))
        }
    }

    private func availability(of entity: HomeAssistantEntity, _ topics: Topics) -> [String] {
        // The broker itself publishes a room's availability, also while the coordinator is down. A command then has no
        // effect.
        if case .elsewhere = entity.state, !entity.isCommanded { return [] }
        switch self {
        case .site, .alarm, .timer: return [topics.coordinatorAvailability]
        case .room(let room): return [topics.coordinatorAvailability, topics.availability(room.id)]
        }
    }

    private func entities(_ topics: Topics) -> [HomeAssistantEntity] {
        switch self {
        case .site(let site): site.entities
        case .room(let room): room.entities(topics)
        case .alarm(let alarm): alarm.entities
        case .timer(let timer): timer.entities
        }
    }
}

extension HomeAssistantEntity.Component {
    /// The first version that accepts it without a warning.
    fileprivate var since: HomeAssistantVersion {
        switch self {
        case .binarySensor, .button, .event, .number, .select, .sensor, .switch, .text: .oldest
        case .notify: .notify
        case .time: .time
        }
    }
}

extension HomeAssistantFacts.Site {
    fileprivate var entities: [HomeAssistantEntity] {
        [
            HomeAssistantEntity(
                component: .sensor, key: "next_wake", name: "Next wake", state: .text(nextWake.rfc3339),
                category: .diagnostic, fields: [.init("device_class", "timestamp")]),
            HomeAssistantEntity(
                component: .sensor, key: "health", name: "Coordinator",
                state: .detailed(problem == nil ? "running" : "degraded", [.init("problem", JSONValue(problem))]),
                category: .diagnostic,
                fields: [.init("device_class", "enum"), .init("options", ["running", "degraded"])]),
            HomeAssistantEntity(
                component: .binarySensor, key: "preflight", name: "Preflight",
                state: .detailed(
                    findings.isEmpty ? "OFF" : "ON", [.init("findings", .list(findings.map(JSONValue.string)))]),
                fields: [.init("device_class", "problem")]),
            HomeAssistantEntity(
                component: .binarySensor, key: "emergency", name: "Emergency",
                state: .detailed(
                    emergency == nil ? "OFF" : "ON",
                    [
                        .init("text", JSONValue(emergency?.ongoing?.text)),
                        .init("since", JSONValue(emergency?.ongoing?.begun.at.rfc3339)),
                        .init("silent", .list((emergency?.silent ?? []).map { .string($0.node.rawValue) })),
                    ]),
                fields: [.init("device_class", "safety")]),
            .commands([.refused]),
        ]
    }
}

extension HomeAssistantFacts.Room {
    fileprivate func entities(_ topics: Topics) -> [HomeAssistantEntity] {
        settingEntities + actionEntities(topics) + stateEntities + [
            HomeAssistantEntity(
                component: .binarySensor, key: "connectivity", name: "Connectivity",
                state: .elsewhere(topic: topics.availability(id)), category: .diagnostic,
                fields: [
                    .init("device_class", "connectivity"), .init("payload_on", "online"),
                    .init("payload_off", "offline"),
                ])
        ]
    }

    private var settingEntities: [HomeAssistantEntity] {
        func select(_ key: String, _ name: String, _ value: String, _ options: [String]) -> HomeAssistantEntity {
            HomeAssistantEntity(
                component: .select, key: key, name: name, state: .text(value), isCommanded: true, category: .config,
                fields: [.init("options", .list(options.map(JSONValue.string)))])
        }
        let chimes = Chime.builtIn + (Chime.builtIn.contains(settings.chime) ? [] : [settings.chime])
        return [
            HomeAssistantEntity(
                component: .number, key: "volume", name: "Volume", state: .text("\(settings.volume.percent)"),
                isCommanded: true,
                fields: [
                    .init("min", 0), .init("max", 100), .init("step", 1), .init("mode", "slider"),
                    .init("unit_of_measurement", "%"), .init("icon", "mdi:volume-high"),
                ]),
            HomeAssistantEntity(
                component: .switch, key: "mute", name: "Mute", state: .text(isMuted ? "ON" : "OFF"),
                isCommanded: true, fields: [.init("icon", "mdi:volume-off")]),
            select("voice", "Voice", settings.voice, voices),
            select("chime", "Chime", settings.chime.rawValue, chimes.map(\.rawValue)),
            select(
                "interval", "How often", settings.every.homeAssistantOption,
                AnnouncementInterval.allCases.map(\.homeAssistantOption)),
        ]
    }

    private func actionEntities(_ topics: Topics) -> [HomeAssistantEntity] {
        func button(_ key: String, _ name: String, _ icon: String) -> HomeAssistantEntity {
            HomeAssistantEntity(
                component: .button, key: key, name: name, state: .none, isCommanded: true,
                fields: [.init("icon", .string(icon))])
        }
        return [
            button("announce", "Say the time", "mdi:clock"), button("stop", "Stop", "mdi:stop"),
            button("snooze", "Snooze", "mdi:alarm-snooze"),
            HomeAssistantEntity(
                component: .text, key: "say", name: "Say",
                // Without a state the field contains the word "unknown", which people would have to delete first.
                state: .elsewhere(topic: topics.availability(id)), isCommanded: true,
                fields: [
                    .init("value_template", "{{ '' }}"), .init("min", 0), .init("max", 255),
                    .init("icon", "mdi:account-voice"),
                ]),
            HomeAssistantEntity(component: .notify, key: "speak", name: "Speak", state: .none, isCommanded: true),
        ]
    }

    private var stateEntities: [HomeAssistantEntity] {
        let isRinging = rings.contains { $0.state == .ringing }
        return [
            HomeAssistantEntity(
                component: .sensor, key: "next_alarm", name: "Next alarm",
                state: .detailed(
                    nextAlarm?.occurrence.due.rfc3339,
                    [
                        .init("source", JSONValue(nextAlarm?.occurrence.source.description)),
                        .init("label", JSONValue(nextAlarm?.label)),
                    ]), fields: [.init("device_class", "timestamp")]),
            HomeAssistantEntity(
                component: .sensor, key: "last_quarter", name: "Last quarter hour",
                state: .detailed(
                    last?.outcome.rawValue,
                    [
                        .init("target", JSONValue(last?.target.rfc3339)),
                        .init("reason", JSONValue(last?.reason?.rawValue)),
                        .init("detail", JSONValue(last?.detail)),
                    ]),
                fields: [
                    .init("device_class", "enum"),
                    .init("options", .list(QuarterOutcome.allCases.map { .string($0.rawValue) })),
                ]),
            milliseconds(
                "clock_offset", "Clock offset", clock?.offsetMilliseconds.flatMap { Self.text($0, digits: 10) }),
            milliseconds(
                "onset_error", "Onset error",
                last?.onsetErrorMicroseconds.flatMap { Self.text(Double($0) / 1_000, digits: 1_000) }),
            HomeAssistantEntity(
                component: .binarySensor, key: "ringing", name: "Ringing",
                state: .detailed(
                    isRinging ? "ON" : "OFF",
                    [
                        .init("sources", .list(rings.map { .string($0.occurrence.source.description) })),
                        .init("labels", .list(rings.map { .string($0.label) })),
                    ]), fields: [.init("icon", "mdi:alarm")]),
            HomeAssistantEntity(
                component: .binarySensor, key: "clock_problem", name: "Clock problem",
                state: .detailed(clock.map { $0.trusted ? "OFF" : "ON" }, [.init("reason", JSONValue(clock?.reason))]),
                category: .diagnostic, fields: [.init("device_class", "problem")]),
            HomeAssistantEntity(
                component: .event, key: "ring", name: "Ring", state: .told,
                fields: [
                    .init("event_types", .list(HomeAssistantRing.allCases.map { .string($0.rawValue) })),
                    .init("icon", "mdi:alarm-bell"),
                ]),
            .commands(HomeAssistantCommandEvent.allCases),
        ]
    }

    private func milliseconds(_ key: String, _ name: String, _ value: String?) -> HomeAssistantEntity {
        HomeAssistantEntity(
            component: .sensor, key: key, name: name, state: .text(value), category: .diagnostic,
            fields: [
                .init("device_class", "duration"), .init("unit_of_measurement", "ms"),
                .init("state_class", "measurement"),
            ])
    }

    /// Formats a number with few digits, so that it changes only in relevant steps; `nil` for nonsense.
    private static func text(_ value: Double, digits: Double) -> String? {
        guard value.isFinite, value.magnitude < 1e12 else { return nil }
        let rounded = (value * digits).rounded() / digits
        // Otherwise small numbers print as 7e-05, and zero may be negative.
        return rounded.magnitude < 1 / digits ? "0.0" : "\(rounded)"
    }
}

extension HomeAssistantFacts.Alarm {
    fileprivate var entities: [HomeAssistantEntity] {
        let name = alarm.label.isEmpty ? "Alarm \(alarm.id)" : "Alarm \(alarm.label)"
        let days: JSONValue =
            switch alarm.schedule.repetition {
            case .once: "once"
            case .onDate(let date): .string(date.description)
            case .weekly(let set): .list(set.days.map { .string($0.rawValue) })
            case .recurring(let rule): .string(rule.description)
            case .program(let name, _): .string(name.description)
            }
        return [
            HomeAssistantEntity(
                component: .switch, key: "enabled", name: name,
                state: .detailed(
                    alarm.isEnabled ? "ON" : "OFF",
                    [
                        .init("id", .string(alarm.id.description)), .init("label", .string(alarm.label)),
                        .init("time", .string(alarm.schedule.timeInWords)), .init("days", days),
                        .init("next", JSONValue(next?.rfc3339)),
                        .init("rooms", .list(rooms.map { .string($0.rawValue) })),
                    ]), isCommanded: true, fields: [.init("icon", "mdi:alarm")]),
            HomeAssistantEntity(
                component: .time, key: "time", name: "\(name) time",
                // By the sun it has no time of its own; the switch tells it.
                state: .text(alarm.schedule.sun == nil ? "\(alarm.schedule.time.hourAndMinute):00" : nil),
                isCommanded: true),
        ]
    }
}

extension HomeAssistantFacts.Timer {
    fileprivate var entities: [HomeAssistantEntity] {
        let name = timer.name.isEmpty ? "Timer \(timer.id)" : "Timer \(timer.name)"
        let attributes: [JSONValue.Member] = [
            .init("id", .string(timer.id.description)), .init("name", .string(timer.name)),
            .init("seconds", .int(timer.seconds)), .init("rooms", .list(rooms.map { .string($0.rawValue) })),
        ]
        let (ends, state, button): (WallTime?, [JSONValue.Member], (key: String, name: String))
        switch timer.state {
        case .running(let end): (ends, state, button) = (end, [.init("timer", "running")], ("pause", "Pause"))
        case .paused(let milliseconds):
            ends = nil
            state = [.init("timer", "paused"), .init("remaining_s", .int(milliseconds / 1_000))]
            button = ("resume", "Resume")
        }
        return [
            HomeAssistantEntity(
                component: .sensor, key: "ends", name: name, state: .detailed(ends?.rfc3339, state + attributes),
                fields: [.init("device_class", "timestamp"), .init("icon", "mdi:timer-outline")]),
            HomeAssistantEntity(
                component: .button, key: button.key, name: "\(name) \(button.name.lowercased())", state: .none,
                isCommanded: true),
            HomeAssistantEntity(
                component: .button, key: "cancel", name: "\(name) cancel", state: .none, isCommanded: true),
        ]
    }
}

extension AnnouncementInterval {
    /// Its name for people in a list.
    var homeAssistantOption: String {
        switch self {
        case .quarterHour: "every 15 minutes"
        case .halfHour: "every 30 minutes"
        case .hour: "every hour"
        case .off: "off"
        }
    }
}

extension HomeAssistantEntity {
    /// Returns the entity that publishes the outcomes of commands.
    fileprivate static func commands(_ events: [HomeAssistantCommandEvent]) -> HomeAssistantEntity {
        HomeAssistantEntity(
            component: .event, key: HomeAssistantCommandEvent.key, name: "Command", state: .told, category: .diagnostic,
            fields: [
                .init("event_types", .list(events.map { .string($0.rawValue) })), .init("icon", "mdi:message-alert"),
            ])
    }
}

/// The event types of the entity that publishes the outcomes of commands.
enum HomeAssistantCommandEvent: String, Sendable, CaseIterable {
    case refused
    /// A room did not play a sound or text that somebody, or Home Assistant, ordered.
    case notHeard = "not_heard"

    static let key = "command"
}

/// The event types of an occurrence in a room.
enum HomeAssistantRing: String, Sendable, CaseIterable {
    case ringing, snoozed, stopped, unanswered, missed, failed

    /// The event type of an occurrence's line; `nil` for one that somebody chose to skip.
    init?(_ record: RingRecord) {
        switch (record.outcome, record.reason) {
        case (.rang, .unanswered): self = .unanswered
        case (.rang, _): self = .stopped
        case (.missed, _), (.absent, _): self = .missed
        case (.failed, _): self = .failed
        case (.skipped, _): return nil
        }
    }
}
