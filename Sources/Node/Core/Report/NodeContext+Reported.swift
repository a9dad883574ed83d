internal import ClockDomain
internal import ClockWire

extension NodeContext {
    /// Returns the report on the clock as it is.
    mutating func clockReport(at now: Now) -> ClockReport {
        Reporter.clockReport(
            clock.verdict(at: now), clock.trust.difference(at: now), identity.clockSource,
            isCoordinatorVouched: clock.isCoordinatorVouched)
    }

    /// Returns the reported document.
    mutating func reported(
        _ clock: ClockReport, _ prospect: QuarterOutlook.Prospect, _ upcoming: [UpcomingRing], _ packs: [PackReport],
        _ emergency: EmergencyReport?, zoneProblem: String?
    ) -> Reported {
        Reported(
            instance: memory.instance, version: identity.version, started: started, zone: zone.name, clock: clock,
            store: shadow.desired?.store, generation: shadow.desired?.generation ?? .uncounted,
            isBare: shadow.desired?.isBare(on: identity.id) ?? false, refused: shadow.refused,
            revision: shadow.desired?.revision ?? 0, settings: settings, audio: output.report, voice: reporter.voice,
            packs: packs, leadMilliseconds: Int(prospect.longestLead.milliseconds), sounds: reporter.sounds,
            next: prospect.next, last: reporter.last, rings: reporter.rings, upcoming: upcoming,
            timers: reporter.timers, plays: reporter.plays, ledgerPending: ledger.reportedCount,
            problem: shadow.storageProblem ?? zoneProblem ?? reporter.configurationProblem,
            certificateUntil: identity.certificateUntil, storedRevision: shadow.storedRevision,
            alarmCount: shadow.desired?.alarms.count ?? 0, emergency: emergency)
    }
}
