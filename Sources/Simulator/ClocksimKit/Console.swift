internal import ClockRuntime
internal import Glibc

/// Where the tool's words go and what that place can show.
struct Console: Sendable {
    var coloured: Bool
    /// Whether somebody watches the error output.
    var showsProgress: Bool
    var processors: Int
    /// A seed that nobody has seen.
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
            coloured: isatty(STDOUT_FILENO) == 1 && !isPlain,
            showsProgress: isatty(STDERR_FILENO) == 1,
            processors: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
            // Short enough to be typed.
            freshSeed: { UInt64.random(in: 1...999_999_999) },
            write: { StandardStream.output.write($0) },
            writeError: { StandardStream.errors.write($0) })
    }
}
