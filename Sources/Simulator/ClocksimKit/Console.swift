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
            write: { put($0, to: STDOUT_FILENO) },
            writeError: { put($0, to: STDERR_FILENO) })
    }

    private static func put(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // The reader is gone or the disk is full: nobody is left to be told.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
