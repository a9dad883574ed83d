internal import ClockDomain

/// The presence of the clips that a node needs.
public struct VoiceReport: Hashable, Sendable {
    public var name: String
    /// Clips that are missing or broken, each with the reason; at most ``maximumProblems`` of them.
    public var problems: [String]
    /// True when it can say durations.
    public var saysDurations: Bool
    /// The voices that are installed on its machine, ascending; at most ``maximumInstalled``. Empty where it was not
    /// looked.
    public var installed: [String]
    /// The own chimes on its machine, ascending; at most ``maximumInstalled``. `nil` where it was not looked.
    public var chimes: [String]?
    /// The fault that keeps its own chime from sounding as it should, one line.
    public var chimeProblem: String?

    public static let maximumProblems = 8
    public static let maximumInstalled = 64

    public init(
        name: String, problems: [String], saysDurations: Bool = false, installed: [String] = [],
        chimes: [String]? = nil, chimeProblem: String? = nil
    ) {
        self.name = name
        self.problems = problems
        self.saysDurations = saysDurations
        self.installed = installed
        self.chimes = chimes
        self.chimeProblem = chimeProblem
    }
}

extension VoiceReport: Codable {
    enum CodingKeys: String, CodingKey {
        case name, problems, installed, chimes
        case saysDurations = "durations"
        case chimeProblem = "chime_problem"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            problems: try container.decode([String].self, forKey: .problems),
            saysDurations: try container.decodeIfPresent(Bool.self, forKey: .saysDurations) ?? false,
            installed: try container.decodeList(atMost: Self.maximumInstalled, "voices", forKey: .installed),
            chimes: container.contains(.chimes)
                ? try container.decodeList(atMost: Self.maximumInstalled, "chimes", forKey: .chimes) : nil,
            chimeProblem: try container.decodeIfPresent(String.self, forKey: .chimeProblem))
        try container.require(
            installed.allSatisfy(NodeSettings.isVoiceName), .installed, "not all of them can be names of voices")
        try container.require(
            chimes?.allSatisfy { Chime(rawValue: $0) != nil } ?? true, .chimes, "not all of them can be names of chimes"
        )
    }
}
