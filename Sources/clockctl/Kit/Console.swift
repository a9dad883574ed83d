package import ClockDomain
internal import ClockRuntime
package import ClockSite
internal import Glibc

/// The output of a command, and the abilities of its terminal.
package struct Console: Sendable {
    /// Terminal columns; `nil` when the output is not a terminal and lines may have any length.
    package var columns: Int?
    package var coloured: Bool
    /// True when someone is there to answer a question.
    package var canAsk: Bool
    package var environment: [String: String]
    package var zones: Zones
    package var write: @Sendable (String) -> Void
    package var writeError: @Sendable (String) -> Void

    package func write(_ lines: [StyledText]) { write(lines.rendered(coloured: coloured)) }

    /// The words for times in the local zone.
    package func words(at now: WallTime) -> TimeWords { TimeWords(zone: zones.local, now: now) }

    package func warn(_ message: String) { writeError("clockctl: warning: \(message.withoutControlCharacters)\n") }
}

extension Console {
    /// This process's standard streams.
    package static func standard() -> Console {
        let environment = ProcessEnvironment.variables()
        let isTerminal = isatty(STDOUT_FILENO) == 1
        return Console(
            columns: isTerminal ? Terminal.size(of: STDOUT_FILENO)?.columns ?? 80 : nil,
            coloured: isTerminal && coloursAreWelcome(environment),
            canAsk: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
            environment: environment,
            zones: SystemZones.zones(environment: environment),
            write: { StandardStream.output.write($0) },
            writeError: { StandardStream.errors.write($0) })
    }

    /// By https://no-color.org and for terminals that declare that they can only type.
    static func coloursAreWelcome(_ environment: [String: String]) -> Bool {
        environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// Asks a question on the terminal; anything but a clear yes is a no.
    package func confirms(_ question: String) -> Bool {
        writeError("\(question) [y/N] ")
        guard let answer = readLine(strippingNewline: true) else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }
}
