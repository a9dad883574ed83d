import ClockSound
import ClockTestSupport
import ClockVoice
import ClockWire
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import CoordinatorDaemon

/// Texts spoken by real engines, and by the next one where an engine fails.
@Suite(.serialized)
struct SpeechEnginesTests {
    private static func isThere(_ program: String) -> Bool { (try? TestProcess.find(program)) != nil }
    private static let slt = "/usr/share/festival/voices/us/cmu_us_slt_arctic_hts"
    private static let model = ProcessInfo.processInfo.environment["CLOCKSMITH_PIPER_MODEL"]

    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        func take() -> [String] {
            lines.withLock { lines in
                defer { lines = [] }
                return lines
            }
        }
    }

    private let folder: TemporaryFolder
    private let lines = Lines()

    init() throws { folder = try TemporaryFolder("speech") }

    private func engines(timeoutSeconds: Int64 = 20) -> SpeechEngines {
        let environment = ProcessInfo.processInfo.environment
        let path = "\(folder.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
        let program = SpeechProgram(
            workFolder: folder.path, environment: environment.merging(["PATH": path]) { $1 },
            timeoutSeconds: timeoutSeconds)
        return SpeechEngines(
            program, warn: lines.add,
            seconds: {
                var time = timespec()
                clock_gettime(CLOCK_MONOTONIC, &time)
                return Int64(time.tv_sec)
            })
    }

    private func command(_ engine: KnownSpeechEngine, voice: String? = nil) -> SpeechCommand {
        SpeechCommand(words: engine.words(voice: voice, file: SpeechCommand.file), name: engine.rawValue)
    }

    /// Returns the length of the sound, in seconds, and the engine that speaks.
    private func speak(
        _ engines: SpeechEngines, _ commands: [SpeechCommand], _ text: String = "Dinner is ready"
    ) throws -> (seconds: Double, by: String) {
        try engines.speak(text, by: commands, made: { _ in nil }) { (command, bytes) throws(RequestError) in
            do {
                let file = try folder.write("", to: "sound")
                try Data(bytes).write(to: URL(filePath: file))
                let frames = try SoundFile.read(path: file)
                guard frames.contains(where: { $0.magnitude > 1_000 }) else {
                    throw RequestError(.invalid, "\(command.name) is silent")
                }
                return (Double(frames.count) / 44_100, command.name)
            } catch let error as RequestError {
                throw error
            } catch {
                throw RequestError(.invalid, "\(command.name): \(error)")
            }
        }
    }

    private func speaks(_ engine: KnownSpeechEngine, voice: String? = nil) throws {
        let spoken = try speak(engines(), [command(engine, voice: voice)])
        #expect((0.5...3).contains(spoken.seconds), "\(spoken)")
        #expect(lines.take().isEmpty)
    }

    @Test(.enabled(if: isThere("espeak-ng"), "espeak-ng is not installed"))
    func espeakSpeaks() throws { try speaks(.espeak, voice: "en-us") }

    @Test(.enabled(if: isThere("flite"), "flite is not installed"))
    func fliteSpeaks() throws { try speaks(.flite, voice: "slt") }

    @Test(.enabled(if: isThere("text2wave") && access(slt, F_OK) == 0, "festival or its voice is not installed"))
    func festivalSpeaks() throws { try speaks(.festival, voice: "cmu_us_slt_arctic_hts") }

    @Test(.enabled(if: isThere("hibari"), "hibari is not installed"))
    func hibariSpeaks() throws { try speaks(.hibari) }

    @Test(.enabled(if: isThere("piper") && model != nil, "piper is not installed, or no model is named"))
    func piperSpeaks() throws { try speaks(.piper, voice: Self.model) }

    /// Festival's output on a pipe: a size of 0, and its header once more at the end.
    @Test(.enabled(if: isThere("text2wave") && access(slt, F_OK) == 0, "festival or its voice is not installed"))
    func aPipeOfFestivalIsHeardToTheEnd() throws {
        let command = SpeechCommand(words: ["text2wave", "-eval", "(voice_cmu_us_slt_arctic_hts)"], name: "text2wave")
        let piped = try speak(engines(), [command])
        #expect(
            abs(
                piped.seconds
                    - (try speak(engines(), [self.command(.festival, voice: "cmu_us_slt_arctic_hts")])).seconds) < 0.02)
    }

    @Test(
        "Where an engine fails the next one speaks, and the log has it once",
        .enabled(if: isThere("espeak-ng"), "espeak-ng is not installed"),
        arguments: [
            ("exit 3", "ended with 3"), ("exit 0", "wrote nothing"), ("kill -9 $$", "by signal 9"),
            ("echo no voice > \"$2\"", "is not a sound file"),
            ("printf 'RIFF$\\0\\0\\0WAVEfmt ' > \"$2\"", "not a sound file"),
            ("head -c 100000 /dev/zero | cat - > \"$2\"", "not a sound file"),
            ("head -c 5000000 /dev/zero", "wrote over 4 MiB"),
        ])
    func nextEngine(script: String, reason: String) throws {
        let path = try folder.write("#!/bin/sh\n\(script)\n", to: "broken")
        chmod(path, 0o755)
        let broken = SpeechCommand(words: ["broken", "-o", SpeechCommand.file], name: "broken")
        let engines = engines()
        for _ in 0..<2 {
            #expect(try speak(engines, [broken, command(.espeak)]).by == "espeak-ng")
        }
        let told = lines.take()
        #expect(told.count == 2 && told[0].contains(reason) && told[1] == "espeak-ng speaks in its place", "\(told)")
        #expect(engines.failure(of: broken)?.contains(reason) == true)
        // It is asked again each time, and is missed no more once it works.
        _ = try folder.write("#!/bin/sh\nexec espeak-ng --stdin -w \"$2\"\n", to: "broken")
        chmod(path, 0o755)
        #expect(try speak(engines, [broken, command(.espeak)]).by == "broken")
        #expect(lines.take() == ["broken speaks again"] && engines.failure(of: broken) == nil)
    }

    @Test(
        "An engine that hangs is killed with its children, and the next texts do not wait for it",
        .enabled(if: isThere("espeak-ng"), "espeak-ng is not installed"))
    func hangingEngine() throws {
        let path = try folder.write(
            "#!/bin/sh\necho $$ > \(folder.file("group"))\nsleep 100 & sleep 100\n", to: "hangs")
        chmod(path, 0o755)
        let hangs = SpeechCommand(words: ["hangs", "-o", SpeechCommand.file], name: "hangs")
        let engines = engines(timeoutSeconds: 1)
        #expect(try speak(engines, [hangs, command(.espeak)]).by == "espeak-ng")
        let group = try #require(readText(folder.file("group")).flatMap { pid_t($0.filter(\.isNumber)) })
        // Killed children that nobody has waited for yet are processes still.
        let alive = try TestProcess.run("ps", ["-A", "-o", "pgid=,stat="]).split(separator: "\n")
            .filter { $0.split(separator: " ").first.flatMap { pid_t($0) } == group && !$0.contains("Z") }
        #expect(alive.isEmpty, "\(alive)")
        _ = unlink(folder.file("group"))
        #expect(try speak(engines, [hangs, command(.espeak)]).by == "espeak-ng")
        #expect(readText(folder.file("group")) == nil)
        #expect(throws: RequestError.self) { try speak(engines, [hangs]) }
    }
}
