// How soon a word that somebody learns comes back: the boxes of Sebastian Leitner (So lernt man lernen, 1972). A word that
// was known moves to the next box, whose words come back after a longer time; a word that was missed starts over in the
// first one.

/// A box of words that come back after the same time.
public enum LeitnerBox: Int, Hashable, Sendable, CaseIterable, Comparable {
    case first = 1
    case second, third, fourth, fifth

    /// How long a word that went into the box is left alone.
    public var interval: Duration {
        switch self {
        case .first: .zero
        case .second: .hours(20)
        case .third: .hours(3 * 24 - 4)
        case .fourth: .hours(7 * 24 - 4)
        case .fifth: .hours(21 * 24 - 4)
        }
    }

    /// Where a word of this box goes when it was known, or missed.
    public func after(known: Bool) -> LeitnerBox { known ? LeitnerBox(rawValue: rawValue + 1) ?? .fifth : .first }

    public static func < (a: LeitnerBox, b: LeitnerBox) -> Bool { a.rawValue < b.rawValue }
}

extension LeitnerBox: Codable {}
