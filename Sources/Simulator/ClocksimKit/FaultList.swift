internal import ArgumentParser
internal import ClockSimulator

/// `all`, `none`, or classes of faults: `network,disk`.
struct FaultList: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
    var classes: Set<FaultClass>

    static let all = FaultList(classes: Set(FaultClass.allCases))

    init(classes: Set<FaultClass>) { self.classes = classes }

    init?(argument: String) {
        switch argument {
        case "all": self = .all
        case "none": classes = []
        default:
            let words = argument.split(separator: ",", omittingEmptySubsequences: false)
            let known = words.compactMap { FaultClass(rawValue: String($0)) }
            guard known.count == words.count else { return nil }
            classes = Set(known)
        }
    }

    /// The list as on the command line.
    var description: String {
        if classes.isEmpty { return "none" }
        if self == .all { return "all" }
        return FaultClass.allCases.filter(classes.contains).map(\.rawValue).joined(separator: ",")
    }

    static var allValueStrings: [String] { ["all", "none"] + FaultClass.allCases.map(\.rawValue) }
}
