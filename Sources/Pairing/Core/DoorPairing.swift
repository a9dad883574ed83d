public import ClockDomain
public import ClockWire

/// The hub's door to new rooms: forms a number with each, and signs for the one whose number an administrator types.
public struct DoorPairing: DecisionCore {
    public enum Event: SourcedEvent {
        /// Once a second.
        case tick
        /// A room called.
        ///
        /// - Parameters:
        ///   - id: not used before.
        ///   - nonce: 32 random bytes, used for nothing else.
        case connected(Int, address: String, nonce: [UInt8])
        case received(Int, PairingMessage)
        /// The connection ended, or sent bytes that are no message.
        case ended(Int)
        /// An administrator asks; the broker's rules have checked the role.
        ///
        /// - Parameters:
        ///   - origin: where the answer goes.
        ///   - isOnline: true when the node that it names is at the broker.
        case asked(PairRequest, origin: Int, isOnline: Bool)
        case signed(Int, grant: [UInt8], signature: [UInt8])
        case signingFailed(Int, reason: String)

        public var source: EventSource {
            switch self {
            case .tick, .signed, .signingFailed: .program
            // Administrators have places that rooms cannot fill.
            case .asked: .connection
            case .connected, .received, .ended: .message
            }
        }
    }

    public enum Effect: Equatable, Sendable {
        case send(Int, PairingMessage)
        case hangUp(Int)
        /// Signs a certificate for the exchange's room, and a grant with it.
        case sign(Int, NodeID, PairingExchange)
        /// Takes a node's certificates away.
        case revoke(NodeID, origin: Int)
        case publish(WaitingRooms)
        case answer(origin: Int, PairResult)
        case refuse(origin: Int, RequestError)
        case log(String)
    }

    private enum Phase {
        case greeted
        case committed(roomKey: [UInt8], commitment: [UInt8])
        case waiting(PairingExchange, since: WallTime)
        case accepted(PairingExchange, NodeID, origin: Int)
    }

    private struct Guest {
        var address: String
        let nonce: [UInt8]
        var phase = Phase.greeted
        var since: BootTime

        /// The name under which it was accepted.
        var name: NodeID? { if case .accepted(_, let node, _) = phase { node } else { nil } }
        var waiting: (exchange: PairingExchange, since: WallTime)? {
            if case .waiting(let exchange, let since) = phase { (exchange, since) } else { nil }
        }
    }

    /// Rooms at the door at a time.
    public static let maximumGuests = 16
    /// The time that the door stays open for.
    public static let openFor: Duration = .seconds(600)
    /// The cost of a failed try: the door forms no other number, or takes no other number from people, for so long.
    public static let minute: Duration = .seconds(60)
    /// Calls of one address in a minute.
    public static let callsPerMinute = 6
    static let maximumCalls = 256
    /// The time for a room's next message.
    static let patience: Duration = .seconds(15)
    static let longestWait: Duration = .seconds(660)
    /// The time for which a name is the room's that was let in under it last.
    static let nameHeldFor: Duration = .seconds(300)
    /// Failures beyond this cost nothing more.
    static let longestHold: Duration = .seconds(600)
    /// The longest time of a connection.
    public static let longestConnection: Duration = .seconds(720)

    private let key: [UInt8]
    private let isAlwaysOpen: Bool
    private var openUntil: BootTime?
    private var guests: [Int: Guest] = [:]
    /// By ``ClientAddress/key(_:)``.
    private var calls: [(caller: String, at: BootTime)] = []
    /// No other number is formed before.
    private var heldUntil = BootTime(nanoseconds: 0)
    /// No number is taken from people before.
    private var numbersHeldUntil = BootTime(nanoseconds: 0)
    private var named: [NodeID: (roomKey: [UInt8], at: BootTime)] = [:]
    private var published: WaitingRooms?

    /// - Parameters:
    ///   - key: the door's public key.
    ///   - isAlwaysOpen: true when it needs nobody to open it.
    public init(key: [UInt8], isAlwaysOpen: Bool) {
        self.key = key
        self.isAlwaysOpen = isAlwaysOpen
    }

    private func isOpen(_ now: Now) -> Bool { isAlwaysOpen || openUntil.map { now.boot < $0 } ?? false }

