internal import ClockConnection
internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Logging
internal import ServiceLifecycle

/// Publishes chunks of sounds and voice packs, a few at a time, so that wakes and answers never wait behind a whole
/// sound. There is one for sounds and one for packs, so that a sound never waits behind a pack.
struct ChunkPublisher: Service {
    struct Order: Sendable {
        var content: Digest
        var parts: [ContentPart]
        var isRetained: Bool
        var expirySeconds: UInt32
    }

    /// The most orders that may wait. Overflow policy: the newest is dropped; a node that lacks a chunk asks again.
    static let maximumWaiting = 64

    let orders: AsyncStream<Order>
    /// The most chunks on their way to the broker at a time.
    let window: Int
    let mqtt: MQTTClient
    let shelf: BlobShelf
    let topics: Topics
    let inbox: CoordinatorInbox
    let logger: Logger

    func run() async throws {
        for await order in orders.cancelOnGracefulShutdown() {
            do {
                try await publish(order)
            } catch let error as SystemError {
                inbox.post(.contentUnreadable(order.content, reason: "\(error)"))
            } catch {
                // The connection is lost; a node that lacks chunks asks again.
                logger.debug("cannot publish \(order.content.short): \(error)")
            }
        }
    }

    private func publish(_ order: Order) async throws {
        let chunks = order.parts.lazy.flatMap { part in part.chunks.lazy.map { (blob: part.blob, chunk: $0) } }
        try await mqtt.publishAcknowledged(chunks, window: window) { blob, chunk in
            MQTTMessage(
                topic: topics.chunk(chunk, of: blob.id, in: order.content),
                payload: try shelf.read(blob.range(ofChunk: chunk), of: blob),
                .chunk(isRetained: order.isRetained, expirySeconds: order.expirySeconds))
        }
    }
}
