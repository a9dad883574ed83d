/// How to reach a broker and how to behave towards it.
public struct MQTTConfiguration: Sendable {
    /// TLS for the connection. Files are read anew at every connection, so a renewed certificate is picked up.
    public struct TLS: Sendable {
        /// PEM file of trusted certificate authorities. Without this and `caDirectory` the system's are trusted.
        public var caFile: String?
        /// Directory of trusted certificate authorities, named by hash.
        public var caDirectory: String?
        /// PEM file of the client's certificate chain; needs `keyFile`.
        public var certificateFile: String?
        /// PEM file of the client's private key, not encrypted; needs `certificateFile`.
        public var keyFile: String?
        /// Whether the broker's certificate must name the host. The chain is always verified.
        public var verifiesHostname: Bool

        public init(
            caFile: String? = nil,
            caDirectory: String? = nil,
            certificateFile: String? = nil,
            keyFile: String? = nil,
            verifiesHostname: Bool = true
        ) {
            self.caFile = caFile
            self.caDirectory = caDirectory
            self.certificateFile = certificateFile
            self.keyFile = keyFile
            self.verifiesHostname = verifiesHostname
        }
    }

    /// Where a broker is.
    public struct Address: Sendable, Hashable {
        /// Host name or numeric address.
        public var host: String
        /// TCP port, 1 to 65,535.
        public var port: Int

        public init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    /// Host name or numeric address of the broker.
    public var host: String
    /// TCP port, 1 to 65,535.
    public var port: Int
    /// Further brokers, in the order in which they are tried where the ones before do not answer. A client that is at one of
    /// them returns when one before it is back.
    public var alternatives: [Address] = []
    /// Whether the client may leave its broker now to return to an earlier one; called on the network thread.
    public var isReturnWelcome: @Sendable () -> Bool = { true }
    /// From one look at an earlier broker to the next; the upper bound while none answers.
    public var lookInterval: ClosedRange<Duration> = .seconds(5)...(.seconds(30))
    /// Identity of the session at the broker. Two clients with one identifier throw each other out.
    public var clientID: String
    public var username: String?
    /// Needs `username`.
    public var password: String?
    public var tls: TLS?
    /// Silence after which the link is probed, in seconds, 5 to 65,535. The broker may lower it.
    public var keepAliveSeconds: Int
    /// Whether the broker forgets an earlier session at connect.
    public var cleanStart: Bool
    /// How long the broker keeps the session after the connection ended, in seconds.
    public var sessionExpirySeconds: UInt32
    /// Last will: published by the broker when the connection ends without goodbye. Payload at most 65,535 bytes.
    public var will: MQTTMessage?
    /// How long the broker waits with the last will for the session to be taken up again, in seconds; not beyond the
    /// session's end.
    public var willDelaySeconds: UInt32
    /// Bounds of the wait before the next attempt to connect.
    public var reconnectDelay: ClosedRange<Duration>
    /// Bound of one attempt at one broker, from the TCP connection to the broker's answer.
    public var connectTimeout: Duration
    /// Bound of the outgoing queue in messages, those not yet acknowledged included.
    public var maxQueuedMessages: Int
    /// Bound of the outgoing queue in bytes.
    public var maxQueuedBytes: Int
    /// How many at-least-once messages the broker may send before the first is acknowledged, 1 to 65,535.
    public var receiveMaximum: UInt16
    /// The largest packet the broker may send, in bytes, at least 256; it discards what is larger.
    public var maximumPacketSize: UInt32

