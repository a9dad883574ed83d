/// A short id: a letter for the kind, a number, and the tag of the store's generation that gave it, such as `a12kfdp`.
/// People can leave out the tag where one thing alone has that number: `a12`.
///
/// A store that was turned back to an older copy counts from there once more. Its next start has another tag, so no id is
/// ever given twice.
public protocol NumberedID: Hashable, Comparable, Sendable, TextCoded, CustomStringConvertible {
    static var letter: Character { get }
    /// 1...``NumberedIDLimits/maximumNumber``
    var number: Int { get }
    /// `nil` for an id of before generations were counted, and for one that people typed without it.
    var tag: GenerationTag? { get }
    /// - Parameter number: 1...``NumberedIDLimits/maximumNumber``; not checked.
    init(uncheckedNumber number: Int, tag: GenerationTag?)
}

public enum NumberedIDLimits {
    public static let maximumNumber = 999_999_999
}

extension NumberedID {
    /// - Parameter number: 1...``NumberedIDLimits/maximumNumber``; not checked.
    public init(uncheckedNumber number: Int) { self.init(uncheckedNumber: number, tag: nil) }

    /// `nil` for a number out of range.
    public init?(number: Int, tag: GenerationTag? = nil) {
        guard (1...NumberedIDLimits.maximumNumber).contains(number) else { return nil }
        self.init(uncheckedNumber: number, tag: tag)
    }

    /// Reads `a7` and `a12kfdp`; `nil` for anything else, leading zeros included.
    public init?(_ text: some StringProtocol) {
        let digits = text.dropFirst().prefix { ("0"..."9").contains($0) }
        let rest = text[digits.endIndex...]
        guard text.first == Self.letter, (1...9).contains(digits.utf8.count), digits.first != "0",
            let number = Int(digits)
        else { return nil }
        let tag = GenerationTag(rest)
        guard tag != nil || rest.isEmpty else { return nil }
        self.init(number: number, tag: tag)
    }

    public var description: String { "\(Self.letter)\(number)\(tag?.description ?? "")" }

    /// By number, then by tag.
    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

    fileprivate var rank: (Int, Int) { (number, tag.map { $0.code + 1 } ?? 0) }

    /// True when people can mean `id` by it: it is the same, or its number without the tag.
    public func stands(for id: Self) -> Bool { self == id || tag == nil && number == id.number }

    /// The id right before this one in their order; `nil` before the first.
    public var predecessor: Self? {
        guard let tag else { return Self(number: number - 1, tag: GenerationTag(code: GenerationTag.count - 1)) }
        return Self(number: number, tag: GenerationTag(code: tag.code - 1))
    }

    public static var textForm: String { "an id like \(letter)7" }
    public init?(coded text: String) { self.init(text) }
}

/// An alarm of a site: `a7`.
public struct AlarmID: NumberedID {
    public static let letter: Character = "a"
    public let number: Int
    public let tag: GenerationTag?

    public init(uncheckedNumber number: Int, tag: GenerationTag?) {
        self.number = number
        self.tag = tag
    }
}

/// A countdown timer of a site: `t3`.
public struct TimerID: NumberedID {
    public static let letter: Character = "t"
    public let number: Int
    public let tag: GenerationTag?

    public init(uncheckedNumber number: Int, tag: GenerationTag?) {
        self.number = number
        self.tag = tag
    }
}

/// A stopwatch of a site: `s1`.
public struct StopwatchID: NumberedID {
    public static let letter: Character = "s"
    public let number: Int
    public let tag: GenerationTag?

    public init(uncheckedNumber number: Int, tag: GenerationTag?) {
        self.number = number
        self.tag = tag
    }
}
