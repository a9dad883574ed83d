internal import ClockDomain
internal import ClockWire

extension RingBook {
    /// Returns the record of a ring with this end, if it was heard; no report on it may be open.
    static func record(of ring: Ring, _ end: RingEnd) -> RingRecord {
        var record = RingRecord(
            occurrence: ring.occurrence, label: ring.label, outcome: .rang, reason: end.reason,
            detail: ring.story(endingWith: end.detail), rangAt: ring.rangAt, endedAt: end.at, snoozes: ring.snoozes,
            onsetErrorMicroseconds: ring.onsetErrorMicroseconds, silentMilliseconds: ring.silentMilliseconds, by: end.by
        )
        if ring.rangAt != nil { return record }
        if let failure = ring.failure {
            record.outcome = .failed
            record.reason = RingReason(failure)
        } else if end.reason == .stopped {
            record.outcome = .skipped
            record.reason = .stoppedElsewhere
        } else {
            record.outcome = .missed
            record.reason = .late
            record.detail = record.detail ?? "the node could not ring when it was due"
        }
        return record
    }

    /// Returns the rings for the reported document, without those before their instant.
    func reports(at time: RingTime) -> [RingReport] {
        entries.compactMap { entry in
            let ring = entry.ring
            var report = RingReport(
                occurrence: ring.occurrence, label: ring.label, state: .snoozed, since: nil, until: nil,
                snoozes: ring.snoozes, snoozeMinutes: ring.style.snoozeMinutes)
            switch ring.phase {
            case .over: return nil
            case .snoozed(let until): report.until = until.wall
            case .ringing(let since):
                if let begins = since.boot, time.boot < begins {
                    guard ring.snoozes > 0 else { return nil }
                    report.until = since.wall
                } else {
                    report.state = .ringing
                    report.since = since.wall
                    if let trouble = entry.trouble { report.problem = ring.detail ?? RingReason(trouble).rawValue }
                }
            }
            return report
        }
    }
}

extension Ring {
    /// A ring that began later than this is reported as late.
    private static let promptness: Duration = .seconds(2)

    /// The sentence for people: its lateness and the reason, and the time for which it was silent in between.
    fileprivate func story(endingWith end: String?) -> String? {
        var parts = [detail ?? end].compactMap(\.self)
        if let late = onsetErrorMicroseconds.map({ Duration.microseconds($0) }), late > Ring.promptness {
            let sentence = "rang \(spelled(late)) late"
            parts = [parts.first.map { "\(sentence): \($0)" } ?? sentence]
        }
        if silentMilliseconds >= RingRecord.noticedSilenceMilliseconds {
            parts.append("silent for \(tenths(silentMilliseconds)) s in between")
        }
        if rangAt != nil, isTranslated {
            parts.append("counted by this room alone, so other rooms may be some milliseconds apart")
        }
        guard !parts.isEmpty else { return nil }
        return parts.joined(separator: "; ").line(maximumBytes: RingRecord.maximumDetailBytes)
    }

    private func tenths(_ milliseconds: Int) -> String { "\(milliseconds / 1000).\(milliseconds % 1000 / 100)" }
}

extension RingReason {
    init(_ failure: PlaybackFailure) {
        switch failure {
        case .deviceMissing: self = .deviceMissing
        case .deviceBusy: self = .deviceBusy
        case .deviceFailed, .late: self = .deviceFailed
        }
    }
}

extension WallTime {
    var roundedUpToSecond: WallTime {
        let cut = WallTime(seconds: seconds)
        return cut == self ? cut : cut + .seconds(1)
    }
}
