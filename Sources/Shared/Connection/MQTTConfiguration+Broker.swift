public import ClockMQTT
public import ClockRuntime
internal import ClockWire

extension MQTTConfiguration {
    /// A connection to the configured broker.
    ///
    /// - Parameter clientID: as the broker shall know this program.
    public init(_ broker: BrokerSettings, clientID: String) {
        self.init(host: broker.host, port: broker.port, clientID: clientID)
        alternatives.addresses = broker.alternatives
        login = broker.username.map { Login(username: $0, password: broker.password) }
        tls = broker.tls.map { TLS(caFile: $0.authority, certificateFile: $0.certificate, keyFile: $0.key) }
        // The largest document, and its envelope.
        maximumPacketSize = UInt32(Desired.maximumBytes + Self.envelopeBytes)
        needs = Needs(wildcards: true, packetSize: UInt32(Desired.maximumBytes))
        // A quarter hour is soon over: a house that is whole again works within five seconds, and the jitter spreads
        // a fleet over most of them.
        reconnectDelay = .milliseconds(500)...(.seconds(3))
        connectTimeout = .seconds(5)
    }
}

extension MQTTConfiguration {
    /// A topic and the properties of a message.
    private static let envelopeBytes = 64 << 10
}

extension BrokerSettings {
    /// The brokers after the first, as a client takes them.
    public var alternatives: [MQTTConfiguration.Address] {
        others.map { MQTTConfiguration.Address(host: $0.host, port: $0.port ?? port) }
    }
}
