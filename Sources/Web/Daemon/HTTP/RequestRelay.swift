internal import ClockDomain
internal import ClockWebCore
internal import ClockWire
internal import HTTPTypes
internal import Hummingbird

/// The requests that pages may send to the coordinator. Requests for admins alone stay in clockctl, and so do those
/// that bring files.
struct RequestRelay: Sendable {
    struct Entry: Sendable {
        /// The least role that may send it.
        var role: ClientRole
        /// Most bytes of its body.
        var maximumBytes: Int
        /// Reads a body, sends the request, and writes the answer.
        var ask: @Sendable (_ body: [UInt8], _ identity: Identity, _ link: SiteLink) async throws -> Response

        init<Request: SiteRequest>(_: Request.Type, timeout: Duration = SiteLink.timeout) {
            role = Request.role
            maximumBytes = Request.maximumBytes
            ask = { body, identity, link in
                let request: Request
                do throws(WireError) {
                    request = try WireCodec.decode(from: PageBody.versioned(body))
                } catch {
                    throw Problem(.badRequest, "invalid", error.description)
                }
                // A page could claim any name.
                let asked = request.asked(by: identity.name)
                return .json(try await link.ask(asked, as: identity.role, timeout: timeout).result)
            }
        }
    }

    /// Most bytes of the longest body that any request may have.
    static let maximumBytes = entries.values.map(\.maximumBytes).max() ?? 0

    static let entries: [String: Entry] = [
        StatusRequest.verb: Entry(StatusRequest.self),
        HistoryRequest.verb: Entry(HistoryRequest.self),
        ScheduleRequest.verb: Entry(ScheduleRequest.self),
        DoctorRequest.verb: Entry(DoctorRequest.self, timeout: SiteLink.examinationTimeout),
        SetRequest.verb: Entry(SetRequest.self),
        ChangeRequest.verb: Entry(ChangeRequest.self),
        UndoRequest.verb: Entry(UndoRequest.self),
        AnnounceRequest.verb: Entry(AnnounceRequest.self),
        // The coordinator's speech engine needs time first.
        SayRequest.verb: Entry(SayRequest.self, timeout: .seconds(20)),
        CancelRequest.verb: Entry(CancelRequest.self),
        OutcomeRequest.verb: Entry(OutcomeRequest.self),
        ScoreRequest.verb: Entry(ScoreRequest.self),
        ScoresRequest.verb: Entry(ScoresRequest.self),
    ].reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }
}

extension SiteLink {
    /// Time in which nodes open their outputs.
    static let examinationTimeout: Duration = .seconds(15)
}
