internal import ClockDomain
internal import ClockRuntime
internal import Glibc

/// Where a command's words go and what that place can show.
struct Console: Sendable {
    /// Terminal columns; `nil` where the output is not a terminal and lines may be as long as they are.
    var columns: Int?
    var coloured: Bool
    /// Whether someone is there to answer a question.
    var canAsk: Bool
    var environment: [String: String]
    var zones: Zones
    var write: @Sendable (String) -> Void
    var writeError: @Sendable (String) -> Void

    func write(_ lines: [StyledText]) { write(lines.rendered(coloured: coloured)) }

    func warn(_ message: String) { writeError("clockctl: warning: \(message.withoutControlCharacters)\n") }
}

extension Console {
    /// This process's standard streams.
    static func standard() -> Console {
        let environment = ProcessEnvironment.variables()
        let isTerminal = isatty(STDOUT_FILENO) == 1
        return Console(
            columns: isTerminal ? Terminal.size(of: STDOUT_FILENO)?.columns ?? 80 : nil,
            coloured: isTerminal && coloursAreWelcome(environment),
            canAsk: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
            environment: environment,
            zones: SystemZones.zones(environment: environment),
            write: { put($0, to: STDOUT_FILENO) },
            writeError: { put($0, to: STDERR_FILENO) })
    }

    /// By https://no-color.org and for terminals that say they can only type.
    static func coloursAreWelcome(_ environment: [String: String]) -> Bool {
        environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// Asks a question on the terminal; anything but a clear yes is a no.
    func confirms(_ question: String) -> Bool {
        writeError("\(question) [y/N] ")
        guard let answer = readLine(strippingNewline: true) else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }

    private static func put(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // The reader is gone or the disk is full; a command that has done its work has nothing more to do.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
