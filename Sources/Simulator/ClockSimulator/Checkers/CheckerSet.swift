/// All checkers and what they share. A value, so that a run's many observations find their way through it without a check
/// of exclusive access at each.
struct CheckerSet {
    private let facts: RunFacts
    private(set) var findings = Findings()
    private var atMostOnce: AtMostOnceChecker
    private var stoppedRings: StoppedRingChecker
    private var onTime: OnTimeChecker
    private var duty: QuarterDuty
    private var ringDuty: RingDuty
    private var dueIsHeard = DueIsHeardChecker()
    private var budget: BudgetChecker
    private var trust: TrustChecker
    private var whyLedger: WhyLedgerChecker
    private var ledgerSafety: LedgerSafetyChecker
    private var convergence: ConvergenceChecker
    private var oneShots: OneShotChecker
    private var silencedAlarms: SilencedAlarmChecker
    private var timers: TimerChecker
    private var acknowledgement: AcknowledgementChecker
    private var rederivation: RederivationChecker
    private var countedTime: CountedTimeChecker
    private var pace: PaceChecker
    private var told: ToldChecker
    private var absence: AbsenceChecker
    private var wakes: WakeChecker
    private var allegiance: AllegianceChecker
    private var standing: StandingChecker
    private var lease: LeaseChecker
    private var promptTimers: PromptTimerChecker
    private var prospect = ProspectChecker()
    private var overTimers: OverTimerChecker
    private var refusedSettings: RefusedSettingChecker
    private var bridge: BridgeChecker
    private var snoozes: SnoozeChecker
    private var steppedOver: SteppedOverChecker
    private var earlyLines: EarlyLineChecker
    private let sharesStore: Bool

    init(plan: SimulationPlan) {
        facts = RunFacts(plan: plan)
        atMostOnce = AtMostOnceChecker(plan: plan)
        stoppedRings = StoppedRingChecker(plan: plan)
        onTime = OnTimeChecker(plan: plan)
        duty = QuarterDuty(plan: plan)
        ringDuty = RingDuty(plan: plan)
        budget = BudgetChecker(plan: plan)
        trust = TrustChecker(plan: plan)
        whyLedger = WhyLedgerChecker(plan: plan)
        ledgerSafety = LedgerSafetyChecker(plan: plan)
        convergence = ConvergenceChecker(plan: plan)
        oneShots = OneShotChecker(plan: plan)
        silencedAlarms = SilencedAlarmChecker(plan: plan)
        timers = TimerChecker(plan: plan)
        acknowledgement = AcknowledgementChecker(plan: plan)
        rederivation = RederivationChecker(plan: plan)
        countedTime = CountedTimeChecker(plan: plan)
        pace = PaceChecker(plan: plan)
        told = ToldChecker(plan: plan)
        absence = AbsenceChecker(plan: plan)
        wakes = WakeChecker(plan: plan)
        allegiance = AllegianceChecker(plan: plan)
        standing = StandingChecker(plan: plan)
        lease = LeaseChecker(plan: plan)
        promptTimers = PromptTimerChecker(plan: plan)
        overTimers = OverTimerChecker(plan: plan)
        refusedSettings = RefusedSettingChecker(plan: plan)
        bridge = BridgeChecker(plan: plan)
        snoozes = SnoozeChecker(plan: plan)
        steppedOver = SteppedOverChecker(plan: plan)
        earlyLines = EarlyLineChecker(plan: plan)
        sharesStore = plan.sharesStore
    }

    mutating func observe(_ observation: borrowing Observation) {
        guard sharesStore, case .coordinator = observation.host else { return judge(observation) }
        lease.see(observation, facts, &findings)
        wakes.see(observation, facts, &findings)
        // To all that look at stores, coordinators that share one are one.
        judge(
            Observation(
                at: observation.at, host: .coordinator(0), clock: observation.clock, broker: observation.broker,
                what: observation.what))
    }

