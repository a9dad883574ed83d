public import ClockPairing
internal import ClockWire
internal import Glibc
public import NIOCore

/// Reads one message of a line from a connection at a time, and writes them.
///
/// It ends a connection that sends no message of the protocol: nothing of it is kept, and nobody is answered.
public final class PairingLines: ChannelInboundHandler {
    public typealias InboundIn = ByteBuffer
    public typealias OutboundOut = ByteBuffer

    /// Bytes of a line that a door reads: its rooms send keys and nonces only.
    public static let shortLine = 1_024

    private let maximumBytes: Int
    private let opened: () -> Void
    private let received: (PairingMessage) -> Void
    private let ended: () -> Void
    private var rest: [UInt8] = []

    /// - Parameters:
    ///   - maximumBytes: of a line.
    ///   - opened: called once the connection can be written to, before anything is read.
    ///   - received: called on the connection's thread.
    ///   - ended: called once, at the connection's end.
    public init(
        maximumBytes: Int, opened: @escaping () -> Void, received: @escaping (PairingMessage) -> Void,
        ended: @escaping () -> Void
    ) {
        self.opened = opened
        self.maximumBytes = maximumBytes
        self.received = received
        self.ended = ended
    }

    public func channelActive(context: ChannelHandlerContext) {
        let options: [(SocketOptionLevel, SocketOptionName, SocketOptionValue)] = [
            (SocketOptionLevel(SOL_SOCKET), SO_KEEPALIVE, 1), (SocketOptionLevel(IPPROTO_TCP), TCP_KEEPIDLE, 30),
            (SocketOptionLevel(IPPROTO_TCP), TCP_KEEPINTVL, 10), (SocketOptionLevel(IPPROTO_TCP), TCP_KEEPCNT, 3),
        ]
        for (level, name, value) in options {
            // They notice within a minute that the other side is gone without a word. Without them it takes longer.
            try? context.channel.syncOptions?.setOption(.socket(level, name), value: value)
        }
        opened()
        context.fireChannelActive()
    }

    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        rest += Self.unwrapInboundIn(data).readableBytesView
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(rest[..<end])
            rest.removeSubrange(...end)
            // The reason for a line that cannot be read matters to nobody.
            guard line.count <= maximumBytes, let message = try? WireCodec.decode(PairingMessage.self, from: line)
            else { return context.close(promise: nil) }
            received(message)
        }
        if rest.count > maximumBytes { context.close(promise: nil) }
    }

    public func channelInactive(context: ChannelHandlerContext) {
        ended()
        context.fireChannelInactive()
    }

    public func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// Sends a message. From any thread.
    @discardableResult
    public static func send(_ message: PairingMessage, on channel: any Channel) -> EventLoopFuture<Void> {
        let line = WireCodec.encode(message) + [UInt8(ascii: "\n")]
        return channel.writeAndFlush(channel.allocator.buffer(bytes: line))
    }
}
