import Glibc
import Synchronization

/// One of a process's standard streams, and whether everything that was written to it arrived.
public final class StandardStream: Sendable {
    private let descriptor: Int32
    private let name: String
    private let problem = Mutex<SystemError?>(nil)

    public static let output = StandardStream(STDOUT_FILENO, "the output")
    public static let errors = StandardStream(STDERR_FILENO, "the errors")

    init(_ descriptor: Int32, _ name: String) { (self.descriptor, self.name) = (descriptor, name) }

    /// Writes all of it. It drops every text after a failure: half a text with a hole in it helps nobody.
    public func write(_ text: String) {
        problem.withLock { problem in
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty, problem == nil {
                let count = rest.withUnsafeBytes { bytes in
                    retryingInterrupted { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
                }
                if count > 0 { rest = rest.dropFirst(count) } else { problem = SystemError("write \(name)") }
            }
        }
    }

    /// Returns the exit code of a program that was about to end with `code`: a full disk or a reader that is gone is no
    /// success.
    ///
    /// - Parameter complain: receives the line for the person. A reader that has gone, such as `head`, wants none.
    public func exitCode(_ code: Int32, complain: (String) -> Void) -> Int32 {
        guard code == ExitCode.success.rawValue, let problem = problem.withLock({ $0 }) else { return code }
        if problem.code != EPIPE { complain("\(problem)") }
        return ExitCode.inputOutput.rawValue
    }
}
