/// All checkers and their shared facts. A value, so that a run's many observations need no check of exclusive access
/// each.
struct CheckerSet {
    private let facts: RunFacts
    private let sharesStore: Bool
    private(set) var findings = Findings()
    private var duty: QuarterDuty
    private var ringDuty: RingDuty
    private var trust: TrustChecker
    private var pace: PaceChecker
    private var timers: TimerChecker
    private var stoppedRings: StoppedRingChecker
    private var silencedAlarms: SilencedAlarmChecker
    private var whyLedger: WhyLedgerChecker
    private var rederivation: RederivationChecker
    private var wakes: WakeChecker
    private var lease: LeaseChecker
    /// Checkers that need no other calls, by the hosts whose observations they receive.
    private var ofNodes: [any Checker]
    private var ofCoordinators: [any Checker]
    private var ofAll: [any Checker]

    init(plan: SimulationPlan) {
        facts = RunFacts(plan: plan)
        sharesStore = plan.sharesStore
        duty = QuarterDuty(plan: plan)
        ringDuty = RingDuty(plan: plan)
        trust = TrustChecker(plan: plan)
        pace = PaceChecker(plan: plan)
        timers = TimerChecker(plan: plan)
        stoppedRings = StoppedRingChecker(plan: plan)
        silencedAlarms = SilencedAlarmChecker(plan: plan)
        whyLedger = WhyLedgerChecker(plan: plan)
        rederivation = RederivationChecker(plan: plan)
        wakes = WakeChecker(plan: plan)
        lease = LeaseChecker(plan: plan)
        ofNodes = [
            OnTimeChecker(plan: plan), BudgetChecker(plan: plan), PromptTimerChecker(plan: plan),
            SnoozeChecker(plan: plan), FreshReportChecker(plan: plan), EmergencyChecker(plan: plan),
        ]
        ofCoordinators = [
            CountedTimeChecker(plan: plan), ToldChecker(plan: plan), OverTimerChecker(plan: plan),
            EarlyLineChecker(plan: plan),
        ]
        ofAll = [
            AtMostOnceChecker(plan: plan), LedgerSafetyChecker(plan: plan), ConvergenceChecker(plan: plan),
            OneShotChecker(plan: plan), AcknowledgementChecker(plan: plan), AbsenceChecker(plan: plan),
            AllegianceChecker(plan: plan), StandingChecker(plan: plan), ProspectChecker(),
            RefusedSettingChecker(plan: plan), SteppedOverChecker(plan: plan),
        ]
    }

    mutating func observe(_ observation: borrowing Observation) {
        guard sharesStore, case .coordinator = observation.host else { return check(observation) }
        lease.observe(observation, facts, &findings)
        wakes.observe(observation, facts, &findings)
        // For the checkers of stores, coordinators that share one are one.
        check(Observation(at: observation.at, host: .coordinator(0), clock: observation.clock, what: observation.what))
    }

    private mutating func check(_ observation: borrowing Observation) {
        // As many as all other observations together, except the answers; the rest of the checkers do not need them.
        if observation.isTimeQuestion {
            pace.countQuestion(observation, facts, &findings)
            return trust.observe(observation, facts, &findings)
        }
        // First: occurrences due before this moment are judged by the facts until now.
        judgeDuties(at: observation.at.nanoseconds)
        facts.observe(observation)
        duty.observe(observation, facts)
        trust.observe(observation, facts, &findings)
        // Most of the rest. The other checkers do not need them, but two judge by the passing time.
        if observation.isTimeAnswer, observation.at.nanoseconds < nextJudgement { return }
        stoppedRings.observe(observation, facts, &findings)
        silencedAlarms.observe(observation, facts, &findings)
        if !sharesStore { wakes.observe(observation, facts, &findings) }
        switch observation.host {
        case .node:
            timers.observe(observation, facts, &findings)
            ringDuty.observe(observation, facts)
            rederivation.observe(observation, facts, &findings)
            pace.observe(observation, facts, &findings)
            ofNodes.observe(observation, facts, &findings)
        case .coordinator:
            pace.observe(observation, facts, &findings)
            ofCoordinators.observe(observation, facts, &findings)
        case .client, .broker: break
        }
        whyLedger.observe(observation, facts, &findings)
        ofAll.observe(observation, facts, &findings)
    }

    private var nextJudgement: Int64 { min(stoppedRings.nextJudgement, silencedAlarms.nextJudgement) }

    mutating func finish(_ end: RunEnd) -> [Violation] {
        judgeDuties(at: end.at)
        trust.finish(end, facts, &findings)
        pace.finish(end, facts, &findings)
        timers.finish(end, facts, &findings)
        stoppedRings.finish(end, facts, &findings)
        silencedAlarms.finish(end, facts, &findings)
        whyLedger.finish(end, facts, &findings)
        rederivation.finish(end, facts, &findings)
        wakes.finish(end, facts, &findings)
        lease.finish(end, facts, &findings)
        ofNodes.finish(end, facts, &findings)
        ofCoordinators.finish(end, facts, &findings)
        ofAll.finish(end, facts, &findings)
        return findings.violations.sorted { $0.at < $1.at }
    }

    private mutating func judgeDuties(at time: Int64) {
        timers.check(at: time, facts, &findings)
        if time >= duty.nextJudgement {
            for failure in duty.failures(until: time, facts) {
                DueIsHeardChecker.report(failure, at: time, &findings)
                rederivation.report(failure, at: time, &findings)
            }
        }
        if time >= ringDuty.nextJudgement {
            for failure in ringDuty.failures(until: time, facts) {
                DueIsHeardChecker.report(failure, at: time, &findings)
                rederivation.report(failure, at: time, &findings)
            }
            for passed in ringDuty.passed {
                whyLedger.await(
                    passed.occurrence, of: passed.node, at: time, isAsleep: facts.nodes[passed.node].isAsleep)
            }
        }
    }
}
