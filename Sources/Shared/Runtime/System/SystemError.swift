import ClockThreads
import Glibc

/// A failed system call: the attempt, its object, and the system's reason.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The attempt, naming the object: `write /var/lib/clocksmith/node.json`.
    public let operation: String
    /// The error number, as in errno(3).
    public let code: Int32

    public init(_ operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    init(_ error: ThreadError) { self.init(error.operation, code: error.code) }

    /// Of the system call that failed just now, by errno.
    init(_ operation: String) { self.init(operation, code: errno) }

    /// The system's text for the error number.
    public var reason: String { SystemError.text(of: code) }

    public var description: String {
        let advice = advice.map { "; \($0)" } ?? ""
        return "cannot \(operation): \(reason)\(advice)"
    }

    /// The remedy, for the errors with a known one.
    public var advice: String? {
        switch code {
        case ENOSPC: "free some space on that file system"
        case EDQUOT: "free some space in that quota"
        case EROFS: "choose a folder on a writable file system or remount it read-write"
        case EACCES, EPERM: "give user \(SystemError.userName) access to it"
        case EMFILE: "raise the limit of open files (LimitNOFILE)"
        default: nil
        }
    }

    static func text(of code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let text = buffer.baseAddress, strerror_r(code, text, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: text)
        }
    }

    /// The user this process runs as: root, or the number. No look-up in the user database, which may go over the network.
    private static var userName: String {
        let id = geteuid()
        return id == 0 ? "root" : "with id \(id)"
    }
}

/// Repeats a system call as long as a signal interrupts it.
func retryingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
