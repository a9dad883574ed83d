import CMosquitto
import Glibc

/// The calls of a connection to its owner, on the network thread, from within libmosquitto's callbacks.
protocol MQTTConnectionOwner: AnyObject {
    func accepted(_ connection: MQTTConnection, sessionPresent: Bool)
    func received(_ message: MQTTMessage, _ receipt: MQTTReceipt)
    func discardedIncoming(_ why: String)
    func acknowledged(packet: Int32, reasonCode: UInt8)
    func answered(_ subscription: MQTTSubscription, reasonCode: UInt8)
    func logged(_ level: MQTTLogLevel, _ line: String)
}

/// One connection to the broker: the owner of one libmosquitto handle, made for one attempt and freed by `deinit`.
///
/// The network thread alone calls the library on the handle, so the library stays in its single-threaded mode. Each
/// attempt has a new handle: in 2.0.11 a used one keeps the last broker's limits, half-done TLS states and an unbounded
/// queue of messages. A new one also reads renewed certificates.
final class MQTTConnection {
    enum PublishResult {
        /// Handed over; at-least-once messages are acknowledged under this packet identifier.
        case taken(packet: Int32)
        /// Refused for its own fault; another attempt would not help.
        case rejected(MQTTError)
        /// The connection is broken. The message may or may not have gone out.
        case failed(MQTTFailure)
    }

    let configuration: MQTTConfiguration
    let address: HostAddress
    let handle: OpaquePointer
    unowned let owner: any MQTTConnectionOwner
    var subscriptions: [Int32: MQTTSubscription] = [:]
    /// The first error line that the library logged; with TLS it adds details that the return code lacks.
    var firstLoggedError: String?
    /// Set by the callbacks when the broker ends or refuses the connection.
    var failure: MQTTFailure?
    /// True if the broker accepted the connection.
    var isAccepted = false
    /// The most unacknowledged messages that the broker accepts.
    var sendMaximum = 65_535
    /// The interval in force, which the broker may have lowered.
    var keepAliveSeconds: Int
    private(set) var isTCPConnected = false

    /// Makes and sets up a handle; nothing goes over the network yet.
    init(
        _ configuration: MQTTConfiguration, _ address: HostAddress, owner: any MQTTConnectionOwner
    ) throws(MQTTFailure) {
        MQTTLibrary.initialize()
        self.configuration = configuration
        self.address = address
        self.owner = owner
        keepAliveSeconds = configuration.keepAliveSeconds
        guard let handle = mosquitto_new(configuration.clientID, configuration.session.isClean, nil) else {
            throw MQTTFailure(reason: .outOfResources, message: "cannot make an MQTT handle: out of memory")
        }
        self.handle = handle
        mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
        try configure()
    }

    deinit { mosquitto_destroy(handle) }

    /// The socket to poll, or `nil` once it is closed.
    var socket: Int32? {
        let descriptor = mosquitto_socket(handle)
        return descriptor < 0 ? nil : descriptor
    }

    func pollEvents(isReadingHeld: Bool) -> Int16 {
        if !isTCPConnected { return Int16(POLLOUT) }
        // During a TLS handshake the library may ask for writing without end, so the owner polls for reading and comes
        // back on `handshakeTick`.
        if isShakingHands { return Int16(POLLIN) }
        return (isReadingHeld && isAccepted ? 0 : Int16(POLLIN)) | (wantsWrite ? Int16(POLLOUT) : 0)
    }

    var wantsWrite: Bool { mosquitto_want_write(handle) }
    var isShakingHands: Bool { configuration.tls != nil && isTCPConnected && !isAccepted }
    /// Longest wait between two calls of `service` while `isShakingHands`.
    static let handshakeTick: Int64 = 100_000_000

