internal import ClockSite
internal import ClockWire
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTP1

/// The reason for which the server refuses a request, as `{"code": …, "message": …}`.
struct Problem: HTTPResponseError {
    var status: HTTPResponse.Status
    /// For programs.
    var code: String
    /// A sentence for people.
    var message: String
    /// Seconds before the next attempt.
    var retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String, retryAfter: Int? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    init(_ error: RequestError) {
        let status: HTTPResponse.Status =
            switch error.code {
            case .invalid: .badRequest
            case .forbidden: .forbidden
            case .unknownNode, .unknownObject: .notFound
            case .conflict: .conflict
            case .storeFailed, .unavailable, .late: .serviceUnavailable
            }
        self.init(status, error.code.rawValue, error.message)
    }

    init(_ error: LinkError) {
        switch error.code {
        // Not `unavailable`: the coordinator uses that code for a request that it refuses.
        case .unavailable: self.init(.serviceUnavailable, "unreachable", error.message)
        case .refused: self.init(.forbidden, "forbidden", error.message)
        case .noAnswer: self.init(.gatewayTimeout, "no-answer", error.message)
        case .unreadable: self.init(.badGateway, "unreadable", error.message)
        }
    }

    /// Makes the answer to any error.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as RequestError: self.init(error)
        case let error as LinkError: self.init(error)
        case let error as HTTPError:
            self.init(
                error.status, error.status == .notFound ? "not-found" : "invalid",
                error.body ?? error.status.reasonPhrase)
        case is NIOTooManyBytesError: self = .tooLong
        case is HTTPParserError: self.init(.badRequest, "malformed", "The request's body is no HTTP.")
        default: self.init(.internalServerError, "failed", "It failed: \(error)")
        }
    }

    static let tooLong = Problem(.contentTooLarge, "invalid", "The request is longer than it may be.")

    private struct Document: Encodable {
        var code: String
        var message: String
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = Response.json(Document(code: code, message: message), status: status)
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }
}

extension Request {
    /// Returns the body once all of it has arrived. Throws at once if its announced length is too long.
    ///
    /// - Throws: ``Problem``: 413.
    func wholeBody(upTo bytes: Int) async throws -> ByteBuffer {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > bytes { throw Problem.tooLong }
        return try await body.collect(upTo: bytes)
    }
}

extension Response {
    /// Returns an answer of the API, which no cache may store.
    static func json(_ document: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: JSONOutput.line(document))))
    }
}
