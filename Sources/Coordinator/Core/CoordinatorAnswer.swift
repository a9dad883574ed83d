public import ClockWire

/// The answer to a request before encoding: a result of the request's own type, or an error.
public struct CoordinatorAnswer: Hashable, Sendable {
    public let result: Result<any RequestResult, RequestError>

    public static func success(_ result: some RequestResult) -> Self { Self(result: .success(result)) }

    public static func failed(_ error: RequestError) -> Self { Self(result: .failure(error)) }

    /// The result; `nil` for an error.
    public var value: (any RequestResult)? {
        guard case .success(let value) = result else { return nil }
        return value
    }

    /// The error; `nil` for a result.
    public var failure: RequestError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    public static func == (one: Self, other: Self) -> Bool {
        switch (one.result, other.result) {
        case (.success(let one), .success(let other)): one.equals(other)
        case (.failure(let one), .failure(let other)): one == other
        case (.success, .failure), (.failure, .success): false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch result {
        case .success(let result): result.hash(into: &hasher)
        case .failure(let error): error.hash(into: &hasher)
        }
    }
}
