internal import ClockDomain
public import ClockWire

/// A kind of request, and the function of the core that answers it.
public struct RequestHandler: Sendable {
    public let request: any SiteRequest.Type
    private let handle: @Sendable (inout CoordinatorCore, CoordinatorRequest, RequestOrigin, Now) -> Void

    init<Request: SiteRequest>(
        _ request: Request.Type,
        _ handle: @escaping @Sendable (inout CoordinatorCore, Request, RequestOrigin, Now) -> Void
    ) {
        self.request = request
        self.handle = { core, request, origin, now in
            guard let request = request.content as? Request else {
                preconditionFailure("\(request) came to the handler of \(Request.verb)")
            }
            handle(&core, request, origin, now)
        }
    }

    func answer(
        _ request: CoordinatorRequest, to origin: RequestOrigin, at now: Now, by core: inout CoordinatorCore
    ) { handle(&core, request, origin, now) }

    /// - Throws: ``WireError`` for a payload that is not such a request.
    public func read(_ payload: [UInt8]) throws(WireError) -> (request: CoordinatorRequest, stamp: RequestStamp?) {
        func read<Request: SiteRequest>(
            _ request: Request.Type
        ) throws(WireError) -> (CoordinatorRequest, RequestStamp?) {
            let stamped = try WireCodec.decode(StampedRequest<Request>.self, from: payload)
            return (CoordinatorRequest(stamped.request), stamped.stamp)
        }
        return try read(request)
    }
}
