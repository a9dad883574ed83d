public import ClockDomain
internal import ClockWire

/// A room without a site: finds a door, forms a number with it, says the number, and accepts a grant from that door
/// alone.
public struct RoomPairing: DecisionCore {
    public enum Event: SourcedEvent {
        /// Once a second.
        case tick
        /// The addresses of each hub that was found, in the order in which to try them.
        case found([[String]])
        /// - Parameter nonce: 32 random bytes, used for nothing else.
        case connected(nonce: [UInt8])
        case received(PairingMessage)
        /// The connection ended, or could not be made.
        case ended(reason: String)
        /// The grant is on the disk.
        case stored

        public var source: EventSource { .program }
    }

    public enum Effect: Equatable, Sendable {
        case look
        case connect(hub: String)
        case send(PairingMessage)
        case hangUp
        /// Says that this room is new, and its number.
        case speak(number: String)
        /// Shows people the state: a line of the log, and of `clock-node --pairing`.
        case show(String)
        case store(PairingGrant)
        /// The room goes on as a node.
        case finish
    }

    private enum Phase {
        case looking(next: BootTime)
        case calling
        case greeting(nonce: [UInt8], since: BootTime)
        case committed(doorKey: [UInt8], nonce: [UInt8], since: BootTime)
        case waiting(PairingExchange, since: BootTime)
        case storing
        case over
    }

    /// The time from a start in which the room says its number.
    public static let length: Duration = .seconds(600)
    /// The cost of a try that came to a number, and the least time between two sayings.
    public static let minute: Duration = .seconds(60)
    static let betweenLooks: Duration = .seconds(5)
    /// The time at one hub where there are several: a neighbour's hub must not keep the room for itself.
    static let longestStay: Duration = .seconds(120)
    static let maximumHubs = 8
    /// The time for the hub's next message, until there is a number.
    static let patience: Duration = .seconds(15)

    private let key: [UInt8]
    /// True for a signature by the key over the bytes.
    private let verify: @Sendable (_ key: [UInt8], _ bytes: [UInt8], _ signature: [UInt8]) -> Bool
    private let end: BootTime
    private var phase: Phase
    private var isOneOfSeveral = false
    private var turn = 0
    private var lastSpoken: BootTime?

    /// - Parameter key: the room's public key.
    public init(
        key: [UInt8], at now: Now,
        verify: @escaping @Sendable (_ key: [UInt8], _ bytes: [UInt8], _ signature: [UInt8]) -> Bool
    ) {
        self.key = key
        self.verify = verify
        end = now.boot + Self.length
        phase = .looking(next: now.boot)
    }

