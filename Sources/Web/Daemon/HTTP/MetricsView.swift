internal import ClockDomain
internal import ClockRuntime
internal import ClockWebCore
internal import ClockWire
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// `/metrics`, for Prometheus: for anybody who may look at the site, or has the token.
struct MetricsView: Sendable {
    let feed: Feed
    let link: SiteLink
    /// `nil` when there is none.
    let token: String?
    /// Below the scrape timeout of most.
    private static let longestPatience: Duration = .seconds(4)

    /// The instant at which this program started.
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

    /// Prometheus drops a scrape after a timeout that it sends, and with it the very sample that shows the problem.
    private static func patience(of request: Request) -> Duration {
        let told = request.headers[.init("x-prometheus-scrape-timeout-seconds")!].flatMap { Double($0) }
        guard let told, told.isFinite else { return longestPatience }
        return .milliseconds(Int64(min(max(told - 1, 0.5), 60) * 1_000))
    }

    /// Returns all pages; nothing when the coordinator does not answer, which the metrics then show: at once when its
    /// last will says that it is gone.
    private func read(within patience: Duration) async -> (SiteMetrics?, [NodeMetrics]) {
        let connection = feed.snapshot.connection
        guard connection.broker == .connected, connection.coordinator != .offline else { return (nil, []) }
        let deadline = link.now().boot + patience
        var nodes: [NodeMetrics] = []
        var request = MetricsRequest()
        while true {
            // The log and the page name the part that does not answer.
            let left = deadline - link.now().boot
            guard left > .zero, let page = try? await link.ask(request, as: .viewer, timeout: left).result else {
                return (nil, [])
            }
            nodes += page.nodes
            // If a page did not advance, we would request it without end.
            guard let next = page.next, request.after.map({ next > $0 }) ?? true else { return (page.site, nodes) }
            request.after = next
        }
    }

    /// Takes equally long for every wrong token of a length.
    private func isToken(_ header: String?) -> Bool {
        guard let token, let header, header.prefix(7).lowercased() == "bearer " else { return false }
        return ConstantTime.isSame(Array(header.dropFirst(7).utf8), Array(token.utf8))
    }
}
