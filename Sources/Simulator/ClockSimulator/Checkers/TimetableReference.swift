internal import ClockCoordinatorCore
internal import ClockDomain

/// Finds the program of a date a second time, naively: reads the rules in their documented order, and counts the cycle's
/// days from its start for each question. Checkers use this instead of the code under test.
struct TimetableReference {
    private let timetable: Timetable
    private let calendars: [HolidayCalendar]

    init(_ timetable: Timetable, _ objects: [SiteObject]) {
        self.timetable = timetable
        calendars = objects.compactMap { if case .calendar(let calendar) = $0 { calendar } else { nil } }
            .filter { timetable.calendars?.contains($0.name) ?? false }
    }

    /// The program that the rules give without changes by hand; `nil` for no bells.
    private func planned(on date: CivilDate) -> String? {
        for rule in timetable.dates.reversed() where rule.on.contains(date) { return rule.program }
        let names = entries(on: date)
        for rule in timetable.events {
            for name in names where name.lowercased().contains(rule.words.lowercased()) { return rule.program }
        }
        if !names.isEmpty { return nil }
        if let cycle = timetable.cycle, counts(date) {
            var day = cycle.start
            var open = 0
            while day < date {
                if counts(day), isOpen(day) { open += 1 }
                day = CivilDate(daysSinceEpoch: day.daysSinceEpoch + 1)
            }
            return cycle.programs[open % cycle.programs.count]
        }
        for rule in timetable.weeks.reversed() where rule.days.contains(date.weekday) {
            if let from = rule.from, date < from { continue }
            if let through = rule.through, date > through { continue }
            return rule.program
        }
        return nil
    }

    private func entries(on date: CivilDate) -> [String] {
        calendars.flatMap(\.days).filter { $0.from == nil && $0.to == nil && $0.span.contains(date) }.map(\.name)
            .sorted()
    }

    /// True if the cycle has a program for the date, were it open.
    private func counts(_ date: CivilDate) -> Bool {
        timetable.cycle.map { $0.start <= date && $0.days.contains(date.weekday) } ?? false
    }

    private func isOpen(_ date: CivilDate) -> Bool {
        // A day that somebody closes before noon is closed.
        if let first = parts(date).first, first.since.hour < 12, case .some(.none) = first.program { return false }
        return !isClosed(date)
    }

    private func isClosed(_ date: CivilDate) -> Bool {
        if let rule = timetable.dates.last(where: { $0.on.contains(date) }) { return rule.program == nil }
        let names = entries(on: date)
        let isEvent = timetable.events.contains { rule in
            names.contains { $0.lowercased().contains(rule.words.lowercased()) }
        }
        return !names.isEmpty && !isEvent
    }

    private func parts(_ date: CivilDate) -> [Timetable.Part] { timetable.hand.first { $0.date == date }?.parts ?? [] }

    /// Returns the minutes by which a bell rings later; `nil` when it does not ring.
    func delay(of time: LocalTime, in program: String, on date: CivilDate) -> Int? {
        let planned = planned(on: date)
        let parts = parts(date)
        // Minute by minute: the part in force then decides.
        for minute in 0..<1_440 {
            let part = parts.last { $0.since.secondOfDay <= minute * 60 }
            var wanted = planned
            switch part?.program {
            case .some(.none): wanted = nil
            case .some(.named(let name)): wanted = name
            case nil: break
            }
            guard wanted == program, time.secondOfDay / 60 + (part?.delayMinutes ?? 0) == minute else { continue }
            if let part {
                if time.secondOfDay < part.since.secondOfDay { continue }
                if let until = part.silentUntil, minute * 60 < until.secondOfDay { continue }
                if let after = part.silentAfter, minute * 60 > after.secondOfDay { continue }
            }
            return part?.delayMinutes ?? 0
        }
        return nil
    }
}
