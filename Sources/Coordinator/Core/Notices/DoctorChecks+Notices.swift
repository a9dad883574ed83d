internal import ClockDomain
internal import ClockWire

/// The doctor's look at the way to people.
extension DoctorChecks {
    /// `nil` where people are sent no messages.
    var noticeCheck: DoctorCheck? {
        guard let receiver = notices.receiver else { return nil }
        guard let trouble = notices.trouble else {
            return DoctorCheck(
                subject: DoctorCheck.notices, verdict: .ok, finding: "messages to people go to \(receiver)")
        }
        return DoctorCheck(
            subject: DoctorCheck.notices, verdict: .warning,
            finding:
                "messages to people cannot be sent since \(trouble.since.truncatedToMilliseconds), \(trouble.waiting) "
                + "\(trouble.waiting == 1 ? "waits" : "wait"): \(trouble.reason)",
            fix: "see docs/notify.md; clockctl notify test tries it out")
    }
}
