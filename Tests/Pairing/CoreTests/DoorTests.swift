import ClockDomain
import ClockPairing
import ClockWire
import Testing

/// The door's bounds, and its answers to people.
@Suite struct DoorTests {
    private var clock = Clock()
    private var nonces = Nonces(2)
    private var door = DoorStage()

    private mutating func call(_ id: Int, from address: String? = nil) -> PairingExchange? {
        door.call(
            id, key: MockKeys.key(UInt8(id % 90 + 1)), nonce: nonces.next(), doorNonce: nonces.next(),
            from: address ?? "192.168.1.\(id)", clock)
    }

    private func expect(
        _ exchange: PairingExchange?, isLetIn: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect((exchange != nil) == isLetIn, sourceLocation: sourceLocation)
    }

    private func refusal(_ result: Result<PairResult, RequestError>?) -> RequestError.Code? {
        guard case .failure(let error)? = result else { return nil }
        return error.code
    }

    @Test mutating func aDoorThatNobodyOpenedIsClosed() {
        expect(call(1), isLetIn: false)
        #expect(door.hungUp == [1])
        // Not a byte of it is looked at.
        door.handle(.received(1, .done), clock)
        #expect(door.published == WaitingRooms(isOpen: false, rooms: [], failed: 0))
    }

    @Test mutating func itClosesAfterTenMinutes() throws {
        door.ask(PairRequest(.open), clock)
        expect(call(1), isLetIn: true)
        clock.seconds += 599
        door.handle(.tick, clock)
        #expect(door.published?.isOpen == true)
        clock.seconds += 1
        door.handle(.tick, clock)
        #expect(door.published == WaitingRooms(isOpen: false, rooms: [], failed: 0))
        #expect(door.hungUp == [1])
        expect(call(2), isLetIn: false)
    }

    @Test mutating func sixteenRoomsWaitAndNoMore() {
        door.ask(PairRequest(.open), clock)
        for id in 1...16 { expect(call(id), isLetIn: true) }
        expect(call(17), isLetIn: false)
        #expect(door.published?.rooms.count == 16)
    }

    @Test mutating func anAddressCallsSixTimesAMinute() {
        door = DoorStage(isAlwaysOpen: true)
        for id in 1...6 { expect(call(id, from: "10.0.0.1"), isLetIn: true) }
        expect(call(7, from: "10.0.0.1"), isLetIn: false)
        expect(call(8, from: "10.0.0.2"), isLetIn: true)
        clock.seconds += 60
        expect(call(9, from: "10.0.0.1"), isLetIn: true)
    }

    @Test mutating func aRoomThatLeavesCostsAMinute() {
        door = DoorStage(isAlwaysOpen: true)
        expect(call(1), isLetIn: true)
        // Greeted before the failure, and held up as well.
        door.handle(.connected(2, address: "10.0.0.2", nonce: nonces.next()), clock)
        door.handle(.ended(1), clock)
        #expect(door.published?.failed == 1)
        _ = door.take(2)
        door.handle(
            .received(2, .commit(roomKey: PairingBytes(MockKeys.key(2)), commitment: PairingBytes([]))), clock)
        #expect(door.take(2) == [.refused(reason: "a try failed a moment ago", seconds: 60)])
        clock.seconds += 59
        expect(call(3), isLetIn: false)
        clock.seconds += 1
        expect(call(4), isLetIn: true)
    }

    @Test mutating func aSilentCallerIsSentAway() {
        door = DoorStage(isAlwaysOpen: true)
        door.handle(.connected(1, address: "10.0.0.2", nonce: nonces.next()), clock)
        clock.seconds += 15
        door.handle(.tick, clock)
        #expect(door.hungUp == [1])
        #expect(door.published?.failed == 0)
    }

    @Test mutating func aWrongNumberCostsAMinuteForPeople() throws {
        door = DoorStage(isAlwaysOpen: true)
        let called = call(1)
        let exchange = try #require(called)
        let wrong = exchange.number == "000000" ? "000001" : "000000"
        let refused = door.accept(wrong, clock)
        #expect(refusal(refused) == .unknownObject)
        let held = door.accept(exchange.number, clock)
        #expect(refusal(held) == .unavailable)
        clock.seconds += 60
        door.accept(exchange.number, clock)
        #expect(door.signed == [NodeID("kitchen")!])
        door.handle(.received(1, .done), clock)
        #expect(door.answers.values.contains(.success(PairResult())))
    }

    @Test mutating func twoNewRoomsAtTheSameMomentAreTwo() throws {
        door = DoorStage(isAlwaysOpen: true)
        let (first, second) = (call(1), call(2))
        let (one, two) = (try #require(first), try #require(second))
        #expect(one.number != two.number)
        door.accept(two.number, as: "bedroom", clock)
        door.accept(one.number, as: "kitchen", clock)
        #expect(door.signed == [NodeID("bedroom")!, NodeID("kitchen")!])
    }

    /// Two rooms of one number: the person cannot say which one speaks.
    @Test mutating func neitherOfTwoRoomsWithOneNumberIsAccepted() throws {
        door = DoorStage(isAlwaysOpen: true)
        let key = MockKeys.key(7)
        let (nonce, doorNonce) = (nonces.next(), nonces.next())
        let called = door.call(1, key: key, nonce: nonce, doorNonce: doorNonce, clock)
        let first = try #require(called)
        _ = door.call(2, key: key, nonce: nonce, doorNonce: doorNonce, clock)
        let answer = door.accept(first.number, clock)
        #expect(refusal(answer) == .conflict)
        #expect(door.signed.isEmpty)
        #expect(door.hungUp == [1, 2])
    }

    @Test mutating func aRoomThatIsOnlineKeepsItsName() throws {
        door = DoorStage(isAlwaysOpen: true)
        let called = call(1)
        let exchange = try #require(called)
        door.handle(.node(NodeID("kitchen")!, isOnline: true), clock)
        let answer = door.accept(exchange.number, clock)
        #expect(refusal(answer) == .conflict)
        door.handle(.node(NodeID("kitchen")!, isOnline: false), clock)
        door.accept(exchange.number, clock)
        #expect(door.signed == [NodeID("kitchen")!])
    }

    @Test mutating func aRoomThatLeavesBeforeItKnowsIsReported() throws {
        door = DoorStage(isAlwaysOpen: true)
        let called = call(1)
        let exchange = try #require(called)
        door.accept(exchange.number, clock)
        door.handle(.ended(1), clock)
        #expect(door.answers.values.map(refusal) == [.unavailable])
    }

    @Test mutating func fiftyRoomsAreAcceptedInARow() throws {
        door = DoorStage(isAlwaysOpen: true)
        for id in 1...50 {
            clock.seconds += 1
            let called = call(id)
            let exchange = try #require(called)
            door.accept(exchange.number, as: "room-\(id)", clock)
            door.handle(.received(id, .done), clock)
        }
        #expect(door.signed.count == 50)
        #expect(door.published?.rooms == [])
    }
}
