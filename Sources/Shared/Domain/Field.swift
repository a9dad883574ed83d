/// The rule of a field of messages and stores: its meaning where it is absent, and its bounds.
public protocol FieldRule: Sendable {
    associatedtype Value: Codable & Hashable & Sendable

    /// The meaning of absence; `nil` where the field has to be there.
    ///
    /// Earlier versions left a field out when its value was the default of their day. A default may change; the meaning
    /// of those messages may not. So this never follows a default.
    static var absent: Value? { get }

    /// Returns the fault of a value; `nil` for a good one.
    static func fault(_ value: Value) -> String?
}

extension FieldRule {
    public static var absent: Value? { nil }
    public static func fault(_ value: Value) -> String? { nil }
}

/// A field with a ``FieldRule``, for codecs that the compiler writes. It is always written.
@propertyWrapper public struct Field<Rule: FieldRule>: Hashable, Sendable, Codable {
    public var wrappedValue: Rule.Value

    public init(wrappedValue: Rule.Value) { self.wrappedValue = wrappedValue }

    public init(from decoder: any Decoder) throws { wrappedValue = try Rule.Value(from: decoder) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// The codecs that the compiler writes call this one for a ``Field``.
    public func decode<Rule: FieldRule>(_ type: Field<Rule>.Type, forKey key: Key) throws -> Field<Rule> {
        guard let value = try decodeIfPresent(Rule.Value.self, forKey: key) ?? Rule.absent else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "there is none"))
        }
        if let fault = Rule.fault(value) { try require(false, key, fault) }
        return Field(wrappedValue: value)
    }
}

public enum Fields {
    /// Absence means no.
    public enum No: FieldRule {
        public static var absent: Bool? { false }
    }

    /// Absence means yes.
    public enum Yes: FieldRule {
        public static var absent: Bool? { true }
    }

    /// Absence means zero.
    public enum Zero: FieldRule {
        public static var absent: Int? { 0 }
    }

    /// Absence means none.
    public enum List<Element: Codable & Hashable & Sendable>: FieldRule {
        public static var absent: [Element]? { [] }
    }

    /// By the rule of ``ClockDomain/Label``; absence means an empty one.
    public enum LabelText: FieldRule {
        public static var absent: String? { "" }
        public static func fault(_ value: String) -> String? {
            Label.isValid(value) ? nil : "\"\(value.prefix(80))\" is not \(Label.rule)"
        }
    }

    /// 1, 2, 3, … with room for one more.
    public enum Revision: FieldRule {
        private static let range = 1...Int(Int32.max) - 1

        public static func fault(_ value: Int) -> String? {
            range.contains(value) ? nil : "\(value) is not in \(range)"
        }
    }

    public enum AlarmRing: FieldRule {
        public static var absent: RingStyle? {
            RingStyle(
                sound: "bells", volume: nil, rampSeconds: 0, limitMinutes: 10, snoozeMinutes: 9, tellsUnanswered: true)
        }
    }

    public enum TimerRing: FieldRule {
        public static var absent: RingStyle? {
            RingStyle(
                sound: "beeps", volume: nil, rampSeconds: 0, limitMinutes: 10, snoozeMinutes: 0, tellsUnanswered: true)
        }
    }

    public enum Misfire: FieldRule {
        public static var absent: MisfirePolicy? { .ring(withinMinutes: 30) }
    }
}
