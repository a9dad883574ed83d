internal import ClockDomain
internal import ClockWire

/// The doctor's check of the messages to people.
extension DoctorChecks {
    /// `nil` when people are sent no messages.
    var noticeCheck: DoctorCheck? {
        guard let receiver = notices.receiver else { return nil }
        guard let trouble = notices.trouble else { return DoctorCheck(.messages, .ok, .messagesGo(to: receiver)) }
        return DoctorCheck(
            .messages, .warning,
            .messagesWait(trouble.waiting, since: trouble.since.truncatedToMilliseconds, trouble.reason),
            fix: .tryMessages)
    }
}
