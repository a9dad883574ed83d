internal import ClockCoordinatorCore
internal import ClockWire
internal import FoundationEssentials

extension NoticeState {
    /// - Parameter text: JSON; empty before the first.
    init(stored text: String) throws { self = text.isEmpty ? NoticeState() : try StoreJSON.value(text) }
}

/// Values that the store keeps whole, as JSON text.
enum StoreJSON {
    /// Most stored values are these.
    static func text(_ entry: LedgerEntry) throws -> String { try entry.plainJSON ?? textOfAny(entry) }

    static func text(_ value: some Encodable) throws -> String { try textOfAny(value) }

    private static func textOfAny(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ text: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw UnreadableRow("\(Value.self) \(text.prefix(200))")
        }
    }
}
