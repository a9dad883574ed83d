internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The facts of an object that people define, the most important first.
struct ObjectFacts: Sendable {
    struct Fact: Hashable, Sendable {
        /// The subject of the fact; facts with equal titles are compared.
        var title: String
        var value: String
        /// True when the value needs no title.
        var isPlain = false

        var said: String { isPlain ? value : "\(title) \(value)" }
    }

    var kind: String
    var name: String
    var facts: [Fact]

    init(_ object: DefinedObject, words: TimeWords) {
        switch object {
        case .alarm(let definition):
            (kind, name) = ("alarm", ScheduleWords.name(definition.alarm.id, definition.alarm.label))
            facts = ObjectFacts.alarm(definition)
        case .timer(let definition):
            (kind, name) = ("timer", ScheduleWords.name(definition.timer.id, definition.timer.name))
            facts = ObjectFacts.timer(definition, words)
        case .stopwatch(let stopwatch):
            (kind, name) = ("stopwatch", ScheduleWords.name(stopwatch.id, stopwatch.name))
            facts = ObjectFacts.stopwatch(stopwatch, words)
        case .group(let group):
            (kind, name) = ("group", group.id.rawValue)
            facts = [Fact(title: "nodes", value: list(group.nodes))]
        case .holidays(let calendar):
            (kind, name) = ("holidays", calendar.name)
            facts = [Fact(title: "days", value: "\(calendar.days.count)")]
        case .timetable(let timetable):
            (kind, name) = ("timetable", timetable.name)
            facts = ObjectFacts.timetable(timetable)
        case .node(let id, let room, let settings, let packs):
            (kind, name) = ("node", id.rawValue)
            facts = ObjectFacts.node(room, settings, words)
            if !packs.isEmpty {
                facts.append(
                    Fact(
                        title: "packs",
                        value: packs.map { "\($0.name) (\($0.digest.short))" }.joined(separator: ", ")))
            }
        }
    }

    /// `time 07:00 -> 07:15` for every fact that differs; a dash stands for the missing side.
    static func changes(_ old: ObjectFacts, _ new: ObjectFacts) -> [String] {
        let titles =
            new.facts.map(\.title)
            + old.facts.map(\.title).filter { title in
                !new.facts.contains { $0.title == title }
            }
        return titles.compactMap { title in
            let before = old.facts.first { $0.title == title }
            let after = new.facts.first { $0.title == title }
            guard before != after else { return nil }
            let change = "\(before?.value ?? "–") -> \(after?.value ?? "–")"
            return (after ?? before)?.isPlain ?? false ? change : "\(title) \(change)"
        }
    }

    private static func alarm(_ definition: AlarmDefinition) -> [Fact] {
        let alarm = definition.alarm
        let schedule = alarm.schedule
        var facts = [
            Fact(title: "state", value: alarm.isEnabled ? "on" : "off", isPlain: true),
            Fact(title: "time", value: schedule.timeInWords, isPlain: true),
            Fact(title: "days", value: ScheduleWords.repetition(schedule.repetition), isPlain: true),
            Fact(title: "in", value: ScheduleWords.targets(definition.targets)),
        ]
        func add(_ title: String, _ value: String, unless standard: String = "") {
            if value != standard { facts.append(Fact(title: title, value: value)) }
        }
        add("label", alarm.label)
        add("zone", schedule.zone ?? "")
        add("skips", schedule.skips.map(\.iso8601).joined(separator: ","))
        add("except", schedule.exceptions.map(ScheduleWords.span).joined(separator: ","))
        add("holidays", definition.holidays?.description ?? "")
        add("speaks", alarm.speaks ? "yes" : "no", unless: "no")
        let isBell = alarm.ring.plays != nil
        return facts + ring(alarm.ring, standard: isBell ? .bell : .alarm)
            + (alarm.misfire == (isBell ? .bell : .standard)
                ? [] : [Fact(title: "misfire", value: misfire(alarm.misfire))])
    }

    private static func timetable(_ timetable: Timetable) -> [Fact] {
        func add(_ title: String, _ rules: [String]) -> [Fact] {
            rules.isEmpty ? [] : [Fact(title: title, value: rules.joined(separator: "; "))]
        }
        return add("weeks", timetable.weeks.map { "\($0.program) \(RuleWords.week($0))" })
            + add("cycle", timetable.cycle.map { [RuleWords.cycle($0)] } ?? [])
            + add("calendars", timetable.calendars.map { [$0.description] } ?? [])
            + add("events", timetable.events.map { "\"\($0.words)\" \($0.program)" })
            + add("dates", timetable.dates.map { "\(ScheduleWords.span($0.on)) \($0.program ?? "no bells")" })
            + add("by hand", timetable.hand.map(RuleWords.hand))
    }

    private static func misfire(_ policy: MisfirePolicy) -> String {
        switch policy {
        case .ring(let minutes): "\(minutes) min"
        case .reportOnly: "report"
        }
    }

    private static func timer(_ definition: TimerDefinition, _ words: TimeWords) -> [Fact] {
        let timer = definition.timer
        let state =
            switch timer.state {
            case .running(let ends): "running until \(words.timeOrDay(ends))"
            case .paused(let left): "paused with \(CountdownWords.remaining(.milliseconds(left))) left"
            }
        return [
            Fact(title: "length", value: CountdownWords.remaining(.seconds(timer.seconds)), isPlain: true),
            Fact(title: "state", value: state, isPlain: true),
            Fact(title: "in", value: ScheduleWords.targets(definition.targets)),
        ] + ring(timer.ring, standard: .timer)
    }

    private static func stopwatch(_ stopwatch: Stopwatch, _ words: TimeWords) -> [Fact] {
        let state =
            switch stopwatch.state {
            case .running(let since): "running since \(words.timeOrDay(since))"
            case .stopped(let elapsed): "stopped at \(CountdownWords.elapsed(milliseconds: elapsed))"
            }
        var facts = [Fact(title: "state", value: state, isPlain: true)]
        if let lap = stopwatch.laps.last {
            facts.append(
                Fact(title: "lap", value: "\(stopwatch.laps.count) at \(CountdownWords.elapsed(milliseconds: lap))"))
        }
        return facts
    }

    private static func node(_ room: String, _ settings: NodeSettings, _ words: TimeWords) -> [Fact] {
        [Fact(title: "room", value: room)]
            + NodeSetting.all.map { Fact(title: $0.name, value: $0.words(settings, words.moment)) }
    }

    /// Returns the parts that differ from the standard.
    private static func ring(_ ring: RingStyle, standard: RingStyle) -> [Fact] {
        func fact<Value: Equatable>(_ title: String, _ part: KeyPath<RingStyle, Value>, _ value: String) -> Fact? {
            ring[keyPath: part] == standard[keyPath: part] ? nil : Fact(title: title, value: value)
        }
        return [
            ring.plays.map { Fact(title: "played", value: ScheduleWords.plays($0)) },
            fact("sound", \.sound, ring.sound),
            fact("volume", \.volume, ring.volume.map { "\($0.percent) %" } ?? "the node's"),
            fact("ramp", \.rampSeconds, "\(ring.rampSeconds) s"),
            fact("limit", \.limitMinutes, "\(ring.limitMinutes) min"),
            fact("snooze", \.snoozeMinutes, ring.snoozeMinutes == 0 ? "off" : "\(ring.snoozeMinutes) min"),
            fact("unanswered", \.tellsUnanswered, ring.tellsUnanswered ? "told" : "ignored"),
        ].compactMap(\.self)
    }
}

private func list(_ nodes: [NodeID]) -> String { nodes.map(\.rawValue).joined(separator: ", ") }
