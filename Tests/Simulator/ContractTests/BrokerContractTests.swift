import Testing

/// The real broker's behaviour, which the simulator's shares.
@Suite(.serialized) struct BrokerContractTests {
    enum Kind: CaseIterable {
        case model, mosquitto

        func make(_ limits: BrokerLimits = BrokerLimits()) throws -> any BrokerUnderTest {
            switch self {
            case .model: ModelBroker(limits)
            case .mosquitto: try RealBroker(limits)
            }
        }
    }

    @Test(arguments: Kind.allCases) func messagesReachWhoeverAskedForTheirTopics(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.connect(0, ["a/+/c", "x"])
        try await broker.connect(1, ["a/#"])
        for topic in ["a/b/c", "a/b/d", "a", "a/b/c/d", "x", "x/y"] {
            try await broker.publish(TestMessage(topic, "1"))
        }
        #expect(try await broker.words(0) == ["a/b/c=1", "x=1"])
        #expect(try await broker.words(1) == ["a/b/c/d=1", "a/b/c=1", "a/b/d=1", "a=1"])
    }

    @Test(arguments: Kind.allCases) func messagesOfOneTopicComeInTheirOrder(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.connect(0, ["a"])
        for number in 0..<60 { try await broker.publish(TestMessage("a", "\(number)")) }
        #expect(try await broker.received(0).map(\.text) == (0..<60).map(String.init))
    }

    @Test(arguments: Kind.allCases) func theNewestRetainedMessageAwaitsWhoeverComesLater(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.publish(TestMessage("a/1", "old", retained: true))
        try await broker.publish(TestMessage("a/1", "new", retained: true))
        try await broker.publish(TestMessage("a/2", "gone", retained: true))
        try await broker.publish(TestMessage("a/2", "", retained: true))
        try await broker.publish(TestMessage("a/3", "passing"))
        try await broker.connect(0, ["a/+"])
        #expect(try await broker.words(0) == ["a/1=new"])
    }

    @Test(arguments: Kind.allCases) func anExpiredMessageIsNotGivenToAnybody(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.connect(0, ["a/#"], isClean: false, sessionSeconds: 60)
        try await broker.leave(0)
        try await broker.publish(TestMessage("a/1", "short", retained: true, expiry: 1))
        try await broker.publish(TestMessage("a/2", "short", expiry: 1))
        try await broker.publish(TestMessage("a/3", "long", retained: true, expiry: 60))
        try await broker.wait(seconds: 3)
        try await broker.connect(1, ["a/#"])
        #expect(try await broker.words(1) == ["a/3=long"])
        try await broker.connect(0, [], isClean: false, sessionSeconds: 60)
        #expect(try await broker.words(0) == ["a/3=long"])
    }

    @Test(arguments: Kind.allCases) func aSessionKeepsWhatComesWhileItsClientIsAway(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.connect(0, ["a"], isClean: false, sessionSeconds: 60)
        try await broker.connect(1, ["a"])
        try await broker.leave(0)
        try await broker.leave(1)
        try await broker.publish(TestMessage("a", "1"))
        try await broker.publish(TestMessage("a", "at most once", atLeastOnce: false))
        try await broker.publish(TestMessage("a", "2"))
        try await broker.connect(0, [], isClean: false, sessionSeconds: 60)
        try await broker.connect(1, ["a"])
        #expect(try await broker.received(0).map(\.text) == ["1", "2"])
        #expect(try await broker.received(1).isEmpty)
    }

    @Test(arguments: Kind.allCases) func whatIsNotAcknowledgedIsSentAgainInItsOrder(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.connect(0, ["a"], isClean: false, sessionSeconds: 60)
        try await broker.leave(0)
        for number in 1...3 { try await broker.publish(TestMessage("a", "\(number)")) }
        let first = try await broker.takeUnacknowledged(0, count: 3)
        #expect(first == ["1", "2", "3"].map { Repetition(text: $0, isRepeated: false) })
        try await broker.publish(TestMessage("a", "4"))
        let second = try await broker.takeUnacknowledged(0, count: 4)
        #expect(second.map(\.text) == ["1", "2", "3", "4"])
        #expect(second.map(\.isRepeated) == [true, true, true, false])
        try await broker.connect(0, [], isClean: false, sessionSeconds: 60)
        #expect(try await broker.received(0).map(\.text) == ["1", "2", "3", "4"])
        // The client has acknowledged it.
        try await broker.leave(0)
        try await broker.connect(0, [], isClean: false, sessionSeconds: 60)
        #expect(try await broker.received(0).isEmpty)
    }

