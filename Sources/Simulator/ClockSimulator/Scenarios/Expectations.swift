public import ClockDomain
internal import ClockWire

/// Compares a scenario's outcome with its expectations, and lists the differences.
struct Expectations {
    let outcome: ScenarioOutcome
    private(set) var disappointments: [String] = []

    init(outcome: ScenarioOutcome) { self.outcome = outcome }

    private func name(_ node: Int) -> String { outcome.plan.nodes[node].id.rawValue }

    mutating func expect(_ condition: Bool, _ otherwise: String) { if !condition { disappointments.append(otherwise) } }

    // MARK: Sounds

    /// The announcements that a node made for quarter hours from `first` through `last`, both as `2027-03-28T00:45Z`.
    private func announcements(_ node: Int, _ first: WallTime, _ last: WallTime) -> [ScenarioOutcome.Heard] {
        outcome.heard[node].filter { $0.sound.target >= first && $0.sound.target <= last }
    }

    /// These words were heard at these instants, each within 25 ms and once, and nothing else from the first to the last.
    mutating func said(_ node: Int, _ expected: [(instant: String, words: String)]) {
        guard let first = expected.first, let last = expected.last else { return }
        let heard = announcements(node, .at(first.instant), .at(last.instant))
        for (instant, words) in expected {
            let target = WallTime.at(instant)
            let found = heard.filter { $0.sound.target == target }
            expect(found.count == 1, "\(name(node)): heard \(found.count) times at \(target), not once")
            guard let one = found.first else { continue }
            let spoken = one.sound.plan.words
            expect(spoken == words, "\(name(node)): said \"\(spoken)\" at \(target), not \"\(words)\"")
            let error = one.at - TrueTime(target)
            expect(error.magnitude <= .milliseconds(25), "\(name(node)): \(error) off at \(target)")
        }
        expect(heard.count == expected.count, "\(name(node)): heard \(heard.count) times, not \(expected.count)")
    }

    /// Every quarter hour from `first` through `last` was heard once, at most `tolerance` off.
    mutating func saidEveryQuarter(
        _ node: Int, _ first: String, _ last: String, within tolerance: Duration = .milliseconds(25)
    ) {
        var target = WallTime.at(first)
        while target <= .at(last) {
            let found = outcome.heard[node].filter { $0.sound.target == target }
            expect(found.count == 1, "\(name(node)): heard \(found.count) times at \(target), not once")
            if let error = found.first.map({ $0.at - TrueTime(target) }) {
                expect(error.magnitude <= tolerance, "\(name(node)): \(error) off at \(target)")
            }
            target = QuarterHour.after(target)
        }
    }

    /// Nothing was heard in this span of true time, both ends included.
    mutating func silence(_ node: Int, _ first: String, _ last: String) {
        let span = TrueTime(.at(first))...TrueTime(.at(last))
        let heard = outcome.heard[node].filter { span.contains($0.at) }
        expect(heard.isEmpty, "\(name(node)): heard at \(heard.map(\.at.description).joined(separator: ", "))")
    }

    // MARK: Records

    /// The lines of the first coordinator's store for a node's quarter hour.
    func records(_ node: Int, _ instant: String) -> [QuarterRecord] {
        let (id, target) = (outcome.plan.nodes[node].id, WallTime.at(instant))
        return outcome.lines[0].compactMap { line in
            guard line.node == id, case .quarter(let record) = line.event, record.target == target else { return nil }
            return record
        }
    }

    /// Every quarter hour from `first` through `last` has one line, and it says this.
    mutating func recorded(
        _ node: Int, _ first: String, _ last: String, as outcome: QuarterOutcome, _ reason: QuarterReason? = nil,
        from source: WakeSource? = nil
    ) {
        var target = WallTime.at(first)
        while target <= .at(last) {
            let found = records(node, target.rfc3339)
            let isRight = found.count == 1 && found[0].outcome == outcome && found[0].reason == reason
            let isFromThere = source == nil || found.first?.source == source
            expect(
                isRight && isFromThere,
                "\(name(node)): \(target) is recorded as \(found.map(\.words)), not as \(outcome.rawValue) "
                    + [reason?.rawValue, source.map { "from \($0.rawValue)" }].compactMap(\.self).joined(separator: " ")
            )
            target = QuarterHour.after(target)
        }
    }
}

extension QuarterRecord {
    /// `missed late by self`
    fileprivate var words: String {
        [outcome.rawValue, reason?.rawValue, source.map { "from \($0.rawValue)" }].compactMap(\.self).joined(
            separator: " ")
    }
}

extension AnnouncementPlan {
    /// `strike three AM`
    public var words: String { clipNames.joined(separator: " ") }
}

extension WallTime {
    /// An instant as a scenario writes it: RFC 3339, without the seconds if they are zero; `07:00` of the day of most
    /// scenarios, 2027-05-01.
    static func at(_ text: String) -> WallTime {
        let full = text.hasSuffix("Z") ? text : "2027-05-01T\(text)Z"
        guard let time = WallTime(rfc3339: full) ?? WallTime(rfc3339: full.dropLast() + ":00Z") else {
            preconditionFailure("\(text) is not an instant")
        }
        return time
    }
}
