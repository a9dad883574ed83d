internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWebCore
internal import ClockWire
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore

struct WebRoutes: Sendable {
    let feed: Feed
    let link: SiteLink
    let files: PageFiles
    let views: SiteViews
    let rings: RingActions
    let emergencies: EmergencyActions
    let newRooms: NewRooms
    let sites: SitesView
    let sounds: SoundViews
    let metrics: MetricsView
    let access: Access
    let door: Door

    /// Longest body of a request outside the protocol.
    private static let maximumBytes = 4 << 10
    /// Most rooms of a preview.
    private static let maximumRooms = 50

    func router() -> Router<WebContext> {
        let router = Router(context: WebContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: door)
        router.add(middleware: DocumentCompression())
        let api = router.group("api/v1")
        api.get("session") { _, context in Response.json(session(context.identity)) }
        api.post("login") { request, context in try await login(request, context) }
        api.post("logout") { request, context in try await logout(request, context) }
        api.get("sessions") { _, context in
            let own = try context.admit(.viewer).session
            return Response.json(SessionsDocument(access.devices(of: own), own: own))
        }
        api.get("site") { _, context in
            _ = try context.admit(.viewer)
            return Response.json(SnapshotDocument(feed.snapshot, now: feed.siteNow))
        }
        api.get("events") { request, context in try events(request, context) }
        api.post("request/:verb") { request, context in try await relay(request, context) }
        api.get("history") { request, context in try await history(request, context) }
        api.get("next") { request, context in
            Response.json(try await views.next(try node(request), as: try context.admit(.viewer).role))
        }
        api.get("bells") { request, context in
            let date = try request.uri.queryParameters["date"].map {
                try CivilDate(iso8601: $0) ?? refuse("date is one like 2026-12-01")
            }
            return Response.json(try await views.bells(on: date, as: try context.admit(.viewer).role))
        }
        api.get("preflight") { _, context in
            Response.json(try await views.preflight(as: try context.admit(.viewer).role))
        }
        api.get("sites") { _, context in
            _ = try context.admit(.viewer)
            return Response.json(await sites.document())
        }
        api.get("slo") { request, context in try await slo(request, context) }
        api.get("doctor") { _, context in Response.json(await views.doctor(as: try context.admit(.viewer).role)) }
        api.post("rings/:occurrence/stop") { request, context in try await act(.stop, request, context) }
        api.post("rings/:occurrence/snooze") { request, context in try await act(.snooze, request, context) }
        api.post("emergency") { request, context in try await beginEmergency(request, context) }
        api.post("emergency/end") { request, context in try await endEmergency(request, context) }
        api.get("new-rooms") { _, context in
            _ = try context.admit(.admin)
            return Response.json(newRooms.document)
        }
        api.get("preview") { _, context in
            _ = try context.admit(.viewer)
            return Response.json(await sounds.names())
        }
        api.get("preview/:sound") { _, context in
            _ = try context.admit(.viewer)
            return try await sounds.preview(context.part("sound"))
        }
        api.post("preview/:sound") { request, context in try await playPreview(request, context) }
        api.get("words") { _, context in
            _ = try context.admit(.viewer)
            return Response.json(await sounds.lists())
        }
        api.get("words/:list") { _, context in
            _ = try context.admit(.viewer)
            return Response.json(try await sounds.list(context.part("list")))
        }
        router.get("metrics") { request, context in try await metrics.answer(request, context) }
        for path in files.files.keys.sorted() + PageFiles.routes.sorted() {
            router.get(RouterPath(path)) { request, _ in try page(path, request) }
        }
        router.get("**") { request, _ in try missing(request) }
        return router
    }

    // MARK: Logging in

    private func session(_ identity: Identity?) -> SessionDocument {
        SessionDocument(
            account: identity?.account, role: identity?.role, login: identity == nil, hasAccounts: access.hasAccounts,
            site: link.topics.site, hasOtherSites: sites.hasOthers)
    }

