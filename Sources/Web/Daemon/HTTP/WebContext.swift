internal import ClockDomain
internal import ClockWebCore
internal import Hummingbird
internal import NIOCore

/// The sender of a request.
struct Identity: Hashable, Sendable {
    /// `nil` for somebody who used a link of the server's own machine.
    var account: String?
    var role: ClientRole
    /// The session; everything of it ends with it.
    var session: SessionID

    /// The name for the records of rings.
    var name: String { account.map { "\($0) (clock-web)" } ?? "clock-web" }
}

/// A request on its way through the server.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// `nil` for anybody who has not logged in.
    var identity: Identity?
    /// True when the browser's data travels encrypted.
    var isSecure = false
    /// The address that attempts count for.
    var address = ""

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Returns a part of the path, by its name in the route; empty for an unreadable one.
    func part(_ name: String) -> String { parameters.get(name).flatMap { PageBody.decoded($0) } ?? "" }

    /// - Throws: ``Problem`` for anybody who has not logged in, or lacks the rights of that role.
    func admit(_ role: ClientRole) throws -> Identity {
        guard let identity else { throw Problem(.unauthorized, "login", "Log in first.") }
        guard identity.role >= role else {
            throw Problem(
                .forbidden, "forbidden", "That takes the role \(role.rawValue); yours is \(identity.role.rawValue).")
        }
        return identity
    }
}
