/// A test's environment is not as it has to be: one line that says what is missing or went wrong.
public struct TestFailure: Error, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
