internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWebCore
internal import ClockWire
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore

/// Everything that the server answers.
struct WebRoutes: Sendable {
    let feed: Feed
    let link: SiteLink
    let files: PageFiles

    func router() -> Router<WebContext> {
        let router = Router(context: WebContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: ErrorAnswers())
        let api = router.group("api/v1")
        api.get("session") { _, _ in
            Response.json(SessionDocument(role: .member, login: false, site: link.topics.site))
        }
        api.get("site") { _, _ in Response.json(SnapshotDocument(feed.snapshot, now: feed.siteNow)) }
        api.get("events") { request, context in try events(request, context) }
        for path in files.files.keys.sorted() + PageFiles.routes.sorted() {
            router.get(RouterPath(path)) { request, _ in try page(path, request) }
        }
        return router
    }

    // MARK: Pages

    private func page(_ path: String, _ request: Request) throws -> Response {
        guard let file = files.file(path) else { throw Problem(.notFound, "not-found", "There is no \(path).") }
        var headers: HTTPFields = [.contentType: file.type, .eTag: file.tag, .cacheControl: "no-cache"]
        if request.headers[.ifNoneMatch]?.contains(file.tag) == true {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentLength] = String(file.bytes.count)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    // MARK: Events

    private func events(_ request: Request, _ context: WebContext) throws -> Response {
        guard let subscription = feed.open(nil) else {
            throw Problem(.serviceUnavailable, "unavailable", "The server is ending.", retryAfter: 2)
        }
        // A page that goes away is noticed at once, not at the next heartbeat.
        context.channel.closeFuture.whenComplete { [feed] _ in feed.close(subscription) }
        let body = ResponseBody { [feed] writer in
            defer { feed.close(subscription) }
            var place: Int?
            for await _ in subscription.wakes {
                while let (bytes, next) = feed.read(subscription, from: place) {
                    place = next
                    guard !bytes.isEmpty else { break }
                    try await writer.write(contentsOf: bytes.map { ByteBuffer(bytes: $0) })
                }
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
                // Proxies are not to collect events.
                .init("x-accel-buffering")!: "no",
            ], body: body)
    }
}

/// Who asks, and what the page is to know before all else.
struct SessionDocument: Encodable {
    var account: String?
    var role: ClientRole
    /// Whether one must log in.
    var login: Bool
    var site: SiteID
    var version = ClockVersion.current
}

/// Answers with what went wrong, in the API's way.
struct ErrorAnswers: RouterMiddleware {
    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let problem = Problem(error)
            if problem.status.code >= 500 { context.logger.debug("\(request.method) failed: \(error)") }
            return try problem.response(from: request, context: context)
        }
    }
}
