internal import ClockDomain

// The random faults of a site.

extension RandomPlan {
    /// More faults of a class than this leave nothing to test, and take too long.
    private static let maximumFaults = 20_000

    func faults(_ faultClass: FaultClass, _ plan: SimulationPlan) -> [PlannedFault] {
        let severity = severity(of: faultClass)
        guard severity != .none else { return [] }
        var faults: [PlannedFault] = []
        for (index, host) in hosts(of: faultClass, plan).enumerated() {
            var draws = RandomDraws(seed: seed, Purpose.faults.rawValue, Self.number(of: faultClass), UInt64(index))
            for _ in 0..<draws.count(meanThousandths: severity.rate * days) {
                let start = moment(plan, &draws)
                let end = start + severity.length(&draws)
                faults += fault(faultClass, host, from: start, to: end, severity, plan, &draws)
            }
        }
        // Drop faults that would begin after the healing.
        return Array(faults.lazy.filter { $0.start < plan.healsAt }.prefix(Self.maximumFaults))
    }

    /// True for a run with hardly any faults.
    var isQuiet: Bool { FaultClass.allCases.allSatisfy { $0 == .people || [.none, .mild].contains(severity(of: $0)) } }

    private func severity(of faultClass: FaultClass) -> Severity {
        var draws = RandomDraws(seed: seed, Purpose.faults.rawValue, Self.number(of: faultClass))
        return Severity.draw(&draws)
    }

    private static func number(of faultClass: FaultClass) -> UInt64 {
        UInt64(FaultClass.allCases.firstIndex(of: faultClass) ?? 0)
    }

    private func hosts(of faultClass: FaultClass, _ plan: SimulationPlan) -> [Host] {
        let nodes = plan.nodes.indices.map(Host.node)
        // Only the first: a copy of the coordinator is trouble enough, and would shift the other hosts' faults.
        let coordinators = [Host.coordinator(0)]
        switch faultClass {
        case .network: return nodes + coordinators + plan.clients.indices.map(Host.client) + [.broker]
        case .broker: return [.broker]
        case .clock, .disk: return nodes + coordinators
        case .output, .crash: return nodes
        case .coordinator: return coordinators
        case .people: return []
        }
    }

    /// A random instant; half of the time within a minute of a quarter hour.
    func moment(_ plan: SimulationPlan, _ draws: inout RandomDraws) -> TrueTime {
        let any = plan.start + draws.duration(.zero...plan.length)
        guard draws.tossesCoin() else { return any }
        let quarter = QuarterHour.atOrBefore(any.wall)
        let near = TrueTime(quarter + draws.duration(.zero - .seconds(40) ... .seconds(20)))
        return min(max(plan.start, near), plan.healsAt)
    }

    private func fault(
        _ faultClass: FaultClass, _ host: Host, from start: TrueTime, to end: TrueTime, _ severity: Severity,
        _ plan: SimulationPlan, _ draws: inout RandomDraws
    ) -> [PlannedFault] {
        func one(_ kind: FaultKind) -> [PlannedFault] {
            [PlannedFault(start: start, end: end, hosts: [host], kind: kind)]
        }
        switch faultClass {
        case .network:
            // A fault of the broker's link strikes every link.
            let hosts =
                host == .broker
                ? plan.nodes.indices.map(Host.node) + plan.coordinators.indices.map(Host.coordinator)
                    + plan.clients.indices.map(Host.client) : [host]
            return [PlannedFault(start: start, end: end, hosts: hosts, kind: networkFault(severity, &draws))]
        case .broker: return one(.brokerDown(draws.weighted([(5, .kept), (3, .autosaved), (2, .lost)])))
        case .clock: return one(clockFault(host, plan, &draws))
        case .disk: return diskFaults(host, from: start, to: end, &draws)
        case .output: return one(outputFault(&draws))
        case .crash, .coordinator: return one(crash(&draws))
        case .people: return []
        }
    }

    private func networkFault(_ severity: Severity, _ draws: inout RandomDraws) -> FaultKind {
        switch draws.number(0...9) {
        case 0...3: .link(severity.link(&draws))
        case 4...5: .partition(.both)
        case 6: .partition(.outward)
        case 7: .partition(.homeward)
        default: .clog(messagesPerSecond: draws.number(1...20))
        }
    }

    private func clockFault(_ host: Host, _ plan: SimulationPlan, _ draws: inout RandomDraws) -> FaultKind {
        let isNode = if case .node = host { true } else { false }
        switch draws.number(0...(isNode ? 11 : 8)) {
        case 0...2: return .clockStep(draws.signed(draws.scale(.milliseconds(1) ... .hours(3))))
        case 3: return .clockStep(draws.signed(.hours(1)))
        case 4: return .clockStep(draws.signed(draws.scale(.hours(3) ... .hours(24 * 3_000))))
        case 5...6: return .drift(partsPerBillion: draws.number(-400_000...400_000))
        case 7...8: return .timeServiceStops
        case 9: return .timeServiceWrong(by: draws.signed(draws.scale(.milliseconds(1) ... .hours(2))))
        default: return .zone(draws.number(0...(plan.zones.count - 1)))
        }
    }

    /// A disk that lies does no harm until the power fails, so most of the time it does fail.
    private func diskFaults(
        _ host: Host, from start: TrueTime, to end: TrueTime, _ draws: inout RandomDraws
    ) -> [PlannedFault] {
        func fault(_ kind: FaultKind, at time: TrueTime? = nil) -> PlannedFault {
            PlannedFault(start: time ?? start, end: end, hosts: [host], kind: kind)
        }
        switch draws.number(0...9) {
        case 0...2: return [fault(.diskFull)]
        case 3: return [fault(.diskReadOnly)]
        case 4...5: return [fault(.diskSlow(draws.scale(.milliseconds(50) ... .seconds(20))))]
        case 6...8:
            let lie = fault(.diskLies(torn: draws.tossesCoin()))
            guard draws.hits(percent: 80) else { return [lie] }
            return [lie, fault(.powerCut, at: start + draws.duration(.zero...(end - start)))]
        default: return [fault(.snapshotRestored)]
        }
    }

    private func outputFault(_ draws: inout RandomDraws) -> FaultKind {
        switch draws.number(0...7) {
        case 0: .outputSlow(draws.scale(.milliseconds(100) ... .seconds(20)))
        case 1: .outputBusy
        case 2: .outputMissing
        case 3...4: .outputLost
        case 5: .outputStuck
        case 6: .outputUnderrun
        default: .voiceIncomplete([draws.pick(SimulatedVoice.vocabulary), draws.pick(SimulatedVoice.vocabulary)])
        }
    }

    private func crash(_ draws: inout RandomDraws) -> FaultKind {
        let outage = draws.scale(.milliseconds(200) ... .minutes(30))
        return switch draws.number(0...11) {
        case 0...1: .crash
        case 2...5: .crashAtEffect(effects: draws.number(0...40), outage: outage)
        case 6: .powerCut
        case 7...9: .powerCutAtEffect(effects: draws.number(0...40), outage: outage)
        case 10: .stop
        default: .suspend
        }
    }
}
