package import ClockDomain

package enum RingOutcomeWords {
    /// `rang (stopped)`, `rang (stopped, silent 6.3 s)`, `skipped (holiday)`, `missed (late)`.
    package static func short(_ record: RingRecord) -> StyledText {
        let silent = record.silentMilliseconds
        let silence =
            silent < RingRecord.noticedSilenceMilliseconds
            ? "" : ", silent \(QuantityWords.latency(milliseconds: silent))"
        return StyledText("\(record.outcome.rawValue) (\(words(record.reason))\(silence))", style(record))
    }

    package static func style(_ record: RingRecord) -> Style {
        switch record.outcome {
        case .rang:
            record.reason == .unanswered
                || record.silentMilliseconds >= RingRecord.noticedSilenceMilliseconds ? .warning : .good
        case .skipped: .dim
        case .missed, .failed: .bad
        case .absent: .warning
        }
    }

    package static func words(_ reason: RingReason) -> String {
        switch reason {
        case .stopped: "stopped"
        case .unanswered: "unanswered"
        case .played: "played"
        case .withdrawn: "withdrawn"
        case .skip: "skip"
        case .exception: "exception"
        case .holiday: "holiday"
        case .sun: "no sunrise or sunset"
        case .stoppedElsewhere: "stopped elsewhere"
        case .late: "late"
        case .reportOnly: "report only"
        case .untrusted: "clock untrusted"
        case .deviceMissing: "device missing"
        case .deviceBusy: "device busy"
        case .deviceFailed: "device failed"
        case .offline: "offline"
        case .unreported: "unreported"
        case .unknown: "unknown"
        }
    }

    /// Returns the end of the ring or the reason for its silence, in sentences.
    package static func why(_ record: RingRecord) -> String {
        let detail = detail(record)
        let general = detail != nil && isSaidByDetail(record.reason) ? nil : general(record)
        return [general, snoozes(record), detail].compactMap(\.self).joined(separator: " ")
    }

    /// Returns the node's addition. The line already shows a left out date, by its date and its outcome.
    private static func detail(_ record: RingRecord) -> String? {
        let isOfDate = [.skip, .exception, .holiday, .sun].contains(record.reason)
        if isOfDate, record.detail?.hasSuffix(" is left out") ?? false { return nil }
        return DetailWords.sentence(record.detail)
    }

    /// True when a node's detail says the same as the general sentence, and more.
    private static func isSaidByDetail(_ reason: RingReason) -> Bool {
        switch reason {
        case .late, .reportOnly, .untrusted, .deviceMissing, .deviceBusy, .deviceFailed: true
        case .stopped, .unanswered, .played, .withdrawn, .skip, .exception, .holiday, .sun, .stoppedElsewhere,
            .offline, .unreported, .unknown:
            false
        }
    }

    private static func snoozes(_ record: RingRecord) -> String? {
        record.snoozes == 0 ? nil : "It was snoozed \(record.snoozes == 1 ? "once" : "\(record.snoozes) times")."
    }

    private static func general(_ record: RingRecord) -> String {
        switch record.reason {
        case .stopped: record.by.map { "It was stopped by \($0)." } ?? "It was stopped."
        case .unanswered: "Nobody answered until its limit."
        case .played: "It was played to its end."
        case .withdrawn: "It was removed, switched off or changed while it rang."
        case .skip: "This time was to be skipped."
        case .exception: "It fell on a day that is excepted or paused."
        case .holiday: "It fell on a holiday."
        case .sun: "The sun did not rise or set on that day."
        case .stoppedElsewhere: "It was stopped before anything of it was heard in this room."
        case .late: "The node got to it only after it might still have rung."
        case .reportOnly: "The node got to it late, and its alarm only reports a late ring."
        case .untrusted: "The node did not trust its clock."
        case .deviceMissing: "The node's sound output was not there."
        case .deviceBusy: "Another program held the node's sound output."
        case .deviceFailed: "The node's sound output failed."
        case .offline: "The node was offline and has not reported since."
        case .unreported: "The node was online and yet never reported."
        case .unknown: "A newer node has a reason that is not known here."
        }
    }
}
