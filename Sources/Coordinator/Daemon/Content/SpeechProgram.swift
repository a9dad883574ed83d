internal import ClockRuntime
internal import ClockWire

/// The program that speaks: it reads a text and writes a sound file. It gets 20 s and may write 4 MiB.
///
/// One text at a time.
final class SpeechProgram: Sendable {
    /// The program and its arguments as configured: words apart by spaces.
    let command: String

    private static let timeout: Duration = .seconds(20)
    private static let maximumBytes = 4 << 20
    private let process: ChildProcess

    /// - Parameters:
    ///   - workFolder: where the text is put while it is read.
    ///   - environment: of this process; the engine gets it without this program's own settings, which may be secret.
    init(command: String, workFolder: String, environment: [String: String]) {
        self.command = command
        process = ChildProcess(
            command.split(separator: " ").map(String.init),
            environment: environment.filter { !$0.key.hasPrefix("CLOCKSMITH_") }, workFolder: workFolder)
    }

    /// The file that the engine makes of a text. Waits for it.
    func speak(_ text: String) throws(RequestError) -> [UInt8] {
        guard process.path != nil else {
            throw command.hasPrefix("espeak-ng")
                ? RequestError(
                    .unavailable, "the coordinator's machine cannot speak: install the package espeak-ng there")
                : failure("is not there: see speech.command in the coordinator's configuration")
        }
        let outcome: ChildProcess.Outcome
        do throws(SystemError) {
            outcome = try process.run(
                input: Array((text + "\n").utf8), maximumBytes: Self.maximumBytes, timeout: Self.timeout)
        } catch {
            throw RequestError(.unavailable, "\(error)")
        }
        switch outcome {
        case .wrote([]): throw failure("wrote nothing")
        case .wrote(let bytes): return bytes
        case .failed(let status, let message):
            let end = status >= 0 ? "with \(status)" : "by signal \(-status)"
            let words = message.line(maximumBytes: 200)
            throw failure("ended \(end)\(words.isEmpty ? "" : ": \(words)")")
        case .tookTooLong: throw failure("took over \(Self.timeout.components.seconds) s and was stopped")
        case .wroteTooMuch:
            throw failure("wrote over \(Self.maximumBytes >> 20) MiB and was stopped: say less at a time")
        }
    }

    /// Ends what is running. What it was for fails.
    func stop() { process.stop() }

    private func failure(_ what: String) -> RequestError {
        RequestError(.unavailable, "the speech engine (\(command.line(maximumBytes: 120))) \(what)")
    }
}
