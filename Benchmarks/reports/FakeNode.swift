import BenchmarkSupport
import ClockDomain
import ClockMQTT
import ClockWire
import Synchronization

/// A node reduced to its ledger: publishes entries and receives acknowledgements.
final class FakeNode {
    /// Entries under way without an acknowledgement, as for a real node (docs/protocol.md).
    private static let maximumUnderWay = 500

    /// A ledger message, made before the clock starts.
    struct Letter {
        var lastSequence: Int
        var message: MQTTMessage
    }

    /// Shared with the network thread.
    private struct State {
        var acked = 0
        var awaited: [(sequence: Int, countdown: Countdown)] = []
    }

    private final class Box: Sendable {
        let state = Mutex(State())
    }

    let id: NodeID
    private let client: MQTTClient
    private let topics: Topics
    private let box = Box()
    private let played: PlayedNode
    /// Of the last prepared entry.
    private(set) var lastSequence = 0

    /// Begins to connect and to subscribe.
    ///
    /// - Parameters:
    ///   - newest: the first entry's quarter hour; each later entry is about the quarter hour before it.
    /// - ready: counts down when the broker has accepted the subscription.
    init(_ id: NodeID, broker: Broker, newest: WallTime, ready: Countdown) throws {
        self.id = id
        played = PlayedNode(id, newest: newest)
        topics = Topics(site: broker.site)
        let topic = topics.acked(id)
        let box = box
        client = try MQTTClient(broker.configuration(clientID: "\(broker.site)-\(id)"))
        try client.subscribe([MQTTSubscription(topic)])
        try client.start { event in
            switch event {
            case .subscribed(let subscription) where subscription.filter == topic: ready.arrive(at: 0)
            case .message(let message, let receipt):
                // An unreadable one is missed, and the measurement with it.
                guard let acked = try? WireCodec.decode(Acked.self, from: message.payload) else { return }
                FakeNode.take(acked, at: receipt.bootNanoseconds, in: box)
            case .subscribed, .connected, .disconnected, .subscriptionRefused, .publishRefused: break
            }
        }
        try client.publish(
            MQTTMessage(topic: topics.availability(id), payload: Availability.online.payload, retain: true))
        try client.publish(
            MQTTMessage(topic: topics.reported(id), payload: WireCodec.encode(played.reported), retain: true))
    }

    /// The next `count` entries, in messages of at most `perMessage`.
    func letters(count: Int, perMessage: Int) -> [Letter] {
        let end = lastSequence + count
        var letters: [Letter] = []
        while lastSequence < end {
            let sequences = (lastSequence + 1)...min(end, lastSequence + perMessage)
            letters.append(
                Letter(
                    lastSequence: sequences.upperBound,
                    message: MQTTMessage(topic: topics.ledger(id), payload: WireCodec.encode(played.batch(sequences)))))
            lastSequence = sequences.upperBound
        }
        return letters
    }

    /// Publishes, and waits for acknowledgements if too many entries are under way.
    func send(_ letters: [Letter]) throws {
        for letter in letters {
            let room = Countdown(1)
            expect(letter.lastSequence - FakeNode.maximumUnderWay, room)
            _ = try room.wait(seconds: 30, for: "acknowledgements of node \(id)")
            try client.publish(letter.message)
        }
    }

    /// Counts `countdown` down when everything up to `sequence` is acknowledged.
    func expect(_ sequence: Int, _ countdown: Countdown) {
        let isAcked = box.state.withLock { state in
            if state.acked < sequence { state.awaited.append((sequence, countdown)) }
            return state.acked >= sequence
        }
        if isAcked { countdown.arrive(at: 0) }
    }

    /// Publishes messages for a bare subscriber on this node's connection.
    func publish(_ payloads: [[UInt8]], to topic: String) throws {
        for payload in payloads { try client.publish(MQTTMessage(topic: topic, payload: payload)) }
    }

    private static func take(_ acked: Acked, at nanoseconds: Int64, in box: Box) {
        let met = box.state.withLock { state in
            state.acked = max(state.acked, acked.sequence)
            let reached = state.acked
            let met = state.awaited.filter { $0.sequence <= reached }.map(\.countdown)
            state.awaited.removeAll { $0.sequence <= reached }
            return met
        }
        for countdown in met { countdown.arrive(at: nanoseconds) }
    }
}
