internal import ClockWebCore
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// Examines heads as they come, before the conversion to common types drops a second host and a target's host. The
/// fault travels on in a header, so that the ``Door`` answers it in its usual way.
final class HeadCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// The server refuses a request whose client sends this header itself.
    static let mark = "clocksmith-fault"

    private let maximumBytes: Int

    /// - Parameter maximumBytes: of the longest body that any request may have.
    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let facts = RequestHead(
            target: head.uri, isHTTP10: head.version == .http1_0 || head.version == .http0_9,
            hosts: head.headers["host"],
            contentLengths: head.headers["content-length"], transferEncodings: head.headers["transfer-encoding"])
        if let fault = facts.fault(maximumBytes: maximumBytes) {
            head.headers.replaceOrAdd(name: Self.mark, value: fault.rawValue)
            // The beginning of the connection's next request is unknown.
            head.headers.replaceOrAdd(name: "connection", value: "close")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Adds itself at the place that sees heads as they came.
    static func add(to pipeline: ChannelPipeline, maximumBytes: Int) throws {
        let pipeline = pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(HeadCheck(maximumBytes: maximumBytes), position: .after(decoder))
    }
}
