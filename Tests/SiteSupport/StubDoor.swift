package import ClockDomain
internal import ClockMQTT
internal import ClockTestSupport
internal import ClockWire
internal import Synchronization

/// Plays the hub's door at a broker that lets anybody in. One room waits at it as soon as it is open.
package final class StubDoor: Sendable {
    /// The number that the waiting room says.
    package static let number = "471926"
    /// One for which the door says that another was wrong a moment ago.
    package static let early = "111111"

    private let topics: Topics
    private let client: MQTTClient
    private let rooms = Mutex<[NodeID]>([])

    /// The names of the rooms that it let in.
    package var accepted: [NodeID] { rooms.withLock { $0 } }

    /// Returns once the broker tells of it.
    package init(port: Int, site: String) async throws {
        topics = Topics(site: SiteID(site)!)
        client = try MQTTClient(MQTTConfiguration(host: "127.0.0.1", port: port, clientID: "door"))
        try client.subscribe([MQTTSubscription(topics.request(.pair), takesRetained: false)])
        try client.start { [weak self] event in
            if case .message(let message, _) = event { self?.answer(message) }
        }
        try await waitUntil("the door is connected") { client.isConnected }
        publish(isOpen: false, waiting: 0)
    }

    deinit {
        let client = client
        Task { await client.stop() }
    }

    private func publish(isOpen: Bool, waiting: Int) {
        let room = WaitingRooms.Room(
            number: Self.number, address: "192.168.1.9", since: WallTime(seconds: 1_800_000_000))
        let state = WaitingRooms(isOpen: isOpen, rooms: Array(repeating: room, count: waiting))
        send(MQTTMessage(topic: topics.pairing, payload: WireCodec.encode(state), retain: true))
    }

    private func answer(_ message: MQTTMessage) {
        guard let topic = message.responseTopic,
            // Anything else is not for a door.
            let request: StampedRequest<PairRequest> = try? WireCodec.decode(from: message.payload)
        else { return }
        send(
            MQTTMessage(
                topic: topic, payload: WireCodec.encode(answer(request.request)),
                correlationData: message.correlationData))
    }

    private func answer(_ request: PairRequest) -> Reply<PairResult> {
        switch (request.action, request.number) {
        case (.open, _): publish(isOpen: true, waiting: 1)
        case (.accept, Self.number):
            rooms.withLock { $0 += [request.node].compactMap { $0 } }
            publish(isOpen: true, waiting: 0)
        case (.accept, Self.early):
            return Reply(error: RequestError(.unavailable, "a number was wrong a moment ago; try again in 42 s"))
        case (.accept, _): return Reply(error: RequestError(.unknownObject, "no room with this number is at the door"))
        case (.forget, _): break
        }
        return Reply(result: PairResult())
    }

    private func send(_ message: MQTTMessage) {
        // A test that misses it fails.
        try? client.publish(message)
    }
}
