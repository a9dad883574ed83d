internal import ClockRuntime
internal import Glibc

/// The destination of the tool's output, and its abilities.
struct Console: Sendable {
    var coloured: Bool
    /// True if the error output is a terminal.
    var showsProgress: Bool
    var processors: Int
    /// A new random seed.
    var freshSeed: @Sendable () -> UInt64
    var write: @Sendable (String) -> Void
    var writeError: @Sendable (String) -> Void
}

extension Console {
    /// This process's standard streams.
    static func standard() -> Console {
        // By https://no-color.org.
        let isPlain = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        return Console(
            coloured: isatty(STDOUT_FILENO) == 1 && !isPlain, showsProgress: isatty(STDERR_FILENO) == 1,
            processors: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
            // Short enough to type.
            freshSeed: { UInt64.random(in: 1...999_999_999) }, write: { StandardStream.output.write($0) },
            writeError: { StandardStream.errors.write($0) })
    }
}
