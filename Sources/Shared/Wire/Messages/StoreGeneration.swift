public import ClockDomain

/// One span of a store's life: from a coordinator's start with it to the next start.
///
/// Two copies of a store that both start have generations of one number and different tags.
public struct StoreGeneration: Hashable, Sendable {
    /// One more with each start, 0...``maximumNumber``.
    public var number: Int
    /// `nil` for generation 0, in which starts were not counted.
    public var tag: GenerationTag?

    public static let maximumNumber = 999_999_999
    /// Before the first start that was counted.
    public static let uncounted = StoreGeneration(number: 0, tag: nil)

    public init(number: Int, tag: GenerationTag?) {
        self.number = number
        self.tag = tag
    }

    public func next(_ tag: GenerationTag) -> StoreGeneration {
        StoreGeneration(number: min(number + 1, Self.maximumNumber), tag: tag)
    }
}

extension StoreGeneration: TextCoded, CustomStringConvertible {
    /// `5-kfdp`; `0` for the uncounted one.
    public var description: String { tag.map { "\(number)-\($0)" } ?? "\(number)" }

    /// `nil` for a text that is no generation.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let digits = parts.first, (1...9).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(digits)
        else { return nil }
        self.init(number: number, tag: parts.count > 1 ? GenerationTag(parts[1]) : nil)
        guard (tag == nil) == (parts.count == 1), (tag == nil) == (number == 0) else { return nil }
    }

    public static let textForm = "a generation like 5-kfdp"
    public init?(coded text: String) { self.init(text) }
}