    public mutating func handle(_ event: Event, at now: Now, _ effects: inout [Effect]) {
        switch event {
        case .tick: expire(now, &effects)
        case .connected(let id, let address, let nonce): greet(id, address, nonce, now, &effects)
        case .received(let id, let message): receive(id, message, now, &effects)
        case .ended(let id): leave(id, "it left", now, &effects)
        case .asked(let request, let origin, let isOnline): answer(request, origin, isOnline, now, &effects)
        case .signed(let id, let grant, let signature):
            guard guests[id] != nil else { break }
            effects.append(.send(id, .grant(PairingBytes(grant), signature: PairingBytes(signature))))
        case .signingFailed(let id, let reason):
            guard let guest = guests[id], case .accepted(let exchange, let node, let origin) = guest.phase else {
                break
            }
            named[node] = nil
            guests[id]?.phase = .waiting(exchange, since: now.wall)
            effects.append(.refuse(origin: origin, RequestError(.storeFailed, reason)))
        }
        publish(now, &effects)
    }

    // MARK: Rooms

    private mutating func greet(
        _ id: Int, _ address: String, _ nonce: [UInt8], _ now: Now, _ effects: inout [Effect]
    ) {
        calls.removeAll { now.boot - $0.at >= Self.minute }
        let caller = ClientAddress.key(address)
        let isTooOften = calls.count { $0.caller == caller } >= Self.callsPerMinute
        let refusal: (reason: String, seconds: Int)? =
            if !isOpen(now) {
                ("clockctl node pair opens the door", 5)
            } else if now.boot < heldUntil {
                ("a try failed a moment ago", seconds(until: heldUntil, now))
            } else if guests.count >= Self.maximumGuests || calls.count >= Self.maximumCalls {
                ("too many rooms are at the door", 30)
            } else if isTooOften {
                ("it called too often", 60)
            } else {
                nil
            }
        if let refusal {
            effects += [.send(id, .refused(reason: refusal.reason, seconds: refusal.seconds)), .hangUp(id)]
            return
        }
        calls.append((caller, now.boot))
        guests[id] = Guest(address: address, nonce: nonce, since: now.boot)
        effects.append(.send(id, .hello(doorKey: PairingBytes(key))))
    }

    private mutating func receive(_ id: Int, _ message: PairingMessage, _ now: Now, _ effects: inout [Effect]) {
        guard let guest = guests[id] else { return }
        switch (message, guest.phase) {
        case (.commit, .greeted) where now.boot < heldUntil:
            guests[id] = nil
            let seconds = seconds(until: heldUntil, now)
            effects += [.send(id, .refused(reason: "a try failed a moment ago", seconds: seconds)), .hangUp(id)]
        case (.commit(let roomKey, let commitment), .greeted)
        where roomKey.bytes.count == PairingExchange.keyBytes && roomKey.bytes != key:
            guests[id]?.phase = .committed(roomKey: roomKey.bytes, commitment: commitment.bytes)
            guests[id]?.since = now.boot
            effects.append(.send(id, .nonce(PairingBytes(guest.nonce))))
        case (.reveal(let nonce), .committed(let roomKey, let commitment))
        where nonce.bytes.count == PairingExchange.nonceBytes
            && commitment
                == PairingExchange.commitment(roomKey: roomKey, doorKey: key, roomNonce: nonce.bytes):
            let exchange = PairingExchange(
                roomKey: roomKey, doorKey: key, roomNonce: nonce.bytes, doorNonce: guest.nonce)
            guests[id]?.phase = .waiting(exchange, since: now.wall)
            guests[id]?.since = now.boot
            effects.append(.log("a new room at \(guest.address) wants to join: \(exchange.number)"))
        case (.done, .accepted(_, let node, let origin)):
            guests[id] = nil
            effects += [
                .hangUp(id), .log("the room at \(guest.address) is \(node)"), .answer(origin: origin, PairResult()),
            ]
        case (.hello, _), (.commit, _), (.nonce, _), (.reveal, _), (.grant, _), (.done, _), (.refused, _):
            effects.append(.hangUp(id))
            leave(id, "it broke the protocol", now, &effects)
        }
    }

    /// Removes a room. One that has had the door's nonce knows its number: that was a try.
    private mutating func leave(_ id: Int, _ reason: String, _ now: Now, _ effects: inout [Effect]) {
        guard let guest = guests.removeValue(forKey: id) else { return }
        switch guest.phase {
        case .greeted: break
        case .committed, .waiting:
            heldUntil = min(max(heldUntil, now.boot) + Self.minute, now.boot + Self.longestHold)
            effects.append(
                .log(
                    "pairing with \(guest.address) failed: \(reason); the next room has to wait "
                        + "\(seconds(until: heldUntil, now)) s"))
        case .accepted(_, let node, let origin):
            effects.append(
                .refuse(
                    origin: origin,
                    RequestError(
                        .unavailable,
                        "the room was accepted as \(node), and left before it said that it knows: \(reason)")))
        }
    }