    public init(
        host: String,
        port: Int = 1883,
        clientID: String,
        username: String? = nil,
        password: String? = nil,
        tls: TLS? = nil,
        keepAliveSeconds: Int = 30,
        cleanStart: Bool = true,
        sessionExpirySeconds: UInt32 = 0,
        will: MQTTMessage? = nil,
        willDelaySeconds: UInt32 = 0,
        reconnectDelay: ClosedRange<Duration> = .milliseconds(500)...(.seconds(60)),
        connectTimeout: Duration = .seconds(10),
        maxQueuedMessages: Int = 1_000,
        maxQueuedBytes: Int = 4 << 20,
        receiveMaximum: UInt16 = 100,
        maximumPacketSize: UInt32 = 128 << 10
    ) {
        self.host = host
        self.port = port
        self.clientID = clientID
        self.username = username
        self.password = password
        self.tls = tls
        self.keepAliveSeconds = keepAliveSeconds
        self.cleanStart = cleanStart
        self.sessionExpirySeconds = sessionExpirySeconds
        self.will = will
        self.willDelaySeconds = willDelaySeconds
        self.reconnectDelay = reconnectDelay
        self.connectTimeout = connectTimeout
        self.maxQueuedMessages = maxQueuedMessages
        self.maxQueuedBytes = maxQueuedBytes
        self.receiveMaximum = receiveMaximum
        self.maximumPacketSize = maximumPacketSize
    }
}

extension MQTTConfiguration {
    /// `host:port`, with the brackets that a numeric IPv6 address needs.
    var endpoint: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// One for each broker, in their order.
    var each: [MQTTConfiguration] {
        [self]
            + alternatives.map { address in
                var other = self
                (other.host, other.port) = (address.host, address.port)
                return other
            }
    }

    /// The addresses to try in turn. With TLS the library picks the address itself from the name, and only the family
    /// can be chosen.
    func candidates(_ addresses: [HostAddress]) -> [HostAddress] {
        guard tls != nil else { return addresses }
        return addresses.reduce(into: []) { chosen, address in
            if !chosen.contains(where: { $0.family == address.family }) { chosen.append(address) }
        }
    }

    /// Throws `.invalidConfiguration`, or the error of the will's message, naming the first value out of range.
    func validate() throws(MQTTError) {
        try MQTTTopicRules.validateText(host, what: "broker host", code: .invalidConfiguration)
        try MQTTTopicRules.validateText(clientID, what: "client identifier", code: .invalidConfiguration)
        try check(port, in: 1...65_535, "broker port")
        for address in alternatives {
            try MQTTTopicRules.validateText(address.host, what: "broker host", code: .invalidConfiguration)
            try check(address.port, in: 1...65_535, "broker port")
        }
        if lookInterval.lowerBound < .milliseconds(10) || lookInterval.upperBound > .seconds(3_600) {
            throw MQTTError(.invalidConfiguration, "look interval \(lookInterval) is outside of 10 ms to 1 h")
        }
        try check(keepAliveSeconds, in: 5...65_535, "keep-alive in seconds")
        try check(maxQueuedMessages, in: 1...1_000_000, "outgoing queue bound in messages")
        try check(maxQueuedBytes, in: 1...(1 << 30), "outgoing queue bound in bytes")
        try check(Int(receiveMaximum), in: 1...65_535, "receive maximum")
        try check(Int(maximumPacketSize), in: 256...268_435_460, "maximum packet size in bytes")
        if let username {
            try MQTTTopicRules.validateText(username, what: "user name", code: .invalidConfiguration)
        }
        if let password {
            // The value stays out of the message.
            if username == nil || password.utf8.count > MQTTTopicRules.maximumFieldBytes || password.utf8.contains(0) {
                throw MQTTError(
                    .invalidConfiguration, "the password needs a user name, at most 65535 bytes and no NUL character")
            }
        }
        if reconnectDelay.lowerBound < .milliseconds(10) || reconnectDelay.upperBound > .seconds(3_600) {
            throw MQTTError(
                .invalidConfiguration, "reconnect delay \(reconnectDelay) is outside of 10 ms to 1 h")
        }
        if connectTimeout < .milliseconds(100) || connectTimeout > .seconds(300) {
            throw MQTTError(.invalidConfiguration, "connect timeout \(connectTimeout) is outside of 0.1 s to 5 min")
        }
        if let will {
            try will.validate()
            if will.payload.count > MQTTTopicRules.maximumFieldBytes {
                throw MQTTError(
                    .invalidConfiguration,
                    "last will for \"\(will.topic)\" has \(will.payload.count) bytes; MQTT allows 65535"
                )
            }
        }
        if let tls, (tls.certificateFile == nil) != (tls.keyFile == nil) {
            throw MQTTError(
                .invalidConfiguration,
                "a TLS client certificate needs both files: certificate \(tls.certificateFile ?? "missing"), "
                    + "key \(tls.keyFile ?? "missing")"
            )
        }
    }

    private func check(_ value: Int, in range: ClosedRange<Int>, _ what: String) throws(MQTTError) {
        if !range.contains(value) {
            throw MQTTError(
                .invalidConfiguration,
                "\(what) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)"
            )
        }
    }
}
