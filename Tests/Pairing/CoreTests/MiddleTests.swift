import ClockDomain
import ClockPKI
import ClockPairing
import ClockWire
import Testing

/// A person in the middle, who has the network between a room and its hub.
@Suite struct MiddleTests {
    private var clock = Clock()
    private var nonces = Nonces(1)
    private var door = DoorStage()
    private var room: RoomStage

    init() {
        room = RoomStage(clock)
        door.ask(PairRequest(.open), clock)
    }

    /// Carries messages both ways until nobody has any.
    private mutating func relay(_ id: Int, change: (PairingMessage) -> PairingMessage = { $0 }) {
        var isQuiet = false
        while !isQuiet {
            let (down, up) = (door.take(id), room.take())
            isQuiet = down.isEmpty && up.isEmpty
            for message in down { room.handle(.received(change(message)), clock) }
            for message in up { door.handle(.received(id, change(message)), clock) }
        }
    }

    private mutating func meet(_ id: Int = 1) {
        room.call(nonce: nonces.next(), clock)
        door.handle(.connected(id, address: "192.168.1.7", nonce: nonces.next()), clock)
    }

    @Test mutating func aRoomJoinsByItsNumberEvenOverARelay() throws {
        meet()
        relay(1)
        let number = try #require(room.spoken.first)
        #expect(door.published?.rooms.map(\.number) == [number])
        #expect(room.stored.isEmpty)
        door.accept(number, clock)
        relay(1)
        #expect(room.stored == [DoorStage.grant(NodeID("kitchen")!)])
        #expect(room.isFinished)
        #expect(door.answers.values.contains(.success(PairResult())))
        #expect(door.published?.rooms == [])
    }

    @Test mutating func realKeysAgree() throws {
        let keys = (SigningKey(), SigningKey())
        let exchange = PairingExchange(
            roomKey: keys.0.publicKey, doorKey: keys.1.publicKey, roomNonce: nonces.next(), doorNonce: nonces.next())
        let signature = try keys.1.signature(of: exchange.signed([1, 2, 3]))
        #expect(SigningKey.isSignature(signature, of: exchange.signed([1, 2, 3]), by: keys.1.publicKey))
        #expect(!SigningKey.isSignature(signature, of: exchange.signed([1, 2, 4]), by: keys.1.publicKey))
        #expect(!SigningKey.isSignature(signature, of: exchange.signed([1, 2, 3]), by: keys.0.publicKey))
        #expect(exchange.number.count == 6)
    }

    /// Each part of the exchange is in the number and in what the door signs.
    @Test mutating func everyPartCounts() {
        let parts = (0..<4).map { _ in nonces.next() }
        func exchange(_ parts: [[UInt8]]) -> PairingExchange {
            PairingExchange(roomKey: parts[0], doorKey: parts[1], roomNonce: parts[2], doorNonce: parts[3])
        }
        for index in parts.indices {
            var other = parts
            other[index][0] ^= 1
            #expect(exchange(other).number != exchange(parts).number)
            #expect(exchange(other).signed([]) != exchange(parts).signed([]))
        }
    }

    @Test mutating func aChangedCommitmentIsNoticed() {
        meet()
        relay(1) { message in
            guard case .reveal(var nonce) = message else { return message }
            nonce.bytes[0] ^= 1
            return .reveal(nonce)
        }
        #expect(door.published?.rooms == [])
        #expect(door.hungUp == [1])
    }

    /// A commitment that was not to the revealed nonce would let a pretender choose the number.
    @Test mutating func aCommitmentChangedAfterwardsIsNoticed() {
        door.handle(.connected(1, address: "10.0.0.9", nonce: nonces.next()), clock)
        let promise = PairingExchange.commitment(
            roomKey: MockKeys.key(9), doorKey: door.key, roomNonce: nonces.next())
        door.handle(
            .received(1, .commit(roomKey: PairingBytes(MockKeys.key(9)), commitment: PairingBytes(promise))), clock)
        door.handle(.received(1, .reveal(PairingBytes(nonces.next()))), clock)
        #expect(door.published?.rooms == [])
        #expect(door.hungUp == [1])
    }

