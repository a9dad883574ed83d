internal import ClockDomain
internal import ClockWebCore
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore

/// The first steps of every request: the rules of the door, the identity, and the headers of every answer.
struct Door: RouterMiddleware {
    let rules: DoorRules
    let access: Access
    /// The address at which the server listens, which decides how requests come.
    let listen: ListenAddress
    let hasTLS: Bool

    /// The paths that the server answers without a login, besides the pages themselves, which contain no data. The
    /// metrics have a token of their own.
    static let open: Set<String> = ["/api/v1/session", "/api/v1/login", metrics]
    private static let metrics = "/metrics"

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, admitted(request, context))
        } catch {
            let problem = Problem(error)
            if problem.status.code >= 500 { context.logger.debug("\(request.method) failed: \(error)") }
            response = try problem.response(from: request, context: context)
        }
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        if isAtStandardPort(request) { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        response.headers[.init("referrer-policy")!] = "no-referrer"
        response.headers[.init("cross-origin-opener-policy")!] = "same-origin"
        response.headers[.init("cross-origin-resource-policy")!] = "same-origin"
        return response
    }

    /// True for a browser that came by TLS to the port 443. Strict transport security holds for all ports of a host (RFC
    /// 6797, section 8.3): from another port it would take away other programs' pages that have no TLS.
    private func isAtStandardPort(_ request: Request) -> Bool {
        guard way(request).isSecure, let host = request.head.authority else { return false }
        return DoorRules.port(of: host) ?? 443 == 443
    }

    private static let policy = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

    private func admitted(_ request: Request, _ context: WebContext) throws -> WebContext {
        var context = context
        switch request.headers[Self.fault] {
        case nil: break
        case RequestHead.Fault.tooLong.rawValue: throw Problem.tooLong
        case _?: throw Problem(.badRequest, "malformed", "The request's host, target or length is not one.")
        }
        let way = way(request)
        context.isSecure = way.isSecure
        context.address = address(request, context)
        let isAPI = request.uri.path.hasPrefix("/api/") || request.uri.path == Self.metrics
        let facts = DoorRules.Facts(
            way: way, isReading: request.method == .get || request.method == .head, isAPI: isAPI,
            host: request.head.authority, localAddress: context.channel.localAddress?.ipAddress,
            origin: request.headers[.origin], fetchSite: request.headers[.init("sec-fetch-site")!],
            contentType: request.headers[.contentType], isForwarded: Self.marks.contains { request.headers[$0] != nil })
        switch rules.refusal(facts) {
        case .misdirected:
            throw Problem(
                .misdirectedRequest, "misdirected",
                "The server is not called by this name; name it in hosts, in web.yaml.")
        case .crossOrigin: throw Problem(.forbidden, "cross-origin", "That came from another page.")
        case .notJSON: throw Problem(.unsupportedMediaType, "not-json", "The body must be application/json.")
        case .proxied:
            throw Problem(
                .forbidden, "proxied",
                "A proxy is in the way, and this address is for browsers of the machine: let it use a Unix socket.")
        case nil: break
        }
        let session = request.cookies[cookieName(.session, context)].map { SessionID(token: $0.value) }
        if let identity = access.identity(session) {
            context.identity = identity
        } else if isAPI {
            guard Self.open.contains(request.uri.path) else { throw Problem(.unauthorized, "login", "Log in first.") }
            context.identity = nil
        }
        return context
    }

    private func way(_ request: Request) -> DoorRules.Way {
        switch listen {
        case .socket:
            // A proxy that sends no header must use TLS: the browser does not send the cookie otherwise.
            .proxy(isSecure: request.headers[.init("x-forwarded-proto")!]?.lowercased() != "http")
        case .network: hasTLS ? .tls : .loopback
        }
    }

    /// Returns the address that attempts count for.
    private func address(_ request: Request, _ context: WebContext) -> String {
        switch listen {
        case .socket:
            ClientAddress.forwarded(request.headers[.init("x-forwarded-for")!]).map(ClientAddress.key) ?? "proxy"
        case .network: context.channel.remoteAddress?.ipAddress.map(ClientAddress.key) ?? "nowhere"
        }
    }

    private static let fault = HTTPField.Name(HeadCheck.mark)!
    private static let marks = [
        "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip",
    ]
    .map { HTTPField.Name($0)! }

    // MARK: Cookies

    enum CookieKind {
        case session
        /// A ``KnownDevice``.
        case device

        fileprivate var name: String {
            switch self {
            case .session: "clocksmith"
            case .device: "clocksmith-device"
            }
        }

        fileprivate var lifetime: Duration {
            switch self {
            case .session: Sessions.lifetime
            case .device: .hours(24 * 365)
            }
        }
    }

    /// With TLS only this very host can set it.
    func cookieName(_ kind: CookieKind, _ context: WebContext) -> String {
        (context.isSecure ? "__Host-" : "") + kind.name
    }

    /// - Parameter value: `nil` to delete the cookie.
    func cookie(_ kind: CookieKind, _ value: String?, _ context: WebContext) -> Cookie {
        Cookie(
            name: cookieName(kind, context), value: value ?? "",
            maxAge: value == nil ? 0 : Int(kind.lifetime.components.seconds), path: "/", secure: context.isSecure,
            httpOnly: true, sameSite: .strict)
    }
}
