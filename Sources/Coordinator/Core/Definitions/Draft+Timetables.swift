internal import ClockDomain
internal import ClockWire

extension Definitions.Draft {
    /// - Parameter hand: the changes by hand; `nil` for the present ones.
    mutating func setTimetable(
        _ timetable: Timetable, hand: [Timetable.HandRule]? = nil, in context: DefinitionContext
    ) throws(RequestError) {
        if let fault = timetable.fault { throw RequestError(.invalid, fault) }
        if let refusal = definitions.refusal(ofUnknown: timetable.calendars?.names ?? []) { throw refusal }
        var timetable = timetable
        // Somebody may have changed today by hand since these rules were read.
        timetable.hand = hand ?? definitions.timetables[timetable.name]?.hand ?? []
        put(.timetable(timetable))
    }

    mutating func removeTimetable(_ name: String) throws(RequestError) {
        guard definitions.timetables[name] != nil else { throw unknownTimetable(name) }
        let bells = definitions.bells(of: name).map { RingSource.alarm($0.alarm.id) }
        guard bells.isEmpty else {
            throw RequestError(.invalid, "timetable \(name) has \(bells.inWords): remove its programs first")
        }
        set(.timetable(name), nil)
    }

    /// Changes one date by hand, or takes its changes back.
    mutating func changeDay(
        of name: String, _ date: CivilDate, _ part: Timetable.Part?, in context: DefinitionContext
    ) throws(RequestError) {
        guard var timetable = definitions.timetables[name] else { throw unknownTimetable(name) }
        // No zone has an earlier date than the day before that of UTC.
        guard date >= context.now.date(inDays: -1) else {
            throw RequestError(.invalid, "\(date.iso8601) is over: name today or a date to come")
        }
        if !context.isDoubtful { timetable.hand.removeAll { $0.date < context.now.date(inDays: -8) } }
        var part = part
        part?.by = context.by
        part?.at = context.now
        timetable.change(date, part)
        if let fault = timetable.fault { throw RequestError(.invalid, fault) }
        put(.timetable(timetable))
    }

    func unknownTimetable(_ name: String) -> RequestError {
        let known = definitions.timetables.keys.sorted().joined(separator: ", ")
        return RequestError(
            .unknownObject,
            "no timetable is called \(name.line(maximumBytes: 80)); "
                + (known.isEmpty ? "there is none yet" : "there are \(known)"))
    }
}
