/// Retained word on whether a program is connected; plain text, so that any MQTT tool shows it.
public enum Availability: String, Hashable, Sendable, Codable {
    case online, offline

    /// `nil` for anything but the two words.
    public init?(payload: [UInt8]) {
        // Longer payloads cannot be one of the words; String(decoding:) never fails.
        guard payload.count <= 16 else { return nil }
        self.init(rawValue: String(decoding: payload, as: UTF8.self))
    }

    public var payload: [UInt8] { Array(rawValue.utf8) }
}
