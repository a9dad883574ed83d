package import ClockDomain

/// The outcome of a quarter hour, in words.
package enum OutcomeWords {
    /// `announced`, `silent (quiet hours)`, `failed (device busy)`.
    package static func short(_ record: QuarterRecord) -> StyledText {
        let outcome = StyledText(record.outcome.rawValue, style(record))
        guard let reason = record.reason else { return outcome }
        return outcome + StyledText(" (\(words(reason)))", style(record))
    }

    package static func style(_ record: QuarterRecord) -> Style {
        switch record.outcome {
        case .announced: record.reason == nil ? .good : .warning
        case .silent: .dim
        case .missed, .expired, .failed: .bad
        case .absent: .warning
        }
    }

    package static func words(_ reason: QuarterReason) -> String {
        switch reason {
        case .muted: "muted"
        case .quietHours: "quiet hours"
        case .holiday: "holiday"
        case .interval: "not its turn"
        case .ringing: "ringing"
        case .late: "late"
        case .untrusted: "clock untrusted"
        case .interrupted: "interrupted"
        case .noWake: "no wake"
        case .deviceMissing: "device missing"
        case .deviceBusy: "device busy"
        case .deviceFailed: "device failed"
        case .fallbackTone: "fallback tone"
        case .underrun: "underrun"
        case .offline: "offline"
        case .unreported: "unreported"
        case .coordinatorDown: "coordinator down"
        }
    }

    /// Returns the reason, in a sentence; `nil` for a plain announcement, which needs no reason.
    package static func why(_ record: QuarterRecord) -> String? {
        guard let detail = DetailWords.sentence(record.detail) else { return general(record) }
        guard let general = general(record), !isSaidByDetail(record.reason) else { return detail }
        return "\(general) \(detail)"
    }

    /// True when a node's detail says the same as the general sentence, and more.
    private static func isSaidByDetail(_ reason: QuarterReason?) -> Bool {
        switch reason {
        case .muted, .quietHours, .holiday, .interval, .late, .interrupted, .noWake, .deviceMissing, .deviceBusy,
            .deviceFailed,
            .underrun:
            true
        case .ringing, .untrusted, .fallbackTone, .offline, .unreported, .coordinatorDown, nil: false
        }
    }

    private static func general(_ record: QuarterRecord) -> String? {
        switch record.reason {
        case .muted: "The room is muted."
        case .quietHours: "It fell into the room's quiet hours."
        case .holiday: "It fell on a day of a calendar that the room heeds."
        case .interval: "The room is set to announce less often than every quarter hour."
        case .ringing: "An alarm or a timer rang there, and goes before the time."
        case .late: "The node learned of it, or got to it, too late."
        case .untrusted: "The node did not trust its clock."
        case .interrupted: "The node stopped or crashed while it was announcing."
        case .noWake: "No wake came, and the node is set not to wake itself."
        case .deviceMissing: "The node's sound output was not there."
        case .deviceBusy: "Another program held the node's sound output."
        case .deviceFailed: "The node's sound output failed."
        case .fallbackTone: "A clip of the voice was missing or broken, so the built-in tone stood in."
        case .underrun: "The sound output ran dry in the middle of the words."
        case .offline: "The node was offline and has not reported since."
        case .unreported: "The node was online and yet never reported."
        case .coordinatorDown: "The coordinator was not running, and the node has not reported."
        case nil:
            switch record.outcome {
            case .announced: nil
            case .silent: "Nothing was to be heard."
            case .missed: "It should have been heard and was not."
            case .expired: "The time the node may be busy with a wake ran out before the quarter hour."
            case .failed: "The sound could not be played."
            case .absent: "The node never reported."
            }
        }
    }
}
