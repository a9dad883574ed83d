internal import ClockRuntime
internal import ClockVoice
internal import ClockWire
internal import Glibc
internal import Synchronization

/// Runs programs that speak: each reads a text and writes a sound file. It gets 20 s and may write 4 MiB. When the time is
/// over its process group is killed.
///
/// It runs one at a time.
final class SpeechProgram: Sendable {
    /// Seconds that a program may take for one text.
    let timeoutSeconds: Int64
    private static let maximumBytes = 4 << 20
    private let workFolder: String
    private let environment: [String: String]
    private let running = Mutex<ChildProcess?>(nil)

    /// - Parameters:
    ///   - workFolder: where the text is put while it is read.
    ///   - environment: of this process; the engine gets it without this program's own settings, which may be secret.
    ///   - timeoutSeconds: how long a program may take for one text.
    init(workFolder: String, environment: [String: String], timeoutSeconds: Int64 = 20) {
        self.timeoutSeconds = timeoutSeconds
        self.workFolder = workFolder
        self.environment = environment.filter { !$0.key.hasPrefix("CLOCKSMITH_") }
    }

    func has(_ program: String) -> Bool { process([program]).path != nil }

    private func process(_ command: [String]) -> ChildProcess {
        ChildProcess(command, environment: environment, workFolder: workFolder)
    }

    /// The sound file that a command makes of a text. Waits for it.
    func speak(_ text: String, by command: SpeechCommand) throws(RequestError) -> [UInt8] {
        func failure(_ what: String) -> RequestError {
            RequestError(.unavailable, "the speech engine \(command.name.line(maximumBytes: 120)) \(what)")
        }
        let file = "\(workFolder)/spoken"
        defer { _ = unlink(file) }
        let writesFile = command.words.contains(SpeechCommand.file)
        let process = process(command.words.map { $0 == SpeechCommand.file ? file : $0 })
        guard process.path != nil else {
            throw command.words.first == KnownSpeechEngine.espeak.program
                ? RequestError(
                    .unavailable, "the coordinator's machine cannot speak: install the package espeak-ng there")
                : failure("is not there: see speech.command in the coordinator's configuration")
        }
        running.withLock { $0 = process }
        defer { running.withLock { $0 = nil } }
        let outcome: ChildProcess.Outcome
        do throws(SystemError) {
            outcome = try process.run(
                input: Array((text + "\n").utf8), maximumBytes: Self.maximumBytes, timeout: .seconds(timeoutSeconds))
        } catch {
            throw RequestError(.unavailable, "\(error)")
        }
        switch outcome {
        case .wrote(let output):
            // An engine that has nothing to say it with may end well and write no file.
            let bytes = writesFile ? (try? AtomicFile.read(file, limit: Self.maximumBytes)) ?? [] : output
            guard !bytes.isEmpty else { throw failure("wrote nothing") }
            return bytes
        case .failed(let status, let message):
            let end = status >= 0 ? "with \(status)" : "by signal \(-status)"
            let words = message.line(maximumBytes: 200)
            throw failure("ended \(end)\(words.isEmpty ? "" : ": \(words)")")
        case .tookTooLong: throw failure("took over \(timeoutSeconds) s and was stopped")
        case .wroteTooMuch:
            throw failure("wrote over \(Self.maximumBytes >> 20) MiB and was stopped: say less at a time")
        }
    }

    /// Ends the running program. Its job fails.
    func stop() { running.withLock { $0 }?.stop() }
}
