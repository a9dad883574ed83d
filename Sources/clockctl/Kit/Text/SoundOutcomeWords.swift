package import ClockDomain
package import ClockSite

package enum SoundOutcomeWords {
    /// `played`, `missed (late)`, `failed (device busy)`.
    package static func short(_ record: SoundRecord) -> StyledText {
        let outcome = StyledText(record.outcome.rawValue, style(record))
        guard let reason = record.reason else { return outcome }
        return outcome + StyledText(" (\(words(reason)))", style(record))
    }

    /// Returns a sentence if the node has reported more than the outcome.
    package static func why(_ record: SoundRecord) -> String? { DetailWords.sentence(record.detail) }

    private static func style(_ record: SoundRecord) -> Style {
        switch record.outcome {
        case .played: record.reason == nil ? .good : .warning
        case .missed, .failed: .bad
        case .withdrawn: .dim
        case .absent: .warning
        }
    }

    private static func words(_ reason: SoundReason) -> String {
        switch reason {
        case .late: "late"
        case .incomplete: "incomplete"
        case .untrusted: "clock untrusted"
        case .interrupted: "interrupted"
        case .busy: "too many"
        case .mismatch: "arrived damaged"
        case .unreadable: "unreadable"
        case .noSpace: "not saved"
        case .deviceMissing: "device missing"
        case .deviceBusy: "device busy"
        case .deviceFailed: "device failed"
        case .underrun: "underrun"
        case .silent: "volume 0"
        case .quarterHour: "with the quarter hour"
        case .fallbackTone: "fallback tone"
        case .offline: "offline"
        case .unreported: "unreported"
        }
    }
}
