package import ClockThreads

/// The reason for which a program cannot go on, in one line for a person: the fault, its place, the value, and the
/// remedy.
public struct FatalError: Error, Hashable, Sendable, CustomStringConvertible {
    public let exitCode: ExitCode
    public let message: String

    public init(_ exitCode: ExitCode, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }

    /// - Parameter purpose: the purpose of the failed call, put before its own text.
    public init(_ error: SystemError, exitCode: ExitCode = .systemError, purpose: String? = nil) {
        self.init(exitCode, purpose.map { "\($0): \(error)" } ?? "\(error)")
    }

    package init(_ error: ThreadError) { self.init(SystemError(error)) }

    public var description: String { message }
}
