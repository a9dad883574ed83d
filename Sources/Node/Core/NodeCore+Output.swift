// What the node knows of its output. A sound server, a Bluetooth speaker or a television keeps what it is given for up to
// seconds. What is late by a constant is no reason for silence: everything is ordered that much earlier.

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    /// How long before its instant a sound is handed to the output.
    var leadIn: Duration { identity.leadIn + outputDepth }

    mutating func learned(_ depth: Duration, hasClock: Bool, at now: Now, _ effects: inout [Effect]) {
        var report = audio
        report.depthMilliseconds = min(
            max(Int(depth.milliseconds), AudioReport.depthRange.lowerBound), AudioReport.depthRange.upperBound)
        report.hasClock = hasClock
        if report != audio { isReportDue = true }
        audio = report
        let depth = min(max(depth, .zero), .milliseconds(AudioReport.mostOrderedMilliseconds))
        guard depth != outputDepth else { return }
        outputDepth = depth
        book.outputDepth = depth
        // What is due is ordered at another moment now, and may be due at once.
        selfWakeLead = nil
        armSelfWake(&effects)
        lookAtClock(at: now, &effects)
        tendSpoken(at: now, &effects)
        tendCarried(at: now, &effects)
        deriveAlarms(at: now, &effects)
        tendRings(at: now, &effects)
    }
}
