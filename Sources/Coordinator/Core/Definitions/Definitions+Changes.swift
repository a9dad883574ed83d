internal import ClockDomain
internal import ClockWire

/// A request that waits for the rules of its zones.
struct ParkedChange: Sendable {
    static let maximum = 64

    var origin: RequestOrigin
    var request: ChangeRequest
    /// The changes that it takes back.
    var undone: [ChangeEvent]
}

extension Definitions {
    /// Decides the changes of a request: all or none.
    ///
    /// - Throws: the error to answer.
    mutating func decide(
        _ changes: [Change], undoing undone: [ChangeEvent], by person: String?, _ nodes: Nodes,
        _ clock: ClockWatch, isVouched: Bool, at now: Now
    ) throws(RequestError) -> Decision {
        let context = DefinitionContext(
            now: now.wall.truncatedToMilliseconds, isVouched: isVouched, wasVouched: clock.setting.wasVouched,
            isDoubtful: clock.isDoubtful(at: now, nodes), by: person, nodes: nodes, zones: zones, position: position)
        let refusals = nodes.refusalsToDefine
        return try decide { draft throws(RequestError) in
            for event in undone { try draft.undo(event, in: context) }
            for (index, change) in changes.enumerated() {
                do throws(RequestError) {
                    try draft.make(change, in: context)
                } catch {
                    throw changes.count == 1
                        ? error : RequestError(error.code, "change \(index + 1): \(error.message)")
                }
            }
            try DefinitionLimits.checkAnswer(draft.decision)
            if let refusal = draft.decision.concerned.sorted().lazy.compactMap({ refusals[$0] }).first { throw refusal }
        }
    }

    /// Deletes or switches off sources that rang once and are over.
    mutating func expire(_ endings: [RingEndings.Ending], at now: WallTime) -> Decision {
        decideFreely { draft in
            for ending in endings {
                switch ending {
                case .usedUp(let alarm): draft.useUp(alarm, at: now)
                case .over(let timer): draft.set(.timer(timer), nil)
                }
            }
        }
    }

    /// Switches on the alarms that a clock which is set back now had switched off.
    mutating func restoreUsedUp(at now: WallTime) -> Decision { decideFreely { $0.restoreUsedUp(after: now) } }

    /// Has the alarms count from now that count from an instant to come.
    mutating func restoreAhead(of now: WallTime) -> Decision { decideFreely { $0.restoreAhead(of: now) } }

    /// Moves timers and stopwatches with the wall clock that somebody set. Nodes count their timers by themselves, and
    /// count again only for another revision.
    ///
    /// An instant that a vouched clock named before this program started stays until somebody vouches for the clock
    /// again. A machine without a battery starts with a clock that is behind, and the step that corrects it moves
    /// nothing else.
    mutating func follow(_ step: Duration, _ clock: ClockWatch.Setting) -> Decision {
        hasUnvouched = true
        let timers = pending.timers.values.filter { clock.counts($0.timer.isVouched) }.map(\.timer.id).sorted()
        let stopwatches = pending.stopwatches.values.filter { clock.counts($0.isVouched) }.map(\.id).sorted()
        return decideFreely { draft in
            for id in timers { draft.shift(id, by: step) }
            for id in stopwatches { draft.shift(id, by: step) }
        }
    }

    /// Marks all instants as vouched, because somebody vouches for the clock.
    mutating func vouch() -> Decision {
        guard hasUnvouched else { return Decision() }
        hasUnvouched = false
        let timers = pending.timers.keys.sorted()
        let stopwatches = pending.stopwatches.keys.sorted()
        return decideFreely { draft in
            for id in timers { draft.vouch(id) }
            for id in stopwatches { draft.vouch(id) }
        }
    }

    /// Makes a change that no request asked for and no limit forbids.
    private mutating func decideFreely(_ change: (inout Draft) -> Void) -> Decision {
        do throws(RequestError) {
            return try decide { draft throws(RequestError) in change(&draft) }
        } catch {
            preconditionFailure("what follows by itself is refused: \(error)")
        }
    }
}

extension Definitions.Decision {
    /// The operations for the store.
    var operations: [StoreOperation] {
        edits.compactMap { edit in
            edit.new.map(StoreOperation.saveObject) ?? edit.old.map { .removeObject($0.id) }
        }
    }
}

extension SiteObject {
    /// The object as in a change event.
    var defined: DefinedObject {
        switch self {
        case .alarm(let definition): .alarm(definition)
        case .timer(let definition): .timer(definition)
        case .stopwatch(let stopwatch): .stopwatch(stopwatch)
        case .group(let group): .group(group)
        case .calendar(let calendar): .holidays(calendar)
        case .timetable(let timetable): .timetable(timetable)
        }
    }
}

extension DefinedObject {
    /// The time zone that the object names.
    var zone: String? { if case .alarm(let definition) = self { definition.alarm.schedule.zone } else { nil } }
}

extension Change {
    /// The time zone that the change names.
    var zone: String? {
        switch self {
        case .addAlarm(let draft), .editAlarm(_, _, let draft): draft.schedule.zone
        case .removeAlarm, .startTimer, .pauseTimer, .resumeTimer, .addToTimer, .cancelTimer, .startStopwatch,
            .lapStopwatch, .stopStopwatch, .resumeStopwatch, .resetStopwatch, .removeStopwatch, .setGroup, .removeGroup,
            .setHolidays, .removeHolidays, .setTimetable, .removeTimetable, .changeDay:
            nil
        }
    }
}
