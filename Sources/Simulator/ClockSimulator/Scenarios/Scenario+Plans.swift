internal import ClockDomain
internal import ClockWire

// The building blocks of most scenarios.

extension SimulationPlan {
    /// A site with good machines and without faults so far. Node `i` is the room `i` of ``RandomPlan/rooms``.
    ///
    /// - Parameters:
    ///   - start: see `WallTime.at(_:)`.
    ///   - zones: of the nodes, in turn.
    static func site(_ seed: UInt64, from start: String, hours: Int, nodes: Int = 1, zones: [SimulatedZone] = [.utc])
        -> SimulationPlan
    {
        SimulationPlan(
            seed: seed, start: TrueTime(.at(start)), length: .hours(hours), zones: zones.map(\.rules),
            nodes: (0..<nodes).map { NodePlan(id: RandomPlan.nodeID($0), zone: $0 % zones.count) })
    }

    func adding(_ faults: PlannedFault...) -> SimulationPlan {
        var plan = self
        plan.faults += faults
        return plan
    }

    func asking(_ requests: (at: String, what: any SiteRequest)...) -> SimulationPlan {
        var plan = self
        plan.people += requests.map { PlannedRequest(at: TrueTime(.at($0.at)), what: .asking($0.what)) }
        return plan
    }

    func changing(_ change: (inout SimulationPlan) -> Void) -> SimulationPlan {
        var plan = self
        change(&plan)
        return plan
    }
}

extension PlannedFault {
    /// - Parameter end: `nil` for kinds that are over at once, and for faults that last until everything heals.
    static func at(_ start: String, until end: String? = nil, _ hosts: Host..., is kind: FaultKind) -> PlannedFault {
        PlannedFault(start: TrueTime(.at(start)), end: end.map { TrueTime(.at($0)) }, hosts: hosts, kind: kind)
    }
}
