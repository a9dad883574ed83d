internal import ClockPairing
internal import ClockRuntime
internal import NIOCore
internal import NIOPosix
internal import PairingLink
internal import ServiceLifecycle
internal import Synchronization

/// The port at which rooms call: one thread, and no more connections than the core has places, and one to refuse.
final class DoorListener: Service, Sendable {
    private let port: Int
    private let post: @Sendable (DoorPairing.Event) -> Bool
    private let rooms = Mutex<[Int: any Channel]>([:])
    private let lastID = Atomic(0)

    /// Connections that are being refused at a time, beside the guests; more are closed without a word.
    private static let maximumRefusals = 16
    private static let (everyAddress, everyIPv4Address) = ("::", "0.0.0.0")

    /// Returns the error number of listening at a port; 0 when it would succeed.
    static func error(_ port: Int) -> Int32 {
        PortProbe.error(everyAddress, port) == 0 ? 0 : PortProbe.error(everyIPv4Address, port)
    }

    init(port: Int, post: @escaping @Sendable (DoorPairing.Event) -> Bool) {
        self.port = port
        self.post = post
    }

    func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let server: any Channel
        do {
            let bootstrap = ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 16)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try self.greet(channel) }
                }
            do {
                server = try await bootstrap.bind(host: Self.everyAddress, port: port).get()
            } catch {
                // The kernel may have no IPv6.
                server = try await bootstrap.bind(host: Self.everyIPv4Address, port: port).get()
            }
        } catch {
            throw FatalError(.unavailable, "cannot listen for new rooms at port \(port): \(error)")
        }
        // Ends by cancellation as well as by shutdown; the port closes either way.
        try? await gracefulShutdown()
        // A port that is closed already is as good.
        try? await server.close()
        try await group.shutdownGracefully()
    }

    private func greet(_ channel: any Channel) throws {
        let isFull = rooms.withLock { $0.count >= DoorPairing.maximumGuests + Self.maximumRefusals }
        guard !isFull, let remote = channel.remoteAddress?.ipAddress else { return channel.close(promise: nil) }
        // An IPv4 address as the socket of both families writes it (RFC 4291 section 2.5.5.2).
        let address = remote.hasPrefix("::ffff:") ? String(remote.dropFirst(7)) : remote
        let id = lastID.add(1, ordering: .relaxed).newValue
        rooms.withLock { $0[id] = channel }
        let end = channel.eventLoop.scheduleTask(in: .init(DoorPairing.longestConnection)) {
            channel.close(promise: nil)
        }
        try channel.pipeline.syncOperations.addHandler(
            PairingLines(
                maximumBytes: PairingLines.shortLine,
                opened: {
                    let nonce = (0..<PairingExchange.nonceBytes).map { _ in UInt8.random(in: 0 ... .max) }
                    if !self.post(.connected(id, address: address, nonce: nonce)) { channel.close(promise: nil) }
                }, received: { if !self.post(.received(id, $0)) { channel.close(promise: nil) } },
                ended: {
                    end.cancel()
                    self.free(id, on: channel.eventLoop)
                }))
    }

    /// Frees the place of a connection once the core knows of its end.
    private func free(_ id: Int, on loop: any EventLoop) {
        if post(.ended(id)) {
            rooms.withLock { $0[id] = nil }
        } else {
            loop.scheduleTask(in: .seconds(1)) { self.free(id, on: loop) }
        }
    }

    func send(_ message: PairingMessage, to room: Int) {
        if let channel = rooms.withLock({ $0[room] }) { PairingLines.send(message, on: channel) }
    }

    /// Ends a room's connection after the messages that were sent.
    func hangUp(_ room: Int) {
        rooms.withLock { $0[room] }?.close(mode: .all, promise: nil)
    }
}
