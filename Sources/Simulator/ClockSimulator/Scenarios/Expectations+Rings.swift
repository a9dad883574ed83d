internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

extension Expectations {
    /// The alarm or timer with this id, `a1` or `t1`, rang from each of these instants until the one beside it, and at
    /// no other time: it begins within 25 ms and ends within a second.
    mutating func rang(_ node: Int, _ source: String, _ expected: [(from: String, until: String)]) {
        let name = "\(outcome.plan.nodes[node].id) \(source)"
        let rings = outcome.rings[node].filter { isMeant($0.order.occurrence.source, by: source) }
        let heard = rings.map { "\($0.from) until \($0.until.map(\.description) ?? "the end")" }
        guard rings.count == expected.count else {
            return expect(
                false, "\(name): rang \(rings.count) times (\(heard.joined(separator: ", "))), not \(expected.count)")
        }
        for (ring, (from, until)) in zip(rings, expected) {
            let late = ring.from - TrueTime(.at(from))
            expect(late.magnitude <= .milliseconds(25), "\(name): began at \(ring.from), not at \(from)")
            let over = ring.until.map { $0 - TrueTime(.at(until)) }
            expect(
                over.map { $0.magnitude <= .seconds(1) } ?? false,
                "\(name): ended at \(ring.until.map(\.description) ?? "no time"), not at \(until)")
        }
    }

    /// It began at most `tolerance` after each of these instants, and at no other time.
    mutating func beganToRing(_ node: Int, _ source: String, within tolerance: Duration, after expected: [String]) {
        let name = "\(outcome.plan.nodes[node].id) \(source)"
        let starts = outcome.rings[node].filter { isMeant($0.order.occurrence.source, by: source) }.map(\.from)
        let isRight =
            starts.count == expected.count
            && zip(starts, expected).allSatisfy { start, instant in
                let late = start - TrueTime(.at(instant))
                return late >= .zero - .milliseconds(25) && late <= tolerance
            }
        expect(isRight, "\(name): rang at \(starts.map(\.description)), not soon after \(expected)")
    }

    /// A scenario names an alarm or a timer by its number, as people do.
    private func isMeant(_ source: RingSource, by name: String) -> Bool {
        RingSource(name).map { $0.stands(for: source) } ?? false
    }

    /// The lines for this id in the first coordinator's store, ascending by due time.
    func ringRecords(_ node: Int, _ source: String) -> [RingRecord] {
        let id = outcome.plan.nodes[node].id
        return outcome.lines[0].compactMap { line in
            guard line.node == id, case .ring(let record) = line.event, isMeant(record.occurrence.source, by: source)
            else { return nil }
            return record
        }.sorted { $0.occurrence < $1.occurrence }
    }

    /// This id has these lines and no others.
    mutating func ringsRecorded(
        _ node: Int, _ source: String, _ expected: [(due: String, outcome: RingOutcome, reason: RingReason)]
    ) {
        let records = ringRecords(node, source)
        let isRight =
            records.count == expected.count
            && zip(records, expected).allSatisfy { record, line in
                record.occurrence.due == .at(line.due) && record.outcome == line.outcome && record.reason == line.reason
            }
        let found = records.map { "\($0.occurrence.due) \($0.outcome.rawValue) \($0.reason.rawValue)" }
        expect(isRight, "\(outcome.plan.nodes[node].id) \(source): recorded as \(found), not as \(expected)")
    }
}
