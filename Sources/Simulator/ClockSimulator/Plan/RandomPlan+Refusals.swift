internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

// A store that refuses a critical commit. A disk that is full at a random time of a week has little to refuse; so in
// some runs the coordinator's disk is full for seconds when somebody requests a change, when somebody sets its clock,
// or when a node comes, goes or moves to another zone. Each occasion is drawn by itself, so that the others stay the
// same when a class of faults is left out.

extension RandomPlan {
    private static let maximumRefusals = 400

    /// - Parameter missed: power cuts that end as the coordinator checks for the lines of occurrences due meanwhile.
    func refusals(of requests: [PlannedRequest], missed: [PlannedFault], _ plan: SimulationPlan) -> [PlannedFault] {
        var draws = RandomDraws(seed: seed, Purpose.refusal.rawValue)
        guard draws.hits(percent: 40) else { return [] }
        var refusals: [PlannedFault] = []
        for request in requests where changesTheStore(request.what) { refusals += refusal(at: request.at, percent: 12) }
        for missed in missed {
            // Five minutes after the due time, the coordinator checks for the line of a room that is off.
            if let end = missed.end { refusals += refusal(at: end, percent: 50) }
        }
        for fault in plan.faults {
            for host in fault.hosts {
                switch (host, fault.kind) {
                case (.coordinator, .clockStep), (.coordinator, .timeServiceWrong):
                    refusals += refusal(at: fault.start, percent: 50)
                    if case .timeServiceWrong = fault.kind, let end = fault.end {
                        refusals += refusal(at: end, percent: 50)
                    }
                case (.node, .zone), (.node, .powerCut), (.node, .crash), (.node, .stop):
                    refusals += refusal(at: fault.start, percent: 15)
                    if let end = fault.end { refusals += refusal(at: end, percent: 15) }
                default: break
                }
            }
        }
        return Array(
            refusals.lazy.filter { $0.start >= plan.start && $0.start < plan.healsAt }.prefix(Self.maximumRefusals))
    }

    private func changesTheStore(_ what: PlannedRequest.What) -> Bool {
        switch what {
        case .ask(let request):
            request.content is ChangeRequest || request.content is SetRequest || request.content is RenameRequest
                || request.content is ForgetRequest
        case .emergency, .endEmergency, .ring, .silence, .tidy, .amend, .forestall, .prolong, .pause, .resume: false
        }
    }

    private func refusal(at time: TrueTime, percent: Int) -> [PlannedFault] {
        var draws = RandomDraws(seed: seed, Purpose.refusal.rawValue, UInt64(bitPattern: time.nanoseconds))
        guard draws.hits(percent: percent) else { return [] }
        let start = time - draws.scale(.milliseconds(1) ... .seconds(2))
        return [
            PlannedFault(
                start: start, end: time + draws.scale(.milliseconds(100) ... .minutes(3)), hosts: [.coordinator(0)],
                kind: .diskFull)
        ]
    }
}