    /// Starts to connect without blocking.
    func open(to address: HostAddress) throws(MQTTFailure) {
        let isChoice = configuration.tls != nil && configuration.host != address.text
        let bindAddress = isChoice ? (address.family == AF_INET6 ? "::" : "0.0.0.0") : nil
        // With TLS the library needs the name, to ask for and verify the certificate, and resolves it once more.
        let host = configuration.tls == nil ? address.text : configuration.host
        let result = mosquitto_connect_bind_async(
            handle, host, Int32(configuration.port), Int32(configuration.keepAliveSeconds), bindAddress)
        let error = errno
        switch result {
        case MOSQ_ERR_SUCCESS.rawValue: return
        case MOSQ_ERR_ERRNO.rawValue: throw .unreachable(configuration, address, error: error)
        case MOSQ_ERR_EAI.rawValue: throw .unknownHost(configuration, detail: String(cString: gai_strerror(error)))
        case MOSQ_ERR_TLS.rawValue: throw .tls(configuration, address, detail: firstLoggedError)
        default: throw .library(configuration, code: result, error: error)
        }
    }

    /// Reads and writes as far as the socket is ready. Packets come back through the owner's methods.
    ///
    /// - Parameters:
    ///   - events: the result of poll; 0 after a time-out.
    ///   - isReadingHeld: true to leave the socket's bytes unread. The end of a connection shows nevertheless.
    func service(_ events: Int16, isReadingHeld: Bool) -> MQTTFailure? {
        if !isTCPConnected {
            if events == 0 { return nil }
            var error: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            if let socket, getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0, error != 0 {
                // A reset comes from a peer that took the connection and did not like the first packet.
                return error == ECONNRESET
                    ? .closedBeforeAnswer(configuration, address) : .unreachable(configuration, address, error: error)
            }
            isTCPConnected = true
            if let socket { Self.watch(socket) }
        }
        let hasEnded = events & Int16(POLLHUP | POLLERR) != 0
        if events != 0 || configuration.tls != nil, !isReadingHeld || !isAccepted || hasEnded {
            if let failure = read() { return failure }
        }
        if wantsWrite || isShakingHands {
            if let failure = write() { return failure }
        }
        if !isAccepted, hasEnded {
            // 2.0.11 reports a connection reset during the TLS handshake as success, over and over.
            return .closedBeforeAnswer(configuration, address)
        }
        return nil
    }

