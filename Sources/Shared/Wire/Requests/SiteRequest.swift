public import ClockDomain

/// A request to the coordinator: one type holds all its facts.
///
/// `CoordinatorCore.requests` lists the types, each with the function that answers it. The gateway reads requests and
/// checks roles by that list. Tests check the broker's access rules and the table in docs/protocol.md against it.
public protocol SiteRequest: WireMessage, Hashable {
    associatedtype Result: RequestResult

    static var verb: RequestVerb { get }
    /// The least role that may ask it.
    static var role: ClientRole { get }
    /// The pace at which one asker may send it.
    static var pace: RequestPace { get }
    /// The request's effect: one line of docs/protocol.md's table.
    static var summary: String { get }
    /// The fields of its payload, for the same table.
    static var fields: String { get }
    /// The fields of its result, for the same table.
    static var resultFields: String { get }
}

/// The name of a request: the last level of its topic.
public struct RequestVerb: Hashable, Sendable {
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The answer to a request, as the `result` of a ``Reply``.
public typealias RequestResult = Codable & Hashable & Sendable

extension SiteRequest {
    public static var pace: RequestPace { .ordinary }
}

/// The pace at which one asker may ask. The gateway has the numbers.
public enum RequestPace: Hashable, Sendable, CaseIterable {
    case ordinary
    /// Parts of a file, which are many and follow one another at once.
    case chunks
}
