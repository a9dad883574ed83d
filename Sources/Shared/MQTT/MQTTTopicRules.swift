/// MQTT 5's rules for topic names, topic filters and text fields (sections 1.5.4 and 4.7).
enum MQTTTopicRules {
    /// Strings and binary fields carry a 16-bit length.
    static let maximumFieldBytes = 65_535
    /// The largest payload that libmosquitto takes.
    static let maximumPayloadBytes = 268_435_455
    /// The most topic levels that libmosquitto and the mosquitto broker accept in one topic.
    static let maximumLevels = 200

    /// Throws `.invalidTopic` unless `name` may be published to.
    static func validateName(_ name: String) throws(MQTTError) {
        try validateText(name, what: "topic", code: .invalidTopic)
        try validateLevels(name, what: "topic")
        if name.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }) {
            throw MQTTError(.invalidTopic, "topic \"\(excerpt(name))\" has a wildcard; publish to one exact topic")
        }
    }

    /// Throws `.invalidTopic` unless `filter` may be subscribed to.
    static func validateFilter(_ filter: String) throws(MQTTError) {
        try validateText(filter, what: "topic filter", code: .invalidTopic)
        try validateLevels(filter, what: "topic filter")
        let levels = filter.split(separator: "/", omittingEmptySubsequences: false)
        for (index, level) in levels.enumerated() {
            let hasWildcard = level.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
            let isLastHash = level == "#" && index == levels.count - 1
            if hasWildcard, level != "+", !isLastHash {
                throw MQTTError(
                    .invalidTopic,
                    "topic filter \"\(excerpt(filter))\" has a misplaced wildcard; "
                        + "+ must be a whole level and # the whole last level"
                )
            }
        }
    }

    /// Throws `code` unless `text` fits an MQTT string: not empty, at most 65,535 bytes, no control characters.
    static func validateText(_ text: String, what: String, code: MQTTError.Code) throws(MQTTError) {
        if text.isEmpty { throw MQTTError(code, "\(what) is empty") }
        let count = text.utf8.count
        if count > maximumFieldBytes {
            throw MQTTError(code, "\(what) \"\(excerpt(text))\" has \(count) bytes; MQTT allows \(maximumFieldBytes)")
        }
        // The standard forbids U+0000 and lets a receiver drop the connection for the others that are refused here.
        for scalar in text.unicodeScalars where isForbidden(scalar) {
            let hex = String(scalar.value, radix: 16, uppercase: true)
            throw MQTTError(code, "\(what) \"\(excerpt(text))\" has the character U+\(hex), which MQTT does not allow")
        }
    }

    private static func validateLevels(_ text: String, what: String) throws(MQTTError) {
        let separators = text.utf8.count { $0 == UInt8(ascii: "/") }
        if separators > maximumLevels {
            throw MQTTError(
                .invalidTopic,
                "\(what) \"\(excerpt(text))\" has \(separators + 1) levels; brokers take \(maximumLevels + 1)"
            )
        }
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }

    /// Returns the text cut to fit a log line, control characters made visible.
    private static func excerpt(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(80).map { isForbidden($0) ? "\u{FFFD}" : Character($0) }
        return String(shown) + (text.unicodeScalars.count > 80 ? "…" : "")
    }
}
