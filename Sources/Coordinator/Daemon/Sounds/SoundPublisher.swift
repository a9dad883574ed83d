internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Logging
internal import ServiceLifecycle

/// Puts sounds on the broker, a few chunks at a time, so that wakes and answers never wait behind a whole sound.
struct SoundPublisher: Service {
    /// Chunks of a sound to be published.
    struct Order: Sendable {
        var sound: CarriedSound
        var chunks: [Int]
        var expirySeconds: UInt32
    }

    /// Chunks that are on their way to the broker at a time.
    private static let window = 4
    /// Orders that may wait. Overflow policy: the newest is dropped; a node that lacks a chunk asks again.
    static let maximumWaiting = 64

    let orders: AsyncStream<Order>
    let topics: Topics
    let mqtt: MQTTClient
    let workshop: SoundWorkshop
    let logger: Logger

    func run() async throws {
        for await order in orders.cancelOnGracefulShutdown() {
            do {
                try await publish(order)
            } catch {
                logger.warning("sound \(order.sound.id.short) is not on the broker: \(error)")
            }
        }
    }

    private func publish(_ order: Order) async throws {
        let bytes = try workshop.bytes(of: order.sound)
        // The file may have been made anew from another engine's words.
        guard bytes.count == order.sound.bytes else {
            throw SystemError("read sound \(order.sound.id.short), which is another now", code: 0)
        }
        try await mqtt.publishAcknowledged(order.chunks, window: Self.window) { chunk in
            MQTTMessage(
                topic: topics.sound(order.sound.id, chunk: chunk),
                payload: Array(bytes[order.sound.range(ofChunk: chunk)]), retain: true,
                messageExpirySeconds: order.expirySeconds)
        }
    }
}
