import ClockTestSupport
import FoundationEssentials

/// Reads what a program printed as JSON.
enum JSONReading {
    static func decode<Value: Decodable>(_: Value.Type, _ text: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw TestFailure("cannot be read: \(error): \(text)")
        }
    }
}
