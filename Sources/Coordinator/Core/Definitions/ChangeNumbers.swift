internal import ClockDomain
internal import ClockWire

/// The number of the last change of each object that has no revision: a group, a calendar, a timetable. A person who
/// read a state and replaces an object of it must not overwrite another person's change in between.
///
/// The store does not keep these numbers. Without one, an object has not changed since the program started.
struct ChangeNumbers: Sendable {
    /// Beyond this it forgets, and everything counts as changed just now.
    private static let maximum = 2_000

    private var last: [SiteObjectID: Int] = [:]
    /// The greatest number that the other objects may have.
    private var base: Int

    /// - Parameter number: the store's newest change.
    init(atStart number: Int) { base = number }

    /// - Parameter number: the greatest number that the event of the change may get.
    mutating func note(_ id: SiteObjectID, atMost number: Int) {
        switch id {
        case .alarm, .timer, .stopwatch: return
        case .group, .calendar, .timetable: break
        }
        if last.count >= Self.maximum { (last, base) = ([:], number) }
        last[id] = number
    }

    /// Later changes were taken back, and their numbers will be given again.
    mutating func rollBack(to number: Int) {
        base = min(base, number)
        last = last.mapValues { min($0, number) }
    }

    /// True if the object may have changed after change `number`, or if that is none of this store's.
    func hasChanged(_ id: SiteObjectID, after number: Int, newest: Int) -> Bool {
        number < last[id] ?? base || number > newest
    }
}

extension Change {
    /// The object without a revision that the change replaces or removes.
    var replaced: SiteObjectID? {
        switch self {
        case .setGroup(let group): .group(group.id)
        case .removeGroup(let id): .group(id)
        case .setHolidays(let calendar): .calendar(calendar.name)
        case .removeHolidays(let name): .calendar(name)
        case .setTimetable(let timetable): .timetable(timetable.name)
        case .removeTimetable(let name), .changeDay(let name, _, _): .timetable(name)
        case .addAlarm, .editAlarm, .removeAlarm, .startTimer, .pauseTimer, .resumeTimer, .addToTimer, .cancelTimer,
            .startStopwatch, .lapStopwatch, .stopStopwatch, .resumeStopwatch, .resetStopwatch, .removeStopwatch:
            nil
        }
    }
}

extension SiteDefinitions {
    /// The refusal of a change that somebody made from an older form of the object.
    func conflict(about id: SiteObjectID) -> RequestError {
        let (name, form): (String, String?) =
            switch id {
            case .group(let id): ("group \(id)", groups[id].map { "has \($0.nodes.inWords)" })
            case .calendar(let name):
                ("holiday calendar \(name)", calendars[name].map { "has \($0.days.count) days" })
            case .timetable(let name): ("timetable \(name)", timetables[name].map { _ in "has other rules or days" })
            case .alarm, .timer, .stopwatch: preconditionFailure("\(id) has no number of its last change")
            }
        return RequestError(
            .conflict,
            "\(name) has changed since you looked at it: it \(form ?? "is gone") now; look at it again (clockctl changes "
                + "tells who changed it)")
    }
}
