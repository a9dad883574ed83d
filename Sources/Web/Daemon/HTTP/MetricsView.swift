internal import ClockDomain
internal import ClockRuntime
internal import ClockWebCore
internal import ClockWire
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// `/metrics`, for Prometheus: whoever may look at the site, and whoever has the token.
struct MetricsView: Sendable {
    let feed: Feed
    let link: SiteLink
    /// `nil` where there is none.
    let token: String?
    /// Below the scrape timeout of most.
    private static let longestPatience: Duration = .seconds(4)

    /// When this program started.
    let started: WallTime

    func answer(_ request: Request, _ context: WebContext) async throws -> Response {
        guard context.identity != nil || isToken(request.headers[.authorization]) else {
            var response = try Problem(
                .unauthorized, "login", "Log in first, or send the token that metrics.token_file has."
            ).response(from: request, context: context)
            response.headers[.wwwAuthenticate] = "Bearer"
            return response
        }
        let (site, nodes) = await read(within: Self.patience(of: request))
        let own = MetricsText.Own(version: ClockVersion.current, started: started, process: .own())
        return Response(
            status: .ok, headers: [.contentType: MetricsText.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: MetricsText.write(site, nodes, own))))
    }

    /// Prometheus gives up a scrape after a time that it tells, and would drop the very sample that says what is wrong.
    private static func patience(of request: Request) -> Duration {
        let told = request.headers[.init("x-prometheus-scrape-timeout-seconds")!].flatMap { Double($0) }
        guard let told, told.isFinite else { return longestPatience }
        return .milliseconds(Int64(min(max(told - 1, 0.5), 60) * 1_000))
    }

    /// All pages; nothing where the coordinator does not answer, which is then what there is to tell: at once where its last
    /// will says that it is gone.
    private func read(within patience: Duration) async -> (SiteMetrics?, [NodeMetrics]) {
        let connection = feed.snapshot.connection
        guard connection.broker == .connected, connection.coordinator != .offline else { return (nil, []) }
        let deadline = link.now().boot + patience
        var nodes: [NodeMetrics] = []
        var request = MetricsRequest()
        while true {
            // What it is that does not answer, the log and the page tell.
            let left = deadline - link.now().boot
            guard left > .zero, let page = try? await link.ask(request, as: .viewer, timeout: left).result else {
                return (nil, [])
            }
            nodes += page.nodes
            // A page that does not go on would be asked for again without end.
            guard let next = page.next, request.after.map({ next > $0 }) ?? true else { return (page.site, nodes) }
            request.after = next
        }
    }

    /// Takes as long for every wrong token of a length.
    private func isToken(_ header: String?) -> Bool {
        guard let token, let header, header.prefix(7).lowercased() == "bearer " else { return false }
        return ConstantTime.isSame(Array(header.dropFirst(7).utf8), Array(token.utf8))
    }
}
