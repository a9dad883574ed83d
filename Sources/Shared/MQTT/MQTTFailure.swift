import CMosquitto
import ClockDomain
import Glibc

/// The reason for which an attempt to connect failed or a connection ended, in words.
struct MQTTFailure: Error, Sendable, Equatable {
    let reason: MQTTDisconnect.Reason
    var message: String
    var reasonCode: UInt8?

    /// True if trying again soon makes sense. A fault that a person must mend waits at the long end of the delay, and
    /// so does a session that was taken over: two clients with one identifier would throw each other out in a circle.
    var mendsByItself: Bool {
        switch reason {
        case .stopped, .returning, .unknownHost, .unreachable, .endedByBroker, .connectionLost, .keepAliveTimeout,
            .protocolError,
            .outOfResources:
            true
        case .tlsFailed, .notAuthorized, .refused, .sessionTakenOver: false
        }
    }
}

extension MQTTFailure {
    static func unknownHost(_ configuration: MQTTConfiguration, detail: String) -> MQTTFailure {
        MQTTFailure(
            reason: .unknownHost,
            message: "cannot find broker host \"\(configuration.host)\": \(detail); is the name right and DNS working?")
    }

    /// The connection could not be made.
    static func unreachable(_ configuration: MQTTConfiguration, _ address: HostAddress, error: Int32) -> MQTTFailure {
        let hint =
            switch error {
            case ECONNREFUSED, ENOENT:
                "is mosquitto running and is the \(configuration.isSocket ? "path" : "port") right?"
            case EACCES where configuration.isSocket:
                "use sudo, or join its group: sudo adduser $USER clocksmith-admin, then log in again"
            case ENETUNREACH, EHOSTUNREACH: "is the network up?"
            default: "is the address right and no firewall between?"
            }
        return MQTTFailure(
            reason: .unreachable,
            message: "cannot reach broker \(name(configuration, address)): \(systemText(error)); \(hint)")
    }

    static func connectTimeout(
        _ configuration: MQTTConfiguration, _ address: HostAddress, isTCPConnected: Bool
    ) -> MQTTFailure {
        let seconds = Double(configuration.connectTimeout.nanoseconds) / 1e9
        let broker = name(configuration, address)
        return MQTTFailure(
            reason: .unreachable,
            message: isTCPConnected
                ? "broker \(broker) took the connection but did not answer within \(seconds) s; "
                    + "is it an MQTT broker, with\(configuration.tls == nil ? "out" : "") TLS on this port?"
                : "cannot reach broker \(broker): no answer within \(seconds) s; "
                    + "is the address right and no firewall between?")
    }

    static func closedBeforeAnswer(_ configuration: MQTTConfiguration, _ address: HostAddress) -> MQTTFailure {
        MQTTFailure(
            reason: .unreachable,
            message: "broker \(name(configuration, address)) closed the connection without an answer; "
                + "does this port expect \(configuration.tls == nil ? "TLS" : "no TLS, or a client certificate")?")
    }

    static func tls(_ configuration: MQTTConfiguration, _ address: HostAddress, detail: String?) -> MQTTFailure {
        let detail = detail ?? "handshake failed"
        let hint =
            if detail.contains("certificate verify failed") {
                "does the broker's certificate name \"\(configuration.host)\", is it in date, and is the CA file right?"
            } else if detail.contains("wrong version number") || detail.contains("packet length too long") {
                "does this port speak TLS?"
            } else {
                "check the TLS files and the broker's listener"
            }
        return MQTTFailure(
            reason: .tlsFailed,
            message: "TLS with broker \(name(configuration, address)) failed: \(detail); \(hint)")
    }

    static func tlsFile(_ what: String, _ path: String, error: Int32) -> MQTTFailure {
        MQTTFailure(reason: .tlsFailed, message: "cannot read TLS \(what) \(path): \(systemText(error))")
    }

    /// The broker's CONNACK carried a refusal.
    static func refused(_ configuration: MQTTConfiguration, code: UInt8) -> MQTTFailure {
        let broker = configuration.endpoint
        switch code {
        case MQTTReasonCode.badUserNameOrPassword, MQTTReasonCode.notAuthorized,
            MQTTReasonCode.badAuthenticationMethod:
            let message =
                if let username = configuration.login?.username {
                    "broker \(broker) refused the password for user \"\(username)\" (\(MQTTReasonCode.words(code))); "
                        + "check user name and password"
                } else {
                    "broker \(broker) refused client \"\(configuration.clientID)\" "
                        + "(\(MQTTReasonCode.words(code))); it asks for a user name and password"
                }
            return MQTTFailure(reason: .notAuthorized, message: message, reasonCode: code)
        // A 3.1.1 broker answers with its own code 1.
        case MQTTReasonCode.unsupportedProtocolVersion, 1:
            return MQTTFailure(
                reason: .refused,
                message: "broker \(broker) does not speak MQTT 5, which this program needs: update it (mosquitto does "
                    + "from version 1.6 on), or use another broker",
                reasonCode: code)
        default:
            return MQTTFailure(
                reason: .refused,
                message: "broker \(broker) refused client \"\(configuration.clientID)\": \(MQTTReasonCode.words(code))",
                reasonCode: code)
        }
    }

