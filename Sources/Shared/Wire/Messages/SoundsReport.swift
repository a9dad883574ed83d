internal import ClockDomain

/// The sounds for alarms and timers that a node has as files beside the built-in ones.
public struct SoundsReport: Hashable, Sendable {
    /// The folder in which it finds them, for people.
    public var folder: String
    /// Names of those that can ring, ascending; at most ``maximumNames``.
    public var names: [String]
    /// The faults of the others, and of those that its alarms and timers name and it does not have; at most
    /// ``maximumProblems``, those that something names before the others.
    public var problems: [SoundProblem]

    public static let maximumNames = 64
    public static let maximumProblems = 8
    public static let maximumFolderBytes = 256

    public init(folder: String, names: [String], problems: [SoundProblem]) {
        self.folder = folder
        self.names = names
        self.problems = problems
    }

    /// True when a ring of that name sounds as it should: it is built in, or a file that this node has.
    public func has(_ name: String) -> Bool {
        // A report names only those spoken texts that are missing, and not all of them where they are many.
        if SpokenText.isFile(name) {
            return problems.count < Self.maximumProblems && !problems.contains { $0.sound == name }
        }
        return AlarmSound(rawValue: name) != nil || names.contains(name)
    }
}

/// A sound that does not sound as it should.
public struct SoundProblem: Hashable, Sendable {
    /// The sound's name.
    public var sound: String
    /// The file and its fault.
    public var finding: String
    public var fix: String

    public static let maximumTextBytes = 300

    public init(sound: String, finding: String, fix: String) {
        self.sound = sound
        self.finding = finding
        self.fix = fix
    }
}

extension SoundsReport: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            folder: try container.decode(String.self, forKey: .folder),
            names: try container.decodeList(atMost: Self.maximumNames, "names", forKey: .names),
            problems: try container.decodeList(atMost: Self.maximumProblems, "problems", forKey: .problems))
        try container.require(
            names.allSatisfy(RingStyle.isSoundName), .names, "not every name is \(RingStyle.soundNameRule)")
    }
}

extension SoundProblem: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            sound: try container.decode(String.self, forKey: .sound),
            finding: try container.decode(String.self, forKey: .finding),
            fix: try container.decode(String.self, forKey: .fix))
        try container.require(
            RingStyle.isSoundName(sound), .sound, "sound \"\(sound.prefix(80))\" is not \(RingStyle.soundNameRule)")
    }
}
