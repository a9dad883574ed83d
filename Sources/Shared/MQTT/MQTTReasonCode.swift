/// MQTT 5 reason codes (section 2.4) in words.
enum MQTTReasonCode {
    static let disconnectWithWill: UInt8 = 0x04
    static let unsupportedProtocolVersion: UInt8 = 0x84
    static let clientIdentifierNotValid: UInt8 = 0x85
    static let badUserNameOrPassword: UInt8 = 0x86
    static let notAuthorized: UInt8 = 0x87
    static let banned: UInt8 = 0x8A
    static let serverShuttingDown: UInt8 = 0x8B
    static let badAuthenticationMethod: UInt8 = 0x8C
    static let keepAliveTimeout: UInt8 = 0x8D
    static let sessionTakenOver: UInt8 = 0x8E
    static let packetTooLarge: UInt8 = 0x95

    /// Codes from 0x80 on are refusals.
    static func isRefusal(_ code: UInt8) -> Bool { code >= 0x80 }

    static func words(_ code: UInt8) -> String {
        switch code {
        case 0x80: "unspecified error"
        case 0x81: "malformed packet"
        case 0x82: "protocol error"
        case 0x83: "implementation specific error"
        case unsupportedProtocolVersion: "unsupported protocol version"
        case clientIdentifierNotValid: "client identifier not valid"
        case badUserNameOrPassword: "bad user name or password"
        case notAuthorized: "not authorised"
        case 0x88: "server unavailable"
        case 0x89: "server busy"
        case banned: "banned"
        case serverShuttingDown: "server shutting down"
        case badAuthenticationMethod: "bad authentication method"
        case keepAliveTimeout: "keep alive timeout"
        case sessionTakenOver: "session taken over"
        case 0x8F: "topic filter invalid"
        case 0x90: "topic name invalid"
        case 0x91: "packet identifier in use"
        case 0x92: "packet identifier not found"
        case 0x93: "receive maximum exceeded"
        case 0x94: "topic alias invalid"
        case packetTooLarge: "packet too large"
        case 0x96: "message rate too high"
        case 0x97: "quota exceeded"
        case 0x98: "administrative action"
        case 0x99: "payload format invalid"
        case 0x9A: "retain not supported"
        case 0x9B: "QoS not supported"
        case 0x9C: "use another server"
        case 0x9D: "server moved"
        case 0x9E: "shared subscriptions not supported"
        case 0x9F: "connection rate exceeded"
        case 0xA0: "maximum connect time"
        case 0xA1: "subscription identifiers not supported"
        case 0xA2: "wildcard subscriptions not supported"
        default: "reason code \(code)"
        }
    }
}
