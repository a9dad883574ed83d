internal import ClockDomain
internal import ClockWebCore
internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization

/// The number of connections of each address.
final class ConnectionCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    let maximum: Int

    /// - Parameter maximum: of one address.
    init(maximum: Int) { self.maximum = maximum }

    /// - Returns: true when the address may have one more.
    func open(_ address: String) -> Bool {
        counts.withLock { counts in
            guard counts[address, default: 0] < maximum else { return false }
            counts[address, default: 0] += 1
            return true
        }
    }

    func close(_ address: String) {
        counts.withLock { counts in
            let left = (counts[address] ?? 1) - 1
            counts[address] = left > 0 ? left : nil
        }
    }
}

/// Ends a connection that takes too long over a request, however slowly it drips, or over an answer; and any connection
/// above the limit of its address.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    struct Limits: Sendable {
        /// From the connection to the end of the first request's head, TLS included.
        var head: TimeAmount = .seconds(10)
        /// From a head to the end of its body.
        var body: TimeAmount = .seconds(20)
        /// From an answer to the end of the next head.
        var idle: TimeAmount = .seconds(60)
        /// Longest time in which the client reads nothing of an answer.
        var stall: TimeAmount = .seconds(60)
    }

    /// For a client that reads slowly, so much waits here; the rest waits at a place that costs nothing.
    private static let unsent = ChannelOptions.Types.WriteBufferWaterMark(low: 8 << 10, high: 16 << 10)

    private let limits: Limits
    private let counts: ConnectionCounts
    /// The address that the connection counts for.
    private var address: String?
    private var reading: Scheduled<Void>?
    /// True from a request's head until all of its body has arrived.
    private var isReadingBody = false
    /// Requests without an answer so far.
    private var unanswered = 0
    private var writing: Scheduled<Void>?

    init(_ limits: Limits, _ counts: ConnectionCounts) {
        self.limits = limits
        self.counts = counts
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let address = context.remoteAddress?.ipAddress.map(ClientAddress.key) ?? "socket"
        guard counts.open(address) else { return context.close(promise: nil) }
        self.address = address
        do {
            try HeadCheck.add(to: context.pipeline, maximumBytes: RequestRelay.maximumBytes)
        } catch {
            // Without it the guard admits nobody.
            return context.close(promise: nil)
        }
        // If this fails, the usual bound of 64 KiB is as safe, and only larger.
        try? context.channel.syncOptions?.setOption(.writeBufferWaterMark, value: Self.unsent)
        limit(context, limits.head)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isReadingBody = true
            unanswered += 1
            limit(context, limits.body)
        case .body: break
        case .end:
            isReadingBody = false
            rest(context)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            unanswered -= 1
            if !isReadingBody { rest(context) }
        }
        context.write(data, promise: promise)
    }

    /// Sets the limit between requests: an answer takes as long as it takes, and a connection without one ends.
    private func rest(_ context: ChannelHandlerContext) {
        if unanswered > 0 {
            reading?.cancel()
            reading = nil
        } else {
            limit(context, limits.idle)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writing?.cancel()
        writing = context.channel.isWritable ? nil : schedule(context, limits.stall)
        context.fireChannelWritabilityChanged()
    }

    private func limit(_ context: ChannelHandlerContext, _ time: TimeAmount) {
        reading?.cancel()
        reading = schedule(context, time)
    }

    private func schedule(_ context: ChannelHandlerContext, _ time: TimeAmount) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }

    private func end() {
        reading?.cancel()
        writing?.cancel()
        if let address { counts.close(address) }
        address = nil
    }
}
