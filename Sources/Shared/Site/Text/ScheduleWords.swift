package import ClockDomain

/// Schedules, places and ways of ringing as people say them.
package enum ScheduleWords {
    /// `daily`, `Mon–Fri`, `Sat, Sun`, `Mon, Wed–Fri`: three days or more in a row as a span.
    package static func days(_ days: WeekdaySet) -> String {
        if days == .everyDay { return "daily" }
        var runs: [[Weekday]] = []
        var last: Int?
        for (index, day) in Weekday.allCases.enumerated() where days.contains(day) {
            if last == index - 1, !runs.isEmpty { runs[runs.count - 1].append(day) } else { runs.append([day]) }
            last = index
        }
        return runs.map { run in
            let names = run.map(TimeWords.shortWeekday)
            return run.count > 2 ? "\(names[0])–\(names[run.count - 1])" : names.joined(separator: ", ")
        }.joined(separator: ", ")
    }

    /// `Mon–Fri`, `once`, `2026-12-24`, `every 2 weeks on Fri`, `school/regular`.
    package static func repetition(_ repetition: AlarmSchedule.Repetition) -> String {
        switch repetition {
        case .once: "once"
        case .onDate(let date): date.iso8601
        case .weekly(let days): ScheduleWords.days(days)
        case .recurring(let rule): rule.words(TimeWords.shortWeekday)
        case .program(let name, _): name.description
        }
    }

    /// Returns the words before the time: `Mon–Fri`, `2026-12-24`, `once at`.
    package static func days(of schedule: AlarmSchedule) -> String {
        switch schedule.repetition {
        case .once: "once at"
        case .onDate, .weekly, .recurring, .program: repetition(schedule.repetition)
        }
    }

    /// `bedroom, kitchen, group upstairs`.
    package static func targets(_ targets: RingTargets) -> String {
        (targets.nodes.map(\.rawValue) + targets.groups.map { "group \($0)" }).joined(separator: ", ")
    }

    /// `2026-12-24`, `2026-12-24..2026-12-26`: as it is typed.
    package static func span(_ span: DateSpan) -> String {
        span.first == span.last ? span.first.iso8601 : "\(span.first.iso8601)..\(span.last.iso8601)"
    }

    /// `rings up to 30 min late`, `never rings late`.
    package static func misfire(_ policy: MisfirePolicy) -> String {
        switch policy {
        case .ring(let minutes): "rings up to \(minutes) min late, else is reported"
        case .reportOnly: "never rings late, is reported"
        }
    }

    /// `once`, `3 times`: for a bell.
    package static func plays(_ plays: Int) -> String {
        switch plays {
        case 1: "once"
        case 2: "twice"
        default: "\(plays) times"
        }
    }

    /// `bells, volume 60 %, from quiet over 60 s`.
    package static func sound(_ ring: RingStyle) -> String {
        var words = [ring.sound, ring.volume.map { "volume \($0.percent) %" } ?? "the node's volume"]
        if ring.rampSeconds > 0 { words.append("from quiet over \(ring.rampSeconds) s") }
        if let plays = ring.plays { words.append("played \(ScheduleWords.plays(plays))") }
        return words.joined(separator: ", ")
    }

    /// `a3 Work`, `t2` for one without a name.
    package static func name(_ id: some CustomStringConvertible, _ label: String) -> String {
        label.isEmpty ? "\(id)" : "\(id) \(label)"
    }
}
