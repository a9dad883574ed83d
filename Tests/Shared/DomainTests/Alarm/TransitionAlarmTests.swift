import ClockDomain
import Foundation
import Testing

/// Alarms around every change of every zone's clocks from 2024 to 2037 ring when RFC 5545 section 3.3.5 says, once.
///
/// No code under test computes the expected instants: `zdump`, the C library's program, lists the changes, and the
/// test goes through the minutes around each one by one.
// Against hanging alone: all pure tests share the processors, and on a slow machine are done together at the end.
@Suite(.timeLimit(.minutes(30)))
struct TransitionAlarmTests {
    /// The clocks, minute by minute, around one change.
    struct Change {
        var zone: String
        var instant: WallTime
        var before: Int64
        var after: Int64

        /// The first local second that is shown again or never was, and the one after the last.
        var affected: Range<Int64> {
            let (old, new) = (instant.seconds + before, instant.seconds + after)
            return min(old, new)..<max(old, new)
        }

        /// The first instant at which clocks show a local time; if none does, the instant by the offset before the gap.
        func due(_ local: Int64) -> Int64 {
            let around = instant.seconds - 3 * 3600..<instant.seconds + 3 * 3600
            let shown = around.lowerBound + (instant.seconds - around.lowerBound) % 60
            for second in stride(from: shown, to: around.upperBound, by: 60)
            where second + (second < instant.seconds ? before : after) == local {
                return second
            }
            return local - before
        }
    }

    @Test func everyZoneEveryChangeFrom2024To2037() async throws {
        let names = SystemZones.distinctFiles.map(\.name)
        let lines = try await Zdump.lines(names, years: 2024..<2038)
        var changes: [Change] = []
        for (last, first) in zip(lines, lines.dropFirst())
        where last.name == first.name && last.instant + .seconds(1) == first.instant {
            let (before, after) = (last.offset.secondsEast, first.offset.secondsEast)
            // Some only change the abbreviation or whether the offset counts as daylight saving.
            guard before != after else { continue }
            changes.append(
                Change(zone: first.name, instant: first.instant, before: Int64(before), after: Int64(after)))
        }
        #expect(changes.count > 2_000)
        #expect(changes.contains { $0.before > $0.after } && changes.contains { $0.before < $0.after })

        var rules = try SystemZones.rules("UTC")
        var checked = 0
        for change in changes {
            if rules.name != change.zone { rules = try SystemZones.rules(change.zone) }
            let affected = change.affected
            let middle = affected.lowerBound + (affected.upperBound - affected.lowerBound) / 2
            let interesting = [
                affected.lowerBound - 60, affected.lowerBound, middle - middle % 60, affected.upperBound - 60,
                affected.upperBound,
            ]
            for local in interesting {
                check(change, local: LocalDateTime(secondsSinceEpoch: local), rules)
                checked += 1
            }
        }
        #expect(checked == changes.count * 5)
    }

    private func check(_ change: Change, local: LocalDateTime, _ rules: TimeZoneRules) {
        let due = WallTime(seconds: change.due(local.secondsSinceEpoch))
        let dayBefore = due - .hours(36)
        let repetitions: [AlarmSchedule.Repetition] = [
            .weekly(.everyDay), .weekly(WeekdaySet([local.date.weekday])), .onDate(local.date), .once,
        ]
        for repetition in repetitions {
            var schedule = AlarmSchedule(time: local.time, repetition: repetition, countsFrom: dayBefore)
            // The next time that it is so late may be a day earlier.
            if case .once = repetition { schedule.countsFrom = due - .hours(12) }
            let around = schedule.occurrences(after: dayBefore, through: due + .hours(36), zone: rules)
            let ofThatDate = around.filter { $0.date == local.date }.map(\.due)
            let isRight =
                ofThatDate == [due] && schedule.next(after: due - .nanoseconds(1), zone: rules)?.due == due
                && schedule.next(after: due, zone: rules).map { $0.due > due + .hours(20) } != false
                && zip(around, around.dropFirst()).allSatisfy { $0.due < $1.due }
            if !isRight {
                Issue.record("\(change.zone) \(local) \(repetition): expected \(due) once, got \(around)")
            }
        }
    }
}
