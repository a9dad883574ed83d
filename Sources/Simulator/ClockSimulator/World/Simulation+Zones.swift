internal import ClockDomain

// A machine's tz database: the first entry of a name in the plan's table, or its replacement by a fault.

extension Simulation {
    /// The rules of a zone in a machine's database now; `nil` for an unknown name.
    func rules(of name: String, on machine: Int) -> TimeZoneRules? {
        for fault in machines[machine].faults.reversed() {
            if case .zone(let other) = plan.faults[fault].kind, plan.zones.indices.contains(other),
                plan.zones[other].name == name
            {
                return plan.zones[other]
            }
        }
        if case .node(let node) = machines[machine].host, plan.zones[nodes[node].plan.zone].name == name {
            return plan.zones[nodes[node].plan.zone]
        }
        return plan.zones.first { $0.name == name }
    }

    /// The zone whose time a node speaks, as its machine has it now.
    func ownZone(_ node: Int) -> TimeZoneRules { plan.zones[nodes[node].zone] }

    mutating func refreshZone(_ machine: Int) {
        guard case .node(let node) = machines[machine].host else { return }
        var zone = nodes[node].plan.zone
        for fault in machines[machine].faults {
            if case .zone(let other) = plan.faults[fault].kind, plan.zones.indices.contains(other) { zone = other }
        }
        guard zone != nodes[node].zone else { return }
        nodes[node].zone = zone
        // The program checks for itself from time to time.
        report(machine, .zoneChanged(plan.zones[zone]))
    }
}
