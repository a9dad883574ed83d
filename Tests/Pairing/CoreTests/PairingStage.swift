import ClockDomain
import ClockPKI
import ClockPairing
import ClockWire

/// A room and doors at a made-up time, with no network between: the test carries the messages.
struct Clock {
    var seconds = 1_000

    var now: Now {
        Now(
            wall: WallTime(seconds: 1_800_000_000 + Int64(seconds)),
            boot: BootTime(nanoseconds: Int64(seconds) * 1_000_000_000), sync: .unsynchronised)
    }
}

/// Nonces by a seed, 32 bytes each.
struct Nonces {
    var random: SplitMix64

    init(_ seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func next() -> [UInt8] { (0..<4).flatMap { _ in bytes(random.next()) } }

    private func bytes(_ word: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
}

/// Stands for keys and signatures where a test plays many exchanges: a signature is a hash with the key.
enum MockKeys {
    static func key(_ name: UInt8) -> [UInt8] { [4] + [UInt8](repeating: name, count: 64) }

    static func sign(_ bytes: [UInt8], by key: [UInt8]) -> [UInt8] { SHA256.digest(of: key + bytes) }

    static let verify: @Sendable ([UInt8], [UInt8], [UInt8]) -> Bool = { sign($1, by: $0) == $2 }
}

/// A door with its effects.
struct DoorStage {
    var core: DoorPairing
    let key: [UInt8]
    var answers: [Int: Result<PairResult, RequestError>] = [:]
    var published: WaitingRooms?
    var signed: [NodeID] = []
    private(set) var sent: [Int: [PairingMessage]] = [:]
    private(set) var hungUp: Set<Int> = []
    private var lastOrigin = 0

    init(_ name: UInt8 = 100, isAlwaysOpen: Bool = false) {
        key = MockKeys.key(name)
        core = DoorPairing(key: key, isAlwaysOpen: isAlwaysOpen)
    }

    mutating func handle(_ event: DoorPairing.Event, _ clock: Clock) {
        for effect in core.handle(event, at: clock.now) {
            switch effect {
            case .send(let room, let message): sent[room, default: []].append(message)
            case .hangUp(let room): hungUp.insert(room)
            case .sign(let room, let node, let exchange):
                signed.append(node)
                let grant = WireCodec.encode(Self.grant(node))
                handle(
                    .signed(room, grant: grant, signature: MockKeys.sign(exchange.signed(grant), by: key)), clock)
            case .publish(let rooms): published = rooms
            case .answer(let origin, let result): answers[origin] = .success(result)
            case .refuse(let origin, let error): answers[origin] = .failure(error)
            case .revoke, .log: break
            }
        }
    }

    static func grant(_ node: NodeID) -> PairingGrant {
        PairingGrant(
            site: SiteID("home")!, node: node, brokers: ["hub.local:8883"], authority: "authority",
            certificate: "certificate")
    }

    /// Removes and returns the messages for a room.
    mutating func take(_ room: Int) -> [PairingMessage] { sent.removeValue(forKey: room) ?? [] }

    @discardableResult
    mutating func ask(
        _ request: PairRequest, isOnline: Bool = false, _ clock: Clock
    ) -> Result<PairResult, RequestError>? {
        lastOrigin += 1
        handle(.asked(request, origin: lastOrigin, isOnline: isOnline), clock)
        return answers[lastOrigin]
    }

    @discardableResult
    mutating func accept(
        _ number: String, as node: String = "kitchen", isOnline: Bool = false, _ clock: Clock
    ) -> Result<PairResult, RequestError>? {
        ask(PairRequest(.accept, number: number, node: NodeID(node)!), isOnline: isOnline, clock)
    }

    /// Plays an honest room's or a pretender's exchange to its number.
    ///
    /// - Returns: the exchange; `nil` where the door refused.
    mutating func call(
        _ id: Int, key roomKey: [UInt8], nonce: [UInt8], doorNonce: [UInt8], from address: String = "192.168.1.7",
        _ clock: Clock
    ) -> PairingExchange? {
        handle(.connected(id, address: address, nonce: doorNonce), clock)
        guard case .hello? = take(id).first else { return nil }
        let commitment = PairingExchange.commitment(roomKey: roomKey, doorKey: key, roomNonce: nonce)
        handle(.received(id, .commit(roomKey: PairingBytes(roomKey), commitment: PairingBytes(commitment))), clock)
        guard case .nonce(let received)? = take(id).first else { return nil }
        handle(.received(id, .reveal(PairingBytes(nonce))), clock)
        return PairingExchange(roomKey: roomKey, doorKey: key, roomNonce: nonce, doorNonce: received.bytes)
    }
}

/// A room with its effects.
struct RoomStage {
    var core: RoomPairing
    let key: [UInt8]
    private(set) var spoken: [String] = []
    private(set) var shown: [String] = []
    private(set) var stored: [PairingGrant] = []
    private(set) var looks = 0
    private(set) var called: [String] = []
    private(set) var hangUps = 0
    private(set) var isFinished = false
    private var sent: [PairingMessage] = []

    init(_ clock: Clock, name: UInt8 = 1) {
        key = MockKeys.key(name)
        core = RoomPairing(key: key, at: clock.now, verify: MockKeys.verify)
    }

    mutating func handle(_ event: RoomPairing.Event, _ clock: Clock) {
        for effect in core.handle(event, at: clock.now) {
            switch effect {
            case .look: looks += 1
            case .connect(let hub): called.append(hub)
            case .send(let message): sent.append(message)
            case .hangUp: hangUps += 1
            case .speak(let number): spoken.append(number)
            case .show(let line): shown.append(line)
            case .store(let grant):
                stored.append(grant)
                handle(.stored, clock)
            case .finish: isFinished = true
            }
        }
    }

    mutating func take() -> [PairingMessage] {
        defer { sent = [] }
        return sent
    }

    /// Calls a hub that it has found, at its next tick.
    mutating func call(nonce: [UInt8], hubs: [[String]] = [["hub"]], _ clock: Clock) {
        handle(.tick, clock)
        handle(.found(hubs), clock)
        handle(.connected(nonce: nonce), clock)
    }
}
