public import ClockRuntime
internal import ClockSound
internal import ClockVoice
internal import Glibc
internal import Synchronization

/// Has a program speak. Several runs may overlap, each in its own folder.
public final class SpeechEngine: Sendable {
    /// The reason for which there is no sound of an utterance.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        public var description: String
    }

    public let kind: SpeechEngineKind
    /// The engine's own name of the voice; `nil` for its default.
    public let voice: String?

    private let environment: [String: String]
    private let running = Mutex<[ObjectIdentifier: ChildProcess]>([:])

    /// Longest run for one utterance.
    private static let timeout: Duration = .seconds(30)
    private static let maximumBytes = 16 << 20
    /// Most seconds of sound of one run.
    private static let maximumSeconds = 600

    /// - Parameter environment: of this process; the program gets it without this program's own settings, which may be
    ///   secret.
    /// - Throws: ``FatalError`` when the program is not installed.
    public init(_ kind: SpeechEngineKind, voice: String?, environment: [String: String]) throws(FatalError) {
        self.kind = kind
        self.voice = voice
        self.environment = environment.filter { !$0.key.hasPrefix("CLOCKSMITH_") }
        if let voice, voice.isEmpty || voice.hasPrefix("-") || !voice.allSatisfy(Self.isVoiceCharacter) {
            throw FatalError(.usage, "--voice: \"\(voice.prefix(40))\" cannot be a voice's name")
        }
        if kind == .piper, voice == nil {
            throw FatalError(.usage, "piper needs a voice: say --voice and a model's file (.onnx)")
        }
        if kind == .piper, let voice, access(voice, R_OK) != 0 {
            throw FatalError(.noInput, "--voice: there is no model \(voice); piper needs a model's file (.onnx)")
        }
        let program = words(for: Utterance(text: ""), file: "")[0]
        guard ChildProcess([program], environment: self.environment, workFolder: "/").path != nil else {
            throw FatalError(.unavailable, "\(program) is not there: \(kind.installation)")
        }
        if kind == .flite, let voice, !voice.contains("/") { try checkFliteVoice(voice) }
    }

    /// The engine and its voice, which tell its clips from others.
    public var identity: String {
        if case .command(let words) = kind { return "command \(words) \(voice ?? "")" }
        return "\(kind.name) \(voice ?? "")"
    }

    /// Most utterances for one ``speak(_:in:)``.
    public var batchSize: Int { kind.batchSize }

    /// Speaks, and waits for it.
    ///
    /// - Parameters:
    ///   - batch: at most ``batchSize``.
    ///   - folder: for temporary files; nobody else uses it.
    /// - Returns: for each utterance its sound, or the reason for which there is none.
    public func speak(_ batch: [Utterance], in folder: String) -> [Result<Recording, Fault>] {
        switch kind {
        case .espeak where batch.count > 1: speakTogether(batch, in: folder) ?? batch.map { speak($0, in: folder) }
        case .festival: speakByFestival(batch, in: folder)
        case .piper where batch.count > 1: speakByPiper(batch, in: folder)
        case .espeak, .hibari, .flite, .piper, .command: batch.map { speak($0, in: folder) }
        }
    }

    /// Stops the running programs. Their utterances fail.
    public func stop() {
        for process in running.withLock({ Array($0.values) }) { process.stop() }
    }

    // MARK: One at a time

    private func speak(_ utterance: Utterance, in folder: String) -> Result<Recording, Fault> {
        let file = "\(folder)/speech"
        defer { unlink(file) }
        return Result { () throws(Fault) in
            let output = try run(words(for: utterance, file: file), input: utterance.inflected + "\n", in: folder)
            if !output.isEmpty, writesToOutput {
                do throws(SystemError) {
                    try AtomicFile.replace(file, with: output)
                } catch {
                    throw Fault(description: "\(error)")
                }
            }
            return try recording(file, of: utterance)
        }
    }

    private var writesToOutput: Bool {
        if case .command(let words) = kind { return !words.contains("{file}") }
        return false
    }

    private func words(for utterance: Utterance, file: String) -> [String] {
        switch kind {
        case .espeak: return ["espeak-ng"] + (voice.map { ["-v", $0] } ?? []) + ["-w", file, "--", utterance.spelled]
        case .hibari: return KnownSpeechEngine.hibari.words(voice: voice, file: file)
        case .piper: return KnownSpeechEngine.piper.words(voice: voice, file: file)
        case .flite: return KnownSpeechEngine.flite.words(voice: voice, file: file)
        case .festival: return ["festival", "--pipe"]
        case .command(let command):
            return command.split(separator: " ").map { word in
                String(word).replacing("{text}", with: utterance.text).replacing("{voice}", with: voice ?? "")
                    .replacing("{file}", with: file)
            }
        }
    }

    // MARK: Several at a time

    /// - Returns: `nil` when it cannot tell the words apart, or something failed.
    private func speakTogether(_ batch: [Utterance], in folder: String) -> [Result<Recording, Fault>]? {
        guard SpokenRow.isFit(batch) else { return nil }
        let file = "\(folder)/speech"
        defer { unlink(file) }
        let words = ["espeak-ng"] + (voice.map { ["-v", $0] } ?? []) + ["-w", file]
        do throws(Fault) {
            _ = try run(words, input: SpokenRow.lines(batch), in: folder, times: batch.count)
            let row = try recording(file, of: nil)
            return SpokenRow.cut(row, into: batch.count, isContinued: batch[0].isContinued).map {
                $0.map { .success($0) }
            }
        } catch {
            // Each utterance alone will show its own error.
            return nil
        }
    }

    /// Festival takes a second to read its voice at start; it speaks several words in one run, each to its own file.
    private func speakByFestival(_ batch: [Utterance], in folder: String) -> [Result<Recording, Fault>] {
        func file(_ index: Int) -> String { "\(folder)/speech.\(index)" }
        func quoted(_ text: String) -> String {
            "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
        defer { for index in batch.indices { unlink(file(index)) } }
        let lines = batch.enumerated().map { index, utterance in
            "(utt.save.wave (utt.synth (Utterance Text \(quoted(utterance.inflected)))) \(quoted(file(index))) 'riff)"
        }
        let script = (voice.map { [Self.choice(ofVoice: $0)] } ?? []) + lines
        do throws(Fault) {
            _ = try run(
                words(for: batch[0], file: ""), input: script.joined(separator: "\n") + "\n", in: folder,
                times: batch.count)
        } catch {
            guard batch.count > 1 else { return [.failure(error)] }
            return batch.map { speakByFestival([$0], in: folder)[0] }
        }
        return batch.indices.map { index in
            Result { () throws(Fault) in try recording(file(index), of: batch[index]) }
        }
    }

    /// piper reads its model once, speaks a line after the other, and gives each file the time as its name.
    private func speakByPiper(_ batch: [Utterance], in folder: String) -> [Result<Recording, Fault>] {
        let output = "\(folder)/piper"
        defer {
            for name in FolderListing.names(in: output) { unlink("\(output)/\(name)") }
            rmdir(output)
        }
        let lines = batch.map { $0.inflected.split(whereSeparator: \.isNewline).joined(separator: " ") }
        do throws(Fault) {
            _ = try run(
                ["piper", "--model", voice ?? "", "--output_dir", output],
                input: lines.joined(separator: "\n") + "\n", in: folder, times: batch.count)
        } catch {
            return batch.map { speak($0, in: folder) }
        }
        let files = FolderListing.names(in: output).compactMap { name in
            Int(name.prefix { $0 != "." }).map { ($0, name) }
        }
        .sorted { $0.0 < $1.0 }.map(\.1)
        // A line without a word gives none, and then nobody knows which is which.
        guard files.count == batch.count else { return batch.map { speak($0, in: folder) } }
        return zip(files, batch).map { name, utterance in
            Result { () throws(Fault) in try recording("\(output)/\(name)", of: utterance) }
        }
    }

    /// Festival goes on with its own voice where it does not know another.
    private static func choice(ofVoice voice: String) -> String {
        "(if (symbol-bound? 'voice_\(voice)) (voice_\(voice)) "
            + "(begin (format stderr \"there is no voice \(voice)\\n\") (exit 3)))"
    }

    /// flite, too, goes on with its own voice, but it lists its voices; this checks the list.
    private func checkFliteVoice(_ voice: String) throws(FatalError) {
        let list = ChildProcess(["flite", "-lv"], environment: environment, workFolder: "/tmp")
        let outcome: ChildProcess.Outcome
        do throws(SystemError) {
            outcome = try list.run(input: [], maximumBytes: Self.maximumBytes, timeout: Self.timeout)
        } catch {
            throw FatalError(error)
        }
        // If flite lists nothing, we let it speak all the same.
        guard case .wrote(let bytes) = outcome else { return }
        let voices = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).dropFirst(2)
        guard !voices.isEmpty, !voices.contains(Substring(voice)) else { return }
        throw FatalError(
            .usage, "--voice: flite has no voice \"\(voice)\"; say \(voices.joined(separator: ", ")), or a file's path")
    }

    // MARK: Running

    private func run(_ words: [String], input: String, in folder: String, times: Int = 1) throws(Fault) -> [UInt8] {
        let process = ChildProcess(words, environment: environment, workFolder: folder)
        let id = ObjectIdentifier(process)
        running.withLock { $0[id] = process }
        defer { running.withLock { $0[id] = nil } }
        let outcome: ChildProcess.Outcome
        do throws(SystemError) {
            outcome = try process.run(
                input: Array(input.utf8), maximumBytes: Self.maximumBytes, timeout: Self.timeout * times)
        } catch {
            throw Fault(description: "\(error)")
        }
        switch outcome {
        case .wrote(let bytes): return bytes
        case .failed(let status, let message):
            let end = status >= 0 ? "with \(status)" : "by signal \(-status)"
            let line = message.split(whereSeparator: \.isNewline).first.map { ": \($0.prefix(160))" } ?? ""
            throw Fault(description: "\(words[0]) ended \(end)\(line)")
        case .tookTooLong:
            throw Fault(description: "\(words[0]) took over \(Self.timeout.components.seconds) s and was stopped")
        case .wroteTooMuch:
            throw Fault(description: "\(words[0]) wrote over \(Self.maximumBytes >> 20) MiB and was stopped")
        }
    }

    private func recording(_ file: String, of utterance: Utterance?) throws(Fault) -> Recording {
        let program = words(for: Utterance(text: ""), file: "")[0]
        guard access(file, F_OK) == 0 else {
            throw Fault(description: "\(program) wrote no sound" + (utterance.map { " of \"\($0.text)\"" } ?? ""))
        }
        do throws(SoundFile.Problem) {
            return try Recording(path: file, maximumSeconds: Self.maximumSeconds)
        } catch {
            throw Fault(description: "what \(program) wrote \(error.reason)")
        }
    }

    private static func isVoiceCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_+./@ :".contains(character))
    }
}
