internal import ClockDomain
internal import ClockWebCore
internal import Hummingbird
internal import NIOCore

/// Who asks.
struct Identity: Hashable, Sendable {
    /// `nil` for who came by a link of the server's own machine.
    var account: String?
    var role: ClientRole
    /// With whose end everything of it ends.
    var session: SessionID

    /// For the records of what rang.
    var name: String { account.map { "\($0) (clock-web)" } ?? "clock-web" }
}

/// A request on its way through the server.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// `nil` for whoever has not logged in.
    var identity: Identity?
    /// Whether what the browser sends travels encrypted.
    var isSecure = false
    /// Whom attempts are counted for.
    var address = ""

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// A part of the path, by its name in the route; empty for one that cannot be read.
    func part(_ name: String) -> String { parameters.get(name).flatMap { PageBody.decoded($0) } ?? "" }

    /// - Throws: ``Problem`` for whoever has not logged in, or may not do what that role may.
    func admit(_ role: ClientRole) throws -> Identity {
        guard let identity else { throw Problem(.unauthorized, "login", "Log in first.") }
        guard identity.role >= role else {
            throw Problem(
                .forbidden, "forbidden", "That takes the role \(role.rawValue); yours is \(identity.role.rawValue).")
        }
        return identity
    }
}
