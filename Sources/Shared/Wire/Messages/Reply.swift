public import ClockDomain

/// The answer to a request, by its correlation data on its response topic: a result or an error.
public struct Reply<Result: Codable & Sendable>: WireMessage {
    public var result: Result?
    public var error: RequestError?

    public static var maximumBytes: Int { 1024 * 1024 }

    public init(result: Result) { self.result = result }

    public init(error: RequestError) { self.error = error }
}

extension Reply: Equatable where Result: Equatable {}

extension Reply {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        error = try container.decodeIfPresent(RequestError.self, forKey: .error)
        result = error == nil ? try container.decode(Result.self, forKey: .result) : nil
    }
}

/// The reason for which the coordinator did not carry out a request. Nothing has changed then.
public struct RequestError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable, Codable {
        /// The request itself is wrong.
        case invalid
        /// The asker's role may not ask it.
        case forbidden
        /// A node it names is not known.
        case unknownNode = "unknown-node"
        /// An alarm, timer, stopwatch, group or calendar it names is not there.
        case unknownObject = "unknown-object"
        /// Somebody else changed it meanwhile; the message names both revisions.
        case conflict
        /// The store could not take the change.
        case storeFailed = "store-failed"
        /// The coordinator cannot do it now; the message says why.
        case unavailable
        /// It came outside the time of its stamp; ask again by the clock in ``now``.
        case late
    }

    public var code: Code
    /// One line: the fault, the value, the remedy.
    public var message: String
    /// The coordinator's clock, where a request was ``Code/late``.
    public var now: WallTime?

    public init(_ code: Code, _ message: String, now: WallTime? = nil) {
        self.code = code
        self.message = message
        self.now = now
    }

    public var description: String { message }
}