    /// One of the two ways to log in.
    private enum Credentials: Decodable {
        case password(account: String, password: String)
        case link(String)

        private enum CodingKeys: String, CodingKey { case account, password, link }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let link = try container.decodeIfPresent(String.self, forKey: .link) {
                self = .link(link)
            } else {
                self = .password(
                    account: try container.decode(String.self, forKey: .account),
                    password: try container.decode(String.self, forKey: .password))
            }
        }
    }

    private func login(_ request: Request, _ context: WebContext) async throws -> Response {
        let body = try await request.wholeBody(upTo: Self.maximumBytes)
        // The decoder's reason helps nobody but somebody who experiments.
        guard let credentials = try? JSONDecoder().decode(Credentials.self, from: Data(body.readableBytesView)) else {
            return try refuse("account and password are texts, or link is one")
        }
        let browser = BrowserName.of(userAgent: request.headers[.userAgent])
        let begun: Access.Begun =
            switch credentials {
            case .password(let account, let password):
                try await access.login(
                    account, password, from: context.address,
                    device: request.cookies[door.cookieName(.device, context)]?.value, browser: browser)
            case .link(let secret): try await access.login(link: secret, from: context.address, browser: browser)
            }
        if let before = context.identity?.session { await access.logout(before) }
        var response = Response.json(session(begun.identity))
        response.setCookie(door.cookie(.session, begun.token, context))
        if let device = begun.device { response.setCookie(door.cookie(.device, device, context)) }
        return response
    }

    private struct Leaving: Decodable {
        /// Another session of the same person, from ``SessionsDocument``.
        var session: String?
        /// True for all of them.
        var everywhere: Bool?
    }

    private func logout(_ request: Request, _ context: WebContext) async throws -> Response {
        let body = try await request.wholeBody(upTo: Self.maximumBytes)
        let own = try context.admit(.viewer).session
        var leaving = Leaving()
        if body.readableBytes > 0 {
            // The error sentence states the required form.
            leaving =
                try (try? JSONDecoder().decode(Leaving.self, from: Data(body.readableBytesView)))
                ?? refuse("session is a text, everywhere is true or false")
        }
        if let session = leaving.session, leaving.everywhere != true, session != own.rawValue {
            await access.logout(SessionID(session), of: own)
            return Response.json(SessionsDocument(access.devices(of: own), own: own))
        }
        await access.logout(leaving.everywhere == true ? nil : own, of: own)
        var response = Response.json(session(nil))
        response.setCookie(door.cookie(.session, nil, context))
        // The next person at this browser finds nothing of the site (https://www.w3.org/TR/clear-site-data/).
        response.headers[.init("clear-site-data")!] = #""cache", "storage""#
        return response
    }

    // MARK: Pages

    private func page(_ path: String, _ request: Request, status: HTTPResponse.Status = .ok) throws -> Response {
        guard let file = files.file(path) else { throw Problem(.notFound, "not-found", "There is no \(path).") }
        let compressed = Gzip.isTaken(by: request.headers[.acceptEncoding]) ? file.compressed : nil
        let tag = file.tag(isCompressed: compressed != nil)
        var headers: HTTPFields = [.contentType: file.type, .eTag: tag, .cacheControl: "no-cache"]
        if file.compressed != nil { headers[.vary] = "accept-encoding" }
        if status == .ok, request.headers[.ifNoneMatch]?.contains(tag) == true {
            return Response(status: .notModified, headers: headers)
        }
        let bytes = compressed ?? file.bytes
        if compressed != nil { headers[.contentEncoding] = "gzip" }
        headers[.contentLength] = String(bytes.count)
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Answers for an address that has nothing: to a browser that opens it, with the page that says so.
    private func missing(_ request: Request) throws -> Response {
        let path = request.uri.path
        guard !path.hasPrefix("/api/"), request.headers[.accept]?.contains("text/html") == true else {
            throw Problem(.notFound, "not-found", "There is no \(path).")
        }
        return try page("/", request, status: .notFound)
    }

    // MARK: Requests

    private func relay(_ request: Request, _ context: WebContext) async throws -> Response {
        let verb = context.part("verb")
        if verb == PairRequest.verb.rawValue {
            let person = try context.admit(PairRequest.role).name
            let body = try await request.wholeBody(upTo: PairRequest.maximumBytes)
            return .json(try await newRooms.ask(Array(buffer: body), by: person))
        }
        guard let entry = RequestRelay.entries[verb] else {
            throw Problem(.notFound, "not-found", "There is no request of this name for pages.")
        }
        let identity = try context.admit(entry.role)
        let body = try await request.wholeBody(upTo: entry.maximumBytes)
        return try await entry.ask(Array(buffer: body), identity, link)
    }

    private func history(_ request: Request, _ context: WebContext) async throws -> Response {
        let query = request.uri.queryParameters
        let since = try query["since"].map { text in
            try WallTime(rfc3339: String(text)) ?? refuse("since is an instant like 2026-11-21T18:00:00Z")
        }
        let limit = try query["limit"].map { text in
            try Int(text).flatMap { (1...HistoryRequest.maximumLimit).contains($0) ? $0 : nil }
                ?? refuse("limit is a number from 1 to \(HistoryRequest.maximumLimit)")
        }
        let asked = HistoryRequest(node: try node(request), since: since, limit: limit ?? 100)
        return .json(try await link.ask(asked, as: try context.admit(.viewer).role).result)
    }

    private func slo(_ request: Request, _ context: WebContext) async throws -> Response {
        let query = request.uri.queryParameters
        var terms = SLOTerms()
        if let text = query["weeks"] {
            let range = SLOTerms.weekCounts
            terms.weeks =
                try Int(text).flatMap { range.contains($0) ? $0 : nil }
                ?? refuse("weeks is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        func number(_ name: String, _ range: ClosedRange<Double>) throws -> Double? {
            try query[Substring(name)].map { text in
                try Double(text).flatMap { range.contains($0) ? $0 : nil }
                    ?? refuse("\(name) is a number from \(range.lowerBound) to \(range.upperBound)")
            }
        }
        terms.withinMilliseconds = try number("within", SLOTerms.withinRange) ?? terms.withinMilliseconds
        terms.objectivePercent = try number("objective", SLOTerms.objectiveRange) ?? terms.objectivePercent
        let only = try node(request)
        let role = try context.admit(.viewer).role
        return Response.json(try await views.slo(terms, only, now: feed.siteNow, zone: feed.snapshot.zone, as: role))
    }

    private func node(_ request: Request) throws -> NodeID? {
        try request.uri.queryParameters["node"].map {
            try NodeID(String($0)) ?? refuse("node is an id: \(NodeID.rule)")
        }
    }

    private struct SnoozeLength: Decodable {
        /// `nil` for the ring's own.
        var minutes: Int?
    }

    private func act(_ kind: RingAction.Kind, _ request: Request, _ context: WebContext) async throws -> Response {
        let identity = try context.admit(.member)
        let body = try await request.wholeBody(upTo: Self.maximumBytes)
        var minutes: Int?
        if kind == .snooze, body.readableBytes > 0 {
            let range = RingAction.minutesRange
            // The error sentence states the required form.
            guard let length = try? JSONDecoder().decode(SnoozeLength.self, from: Data(body.readableBytesView)),
                length.minutes.map(range.contains) ?? true
            else { return try refuse("minutes is a number from \(range.lowerBound) to \(range.upperBound)") }
            minutes = length.minutes
        }
        guard let named = PageBody.occurrence(context.part("occurrence")),
            let source = RingSource(named.source), let due = WallTime(rfc3339: named.due)
        else { return try refuse("an occurrence is named like a7@2026-11-24T06:00:00.000Z") }
        return .json(
            try await rings.act(kind, on: Occurrence(source: source, due: due), by: identity.name, minutes: minutes))
    }

    private func beginEmergency(_ request: Request, _ context: WebContext) async throws -> Response {
        let identity = try context.admit(.member)
        let order: EmergencyActions.Order = try await read(request, form: "text is a text, drill is true or false")
        return .json(try await emergencies.begin(order, by: identity.name))
    }

    private struct Ended: Decodable { var id: String }

    private func endEmergency(_ request: Request, _ context: WebContext) async throws -> Response {
        let identity = try context.admit(.member)
        let ended: Ended = try await read(request, form: "id names the emergency")
        return .json(try await emergencies.end(ended.id, by: identity.name))
    }

    private struct PreviewRooms: Decodable {
        var nodes: [NodeID]
        /// `nil` for each room's own.
        var volume: Volume?
    }

    private func playPreview(_ request: Request, _ context: WebContext) async throws -> Response {
        let identity = try context.admit(.member)
        let form = "nodes are 1 to \(Self.maximumRooms) ids of rooms, volume is a number from 0 to 100"
        let rooms: PreviewRooms = try await read(request, form: form)
        guard (1...Self.maximumRooms).contains(rooms.nodes.count) else { return try refuse(form) }
        let name = context.part("sound")
        let file = try await sounds.beginning(of: name)
        return .json(try await link.play(file, label: name, in: rooms.nodes, volume: rooms.volume, as: identity.role))
    }

    /// - Parameter form: the sentence that tells the required form.
    private func read<Value: Decodable>(_ request: Request, form: String) async throws -> Value {
        let body = try await request.wholeBody(upTo: Self.maximumBytes)
        // The sentence tells more than the decoder's error.
        return try (try? JSONDecoder().decode(Value.self, from: Data(body.readableBytesView))) ?? refuse(form)
    }

    private func refuse<Value>(_ message: String) throws -> Value { throw Problem(.badRequest, "invalid", message) }

    // MARK: Events

    private func events(_ request: Request, _ context: WebContext) throws -> Response {
        let identity = try context.admit(.viewer)
        let body = ResponseBody { [feed, channel = context.channel] writer in
            guard let subscription = feed.open(identity.session) else { return try await writer.finish(nil) }
            defer { feed.close(subscription) }
            // The server notices at once that a page has gone, not at the next heartbeat.
            channel.closeFuture.whenComplete { _ in feed.close(subscription) }
            var place: Int?
            for await _ in subscription.wakes {
                while let (events, next) = feed.read(subscription, from: place) {
                    place = next
                    guard !events.isEmpty else { break }
                    try await writer.write(contentsOf: events)
                }
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
                // Proxies must not collect events.
                .init("x-accel-buffering")!: "no",
            ], body: body)
    }
}

/// The browsers in which a person is logged in.
struct SessionsDocument: Encodable {
    struct Entry: Encodable {
        var id: String
        /// From ``BrowserName``; empty for an unknown one.
        var browser: String
        /// The last use; it may be an hour later.
        var used: WallTime
        /// True for the browser that asks.
        var own: Bool
    }

    /// The last used first.
    var sessions: [Entry]

    init(_ devices: [(device: Sessions.Device, used: WallTime)], own: SessionID) {
        sessions = devices.map { device, used in
            Entry(
                id: device.session.rawValue, browser: device.browser, used: used.truncatedToMilliseconds,
                own: device.session == own)
        }
    }
}

/// The identity of the browser, and the facts that a page needs first.
struct SessionDocument: Encodable {
    /// `nil` for anybody who has not logged in, or used a link.
    var account: String?
    /// `nil` for anybody who must log in.
    var role: ClientRole?
    /// True when the browser must log in before anything else.
    var login: Bool
    /// True when somebody can log in by a password.
    var hasAccounts: Bool
    var site: SiteID
    /// True when the page over all sites has more than this one.
    var hasOtherSites: Bool
    var version = ClockVersion.current

    private enum CodingKeys: String, CodingKey {
        case account, role, login, site, version
        case hasAccounts = "accounts"
        case hasOtherSites = "other_sites"
    }
}