    @Test mutating func replayedMessagesGiveAnotherNumber() throws {
        meet()
        let nonce = nonces.next()
        let calls = (2...3).map { id in
            door.call(id, key: MockKeys.key(5), nonce: nonce, doorNonce: nonces.next(), clock)
        }
        let (first, again) = (try #require(calls[0]), try #require(calls[1]))
        #expect(first.number != again.number)
    }

    /// The grant of another exchange, even with the same door and the same room, does not fit.
    @Test mutating func aReplayedGrantIsRefused() throws {
        meet(1)
        relay(1)
        let number = try #require(room.spoken.first)
        door.accept(number, clock)
        let last = door.take(1).last
        let grant = try #require(last)
        room.handle(.ended(reason: "cut"), clock)
        clock.seconds += 61
        meet(2)
        relay(2)
        room.handle(.received(grant), clock)
        #expect(room.stored.isEmpty)
        #expect(room.shown.last?.contains("not signed by the key in the number") == true)
    }

    /// A hub of a pretender answers before the true one: the room says its number, which no true hub knows.
    @Test mutating func aHubThatAnswersFirstIsNotAcceptedByTheTrueOne() throws {
        var pretender = DoorStage(200, isAlwaysOpen: true)
        room.call(nonce: nonces.next(), clock)
        pretender.handle(.connected(1, address: "192.168.1.7", nonce: nonces.next()), clock)
        for _ in 0..<3 {
            for message in pretender.take(1) { room.handle(.received(message), clock) }
            for message in room.take() { pretender.handle(.received(1, message), clock) }
        }
        let spoken = try #require(room.spoken.first)
        let called = door.call(7, key: MockKeys.key(9), nonce: nonces.next(), doorNonce: nonces.next(), clock)
        let own = try #require(called)
        #expect(own.number != spoken)
        guard case .failure(let error)? = door.accept(spoken, clock) else {
            Issue.record("a number of another hub was accepted")
            return
        }
        #expect(error.message.contains("somebody may stand between"))
        // A grant by the true hub's key does not fit the false hub's number.
        let grant = WireCodec.encode(DoorStage.grant(NodeID("kitchen")!))
        room.handle(
            .received(
                .grant(
                    PairingBytes(grant),
                    signature: PairingBytes(MockKeys.sign(own.signed(grant), by: door.key)))), clock)
        #expect(room.stored.isEmpty)
        #expect(door.signed.isEmpty)
    }

    /// The middle has an exchange with each side, tries to have both numbers equal, and the person types what the room
    /// says. In 100,000 tries none is accepted: one would be with a probability of one in ten. The door holds everything
    /// up for a minute after each.
    @Test mutating func noWrongNumberIsAcceptedInAHundredThousandTries() {
        door = DoorStage(isAlwaysOpen: true)
        var (accepted, refused) = (0, 0)
        for attempt in 1...100_000 {
            clock.seconds += 61
            let ofRoom = PairingExchange(
                roomKey: room.key, doorKey: MockKeys.key(9), roomNonce: nonces.next(), doorNonce: nonces.next())
            let ofDoor = door.call(
                attempt, key: MockKeys.key(9), nonce: nonces.next(), doorNonce: nonces.next(), clock)
            if ofDoor == nil { refused += 1 }
            if case .failure? = door.accept(ofRoom.number, clock) {} else { accepted += 1 }
            door.handle(.ended(attempt), clock)
        }
        #expect(accepted == 0)
        #expect(refused == 0)
        #expect(door.signed.isEmpty)
    }

    /// Numbers are spread evenly, so that nobody guesses better than one in a million.
    @Test mutating func numbersAreSpreadEvenly() {
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<20_000 {
            let exchange = PairingExchange(
                roomKey: [1], doorKey: [2], roomNonce: nonces.next(), doorNonce: nonces.next())
            counts[exchange.number.first!.wholeNumberValue!] += 1
        }
        #expect(counts.allSatisfy { (1_850...2_150).contains($0) }, "\(counts)")
    }
}
