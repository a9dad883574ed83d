import ClockDomain
import Glibc

/// A look tests another broker: one attempt to connect, which ends once the broker accepts it. It leaves no last will
/// and asks for nothing. All on the network thread.
///
/// It has an identifier of its own. Both addresses may be one broker's, or a cluster's, which takes the client's own
/// connection away from it when the same identifier connects again.
final class MQTTLook {
    private enum Phase {
        case lookingUp(HostLookup)
        case connecting(MQTTConnection, remaining: ArraySlice<HostAddress>)
        case ended(isAnswered: Bool)
    }

    private let configuration: MQTTConfiguration
    private let deadline: Int64
    private var phase: Phase

    /// - Parameter configuration: of the client, with the address of the broker.
    init(_ configuration: MQTTConfiguration, engine: MQTTEngine) {
        var own = configuration
        own.will = nil
        own.session = .init()
        own.clientID += "-look"
        self.configuration = own
        deadline = SystemClocks.boot() + configuration.connectTimeout.nanoseconds
        do {
            phase = .lookingUp(try HostLookup.start(own, wake: engine.wake))
        } catch {
            phase = .ended(isAnswered: false)
        }
        // A numeric address is there at once; nothing wakes the thread for it.
        advance()
    }

    /// True if the broker has answered; `nil` while the look is under way.
    var outcome: Bool? {
        if case .ended(let isAnswered) = phase { isAnswered } else { nil }
    }

    /// The socket to poll, and the events.
    var poll: pollfd? {
        guard case .connecting(let connection, _) = phase, let socket = connection.socket else { return nil }
        return pollfd(fd: socket, events: connection.pollEvents(isReadingHeld: false), revents: 0)
    }

    /// CLOCK_BOOTTIME in nanoseconds of the next thing to do without being woken.
    var nextDeadline: Int64 {
        guard case .connecting(let connection, _) = phase, connection.isShakingHands else { return deadline }
        return min(deadline, SystemClocks.boot() + MQTTConnection.handshakeTick)
    }

    /// Goes on with the result of poll for ``poll``; 0 without events.
    func service(_ events: Int16) {
        guard outcome == nil else { return }
        if SystemClocks.boot() >= deadline {
            phase = .ended(isAnswered: false)
            return
        }
        guard case .connecting(let connection, let remaining) = phase else { return advance() }
        let failure = connection.service(events, isReadingHeld: false)
        if connection.isAccepted {
            connection.disconnect(sendingWill: false)
            // If the socket does not accept it, its end says the same.
            _ = connection.write()
            phase = .ended(isAnswered: true)
        } else if failure != nil || connection.socket == nil {
            connect(remaining)
        }
    }

    private func advance() {
        guard case .lookingUp(let lookup) = phase else { return }
        switch lookup.poll() {
        case .addresses(let addresses): connect(configuration.candidates(addresses)[...])
        case .failed: phase = .ended(isAnswered: false)
        case nil: break
        }
    }

    private func connect(_ addresses: ArraySlice<HostAddress>) {
        // Frees the handle of the attempt before.
        phase = .ended(isAnswered: false)
        for (index, address) in zip(addresses.indices, addresses) {
            do throws(MQTTFailure) {
                let connection = try MQTTConnection(configuration, address, owner: self)
                try connection.open(to: address)
                phase = .connecting(connection, remaining: addresses[(index + 1)...])
                return
            } catch {
                continue
            }
        }
    }
}

extension MQTTLook: MQTTConnectionOwner {
    // It subscribes to nothing and publishes nothing; nobody needs its log while another broker serves.
    func accepted(_ connection: MQTTConnection, sessionPresent: Bool) {}
    func received(_ message: MQTTMessage, _ receipt: MQTTReceipt) {}
    func discardedIncoming(_ why: String) {}
    func acknowledged(packet: Int32, reasonCode: UInt8) {}
    func answered(_ subscription: MQTTSubscription, reasonCode: UInt8) {}
    func logged(_ level: MQTTLogLevel, _ line: String) {}
}