    private mutating func judge(_ observation: borrowing Observation) {
        // As many as all but the answers to them together, and of no concern to the rest.
        if observation.isTimeQuestion {
            pace.countQuestion(observation, facts, &findings)
            return trust.see(observation, facts, &findings)
        }
        // First of all: what was due before this moment is judged by how things stood until now.
        judgeDuties(at: observation.at.nanoseconds)
        facts.see(observation)
        duty.see(observation, facts)
        trust.see(observation, facts, &findings)
        // Most of what is left, and of no concern to the rest, but that two look at the time as well.
        if observation.isTimeAnswer, observation.at.nanoseconds < nextJudgement { return }
        stoppedRings.see(observation, facts, &findings)
        silencedAlarms.see(observation, facts, &findings)
        timers.see(observation, facts, &findings)
        promptTimers.see(observation, facts, &findings)
        ringDuty.see(observation, facts)
        atMostOnce.see(observation, facts, &findings)
        onTime.see(observation, facts, &findings)
        budget.see(observation, facts, &findings)
        whyLedger.see(observation, facts, &findings)
        ledgerSafety.see(observation, facts, &findings)
        convergence.see(observation, facts, &findings)
        oneShots.see(observation, facts, &findings)
        acknowledgement.see(observation, facts, &findings)
        rederivation.see(observation, facts, &findings)
        countedTime.see(observation, facts, &findings)
        pace.see(observation, facts, &findings)
        told.see(observation, facts, &findings)
        absence.see(observation, facts, &findings)
        if !sharesStore { wakes.see(observation, facts, &findings) }
        allegiance.see(observation, facts, &findings)
        standing.see(observation, facts, &findings)
        prospect.see(observation, facts, &findings)
        overTimers.see(observation, facts, &findings)
        refusedSettings.see(observation, facts, &findings)
        bridge.see(observation, facts, &findings)
        snoozes.see(observation, facts, &findings)
        steppedOver.see(observation, facts, &findings)
        earlyLines.see(observation, facts, &findings)
    }

    private var nextJudgement: Int64 {
        min(stoppedRings.nextJudgement, silencedAlarms.nextJudgement)
    }

    mutating func finish(_ end: RunEnd) -> [Violation] {
        judgeDuties(at: end.at)
        atMostOnce.finish(end, facts, &findings)
        stoppedRings.finish(end, facts, &findings)
        onTime.finish(end, facts, &findings)
        budget.finish(end, facts, &findings)
        trust.finish(end, facts, &findings)
        whyLedger.finish(end, facts, &findings)
        ledgerSafety.finish(end, facts, &findings)
        convergence.finish(end, facts, &findings)
        oneShots.finish(end, facts, &findings)
        silencedAlarms.finish(end, facts, &findings)
        timers.finish(end, facts, &findings)
        acknowledgement.finish(end, facts, &findings)
        rederivation.finish(end, facts, &findings)
        countedTime.finish(end, facts, &findings)
        pace.finish(end, facts, &findings)
        told.finish(end, facts, &findings)
        absence.finish(end, facts, &findings)
        wakes.finish(end, facts, &findings)
        allegiance.finish(end, facts, &findings)
        return findings.violations.sorted { $0.at < $1.at }
    }

    private mutating func judgeDuties(at time: Int64) {
        timers.judge(at: time, facts, &findings)
        if time >= duty.nextJudgement {
            for failure in duty.failures(until: time, facts) {
                dueIsHeard.judge(failure, at: time, &findings)
                rederivation.judge(failure, at: time, &findings)
            }
        }
        if time >= ringDuty.nextJudgement {
            for failure in ringDuty.failures(until: time, facts) {
                dueIsHeard.judge(failure, at: time, &findings)
                rederivation.judge(failure, at: time, &findings)
            }
            for passed in ringDuty.passed {
                whyLedger.await(
                    passed.occurrence, of: passed.node, at: time, isAsleep: facts.nodes[passed.node].isAsleep)
            }
        }
    }
}
