internal import ClockConnection
internal import ClockCoordinatorCore
internal import ClockMQTT
internal import ClockRuntime
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Checks with ordinary connections whether the broker accepts a client without a user name.
struct BrokerLook: Sendable {
    private enum Answer {
        case taken, refused, silent
    }

    private static let patience: Duration = .milliseconds(1_200)

    let broker: BrokerSettings

    /// Tries all brokers at once, and returns the openness of the most open one.
    static func openness(_ looks: [BrokerLook]) -> BrokerOpenness? {
        let found = Mutex<[BrokerOpenness]>([])
        DispatchQueue.concurrentPerform(iterations: looks.count) { index in
            guard let openness = looks[index].openness() else { return }
            found.withLock { $0.append(openness) }
        }
        let all = found.withLock { $0 }
        return [.everybody, .thisMachine, .closed].first { all.contains($0) }
    }

    /// Waits for the broker's answer, for three seconds at most.
    ///
    /// - Returns: `nil` without an answer.
    func openness() -> BrokerOpenness? {
        switch knock(at: broker.host) {
        case .silent: return nil
        case .refused: return .closed
        case .taken: break
        }
        // A socket's rights decide who of this machine may open it.
        if broker.host.hasPrefix("/") { return .thisMachine }
        guard ["localhost", "127.0.0.1", "::1"].contains(broker.host) || broker.host.hasPrefix("127.") else {
            return .everybody
        }
        // Mosquitto's default configuration serves its own machine only: the network's access decides.
        guard let address = ownAddress else { return .thisMachine }
        return knock(at: address) == .taken ? .everybody : .thisMachine
    }

    private func knock(at host: String) -> Answer {
        var configuration = MQTTConfiguration(broker, clientID: "clocksmith-look-\(UInt32.random(in: .min ... .max))")
        configuration.host = host
        configuration.login = nil
        configuration.tls?.certificateFile = nil
        configuration.tls?.keyFile = nil
        // The client sends nothing that needs a proven broker, and the certificate may not name this address.
        configuration.tls?.verifiesHostname = false
        configuration.connectTimeout = Self.patience
        let answer = Mutex(Answer.silent)
        let answered = DispatchSemaphore(value: 0)
        do throws(MQTTError) {
            // The client ends by itself once it is released.
            let client = try MQTTClient(configuration)
            try client.start { event in
                switch event {
                case .connected: answer.withLock { $0 = .taken }
                case .disconnected(let end):
                    switch end.reason {
                    case .unknownHost, .unreachable, .stopped, .outOfResources: break
                    case .returning, .tlsFailed, .notAuthorized, .refused, .sessionTakenOver, .endedByBroker,
                        .connectionLost,
                        .keepAliveTimeout, .protocolError:
                        answer.withLock { if $0 == .silent { $0 = .refused } }
                    }
                case .message, .subscribed, .subscriptionRefused, .publishRefused: return
                }
                answered.signal()
            }
            _ = answered.wait(timeout: .now() + .milliseconds(1_300))
            withExtendedLifetime(client) {}
        } catch {
            return .silent
        }
        return answer.withLock { $0 }
    }

    /// An address by which others reach this machine; `nil` without one.
    private var ownAddress: String? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return nil }
        defer { freeifaddrs(first) }
        var next = first
        while let entry = next {
            next = entry.pointee.ifa_next
            guard entry.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0, let address = entry.pointee.ifa_addr,
                address.pointee.sa_family == sa_family_t(AF_INET)
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let named = getnameinfo(
                address, socklen_t(MemoryLayout<sockaddr_in>.size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST
            )
            if named == 0 {
                return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
        return nil
    }
}