    /// Makes the kernel end the connection after some seconds without a packet from the other end, so that the client
    /// notices a cut network soon and uses a mended one at once: TCP by itself repeats lost packets at ever longer
    /// intervals, and after half a minute's cut would wait for another half. The kernel's probes wake nobody here. See
    /// tcp(7).
    private static func watch(_ socket: Int32) {
        let options: [(level: Int, name: Int32, value: Int32)] = [
            (Int(SOL_SOCKET), SO_KEEPALIVE, 1), (Int(IPPROTO_TCP), TCP_KEEPIDLE, 3),
            (Int(IPPROTO_TCP), TCP_KEEPINTVL, 1), (Int(IPPROTO_TCP), TCP_USER_TIMEOUT, 5_000),
        ]
        for option in options {
            var value = option.value
            // If it fails, MQTT's own keep-alive notices as well, only later.
            _ = setsockopt(socket, Int32(option.level), option.name, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    /// Sends a probe when one is due and notices a silent broker. To be called every few seconds.
    func keepAlive() -> MQTTFailure? { check(mosquitto_loop_misc(handle), error: errno) }

    func subscribe(_ subscription: MQTTSubscription) -> MQTTFailure? {
        var packet: Int32 = 0
        let options =
            subscription.takesRetained
            ? MQTT_SUB_OPT_SEND_RETAIN_ALWAYS.rawValue
            : MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue | MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue
        let result = mosquitto_subscribe_v5(
            handle, &packet, subscription.filter, Int32(subscription.qos.rawValue), Int32(options), nil)
        let error = errno
        subscriptions[packet] = subscription
        return check(result, error: error)
    }

    func unsubscribe(_ filter: String) -> MQTTFailure? {
        check(mosquitto_unsubscribe_v5(handle, nil, filter, nil), error: errno)
    }

    func publish(_ message: MQTTMessage) -> PublishResult {
        let properties = MQTTProperties()
        if let failed = properties.add(message) {
            return .rejected(MQTTError(.invalidMessage, "cannot encode \(failed) of message for \"\(message.topic)\""))
        }
        var packet: Int32 = 0
        let result = mosquitto_publish_v5(
            handle, &packet, message.topic, Int32(message.payload.count), message.payload,
            Int32(message.qos.rawValue), message.retain, properties.list)
        let error = errno
        switch result {
        case MOSQ_ERR_SUCCESS.rawValue: return .taken(packet: packet)
        case MOSQ_ERR_OVERSIZE_PACKET.rawValue, MOSQ_ERR_PAYLOAD_SIZE.rawValue:
            return .rejected(
                MQTTError(
                    .refused,
                    "message of \(message.payload.count) bytes for \"\(message.topic)\" is larger than the broker takes",
                    reasonCode: MQTTReasonCode.packetTooLarge))
        case MOSQ_ERR_INVAL.rawValue, MOSQ_ERR_MALFORMED_UTF8.rawValue, MOSQ_ERR_QOS_NOT_SUPPORTED.rawValue:
            return .rejected(
                MQTTError(
                    .refused,
                    "broker \(configuration.endpoint) does not take this message for \"\(message.topic)\": "
                        + String(cString: mosquitto_strerror(result))))
        default: return .failed(check(result, error: error) ?? .library(configuration, code: result, error: error))
        }
    }

    /// Says goodbye; the socket closes once the packet is written.
    func disconnect(sendingWill: Bool) {
        let reasonCode = sendingWill ? MQTTReasonCode.disconnectWithWill : 0
        // Fails only when the connection is gone, which is the goal.
        mosquitto_disconnect_v5(handle, Int32(reasonCode), nil)
    }

    /// Writes the waiting packets, as far as the socket accepts them.
    func write() -> MQTTFailure? {
        errno = 0
        return check(mosquitto_loop_write(handle, 1), error: errno)
    }

    /// Reads until the socket is empty, but not for ever, so that outgoing messages get their turn.
    private func read() -> MQTTFailure? {
        for _ in 0..<64 {
            errno = 0
            let result = mosquitto_loop_read(handle, 1)
            let error = errno
            if let failure = check(result, error: error) { return failure }
            if error == EAGAIN { return nil }
        }
        return nil
    }

    /// Returns the failure of the connection that a library call's result means.
    private func check(_ result: Int32, error: Int32) -> MQTTFailure? {
        if let failure { return failure }
        let isOpen = mosquitto_socket(handle) >= 0
        if result == MOSQ_ERR_SUCCESS.rawValue, isOpen { return nil }
        if isAccepted {
            return .library(
                configuration, code: isOpen || result != 0 ? result : MOSQ_ERR_CONN_LOST.rawValue, error: error)
        }
        // 2.0.11 has its own code for a failed handshake, later versions report EPROTO.
        if configuration.tls != nil, result == MOSQ_ERR_TLS.rawValue || firstLoggedError != nil {
            return .tls(configuration, address, detail: firstLoggedError)
        }
        switch result {
        case MOSQ_ERR_SUCCESS.rawValue, MOSQ_ERR_CONN_LOST.rawValue, MOSQ_ERR_NO_CONN.rawValue:
            return .closedBeforeAnswer(configuration, address)
        case MOSQ_ERR_ERRNO.rawValue where error == ECONNRESET || error == EPIPE:
            return .closedBeforeAnswer(configuration, address)
        case MOSQ_ERR_ERRNO.rawValue: return .unreachable(configuration, address, error: error)
        default: return .library(configuration, code: result, error: error)
        }
    }
}
