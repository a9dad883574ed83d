import Testing

@testable import ClockMQTT

@Suite struct OutboxTests {
    private let second: Int64 = 1_000_000_000

    private func send(_ outbox: inout MQTTOutbox, packet: Int32) throws {
        let next = outbox.takeNext(window: 256)
        outbox.markSent(try #require(next), packet: packet)
    }

    @Test func refusesBeyondEitherBoundAndTakesAgainOnceAcknowledged() throws {
        var outbox = MQTTOutbox(maximumMessages: 2, maximumBytes: 100)
        _ = try outbox.enqueue(MQTTMessage("a", "1"), isAwaited: false, at: 0)
        #expect(throws: MQTTError.self) {
            try outbox.enqueue(MQTTMessage("a", String(repeating: "x", count: 98)), isAwaited: false, at: 0)
        }
        _ = try outbox.enqueue(MQTTMessage("a", "2"), isAwaited: false, at: 0)
        let error = #expect(throws: MQTTError.self) {
            try outbox.enqueue(MQTTMessage("a", "3"), isAwaited: false, at: 0)
        }
        #expect(error?.code == .queueFull)

        try send(&outbox, packet: 1)
        let blocked = outbox.takeNext(window: 1)
        #expect(blocked == nil, "the window is full")
        #expect(outbox.messages == 2, "sent but unacknowledged messages count")
        let acknowledged = outbox.acknowledge(packet: 1)
        #expect(acknowledged?.message.text == "1")
        let again = outbox.acknowledge(packet: 1)
        #expect(again == nil)
        _ = try outbox.enqueue(MQTTMessage("a", "3"), isAwaited: false, at: 0)
        #expect(outbox.bytes == 4)
    }

    @Test func keepsOrderOverALostConnectionAndDropsAtMostOnce() throws {
        var outbox = MQTTOutbox(maximumMessages: 1_000, maximumBytes: 100_000)
        for number in 0..<299 {
            _ = try outbox.enqueue(MQTTMessage("t", "\(number)"), isAwaited: false, at: 0)
        }
        for packet in Int32(1)...200 {
            try send(&outbox, packet: packet)
        }
        _ = outbox.acknowledge(packet: 5)
        _ = try outbox.enqueue(MQTTMessage("t", "299", qos: .atMostOnce), isAwaited: false, at: 0)
        let dropped = outbox.connectionLost()
        #expect(dropped.map(\.message.text) == ["299"])

        var order: [String] = []
        while let entry = outbox.takeNext(window: 256) { order.append(entry.message.text) }
        #expect(order == (0..<299).filter { $0 != 4 }.map(String.init))
        #expect(outbox.bytes == 0 && outbox.isEmpty)
    }

    @Test func sendsWhatIsLeftOfTheExpiryAndNothingAfterIt() throws {
        var outbox = MQTTOutbox(maximumMessages: 10, maximumBytes: 1_000)
        _ = try outbox.enqueue(MQTTMessage("t", "short", expiry: 2), isAwaited: false, at: 0)
        _ = try outbox.enqueue(MQTTMessage("t", "long", expiry: 10), isAwaited: false, at: 0)
        #expect(outbox.nextExpiry == 2 * second)
        let early = outbox.takeExpired(at: 2 * second - 1)
        let due = outbox.takeExpired(at: 2 * second)
        #expect(early.isEmpty && due.map(\.message.text) == ["short"])
        #expect(outbox.nextExpiry == 10 * second)
        let next = outbox.takeNext(window: 1)
        let entry = try #require(next)
        #expect(entry.messageToSend(at: 7 * second + 1)?.messageExpirySeconds == 3)
        #expect(entry.messageToSend(at: 10 * second) == nil)
        #expect(outbox.nextExpiry == nil)
    }

    @Test func cancelTakesBackOnlyWhatWasNotSent() throws {
        var outbox = MQTTOutbox(maximumMessages: 10, maximumBytes: 1_000)
        let sent = try outbox.enqueue(MQTTMessage("t", "sent"), isAwaited: true, at: 0)
        let waiting = try outbox.enqueue(MQTTMessage("t", "waiting"), isAwaited: true, at: 0)
        try send(&outbox, packet: 1)
        let tooLate = outbox.cancel(id: sent)
        let inTime = outbox.cancel(id: waiting)
        #expect(tooLate == nil && inTime?.message.text == "waiting")
        #expect(outbox.messages == 1)
    }

    private func urgent(_ topic: String, _ text: String) -> MQTTMessage {
        var message = MQTTMessage(topic, text)
        message.priority = .urgent
        return message
    }

    private func drain(_ outbox: inout MQTTOutbox, window: Int = 256) -> [String] {
        var order: [String] = []
        while let entry = outbox.takeNext(window: window) {
            order.append(entry.message.text)
            outbox.markSent(entry, packet: Int32(entry.id))
        }
        return order
    }

    @Test("what is urgent goes first, and has room in a full queue")
    func urgency() throws {
        var outbox = MQTTOutbox(maximumMessages: 2, maximumBytes: 100)
        for text in ["1", "2"] { _ = try outbox.enqueue(MQTTMessage("t", text), isAwaited: false, at: 0) }
        #expect(throws: MQTTError.self) { try outbox.enqueue(MQTTMessage("t", "3"), isAwaited: false, at: 0) }
        _ = try outbox.enqueue(urgent("wake", "now"), isAwaited: false, at: 0)
        _ = try outbox.enqueue(urgent("wake", "then"), isAwaited: false, at: 0)
        #expect(drain(&outbox) == ["now", "then", "1", "2"])
    }

    @Test("what is prompt passes what is ordinary, and what is patient waits for both and leaves them acknowledgements")
    func priorities() throws {
        var outbox = MQTTOutbox(maximumMessages: 40, maximumBytes: 1_000)
        func add(_ text: String, _ priority: MQTTMessage.Priority, _ qos: MQTTQoS = .atLeastOnce) throws {
            var message = MQTTMessage("t", text, qos: qos)
            message.priority = priority
            _ = try outbox.enqueue(message, isAwaited: false, at: 0)
        }
        for number in 0..<38 { try add("p\(number)", .patient) }
        try add("document", .ordinary)
        // An answer stays behind what was to come before it.
        try add("answer", .ordinary, .atMostOnce)
        #expect(throws: MQTTError.self) { try add("more", .ordinary) }
        try add("time", .prompt, .atMostOnce)
        try add("now", .urgent)
        let order = drain(&outbox, window: 32)
        #expect(order.prefix(5) == ["now", "time", "document", "answer", "p0"])
        // A quarter is left to others, and some of that to urgent messages.
        #expect(order.count == 18)
        try add("time", .prompt)
        try add("now", .urgent)
        #expect(drain(&outbox, window: 32).prefix(2) == ["now", "time"])
    }

    @Test("a broker that acknowledges nothing leaves some of its window to what is urgent")
    func urgentWindow() throws {
        var outbox = MQTTOutbox(maximumMessages: 1_000, maximumBytes: 100_000)
        for number in 0..<100 { _ = try outbox.enqueue(MQTTMessage("t", "\(number)"), isAwaited: false, at: 0) }
        #expect(drain(&outbox, window: 40).count == 32)
        _ = try outbox.enqueue(urgent("wake", "now"), isAwaited: false, at: 0)
        #expect(drain(&outbox, window: 40) == ["now"])
        // Over a lost connection both lanes keep their order.
        _ = outbox.connectionLost()
        #expect(drain(&outbox, window: 1_000) == ["now"] + (0..<100).map(String.init))
    }

    @Test("of what a topic retains only the newest waits, at the place of the first")
    func coalescing() throws {
        var outbox = MQTTOutbox(maximumMessages: 4, maximumBytes: 1_000)
        func add(_ topic: String, _ text: String, retain: Bool = true, isAwaited: Bool = false) throws -> UInt64 {
            try outbox.enqueue(MQTTMessage(topic, text, retain: retain, expiry: 9), isAwaited: isAwaited, at: 0)
        }
        let first = try add("a", "old")
        _ = try add("b", "b")
        _ = try add("a", "event", retain: false)
        #expect(try add("a", "new, and longer") == first)
        #expect(outbox.messages == 3 && outbox.bytes == "anew, and longerbbaevent".utf8.count)
        // One that somebody waits for goes as it is, and nothing takes a place before it.
        _ = try add("a", "awaited", isAwaited: true)
        #expect(throws: MQTTError.self) { try add("a", "last") }
        // A full queue takes what needs no place.
        _ = try add("b", "b again")
        try send(&outbox, packet: 1)
        _ = outbox.acknowledge(packet: 1)
        #expect(try add("a", "last") != first)
        #expect(drain(&outbox) == ["b again", "event", "awaited", "last"])
    }

    @Test("what takes a place keeps to its own expiry")
    func coalescedExpiry() throws {
        var outbox = MQTTOutbox(maximumMessages: 4, maximumBytes: 1_000)
        _ = try outbox.enqueue(MQTTMessage("a", "old", retain: true, expiry: 2), isAwaited: false, at: 0)
        _ = try outbox.enqueue(MQTTMessage("a", "new", retain: true, expiry: 9), isAwaited: false, at: 0)
        let early = outbox.takeExpired(at: 5 * second)
        let late = outbox.takeExpired(at: 9 * second)
        #expect(early.isEmpty && late.map(\.message.text) == ["new"])
        #expect(outbox.isEmpty && outbox.bytes == 0)
    }
}
