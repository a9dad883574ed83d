internal import ClockRuntime
internal import ClockWire
internal import Synchronization

/// Runs programs that speak: each reads a text and writes a sound file. It has 20 s and may write 4 MiB.
///
/// It runs one at a time.
final class SpeechProgram: Sendable {
    private static let timeout: Duration = .seconds(20)
    private static let maximumBytes = 4 << 20
    private let workFolder: String
    private let environment: [String: String]
    private let running = Mutex<ChildProcess?>(nil)

    /// - Parameters:
    ///   - workFolder: the folder for the text while the engine reads it.
    ///   - environment: that of this process; the engine gets it without this program's own settings, which may be
    ///     secret.
    init(workFolder: String, environment: [String: String]) {
        self.workFolder = workFolder
        self.environment = environment.filter { !$0.key.hasPrefix("CLOCKSMITH_") }
    }

    /// True if this machine has the program.
    func has(_ program: String) -> Bool { process([program]).path != nil }

    private func process(_ command: [String]) -> ChildProcess {
        ChildProcess(command, environment: environment, workFolder: workFolder)
    }

    /// Waits for a command, and returns the file that it makes of a text.
    func speak(_ text: String, by command: [String]) throws(RequestError) -> [UInt8] {
        func failure(_ what: String) -> RequestError {
            let name = command.joined(separator: " ").line(maximumBytes: 120)
            return RequestError(.unavailable, "the speech engine (\(name)) \(what)")
        }
        let process = process(command)
        guard process.path != nil else {
            throw command.first == "espeak-ng"
                ? RequestError(
                    .unavailable, "the coordinator's machine cannot speak: install the package espeak-ng there")
                : failure("is not there: see speech.command in the coordinator's configuration")
        }
        running.withLock { $0 = process }
        defer { running.withLock { $0 = nil } }
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

    /// Ends the running program. Its job fails.
    func stop() { running.withLock { $0 }?.stop() }
}
