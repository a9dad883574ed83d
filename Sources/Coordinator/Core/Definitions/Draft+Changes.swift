internal import ClockDomain
internal import ClockWire

/// The facts from outside that the rules of definitions need.
struct DefinitionContext: Sendable {
    /// To the millisecond, as published.
    var now: WallTime
    /// True if somebody vouches for the clock now; below, if somebody has since the program started.
    var isVouched: Bool
    var wasVouched: Bool
    /// True if the clock may be far ahead: nothing is over by it.
    var isDoubtful: Bool
    /// The person that asks, for people.
    var by: String?
    var nodes: Nodes
    var zones: ZoneCache
    /// The site's, for alarms that follow the sun.
    var position: Position?
}

extension Definitions.Draft {
    /// Makes one change of a request.
    ///
    /// - Throws: the reason for a refusal; the caller must undo everything done so far.
    mutating func make(_ change: Change, in context: DefinitionContext) throws(RequestError) {
        switch change {
        case .addAlarm(let draft): try addAlarm(draft, in: context)
        case .editAlarm(let id, let revision, let draft): try editAlarm(id, revision: revision, draft, in: context)
        case .removeAlarm(let id): set(.alarm(try alarm(id).alarm.id), nil)
        case .startTimer(let name, let seconds, let targets, let ring, let speaks):
            try startTimer(name: name, seconds: seconds, targets: targets, ring: ring, speaks: speaks, in: context)
        case .pauseTimer(let id): try pauseTimer(id, in: context)
        case .resumeTimer(let id): try resumeTimer(id, in: context)
        case .addToTimer(let id, let seconds): try addToTimer(id, seconds: seconds, at: context.now)
        case .cancelTimer(let id): set(.timer(try timer(id).timer.id), nil)
        case .startStopwatch(let name): try startStopwatch(name: name, in: context)
        case .lapStopwatch(let id): try lapStopwatch(id, in: context)
        case .stopStopwatch(let id): try stopStopwatch(id, in: context)
        case .resumeStopwatch(let id): try resumeStopwatch(id, in: context)
        case .resetStopwatch(let id): try resetStopwatch(id)
        case .removeStopwatch(let id): set(.stopwatch(try stopwatch(id).id), nil)
        case .setGroup(let group): try setGroup(group, in: context)
        case .removeGroup(let id): try removeGroup(id)
        case .setHolidays(let calendar): try setHolidays(calendar, in: context)
        case .removeHolidays(let name): try removeHolidays(name, in: context)
        case .setTimetable(let timetable): try setTimetable(timetable, in: context)
        case .removeTimetable(let name): try removeTimetable(name)
        case .changeDay(let timetable, let date, let part): try changeDay(of: timetable, date, part, in: context)
        }
    }

    /// Finds the object under `id`. An id without a tag also names the only one with its number.
    ///
    /// - Parameter kind: a word such as `alarm`.
    func find<ID: NumberedID, Object>(
        _ id: ID, in objects: [ID: Object], _ kind: String
    ) throws(RequestError) -> Object {
        if let object = objects[id] { return object }
        let alike = objects.keys.filter(id.stands).sorted()
        guard let only = alike.first, let object = objects[only] else {
            throw RequestError(.unknownObject, "there is no \(kind) \(id)")
        }
        guard alike.count == 1 else {
            throw RequestError(
                .unknownObject, "\(id) is short for several: \(alike.map(\.description).joined(separator: ", "))")
        }
        return object
    }

    /// Refuses to compute with an instant that an earlier, vouched clock named: the present clock may be hours behind.
    func requireClock(_ isVouched: Bool, _ subject: String, in context: DefinitionContext) throws(RequestError) {
        guard isVouched, !context.wasVouched else { return }
        throw RequestError(
            .unavailable,
            "no time service has set the coordinator's clock since the coordinator started, so \(subject) cannot be "
                + "reckoned: try again in a minute, or see clockctl doctor")
    }

    /// Returns the targets if all are known nodes and defined groups.
    func checked(_ targets: RingTargets, in context: DefinitionContext) throws(RequestError) -> RingTargets {
        guard !targets.isEmpty else {
            throw RequestError(.invalid, "no node and no group is named: name one where it is to ring")
        }
        if let refusal = context.nodes.refusal(ofUnknown: targets.nodes) { throw refusal }
        for group in targets.groups where definitions.groups[group] == nil {
            let known = definitions.groups.keys.sorted().prefix(20).map(\.rawValue).joined(separator: ", ")
            throw RequestError(
                .unknownObject,
                "no group is called \(group); " + (known.isEmpty ? "there is none yet" : "there are \(known)"))
        }
        return targets
    }

    func checkLabel(_ label: String, _ what: String) throws(RequestError) {
        guard Label.isValid(label) else {
            throw RequestError(.invalid, "\(what) \"\(label.line(maximumBytes: 80))\" is not \(Label.rule)")
        }
    }

    func check(_ ring: RingStyle, labelled label: String) throws(RequestError) {
        guard !ring.isSpoken || SpokenText.hasWords(label) else {
            throw RequestError(
                .invalid, "the sound \(SpokenText.name) says the label, and \"\(label)\" has no word: give it a label")
        }
        guard RingStyle.isSoundName(ring.sound), RingStyle.rampRange.contains(ring.rampSeconds),
            RingStyle.limitRange.contains(ring.limitMinutes), RingStyle.snoozeRange.contains(ring.snoozeMinutes),
            ring.plays.map(RingStyle.playsRange.contains) ?? true
        else {
            throw RequestError(
                .invalid,
                "sound \(ring.sound.line(maximumBytes: 80)), ramp \(ring.rampSeconds) s, limit \(ring.limitMinutes) min "
                    + "snooze \(ring.snoozeMinutes) min and \(ring.plays ?? 1) plays are not all in their ranges")
        }
    }
}

extension [RingSource] {
    /// `alarms a1, a7 and timer t3`; at most the first ten.
    var inWords: String {
        func words(_ ids: [String], _ kind: String) -> String? {
            guard !ids.isEmpty else { return nil }
            let shown = ids.prefix(10).joined(separator: ", ") + (ids.count > 10 ? " and \(ids.count - 10) more" : "")
            return "\(kind)\(ids.count == 1 ? "" : "s") \(shown)"
        }
        let alarms = compactMap { if case .alarm(let id) = $0 { id.description } else { nil } }
        let timers = compactMap { if case .timer(let id) = $0 { id.description } else { nil } }
        return [words(alarms, "alarm"), words(timers, "timer")].compactMap { $0 }.joined(separator: " and ")
    }
}
