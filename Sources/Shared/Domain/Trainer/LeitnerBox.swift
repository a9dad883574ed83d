// The boxes of Sebastian Leitner (So lernt man lernen, 1972) set the time until a word comes back to its learner. A
// known word moves to the next box, whose words come back after a longer time; a missed word starts over in the first
// one.

/// A box of words that come back after the same time.
public enum LeitnerBox: Int, Hashable, Sendable, CaseIterable, Comparable {
    case first = 1
    case second, third, fourth, fifth

    /// The time for which a word stays in the box before it comes back.
    public var interval: Duration {
        switch self {
        case .first: .zero
        case .second: .hours(20)
        case .third: .hours(3 * 24 - 4)
        case .fourth: .hours(7 * 24 - 4)
        case .fifth: .hours(21 * 24 - 4)
        }
    }

    /// Returns the next box of a word of this box, known or missed.
    public func after(known: Bool) -> LeitnerBox { known ? LeitnerBox(rawValue: rawValue + 1) ?? .fifth : .first }

    public static func < (a: LeitnerBox, b: LeitnerBox) -> Bool { a.rawValue < b.rawValue }
}

extension LeitnerBox: Codable {}