    public mutating func handle(_ event: Event, at now: Now, _ effects: inout [Effect]) {
        switch (event, phase) {
        case (.tick, .over), (.tick, .storing): break
        case (.tick, _) where now.boot >= end:
            phase = .over
            effects += [
                .hangUp,
                .show("this room has no site, and nobody accepted it within ten minutes; start it again to try again"),
            ]
        case (.tick, .looking(let next)) where now.boot >= next:
            // One search at a time, which may take ten seconds.
            phase = .looking(next: now.boot + Self.patience)
            effects.append(.look)
        case (.tick, .greeting(_, let since)) where now.boot - since >= Self.patience:
            effects += [.hangUp, .show("the hub does not answer")]
            pause(Self.betweenLooks, now)
        case (.tick, .committed(_, _, let since)) where now.boot - since >= Self.patience:
            fail("the hub does not answer", now, &effects)
        case (.tick, .waiting(_, let since)) where isOneOfSeveral && now.boot - since >= Self.longestStay:
            effects.append(.hangUp)
            pause(Self.minute, now)
        case (.tick, .waiting(let exchange, _)): speak(exchange.number, now, &effects)
        case (.found(let found), .looking) where !found.isEmpty:
            let hubs = found.prefix(Self.maximumHubs)
            isOneOfSeveral = hubs.count > 1
            let hub = hubs[turn % hubs.count]
            phase = .calling
            effects.append(.connect(hub: hub[turn / hubs.count % hub.count]))
            turn += 1
        case (.found, .looking): pause(Self.betweenLooks, now)
        case (.connected(let nonce), .calling): phase = .greeting(nonce: nonce, since: now.boot)
        case (.received(.hello(let doorKey)), .greeting(let nonce, _))
        where doorKey.bytes.count == PairingExchange.keyBytes:
            phase = .committed(doorKey: doorKey.bytes, nonce: nonce, since: now.boot)
            let commitment = PairingExchange.commitment(roomKey: key, doorKey: doorKey.bytes, roomNonce: nonce)
            effects.append(.send(.commit(roomKey: PairingBytes(key), commitment: PairingBytes(commitment))))
        case (.received(.nonce(let doorNonce)), .committed(let doorKey, let nonce, _))
        where doorNonce.bytes.count == PairingExchange.nonceBytes:
            let exchange = PairingExchange(
                roomKey: key, doorKey: doorKey, roomNonce: nonce, doorNonce: doorNonce.bytes)
            phase = .waiting(exchange, since: now.boot)
            effects += [
                .send(.reveal(PairingBytes(nonce))),
                .show(
                    "this room is new, and its number is \(exchange.number); on the hub: clockctl node accept "
                        + "\(exchange.number) NAME"),
            ]
            speak(exchange.number, now, &effects)
        case (.received(.grant(let bytes, let signature)), .waiting(let exchange, _)):
            receive(bytes.bytes, signature.bytes, exchange, now, &effects)
        // Before the door's nonce there is no number, so a refusal is no try.
        case (.received(.refused(let reason, let seconds)), .greeting),
            (.received(.refused(let reason, let seconds)), .committed):
            effects += [.hangUp, .show("the hub does not take new rooms now: \(reason.prefix(80))")]
            pause(min(.seconds(max(seconds, 5)), Self.minute), now)
        case (.received, .looking), (.received, .over), (.received, .storing): break
        case (.received, _): fail("the hub sent a message out of turn", now, &effects)
        case (.ended(let reason), .calling), (.ended(let reason), .greeting):
            effects.append(.show("cannot reach the hub: \(reason)"))
            pause(Self.betweenLooks, now)
        case (.ended(let reason), .committed), (.ended(let reason), .waiting): fail(reason, now, &effects)
        case (.stored, .storing):
            phase = .over
            effects += [.send(.done), .finish]
        case (.tick, _), (.found, _), (.connected, _), (.ended, _), (.stored, _): break
        }
    }

    /// The door that signed is the one whose key is in the number, and it signed for this exchange: another grant, even
    /// of the same door, does not fit.
    private mutating func receive(
        _ bytes: [UInt8], _ signature: [UInt8], _ exchange: PairingExchange, _ now: Now, _ effects: inout [Effect]
    ) {
        guard verify(exchange.doorKey, exchange.signed(bytes), signature) else {
            return fail("the hub's grant is not signed by the key in the number", now, &effects)
        }
        // An unreadable grant counts like a forged one.
        guard let grant = try? WireCodec.decode(PairingGrant.self, from: bytes), !grant.brokers.isEmpty else {
            return fail("the hub's grant cannot be read; do both have the same version?", now, &effects)
        }
        phase = .storing
        effects += [.show("this room is accepted as \(grant.node) of site \(grant.site)"), .store(grant)]
    }

    /// A try that came to a commitment costs a minute, so nobody has many guesses.
    private mutating func fail(_ reason: String, _ now: Now, _ effects: inout [Effect]) {
        effects += [.hangUp, .show("pairing failed, and is tried again in a minute: \(reason.prefix(120))")]
        pause(Self.minute, now)
    }

    private mutating func pause(_ duration: Duration, _ now: Now) { phase = .looking(next: now.boot + duration) }

    private mutating func speak(_ number: String, _ now: Now, _ effects: inout [Effect]) {
        guard lastSpoken.map({ now.boot - $0 >= Self.minute }) ?? true else { return }
        lastSpoken = now.boot
        effects.append(.speak(number: number))
    }
}
