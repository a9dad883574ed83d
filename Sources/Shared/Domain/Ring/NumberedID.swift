/// A short id that people can type: a letter for the kind and a number that a site never gives twice, such as `a7`.
public protocol NumberedID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    static var letter: Character { get }
    /// 1...``NumberedIDLimits/maximumNumber``
    var number: Int { get }
    /// - Parameter number: 1...``NumberedIDLimits/maximumNumber``; not checked.
    init(uncheckedNumber number: Int)
}

public enum NumberedIDLimits {
    public static let maximumNumber = 999_999_999
}

extension NumberedID {
    /// `nil` for a number out of range.
    public init?(number: Int) {
        guard (1...NumberedIDLimits.maximumNumber).contains(number) else { return nil }
        self.init(uncheckedNumber: number)
    }

    /// Reads `a7`; `nil` for anything else, leading zeros included.
    public init?(_ text: some StringProtocol) {
        let digits = text.dropFirst()
        guard text.first == Self.letter, (1...9).contains(digits.utf8.count), digits.first != "0",
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(digits)
        else { return nil }
        self.init(number: number)
    }

    public var description: String { "\(Self.letter)\(number)" }

    public static func < (a: Self, b: Self) -> Bool { a.number < b.number }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.prefix(40))\" is not an id like \(Self.letter)7")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// An alarm of a site: `a7`.
public struct AlarmID: NumberedID {
    public static let letter: Character = "a"
    public let number: Int

    public init(uncheckedNumber number: Int) { self.number = number }
}

/// A countdown timer of a site: `t3`.
public struct TimerID: NumberedID {
    public static let letter: Character = "t"
    public let number: Int

    public init(uncheckedNumber number: Int) { self.number = number }
}

/// A stopwatch of a site: `s1`.
public struct StopwatchID: NumberedID {
    public static let letter: Character = "s"
    public let number: Int

    public init(uncheckedNumber number: Int) { self.number = number }
}
