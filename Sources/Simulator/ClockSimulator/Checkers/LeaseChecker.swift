// Invariant 16: two coordinators with one store never both commit.
//
// Claimed: each commit comes from the coordinator that took the lease last.

struct LeaseChecker: Checker {
    private var holder: Host?

    init(plan: SimulationPlan) {}

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        switch observation.what {
        case .leaseTaken: holder = observation.host
        case .committed:
            guard let holder, holder != observation.host else { return }
            findings.add(16, at: observation.at.nanoseconds, observation.host) {
                "it made a commit, and \(holder) had taken the lease"
            }
        default: break
        }
    }
}
