internal import ClockDomain
internal import ClockWire

/// A request that waits for the rules of the zones it names.
struct ParkedChange: Sendable {
    var origin: RequestOrigin
    var request: ChangeRequest
}

extension CoordinatorCore {
    /// Requests that may wait for zones.
    private static let maximumParked = 64
    /// A clock that moves by less against the boot clock is being slewed, not set.
    private static let noticedStep: Duration = .milliseconds(250)

    /// `change`: all of the changes or none, answered when they are committed.
    mutating func change(_ request: ChangeRequest, origin: RequestOrigin, at now: Now) {
        guard (1...ChangeRequest.maximumChanges).contains(request.changes.count) else {
            return fail(
                origin, .invalid,
                "a request of \(request.changes.count) changes is not in 1...\(ChangeRequest.maximumChanges)")
        }
        let names = Set(request.changes.compactMap(\.zone)).sorted()
        for name in names where zones.ask(name) { perform(.loadZone(name)) }
        guard !names.contains(where: { zones.isAwaited($0) }) else {
            guard parked.count < Self.maximumParked else {
                return fail(origin, .unavailable, "too many changes wait for time zones: ask again in a moment")
            }
            parked.append(ParkedChange(origin: origin, request: request))
            return
        }
        guard hasRoom(for: origin) else { return }
        if let refusal = refusalAsStranger { return fail(origin, refusal.code, refusal.message) }
        let surroundings = BookSurroundings(now: now.wall.truncatedToMilliseconds, nodes: nodes, zones: zones)
        let refusals = refusalsToDefine
        let decision: SiteBook.Decision
        do throws(RequestError) {
            decision = try book.decide { draft throws(RequestError) in
                for (index, change) in request.changes.enumerated() {
                    do throws(RequestError) {
                        try draft.make(change, in: surroundings)
                    } catch {
                        throw request.changes.count == 1
                            ? error : RequestError(error.code, "change \(index + 1): \(error.message)")
                    }
                }
                try BookLimits.checkAnswer(draft.decision)
                if let refusal = draft.decision.concerned.sorted().lazy.compactMap({ refusals[$0] }).first {
                    throw refusal
                }
            }
        } catch {
            return fail(origin, error.code, error.message)
        }
        closeLines(of: decision, at: now)
        let events = record(decision, at: now)
        let revisions = decision.concerned.sorted().compactMap { id in
            nodes[id].map { DocumentRevision(node: id, revision: $0.definition.revision) }
        }
        let result = CoordinatorAnswer.change(ChangeResult(events: events, nodes: revisions))
        if book.isSettled {
            perform(.reply(origin, result))
        } else {
            store.add(result, to: origin)
        }
    }

    /// Has a decision stored, its nodes' documents made anew, and everybody told, once it is committed.
    @discardableResult
    mutating func record(_ decision: SiteBook.Decision, at now: Now) -> [ChangeEvent] {
        save(decision)
        for node in decision.concerned.sorted() { define(node) { _ in } }
        reviewHolidays(at: now)
        return decision.edits.compactMap { tell($0.old?.defined, $0.new?.defined, at: now) }
    }

    /// Tells everybody what was changed, once it is committed.
    @discardableResult
    mutating func tell(_ old: DefinedObject?, _ new: DefinedObject?, at now: Now) -> ChangeEvent {
        let event = ChangeEvent(number: book.nextChange(), at: now.wall.truncatedToMilliseconds, old: old, new: new)
        store.add(event)
        return event
    }

    /// An object is in the store as it was decided.
    mutating func committed(_ id: SiteObjectID, _ object: SiteObject?, at now: Now) {
        book.commit(id, object)
        switch id {
        case .alarm(let id):
            expectRings(of: id)
            checkEnd(of: .alarm(id), at: now)
        case .timer(let id): checkEnd(of: .timer(id), at: now)
        case .group(let id):
            for alarm in book.committed.alarms(naming: id) {
                expectRings(of: alarm.alarm.id)
                checkEnd(of: .alarm(alarm.alarm.id), at: now)
            }
            for timer in book.committed.timers(naming: id) { checkEnd(of: .timer(timer.timer.id), at: now) }
        case .stopwatch, .calendar: break
        }
    }

