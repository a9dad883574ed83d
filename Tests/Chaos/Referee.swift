import ClockDomain
import ClockWire

/// Holds the records after a round against the answers to people and the sounds heard.
struct Referee {
    let nodes: [String]
    let target: WallTime
    /// The end of the round.
    let end: WallTime

    /// Every acknowledged change is there.
    func judgeDefinitions(_ book: Book, alarms: [AlarmDefinition], status: SiteStatus) async -> [String] {
        var wrong: [String] = []
        let there = Dictionary(uniqueKeysWithValues: alarms.map { ($0.alarm.id, $0) })
        let uncertain = await book.uncertainAlarms
        let defined = await book.alarms
        for (id, definition) in defined.sorted(by: { $0.key < $1.key }) where !uncertain.contains(id) {
            guard let found = there[id] else {
                wrong.append("\(id) was acknowledged and is not there")
                continue
            }
            var expected = definition
            // A list of alarms does not tell who changed each last.
            expected.changed = found.changed
            // The coordinator itself switches off what rings once and is over.
            if found.alarm.schedule.repetition == .once, !found.alarm.isEnabled {
                expected.alarm.isEnabled = false
                expected.alarm.revision = found.alarm.revision
            }
            if found != expected { wrong.append("\(id) was acknowledged as \(definition) and is \(found)") }
        }
        let (volumes, mutes) = await (book.volumes, book.mutes)
        for node in status.nodes {
            if let possible = volumes[node.id], !possible.contains(node.volume) {
                wrong.append("\(node.id)'s volume is \(node.volume), acknowledged was \(possible.sorted())")
            }
            if let possible = mutes[node.id], !possible.contains(node.muted) {
                wrong.append("\(node.id)'s mute is \(node.muted), acknowledged was otherwise")
            }
        }
        return wrong
    }

    /// No quarter hour has two lines of a node, and every occurrence has one of each node's own. What a dead node cannot
    /// tell of a quarter hour the coordinator does a minute later, which is not waited for in every round.
    func judgeLines(_ book: Book, _ store: StoreContents) async -> [String] {
        var wrong = store.repeated.map { "\($0.node) has \($0.count) entries of epoch \($0.epoch) about \($0.subject)" }
        for node in nodes {
            let lines = store.quarters.filter { $0.node == node && $0.seconds == target.seconds }
            if lines.count > 1 { wrong.append("\(node) has \(lines.count) lines about \(target): \(lines)") }
        }
        let lines = Dictionary(grouping: store.rings) { "\($0.node) \($0.source)" }
        func expect(_ source: String, _ nodes: [NodeID], due: WallTime) {
            for node in nodes {
                let own = (lines["\(node) \(source)"] ?? []).filter { $0.due == due.nanoseconds && $0.epoch != nil }
                if own.count != 1 { wrong.append("\(node) has \(own.count) lines about \(source), due \(due)") }
            }
        }
        let (uncertainTimers, cancelled) = await (book.uncertainTimers, book.cancelled)
        for (id, definition) in await book.timers.sorted(by: { $0.key < $1.key })
        where !uncertainTimers.contains(id) && !cancelled.contains(id) {
            // One that was paused last was resumed by nobody who waited for the answer; it has a line all the same.
            guard case .running(let ends) = definition.timer.state else { continue }
            expect("\(id)", definition.targets.nodes, due: ends)
        }
        let (uncertainAlarms, defined) = await (book.uncertainAlarms, book.alarms)
        for (id, due) in await book.due.sorted(by: { $0.key < $1.key })
        where !uncertainAlarms.contains(id) && due < end - .seconds(3) {
            if let definition = defined[id] { expect("\(id)", definition.targets.nodes, due: due) }
        }
        return wrong
    }
}
