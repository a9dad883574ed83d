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
        #expect(door.published == WaitingRooms(isOpen: false, rooms: []))
    }

    @Test mutating func itClosesAfterTenMinutes() throws {
        door.ask(PairRequest(.open), clock)
        expect(call(1), isLetIn: true)
        clock.seconds += 599
        door.handle(.tick, clock)
        #expect(door.published?.rooms.count == 1)
        clock.seconds += 1
        door.handle(.tick, clock)
        #expect(door.published == WaitingRooms(isOpen: false, rooms: []))
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
        // Everybody in an IPv6 network has any number of addresses.
        for id in 10...15 { expect(call(id, from: "2001:db8:0:1::\(id)"), isLetIn: true) }
        expect(call(16, from: "2001:db8:0:1::16"), isLetIn: false)
    }

    @Test mutating func aRoomThatLeavesCostsAMinute() {
        door = DoorStage(isAlwaysOpen: true)
        expect(call(1), isLetIn: true)
        // Greeted before the failure, and held up as well.
        door.handle(.connected(2, address: "10.0.0.2", nonce: nonces.next()), clock)
        door.handle(.ended(1), clock)
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
        expect(call(2), isLetIn: true)
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
        let answer = door.accept(exchange.number, isOnline: true, clock)
        #expect(refusal(answer) == .conflict)
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

    @Test mutating func aNameIsOneRoomsForSomeMinutes() throws {
        door = DoorStage(isAlwaysOpen: true)
        let (first, second) = (call(1), call(2))
        let (one, two) = (try #require(first), try #require(second))
        door.accept(one.number, clock)
        // Accepted, and neither gone nor online yet.
        let refused = door.accept(two.number, clock)
        #expect(refusal(refused) == .conflict)
        door.handle(.received(1, .done), clock)
        clock.seconds += 299
        let still = door.accept(two.number, clock)
        #expect(refusal(still) == .conflict)
        // The very room may try again.
        let again = door.call(3, key: one.roomKey, nonce: nonces.next(), doorNonce: nonces.next(), clock)
        door.accept(try #require(again).number, clock)
        door.handle(.received(3, .done), clock)
        door.ask(PairRequest(.forget, node: NodeID("kitchen")!), clock)
        door.accept(two.number, clock)
        #expect(door.signed.count == 3)
    }

    @Test mutating func aRoomThatIsForgottenBeforeItKnowsIsSentAway() throws {
        door = DoorStage(isAlwaysOpen: true)
        let called = call(1)
        door.accept(try #require(called).number, clock)
        door.ask(PairRequest(.forget, node: NodeID("kitchen")!), clock)
        #expect(door.hungUp == [1])
        #expect(refusal(door.answers[1]) == .unavailable)
        _ = door.take(1)
        door.handle(.signed(1, grant: [], signature: []), clock)
        #expect(door.take(1).isEmpty)
    }

    @Test mutating func roomsThatLeaveTogetherCostAMinuteEach() {
        door = DoorStage(isAlwaysOpen: true)
        for id in 1...3 { expect(call(id), isLetIn: true) }
        for id in 1...3 { door.handle(.ended(id), clock) }
        clock.seconds += 179
        expect(call(4), isLetIn: false)
        clock.seconds += 1
        for id in 5...20 { expect(call(id), isLetIn: true) }
        for id in 5...20 { door.handle(.ended(id), clock) }
        // Ten minutes at most.
        clock.seconds += 600
        expect(call(21), isLetIn: true)
    }

    @Test func roomsCannotTakeThePlacesOfAdministrators() {
        #expect(DoorPairing.Event.asked(PairRequest(.open), origin: 1, isOnline: false).source == .connection)
        #expect(DoorPairing.Event.connected(1, address: "", nonce: []).source == .message)
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
