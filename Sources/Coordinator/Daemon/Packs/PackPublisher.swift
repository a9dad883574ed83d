internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Logging
internal import ServiceLifecycle

/// Sends nodes the parts of voice packs that they ask for, a few chunks at a time, so that wakes and answers never wait
/// behind a whole pack.
struct PackPublisher: Service {
    /// Parts of a pack to be sent.
    struct Order: Sendable {
        var pack: SoundID
        var parts: [PackPart]
        var expirySeconds: UInt32
    }

    /// Chunks that are on their way to the broker at a time.
    private static let window = 2
    /// Orders that may wait. Overflow policy: the newest is dropped; a node that lacks a chunk asks again.
    static let maximumWaiting = 64

    let orders: AsyncStream<Order>
    let mqtt: MQTTClient
    let shelf: PackShelf
    let shell: CoordinatorShell

    func run() async throws {
        for await order in orders.cancelOnGracefulShutdown() {
            do {
                try await publish(order)
            } catch let error as SystemError {
                shell.post(.packUnreadable(order.pack, reason: "\(error)"))
            } catch {
                // The connection has gone; whoever lacks something asks again.
                shell.logger.debug("voice pack \(order.pack.short) is not sent: \(error)")
            }
        }
    }

    private func publish(_ order: Order) async throws {
        let chunks = order.parts.lazy.flatMap { part in part.chunks.lazy.map { (file: part.file, chunk: $0) } }
        var read: (file: CarriedSound, bytes: [UInt8])?
        try await mqtt.publishAcknowledged(chunks, window: Self.window) { file, chunk in
            let bytes: [UInt8]
            if let read, read.file == file {
                bytes = read.bytes
            } else {
                bytes = try shelf.bytes(of: file)
                read = (file, bytes)
            }
            return MQTTMessage(
                topic: shell.topics.pack(order.pack, file: file.id, chunk: chunk),
                payload: Array(bytes[file.range(ofChunk: chunk)]), messageExpirySeconds: order.expirySeconds)
        }
    }
}
