internal import FoundationEssentials

/// Bytes to messages and back. With `Plain`, the only place of the protocol that knows JSON.
public enum WireCodec {
    /// The version this code writes and reads.
    public static let version = 1

    /// - Throws: ``WireError`` for a payload that is too large, is not JSON, has another version, or lacks a field.
    ///   Fields it does not know are ignored, so that a newer peer can add some.
    public static func decode<Message: WireMessage>(
        _ type: Message.Type = Message.self, from payload: [UInt8]
    ) throws(WireError) -> Message {
        guard payload.count <= Message.maximumBytes else {
            throw WireError(
                .tooLarge, "payload of \(payload.count) bytes is over the limit of \(Message.maximumBytes) bytes")
        }
        if let message = Message.readPlain(payload) { return message }
        let decoder = JSONDecoder()
        let envelope: Envelope<Message>
        do {
            envelope = try decoder.decode(Envelope<Message>.self, from: Data(payload))
        } catch let error as WireError {
            throw error
        } catch let error as DecodingError {
            throw WireError(decoding: error)
        } catch {
            throw WireError(.notJSON, "payload is not JSON: \(error)")
        }
        return envelope.message
    }

    /// Keys are sorted, so that equal messages are equal bytes.
    public static func encode(_ message: some WireMessage) -> [UInt8] {
        message.writePlain() ?? encodeGenerally(message)
    }

    /// By the encoder for all messages.
    static func encodeGenerally(_ message: some WireMessage) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(Envelope(message: message)))
        } catch {
            // Only a non-finite number can fail here, and no message holds floating point that is not checked.
            preconditionFailure("\(type(of: message)) cannot be written as JSON: \(error)")
        }
    }
}

/// The message's own fields and `v` beside them.
private struct Envelope<Message: WireMessage>: Codable {
    var message: Message

    init(message: Message) { self.message = message }

    enum CodingKeys: String, CodingKey {
        case version = "v"
    }

    init(from decoder: any Decoder) throws {
        let version = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .version)
        guard version == WireCodec.version else {
            throw WireError(
                .unsupportedVersion, "version \(version) is not supported (this program speaks \(WireCodec.version))")
        }
        message = try Message(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(WireCodec.version, forKey: .version)
        try message.encode(to: encoder)
    }
}

extension WireError {
    fileprivate init(decoding error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(.invalid, "\"\(key.stringValue)\" is missing\(place(context))")
        case .typeMismatch(let type, let context):
            self.init(.invalid, "wrong type\(place(context)): expected \(name(of: type))")
        case .valueNotFound(let type, let context):
            self.init(.invalid, "null\(place(context)): expected \(name(of: type))")
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            // The decoder does not distinguish these two, nor give the place.
            self.init(.notJSON, "not valid JSON, or a number in it does not fit its field")
        case .dataCorrupted(let context):
            self.init(.invalid, "\(context.debugDescription)\(place(context))".line(maximumBytes: 200))
        @unknown default:
            self.init(.invalid, "\(error)".line(maximumBytes: 200))
        }
    }
}

/// ` at entries[3].quarter.target`; empty for the whole payload.
private func place(_ context: DecodingError.Context) -> String {
    var place = ""
    for key in context.codingPath {
        if let index = key.intValue {
            place += "[\(index)]"
        } else {
            place += (place.isEmpty ? "" : ".") + key.stringValue
        }
    }
    return place.isEmpty ? "" : " at " + place
}

/// Returns JSON's name for the values of a Swift type.
private func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is Int.Type, is Int64.Type: "a whole number"
    case is Double.Type: "a number"
    case is [Any].Type: "an array"
    case is [String: Any].Type: "an object"
    default: "\(type)"
    }
}
