import Glibc

/// The system refused a thread or a descriptor.
package struct ThreadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The failed operation: `start the thread timers`.
    package let operation: String
    /// The error number, as in errno(3).
    package let code: Int32

    package var description: String { "cannot \(operation): \(String(cString: strerror(code)))" }
}
