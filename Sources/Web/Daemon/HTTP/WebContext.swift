internal import ClockDomain
internal import ClockWebCore
internal import Hummingbird
internal import NIOCore

/// Who asks.
struct Identity: Hashable, Sendable {
    /// `nil` where nobody has to log in.
    var account: String?
    var role = ClientRole.member
    /// With whose end everything of it ends.
    var session: SessionID?

    /// For the records of what rang.
    var name: String { account.map { "\($0) (clock-web)" } ?? "clock-web" }
}

/// A request on its way through the server.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    var identity = Identity()

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
