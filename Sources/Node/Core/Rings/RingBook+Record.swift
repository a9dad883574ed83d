internal import ClockDomain
internal import ClockWire

extension RingBook {
    /// What became of a ring that ends now, for `reason` if it was heard.
    func record(of index: Int, _ reason: RingReason, at time: RingTime) -> RingRecord {
        let entry = entries[index]
        let ring = entry.ring
        var record = RingRecord(
            occurrence: ring.occurrence, label: ring.label, outcome: .rang, reason: reason, detail: ring.detail,
            rangAt: ring.rangAt, endedAt: (time.wall ?? ring.occurrence.due).truncatedToMilliseconds.clampedToValid,
            snoozes: ring.snoozes, onsetErrorMicroseconds: ring.onsetErrorMicroseconds)
        if ring.rangAt != nil { return record }
        if case .ordered(_, let audibleAt) = entry.sound, audibleAt <= time.boot {
            // It sounds as far as anybody knows; the output's answer is on its way.
            record.rangAt = time.wall(at: audibleAt)?.truncatedToMilliseconds.clampedToValid
        } else if let failure = ring.failure {
            record.outcome = .failed
            record.reason = RingReason(failure)
        } else if reason == .stopped {
            record.outcome = .skipped
            record.reason = .stoppedElsewhere
        } else {
            record.outcome = .missed
            record.reason = .late
            record.detail = record.detail ?? "the node could not ring when it was due"
        }
        return record
    }

    /// What the reported document says: what is about to ring is not told before its instant.
    func reports(at time: RingTime) -> [RingReport] {
        entries.compactMap { entry in
            let ring = entry.ring
            var report = RingReport(
                occurrence: ring.occurrence, label: ring.label, state: .snoozed, since: nil, until: nil,
                snoozes: ring.snoozes, snoozeMinutes: ring.style.snoozeMinutes)
            switch ring.phase {
            case .snoozed(let until): report.until = until.wall
            case .ringing(let since):
                if let begins = since.boot, time.boot < begins {
                    guard ring.snoozes > 0 else { return nil }
                    report.until = since.wall
                } else {
                    report.state = .ringing
                    report.since = since.wall
                }
            }
            return report
        }
    }
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
