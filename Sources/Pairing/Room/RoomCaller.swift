internal import ClockPairing
internal import ClockRuntime
internal import NIOCore
internal import NIOPosix
internal import PairingLink
internal import Synchronization

/// A room's one connection to a door.
final class RoomCaller: Sendable {
    private struct Call {
        var number = 0
        var channel: (any Channel)?
    }

    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let post: @Sendable (RoomPairing.Event) -> Void
    private let call = Mutex(Call())

    init(post: @escaping @Sendable (RoomPairing.Event) -> Void) { self.post = post }

    /// - Parameters:
    ///   - hub: `HOST` or `HOST:PORT`.
    ///   - port: used where the hub names none.
    func connect(to hub: String, port: Int) {
        guard let address = BrokerAddress(hub) else { return post(.ended(reason: "\(hub) is no host")) }
        let number = call.withLock { call in
            call = Call(number: call.number + 1)
            return call.number
        }
        // Events of an earlier connection do not count any more.
        let post: @Sendable (RoomPairing.Event) -> Void = { event in
            if self.call.withLock({ $0.number }) == number { self.post(event) }
        }
        ClientBootstrap(group: group)
            .connectTimeout(.seconds(5))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        PairingLines(
                            maximumBytes: PairingMessage.maximumBytes,
                            opened: {
                                guard self.adopt(channel, number) else { return channel.close(promise: nil) }
                                let nonce = (0..<PairingExchange.nonceBytes).map { _ in UInt8.random(in: 0 ... .max) }
                                post(.connected(nonce: nonce))
                            }, received: { post(.received($0)) },
                            ended: {
                                guard self.call.withLock({ $0.channel === channel }) else { return }
                                post(.ended(reason: "the hub hung up"))
                            }))
                }
            }
            .connect(host: address.host, port: address.port ?? port)
            .whenFailure { post(.ended(reason: "\(hub): \($0)")) }
    }

    /// Returns false for the connection of a call that was hung up meanwhile, and for a second one: a host's addresses
    /// are tried side by side.
    private func adopt(_ channel: any Channel, _ number: Int) -> Bool {
        call.withLock { call in
            guard call.number == number, call.channel == nil else { return false }
            call.channel = channel
            return true
        }
    }

    func send(_ message: PairingMessage) async {
        // A connection that is gone reports its end.
        if let channel = call.withLock({ $0.channel }) { try? await PairingLines.send(message, on: channel).get() }
    }

    func hangUp() {
        let channel = call.withLock { call in
            call.number += 1
            defer { call.channel = nil }
            return call.channel
        }
        channel?.close(promise: nil)
    }
}
