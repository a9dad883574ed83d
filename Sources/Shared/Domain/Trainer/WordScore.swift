/// A learner's results for one word of a list.
public struct WordScore: Hashable, Sendable {
    public let key: ScoreKey
    public private(set) var box: LeitnerBox
    /// The numbers of answers that knew it, and that missed it.
    public private(set) var known: Int
    public private(set) var missed: Int
    /// The instant of the last answer.
    public private(set) var last: WallTime

    public init(_ key: ScoreKey, box: LeitnerBox, known: Int, missed: Int, last: WallTime) {
        self.key = key
        self.box = box
        self.known = known
        self.missed = missed
        self.last = last
    }

    /// A word's first answer.
    public init(_ key: ScoreKey, known isKnown: Bool, at instant: WallTime) {
        self.init(key, box: isKnown ? .second : .first, known: isKnown ? 1 : 0, missed: isKnown ? 0 : 1, last: instant)
    }

    /// A further answer. A word that is known again before its time stays where it is: that it is known for an hour
    /// says nothing of a week.
    public mutating func record(known isKnown: Bool, at instant: WallTime) {
        if !isKnown || instant >= due || instant < last { box = box.after(known: isKnown) }
        known = min(known + (isKnown ? 1 : 0), Int(Int32.max))
        missed = min(missed + (isKnown ? 0 : 1), Int(Int32.max))
        last = instant
    }

    /// The instant from which a round may ask it again.
    public var due: WallTime { last + box.interval }
}

/// A learner, a list, and a word of that list.
public struct ScoreKey: Hashable, Sendable {
    /// By the rule of ``Label``, not empty.
    public let learner: String
    /// Name of a list, by the rule of ``NodeSettings/isVoiceName(_:)``.
    public let list: String
    /// Name of a clip in it, by the same rule.
    public let word: String

    /// `nil` for texts that can be no learner, list or word.
    public init?(learner: String, list: String, word: String) {
        guard Self.isLearner(learner), NodeSettings.isVoiceName(list), NodeSettings.isVoiceName(word) else {
            return nil
        }
        self.learner = learner
        self.list = list
        self.word = word
    }

    public static func isLearner(_ name: String) -> Bool { !name.isEmpty && Label.isValid(name) }
}

extension ScoreKey: Comparable {
    public static func < (a: ScoreKey, b: ScoreKey) -> Bool {
        (a.learner, a.list, a.word) < (b.learner, b.list, b.word)
    }
}

extension ScoreKey: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let learner = try container.decode(String.self, forKey: .learner)
        let list = try container.decode(String.self, forKey: .list)
        let word = try container.decode(String.self, forKey: .word)
        try container.require(
            Self.isLearner(learner), .learner, "\"\(learner.prefix(80))\" is not \(Label.rule), or is empty")
        guard let key = ScoreKey(learner: learner, list: list, word: word) else {
            throw DecodingError.dataCorruptedError(
                forKey: .word, in: container,
                debugDescription: "\"\(list.prefix(80))\" and \"\(word.prefix(80))\" are not a list and a word of it")
        }
        self = key
    }
}

extension WordScore: Codable {
    enum CodingKeys: String, CodingKey {
        case box, known, missed, last
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let count = 0...Int(Int32.max)
        self.init(
            try ScoreKey(from: decoder), box: try container.decode(LeitnerBox.self, forKey: .box),
            known: try container.decode(count, forKey: .known), missed: try container.decode(count, forKey: .missed),
            last: try container.decode(WallTime.self, forKey: .last))
    }

    public func encode(to encoder: any Encoder) throws {
        try key.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(box, forKey: .box)
        try container.encode(known, forKey: .known)
        try container.encode(missed, forKey: .missed)
        try container.encode(last, forKey: .last)
    }
}