    @Test(arguments: Kind.allCases) func whatWasNotAcknowledgedWithoutASessionIsGone(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.connect(0, ["a"], isClean: false, sessionSeconds: 60)
        try await broker.leave(0)
        try await broker.publish(TestMessage("a", "1"))
        _ = try await broker.takeUnacknowledged(0, count: 1)
        // As every program of this project connects.
        try await broker.connect(0, ["a"])
        #expect(try await broker.received(0).isEmpty)
    }

    @Test(arguments: Kind.allCases) func aCleanStartForgetsTheSession(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.connect(0, ["a"], isClean: false, sessionSeconds: 60)
        try await broker.leave(0)
        try await broker.publish(TestMessage("a", "1"))
        try await broker.connect(0, ["b"], isClean: true, sessionSeconds: 60)
        try await broker.publish(TestMessage("a", "2"))
        try await broker.publish(TestMessage("b", "3"))
        #expect(try await broker.words(0) == ["b=3"])
    }

    @Test(arguments: Kind.allCases) func aSessionEndsSomeTimeAfterItsConnection(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.connect(0, ["a"], isClean: false, sessionSeconds: 1)
        try await broker.leave(0)
        try await broker.wait(seconds: 4)
        try await broker.publish(TestMessage("a", "1"))
        try await broker.connect(0, [], isClean: false, sessionSeconds: 1)
        try await broker.publish(TestMessage("a", "2"))
        #expect(try await broker.received(0).isEmpty)
    }

    @Test(arguments: Kind.allCases) func aLastWillIsToldUnlessTheClientTookLeave(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.connect(9, ["will/+"])
        try await broker.connect(0, [], will: TestMessage("will/0", "gone", retained: true))
        try await broker.connect(1, [], will: TestMessage("will/1", "gone", retained: true))
        try await broker.leave(0)
        try await broker.vanish(1)
        #expect(try await broker.words(9) == ["will/1=gone"])
        try await broker.connect(8, ["will/+"])
        #expect(try await broker.words(8) == ["will/1=gone"])
    }

    @Test(arguments: Kind.allCases) func aSecondClientOfTheSameNamePushesOutTheFirst(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.connect(9, ["will/+"])
        try await broker.connect(0, ["a"], will: TestMessage("will/0", "pushed out"))
        try await broker.connect(0, ["b"])
        try await broker.publish(TestMessage("a", "1"))
        try await broker.publish(TestMessage("b", "2"))
        #expect(try await broker.words(0) == ["b=2"])
        #expect(try await broker.words(9) == ["will/0=pushed out"])
    }

    @Test(arguments: Kind.allCases) func ofTooMuchForOneClientTheNewestIsDropped(kind: Kind) async throws {
        let broker = try kind.make(BrokerLimits(queued: 5))
        try await broker.connect(0, ["a"], isClean: false, sessionSeconds: 60)
        try await broker.leave(0)
        for number in 1...12 { try await broker.publish(TestMessage("a", "\(number)")) }
        try await broker.connect(0, [], isClean: false, sessionSeconds: 60)
        #expect(try await broker.received(0).map(\.text) == ["1", "2", "3", "4", "5"])
    }

    @Test(arguments: Kind.allCases) func aRestartWithItsMemoryKeepsWhatIsRetainedAndSessions(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.connect(0, ["a", "kept"], isClean: false, sessionSeconds: 600)
        try await broker.leave(0)
        try await broker.publish(TestMessage("a", "1"))
        try await broker.publish(TestMessage("kept", "2", retained: true))
        try await broker.restart(remembering: true)
        try await broker.connect(0, [], isClean: false, sessionSeconds: 600)
        #expect(try await broker.words(0) == ["a=1", "kept=2"])
        try await broker.connect(1, ["kept"])
        #expect(try await broker.words(1) == ["kept=2"])
    }

    @Test(arguments: Kind.allCases) func aRestartWithoutItsMemoryKeepsNothing(kind: Kind) async throws {
        let broker = try kind.make()
        try await broker.connect(0, ["a"], isClean: false, sessionSeconds: 600)
        try await broker.leave(0)
        try await broker.publish(TestMessage("a", "1", retained: true))
        try await broker.restart(remembering: false)
        try await broker.connect(0, [], isClean: false, sessionSeconds: 600)
        try await broker.publish(TestMessage("a", "2"))
        #expect(try await broker.received(0).isEmpty)
        try await broker.connect(1, ["a"])
        #expect(try await broker.received(1).isEmpty)
    }
}
