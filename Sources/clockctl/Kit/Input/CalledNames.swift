internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// Finds things that people call by id or by name: a name is enough if only one has it.
struct CalledNames<ID: NumberedID>: Sendable {
    struct Entry: Sendable {
        var id: ID
        var name: String
        /// A detail that distinguishes it from another one of its name.
        var mark: String
    }

    /// `timer`, `stopwatch`.
    var kind: String
    var entries: [Entry]

    /// Finds several, with commas or spaces between; each once, in the order typed.
    ///
    /// - Throws: as ``find(_:)``.
    func find(_ words: [String]) throws(FatalError) -> [ID] {
        var ids: [ID] = []
        for word in words {
            // A name may itself have commas.
            let isName = entries.contains { $0.name.lowercased() == word.lowercased() }
            for name in isName ? [word] : NodeWords.names([word]) {
                let id = try find(name)
                if !ids.contains(id) { ids.append(id) }
            }
        }
        return ids
    }

    /// - Throws: ``FatalError`` when none or several have that name.
    func find(_ word: String) throws(FatalError) -> ID {
        if let id = ID(word.lowercased()) {
            if entries.contains(where: { $0.id == id }) { return id }
            let alike = entries.filter { id.stands(for: $0.id) }
            if alike.count == 1 { return alike[0].id }
            guard alike.isEmpty else {
                throw FatalError(.badData, "\(id) is short for several: \(list(alike)); say the whole id")
            }
        }
        let named = entries.filter { $0.name.lowercased() == word.lowercased() }
        if named.count == 1 { return named[0].id }
        let shown = word.prefix(64)
        guard named.isEmpty else {
            throw FatalError(
                .badData, "\(named.count) \(kind)s are called \"\(shown)\": \(list(named)); say which by its id")
        }
        guard !entries.isEmpty else { throw FatalError(.badData, "there is no \(kind) \"\(shown)\", and no other") }
        if let suggestion = NearestNames.suggestion(for: word, among: entries.map(\.name).filter { !$0.isEmpty }) {
            throw FatalError(.badData, "there is no \(kind) \"\(shown)\": \(suggestion)")
        }
        throw FatalError(.badData, "there is no \(kind) \"\(shown)\"; there is \(list(Array(entries.prefix(8))))")
    }

    private func list(_ entries: [Entry]) -> String {
        entries.map { ScheduleWords.name($0.id, $0.name) + ($0.mark.isEmpty ? "" : " (\($0.mark))") }
            .joined(separator: ", ")
    }
}

extension CalledNames<TimerID> {
    init(_ timers: [TimerDefinition]) {
        kind = "timer"
        entries = timers.map { Entry(id: $0.timer.id, name: $0.timer.name, mark: ScheduleWords.targets($0.targets)) }
    }
}

extension CalledNames<AlarmID> {
    init(_ alarms: [AlarmDefinition]) {
        kind = "alarm"
        entries = alarms.map {
            Entry(
                id: $0.alarm.id, name: $0.alarm.label,
                mark: "\($0.alarm.schedule.timeInWords), \(ScheduleWords.targets($0.targets))")
        }
    }
}

extension CalledNames<StopwatchID> {
    init(_ stopwatches: [Stopwatch]) {
        kind = "stopwatch"
        entries = stopwatches.map { Entry(id: $0.id, name: $0.name, mark: "") }
    }
}