    private mutating func expire(_ now: Now, _ effects: inout [Effect]) {
        let isOpen = isOpen(now)
        if !isOpen, openUntil != nil {
            openUntil = nil
            effects.append(.log("the door is closed"))
        }
        for (id, guest) in guests.sorted(by: { $0.key < $1.key }) {
            if !isOpen, guest.waiting != nil {
                // The door's end is nobody's failure.
                guests[id] = nil
                effects.append(.hangUp(id))
            } else if now.boot - guest.since >= (guest.waiting == nil ? Self.patience : Self.longestWait) {
                effects.append(.hangUp(id))
                leave(id, "it took too long", now, &effects)
            }
        }
    }

    // MARK: People

    private mutating func answer(
        _ request: PairRequest, _ origin: Int, _ isOnline: Bool, _ now: Now, _ effects: inout [Effect]
    ) {
        switch (request.action, request.number, request.node) {
        case (.open, _, _):
            guard !isAlwaysOpen else { return effects.append(.answer(origin: origin, PairResult())) }
            openUntil = now.boot + Self.openFor
            effects += [
                .log("the door is open for ten minutes"),
                .answer(origin: origin, PairResult(openUntil: now.wall + Self.openFor)),
            ]
        case (.accept, let number?, let node?):
            do throws(RequestError) {
                try accept(number, node, origin, isOnline, now, &effects)
            } catch {
                effects.append(.refuse(origin: origin, error))
            }
        case (.forget, _, let node?):
            named[node] = nil
            if let id = guests.first(where: { $0.value.name == node })?.key {
                effects.append(.hangUp(id))
                leave(id, "its name was taken away", now, &effects)
            }
            effects.append(.revoke(node, origin: origin))
        case (.accept, _, _), (.forget, _, _):
            effects.append(.refuse(origin: origin, RequestError(.invalid, "say the number, and the node's id")))
        }
    }

    private mutating func accept(
        _ number: String, _ node: NodeID, _ origin: Int, _ isOnline: Bool, _ now: Now, _ effects: inout [Effect]
    ) throws(RequestError) {
        guard now.boot >= numbersHeldUntil else {
            throw RequestError(
                .unavailable,
                "a number was wrong a moment ago; try again in \(seconds(until: numbersHeldUntil, now)) s")
        }
        guard !isOnline else {
            throw RequestError(.conflict, "\(node) is a room that is online; choose another name")
        }
        let found = guests.filter { $0.value.waiting?.exchange.number == number }.sorted { $0.key < $1.key }
        guard let (id, guest) = found.first, let (exchange, _) = guest.waiting else {
            numbersHeldUntil = now.boot + Self.minute
            throw RequestError(
                .unknownObject,
                "no room with the number \(number.prefix(12)) is at the door; listen again, and try again in a minute. "
                    + "If the room says this very number, somebody may stand between it and this hub")
        }
        guard found.count == 1 else {
            for (id, _) in found {
                effects.append(.hangUp(id))
                leave(id, "another room has its number", now, &effects)
            }
            throw RequestError(
                .conflict, "several rooms have the number \(number); each gets another one in some minutes")
        }
        named = named.filter { now.boot - $0.value.at < Self.nameHeldFor }
        guard named[node].map({ $0.roomKey == exchange.roomKey }) ?? true else {
            throw RequestError(
                .conflict,
                "another room was let in as \(node) a moment ago; choose another name, or clockctl node rm \(node)")
        }
        named[node] = (exchange.roomKey, now.boot)
        guests[id]?.phase = .accepted(exchange, node, origin: origin)
        guests[id]?.since = now.boot
        effects.append(.sign(id, node, exchange))
    }

    private func seconds(until end: BootTime, _ now: Now) -> Int {
        Int(((end - now.boot).nanoseconds + 999_999_999) / 1_000_000_000)
    }

    // MARK: Telling

    private mutating func publish(_ now: Now, _ effects: inout [Effect]) {
        let rooms = guests.values.compactMap { guest in
            guest.waiting.map {
                WaitingRooms.Room(
                    number: $0.exchange.number, address: guest.address, since: $0.since.truncatedToMilliseconds)
            }
        }
        let state = WaitingRooms(
            isOpen: isOpen(now), rooms: rooms.sorted { ($0.number, $0.address) < ($1.number, $1.address) })
        guard state != published else { return }
        published = state
        effects.append(.publish(state))
    }
}
