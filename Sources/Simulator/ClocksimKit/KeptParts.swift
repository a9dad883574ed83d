internal import ArgumentParser
internal import ClockSimulator

/// The faults and requests that a plan keeps: `f3,f17,p2`, or `none`.
struct KeptParts: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
    /// One fault or request, by its index in the plan.
    enum Part: Hashable, Sendable {
        case fault(Int)
        case request(Int)
    }

    var parts: [Part]

    init(parts: [Part]) { self.parts = parts }

    init?(argument: String) {
        guard argument != "none" else {
            parts = []
            return
        }
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let known = words.compactMap { word -> Part? in
            guard let number = Int(word.dropFirst()), number >= 0 else { return nil }
            return switch word.first {
            case "f": .fault(number)
            case "p": .request(number)
            default: nil
            }
        }
        guard known.count == words.count else { return nil }
        parts = known
    }

    var description: String {
        guard !parts.isEmpty else { return "none" }
        return parts.map { part in
            switch part {
            case .fault(let index): "f\(index)"
            case .request(let index): "p\(index)"
            }
        }.joined(separator: ",")
    }

    /// All parts of a plan: faults first, each kind in the plan's order.
    static func all(of plan: SimulationPlan) -> [Part] {
        plan.faults.indices.map(Part.fault) + plan.people.indices.map(Part.request)
    }

    /// The first part that the plan does not have.
    func missing(in plan: SimulationPlan) -> Part? {
        parts.first { part in
            switch part {
            case .fault(let index): !plan.faults.indices.contains(index)
            case .request(let index): !plan.people.indices.contains(index)
            }
        }
    }
}

extension SimulationPlan {
    /// The plan with these faults and requests only.
    func keeping(_ parts: some Sequence<KeptParts.Part>) -> SimulationPlan {
        var plan = self
        plan.faults = []
        plan.people = []
        for part in parts {
            switch part {
            case .fault(let index): plan.faults.append(faults[index])
            case .request(let index): plan.people.append(people[index])
            }
        }
        return plan
    }
}