    /// `schedule`: a page of what is committed.
    mutating func schedule(_ request: ScheduleRequest, origin: RequestOrigin, at now: Now) {
        guard (1...ScheduleRequest.maximumLimit).contains(request.limit) else {
            return fail(
                origin, .invalid, "a page of \(request.limit) alarms is not in 1...\(ScheduleRequest.maximumLimit)")
        }
        perform(.reply(origin, .schedule(book.committed.page(request, at: now.wall.truncatedToMilliseconds))))
    }

    /// Somebody set the wall clock: what counts by it goes on as before. Nodes do not notice: they count their timers by
    /// themselves, and a timer is another one to them only with another revision.
    mutating func followClock(at now: Now) {
        let step = now.bootWall - bootWall
        // What a failing store does not take is followed when it works again.
        guard step.magnitude >= Self.noticedStep, !store.isFailing else { return }
        rememberToldEnds()
        let before = bootWall
        bootWall = now.bootWall
        if step > Self.leap { steadySince = now.boot }
        let timers = book.pending.timers.keys.sorted()
        let stopwatches = book.pending.stopwatches.keys.sorted()
        do throws(RequestError) {
            let decision = try book.decide { draft throws(RequestError) in
                for id in timers { draft.shift(id, by: step) }
                for id in stopwatches { draft.shift(id, by: step) }
            }
            guard !decision.edits.isEmpty else { return }
            save(decision)
            store.addFollowed(from: before)
            store.addRetold(decision.concerned)
            for edit in decision.edits { tell(edit.old?.defined, edit.new?.defined, at: now) }
        } catch {
            preconditionFailure("timers that end at another time are refused: \(error)")
        }
    }

    mutating func save(_ decision: SiteBook.Decision) {
        for edit in decision.edits {
            if let new = edit.new {
                store.add(.saveObject(new))
            } else if let old = edit.old {
                store.add(.removeObject(old.id))
            }
        }
    }
}

extension Now {
    /// What the wall clock showed, or would have shown, at the boot clock's zero.
    var bootWall: WallTime { wall - .nanoseconds(boot.nanoseconds) }
}

extension SiteObject {
    /// As a change event tells it.
    var defined: DefinedObject {
        switch self {
        case .alarm(let definition): .alarm(definition)
        case .timer(let definition): .timer(definition)
        case .stopwatch(let stopwatch): .stopwatch(stopwatch)
        case .group(let group): .group(group)
        case .calendar(let calendar): .holidays(calendar)
        }
    }
}

extension Change {
    /// The time zone that it names.
    fileprivate var zone: String? {
        switch self {
        case .addAlarm(let draft), .editAlarm(_, _, let draft): draft.schedule.zone
        case .removeAlarm, .startTimer, .pauseTimer, .resumeTimer, .addToTimer, .cancelTimer, .startStopwatch,
            .lapStopwatch, .stopStopwatch, .resumeStopwatch, .resetStopwatch, .removeStopwatch, .setGroup, .removeGroup,
            .setHolidays, .removeHolidays:
            nil
        }
    }
}

extension SiteDefinitions {
    /// A page of alarms, as many as asked for if they fit into one message; the first page has everything else.
    fileprivate func page(_ request: ScheduleRequest, at now: WallTime) -> SchedulePage {
        let isFirst = request.after == nil
        var start = 0
        if let after = request.after {
            start = alarmIDs.lowerBound(of: after)
            if start < alarmIDs.count, alarmIDs[start] == after { start += 1 }
        }
        var bytes = isFirst ? otherBytes : 0
        var page: [AlarmDefinition] = []
        for id in alarmIDs[start...].prefix(request.limit) {
            guard let definition = alarms[id] else { continue }
            bytes += definition.maximumJSONBytes
            if !page.isEmpty, bytes > BookLimits.bytesOfAnswer { break }
            page.append(definition)
        }
        return SchedulePage(
            alarms: page, next: start + page.count < alarmIDs.count ? page.last?.alarm.id : nil,
            timers: isFirst ? timers.keys.sorted().compactMap { timers[$0] } : [],
            stopwatches: isFirst ? stopwatches.keys.sorted().compactMap { stopwatches[$0] } : [],
            groups: isFirst ? groups.keys.sorted().compactMap { groups[$0] } : [],
            holidays: isFirst ? calendars.keys.sorted().compactMap { calendars[$0] } : [], now: now)
    }
}
