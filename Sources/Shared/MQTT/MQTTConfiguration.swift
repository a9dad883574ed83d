/// The way to reach a broker and the behaviour towards it.
public struct MQTTConfiguration: Sendable {
    /// TLS for the connection. The client reads the files again at every connection, so it picks up a renewed
    /// certificate.
    public struct TLS: Sendable {
        /// PEM file of trusted certificate authorities. Without this and `caDirectory` the system's are trusted.
        public var caFile: String?
        /// Directory of trusted certificate authorities, named by hash.
        public var caDirectory: String?
        /// PEM file of the client's certificate chain; needs `keyFile`.
        public var certificateFile: String?
        /// PEM file of the client's private key, not encrypted; needs `certificateFile`.
        public var keyFile: String?
        /// True if the broker's certificate must name the host. The client always verifies the chain.
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

    /// Further brokers. A client that is at one of them returns when one before it is back.
    public struct Alternatives: Sendable {
        /// In the order in which they are tried where the ones before do not answer.
        public var addresses: [Address] = []
        /// True when the client may leave its broker now to return to an earlier one; called on the network thread.
        public var isReturnWelcome: @Sendable () -> Bool = { true }
        /// From one look at an earlier broker to the next; the upper bound while none answers.
        public var lookInterval: ClosedRange<Duration> = .seconds(5)...(.seconds(30))
    }

    /// The name and password of the client.
    public struct Login: Sendable {
        public var username: String
        public var password: String?

        public init(username: String, password: String?) {
            self.username = username
            self.password = password
        }
    }

    /// The state that the broker keeps of a client beyond a connection.
    public struct Session: Sendable {
        /// True if the broker forgets an earlier session at connect.
        public var isClean = true
        /// The time for which the broker keeps the session after the connection ended, in seconds.
        public var expirySeconds: UInt32 = 0
    }

    /// Last will: published by the broker when the connection ends without goodbye.
    public struct Will: Sendable {
        /// Payload at most 65,535 bytes.
        public var message: MQTTMessage
        /// The time for which the broker waits for the client to resume the session, in seconds; not beyond the
        /// session's end.
        public var delaySeconds: UInt32 = 0

        public init(_ message: MQTTMessage) { self.message = message }
    }

    /// Properties that a broker must have; an attempt at one without them fails with a line that names the property.
    /// Every client needs QoS 1 and retained messages.
    public struct Needs: Sendable {
        /// The client subscribes with wildcards.
        public var wildcards = false
        /// The largest packet that the client sends, in bytes.
        public var packetSize: UInt32 = 0

        public init(wildcards: Bool = false, packetSize: UInt32 = 0) {
            self.wildcards = wildcards
            self.packetSize = packetSize
        }
    }

    /// Bounds of the outgoing queue, messages that are not yet acknowledged included.
    public struct Queue: Sendable {
        public var messages = 1_000
        public var bytes = 4 << 20
    }

    /// Host name or numeric address of the broker, or the path of its Unix socket, which begins with `/`.
    public var host: String
    /// TCP port, 1 to 65,535; 0 with a Unix socket.
    public var port: Int
    public var alternatives = Alternatives()
    /// Identity of the session at the broker. Two clients with one identifier throw each other out.
    public var clientID: String
    public var login: Login?
    public var tls: TLS?
    public var session = Session()
    public var will: Will?
    public var queue = Queue()
    public var needs = Needs()
    /// Silence after which the link is probed, in seconds, 5 to 65,535. The broker may lower it.
    public var keepAliveSeconds = 30
    /// Bounds of the wait before the next attempt to connect.
    public var reconnectDelay: ClosedRange<Duration> = .milliseconds(500)...(.seconds(60))
    /// Bound of one attempt at one broker, from the TCP connection to the broker's answer.
    public var connectTimeout: Duration = .seconds(10)
    /// The most at-least-once messages that the broker may send before the first is acknowledged, 1 to 65,535.
    public var receiveMaximum: UInt16 = 100
    /// The largest packet the broker may send, in bytes, at least 256; it discards larger ones.
    public var maximumPacketSize: UInt32 = 128 << 10

    public init(host: String, port: Int = 1883, clientID: String) {
        self.host = host
        self.port = port
        self.clientID = clientID
    }
}

extension MQTTConfiguration {
    /// `host:port`, with the brackets that a numeric IPv6 address needs; the path of a Unix socket.
    var endpoint: String { isSocket ? host : host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    var isSocket: Bool { host.hasPrefix("/") }

    /// One for each broker, in their order.
    var each: [MQTTConfiguration] {
        [self]
            + alternatives.addresses.map { address in
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
        try check(port, in: isSocket ? 0...0 : 1...65_535, "broker port")
        for address in alternatives.addresses {
            try MQTTTopicRules.validateText(address.host, what: "broker host", code: .invalidConfiguration)
            try check(address.port, in: 1...65_535, "broker port")
        }
        let lookInterval = alternatives.lookInterval
        if lookInterval.lowerBound < .milliseconds(10) || lookInterval.upperBound > .seconds(3_600) {
            throw MQTTError(.invalidConfiguration, "look interval \(lookInterval) is outside of 10 ms to 1 h")
        }
        try check(keepAliveSeconds, in: 5...65_535, "keep-alive in seconds")
        try check(queue.messages, in: 1...1_000_000, "outgoing queue bound in messages")
        try check(queue.bytes, in: 1...(1 << 30), "outgoing queue bound in bytes")
        try check(Int(receiveMaximum), in: 1...65_535, "receive maximum")
        try check(Int(maximumPacketSize), in: 256...268_435_460, "maximum packet size in bytes")
        if let login {
            try MQTTTopicRules.validateText(login.username, what: "user name", code: .invalidConfiguration)
            // The value stays out of the message.
            if let password = login.password,
                password.utf8.count > MQTTTopicRules.maximumFieldBytes || password.utf8.contains(0)
            {
                throw MQTTError(.invalidConfiguration, "the password may have at most 65535 bytes and no NUL character")
            }
        }
        if reconnectDelay.lowerBound < .milliseconds(10) || reconnectDelay.upperBound > .seconds(3_600) {
            throw MQTTError(.invalidConfiguration, "reconnect delay \(reconnectDelay) is outside of 10 ms to 1 h")
        }
        if connectTimeout < .milliseconds(100) || connectTimeout > .seconds(300) {
            throw MQTTError(.invalidConfiguration, "connect timeout \(connectTimeout) is outside of 0.1 s to 5 min")
        }
        if let message = will?.message {
            try message.validate()
            if message.payload.count > MQTTTopicRules.maximumFieldBytes {
                throw MQTTError(
                    .invalidConfiguration,
                    "last will for \"\(message.topic)\" has \(message.payload.count) bytes; MQTT allows 65535"
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
