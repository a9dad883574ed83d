import ClockDomain
import ClockPairing
import ClockWire
import Testing

/// A room that looks for a hub, and says its number.
@Suite struct RoomTests {
    private var clock = Clock()
    private var nonces = Nonces(3)
    private var room: RoomStage
    private let doorKey = MockKeys.key(100)

    init() { room = RoomStage(clock) }

    private mutating func comeToNumber() {
        room.call(nonce: nonces.next(), clock)
        room.handle(.received(.hello(doorKey: PairingBytes(doorKey))), clock)
        room.handle(.received(.nonce(PairingBytes(nonces.next()))), clock)
    }

    @Test mutating func itSaysItsNumberOnceAMinuteForTenMinutes() {
        comeToNumber()
        #expect(room.spoken.count == 1)
        for _ in 1..<700 {
            clock.seconds += 1
            room.handle(.tick, clock)
        }
        #expect(room.spoken.count == 10)
        #expect(Set(room.spoken).count == 1)
        #expect(room.hangUps == 1)
        #expect(room.shown.last?.contains("nobody accepted it within ten minutes") == true)
    }

    @Test mutating func aFailedTryCostsAMinute() {
        comeToNumber()
        room.handle(.ended(reason: "the hub hung up"), clock)
        let looks = room.looks
        clock.seconds += 59
        room.handle(.tick, clock)
        #expect(room.looks == looks)
        clock.seconds += 1
        room.handle(.tick, clock)
        #expect(room.looks == looks + 1)
    }

    /// A hub whose number nobody types must not keep the room: it may be a neighbour's.
    @Test mutating func ofTwoHubsEachGetsItsTurn() {
        room.call(nonce: nonces.next(), hubs: [["one"], ["two"]], clock)
        room.handle(.received(.hello(doorKey: PairingBytes(doorKey))), clock)
        room.handle(.received(.nonce(PairingBytes(nonces.next()))), clock)
        clock.seconds += 120
        room.handle(.tick, clock)
        #expect(room.hangUps == 1)
        clock.seconds += 60
        room.call(nonce: nonces.next(), hubs: [["one"], ["two"]], clock)
        #expect(Set(room.called) == ["one", "two"])
    }

    /// IPv4 and IPv6 of one hub are no second hub: the room stays.
    @Test mutating func oneHubWithTwoAddressesIsOneHub() {
        room.call(nonce: nonces.next(), hubs: [["four", "six"]], clock)
        room.handle(.received(.hello(doorKey: PairingBytes(doorKey))), clock)
        room.handle(.received(.nonce(PairingBytes(nonces.next()))), clock)
        clock.seconds += 300
        room.handle(.tick, clock)
        #expect(room.hangUps == 0)
        // An address that does not answer gives way to the next one.
        room.handle(.ended(reason: "the hub hung up"), clock)
        clock.seconds += 60
        room.call(nonce: nonces.next(), hubs: [["four", "six"]], clock)
        #expect(room.called == ["four", "six"])
    }

    @Test(arguments: [false, true])
    mutating func aHubThatFallsSilentIsLeft(_ isAfterHello: Bool) {
        room.call(nonce: nonces.next(), clock)
        if isAfterHello { room.handle(.received(.hello(doorKey: PairingBytes(doorKey))), clock) }
        clock.seconds += 14
        room.handle(.tick, clock)
        #expect(room.hangUps == 0)
        clock.seconds += 1
        room.handle(.tick, clock)
        #expect(room.hangUps == 1)
        clock.seconds += isAfterHello ? 60 : 5
        room.handle(.tick, clock)
        #expect(room.looks == 2)
    }

    @Test mutating func aRefusalInPlaceOfTheNonceIsNoTry() {
        room.call(nonce: nonces.next(), clock)
        room.handle(.received(.hello(doorKey: PairingBytes(doorKey))), clock)
        room.handle(.received(.refused(reason: "a try failed a moment ago", seconds: 20)), clock)
        #expect(room.shown.last?.contains("does not take new rooms now") == true)
        clock.seconds += 20
        room.handle(.tick, clock)
        #expect(room.looks == 2)
    }

    @Test mutating func aClosedDoorIsAskedAgainSoonAndNothingIsSaid() {
        room.call(nonce: nonces.next(), clock)
        room.handle(.received(.refused(reason: "closed", seconds: 5)), clock)
        #expect(room.spoken.isEmpty)
        clock.seconds += 5
        room.handle(.tick, clock)
        #expect(room.looks == 2)
    }

    @Test mutating func messagesOutOfTurnEndTheTry() {
        for message: PairingMessage in [
            .grant(PairingBytes([]), signature: PairingBytes([])), .nonce(PairingBytes(nonces.next())), .done,
            .hello(doorKey: PairingBytes([1])),
        ] {
            room = RoomStage(clock)
            room.call(nonce: nonces.next(), clock)
            room.handle(.received(message), clock)
            #expect(room.hangUps == 1, "\(message)")
            #expect(room.spoken.isEmpty)
        }
    }

    @Test(arguments: [
        ("", []),
        ("=;eth0;IPv4;Clocksmith;_clocksmith._tcp;local;hub.local;192.168.1.5;8884;\n", [["192.168.1.5:8884"]]),
        (
            """
            +;eth0;IPv4;Clocksmith;_clocksmith._tcp;local
            =;eth0;IPv6;Clocksmith;_clocksmith._tcp;local;hub.local;fe80::1;8884;
            =;eth0;IPv6;Clocksmith;_clocksmith._tcp;local;hub.local;fd00::5;8884;
            =;eth0;IPv4;Clocksmith;_clocksmith._tcp;local;hub.local;192.168.1.5;8884;
            =;wlan0;IPv4;Clocksmith;_clocksmith._tcp;local;hub.local;192.168.1.5;8884;
            =;eth0;IPv4;Clocksmith;_clocksmith._tcp;local;other.local;192.168.1.6;8884;
            """, [["192.168.1.5:8884", "[fd00::5]:8884"], ["192.168.1.6:8884"]]
        ),
        ("=;eth0;IPv4;x;_ipp._tcp;local;p.local;192.168.1.6;631;\n=;;;;;;;;\n=;a;b;c;_clocksmith._tcp;d;e;$(x);1;", []),
    ])
    func avahisWordsAreRead(_ text: String, _ hubs: [[String]]) {
        #expect(HubList.read(text) == hubs)
    }
}