    /// The broker's CONNACK names a limit below this program's needs.
    static func limited(_ configuration: MQTTConfiguration, _ limit: MQTTBrokerLimit) -> MQTTFailure {
        MQTTFailure(
            reason: .refused, message: "broker \(configuration.endpoint) does not serve this program: \(limit.words)")
    }

    /// The broker sent a DISCONNECT.
    static func endedByBroker(_ configuration: MQTTConfiguration, code: UInt8) -> MQTTFailure {
        let broker = configuration.endpoint
        switch code {
        case MQTTReasonCode.sessionTakenOver:
            return MQTTFailure(
                reason: .sessionTakenOver,
                message: "another client took over the session \"\(configuration.clientID)\" at broker \(broker); "
                    + "give each client its own identifier",
                reasonCode: code)
        case MQTTReasonCode.notAuthorized:
            return MQTTFailure(
                reason: .notAuthorized,
                message: "broker \(broker) no longer authorises client \"\(configuration.clientID)\"",
                reasonCode: code)
        case MQTTReasonCode.keepAliveTimeout:
            return MQTTFailure(
                reason: .keepAliveTimeout,
                message: "broker \(broker) heard nothing for longer than the keep-alive interval of "
                    + "\(configuration.keepAliveSeconds) s",
                reasonCode: code)
        default:
            return MQTTFailure(
                reason: .endedByBroker,
                message: "broker \(broker) ended the connection: \(MQTTReasonCode.words(code))",
                reasonCode: code)
        }
    }

    /// The broker closed accepted connections again and again, and gave no reason. mosquitto 2.0.11 does not tell a
    /// client that its session was taken over.
    static func presumedTakeover(_ configuration: MQTTConfiguration, closings: Int) -> MQTTFailure {
        MQTTFailure(
            reason: .sessionTakenOver,
            message: "broker \(configuration.endpoint) closed the connection of client \"\(configuration.clientID)\" "
                + "without a reason \(closings) times in a row; its log tells why: another client uses this "
                + "identifier, or the broker has no memory for what it keeps for this one")
    }

    /// A libmosquitto call on an established connection returned `code`.
    static func library(_ configuration: MQTTConfiguration, code: Int32, error: Int32) -> MQTTFailure {
        let broker = configuration.endpoint
        switch code {
        case MOSQ_ERR_KEEPALIVE.rawValue:
            return MQTTFailure(
                reason: .keepAliveTimeout,
                message: "broker \(broker) has been silent for longer than the keep-alive interval allows")
        case MOSQ_ERR_PROTOCOL.rawValue, MOSQ_ERR_MALFORMED_PACKET.rawValue, MOSQ_ERR_MALFORMED_UTF8.rawValue,
            MOSQ_ERR_DUPLICATE_PROPERTY.rawValue, MOSQ_ERR_OVERSIZE_PACKET.rawValue:
            return MQTTFailure(
                reason: .protocolError,
                message: "broker \(broker) sent what MQTT 5 does not allow: \(libraryText(code))")
        case MOSQ_ERR_NOMEM.rawValue:
            return MQTTFailure(reason: .outOfResources, message: "out of memory in the connection to \(broker)")
        case MOSQ_ERR_ERRNO.rawValue where error != 0 && error != EAGAIN:
            return MQTTFailure(
                reason: .connectionLost, message: "connection to broker \(broker) lost: \(systemText(error))")
        default:
            return MQTTFailure(
                reason: .connectionLost, message: "connection to broker \(broker) lost: \(libraryText(code))")
        }
    }

    private static func name(_ configuration: MQTTConfiguration, _ address: HostAddress) -> String {
        configuration.host == address.text
            ? configuration.endpoint : "\(configuration.endpoint) (\(address.text))"
    }

    private static func systemText(_ error: Int32) -> String {
        let text = String(cString: strerror(error))
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private static func libraryText(_ code: Int32) -> String {
        let text = mosquitto_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        let line = text.hasSuffix(".") ? String(text.dropLast()) : text
        return line.prefix(1).lowercased() + line.dropFirst()
    }
}
