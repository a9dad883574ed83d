internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockRuntime
internal import ClockVoice
internal import ClockWire
internal import Dispatch
internal import Glibc

/// Makes sounds that nodes can receive of texts and uploads. It works beside the coordinator's loop, on one at a time.
final class SoundWorkshop: Sendable {
    private let content: CoordinatorContent
    private let made: MadeSounds
    private let program: SpeechProgram
    private let voices: RoomVoices
    private let making = DispatchQueue(label: "sounds")

    /// - Parameters:
    ///   - folder: the folder with the links from sources to sounds.
    ///   - content: the shelf for the sounds, which also holds the packs for nodes.
    ///   - speech: the command of the speech engine that speaks everything, if there is one.
    ///   - voices: the folder of this machine's voice packs.
    ///   - environment: the environment of this process.
    /// - Throws: ``SystemError`` when the folder cannot be made.
    init(
        folder: String, content: CoordinatorContent, speech: String?, voices: String, environment: [String: String]
    ) throws(SystemError) {
        self.content = content
        made = try MadeSounds(folder: folder, content: content)
        let program = SpeechProgram(workFolder: folder, environment: environment)
        self.program = program
        self.voices = RoomVoices(
            configured: speech?.split(separator: " ").map(String.init), folder: voices,
            pushed: { voice in
                voice.pack.flatMap { content.text(of: VoicePack.fileName, in: $0, limit: VoicePack.maximumBytes) }
            },
            has: { program.has($0) })
    }

    /// True if a sound was made of this file.
    func hasMade(_ file: Digest) -> Bool { made.has(file) }

    /// Has a text spoken, or reuses the sound that the same command made before.
    ///
    /// - Parameter voice: the voice of the rooms; `nil` when they have several.
    func speak(_ text: String, _ voice: SpeechVoice?, job: Int, post: @escaping @Sendable (CoordinatorEvent) -> Void) {
        making.async { [self] in
            finish(job, post) { () throws(RequestError) in
                let command = voices.command(for: voice)
                let key = Digest(of: Array("\(command.joined(separator: " "))\0\(text)".utf8))
                if let ready = made.sound(key) { return ready }
                let spoken = try program.speak(text, by: command)
                let file = made.workFile
                defer { _ = unlink(file) }
                do throws(SystemError) {
                    try AtomicFile.replace(file, with: spoken, mode: 0o600)
                } catch {
                    throw RequestError(.storeFailed, "\(error)")
                }
                return try made.make(key, from: file, called: "the speech engine's file")
            }
        }
    }

    func prepare(_ file: Digest, job: Int, post: @escaping @Sendable (CoordinatorEvent) -> Void) {
        making.async { [self] in
            finish(job, post) { () throws(RequestError) in
                if let ready = made.sound(file) { return ready }
                var sound: Digest?
                // The uploaded file is no longer useful, unless it equals the sound to the byte: a sound that such a
                // program wrote before becomes itself.
                defer { if sound != file { content.drop(file) } }
                guard content.shelf.isIntact(file) else {
                    throw RequestError(
                        .unknownObject, "the uploaded bytes are not the file \(file.short): upload it again")
                }
                let ready = try made.make(file, from: content.shelf.path(file), called: "the file")
                sound = ready.sound.id
                return ready
            }
        }
    }

    /// Ends the speech engine and waits for the work under way. No work begins after the runner has ended.
    func finishWork() {
        program.stop()
        making.sync {}
    }

    private func finish(
        _ job: Int, _ post: (CoordinatorEvent) -> Void, _ work: () throws(RequestError) -> MadeSounds.Ready
    ) {
        do throws(RequestError) {
            let ready = try work()
            post(.soundReady(job: job, ready.sound, milliseconds: ready.milliseconds))
        } catch {
            post(.soundRefused(job: job, error))
        }
    }
}
