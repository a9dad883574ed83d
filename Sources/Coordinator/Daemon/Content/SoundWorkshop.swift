internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockRuntime
internal import ClockSound
internal import ClockVoice
internal import ClockWire
internal import Dispatch
internal import Glibc
internal import Logging
internal import Synchronization

/// Makes sounds that nodes can receive of texts and uploads. It works beside the coordinator's loop, on one at a time.
final class SoundWorkshop: Sendable {
    private let content: CoordinatorContent
    private let made: MadeSounds
    private let program: SpeechProgram
    private let engines: SpeechEngines
    private let voices: RoomVoices
    private let making = DispatchQueue(label: "sounds")
    private let isEnding = Mutex(false)

    /// - Parameters:
    ///   - folder: the folder with the links from sources to sounds.
    ///   - content: the shelf for the sounds, which also holds the packs for nodes.
    ///   - speech: the command of the speech engine that speaks everything, if there is one.
    ///   - voices: the folder of this machine's voice packs.
    ///   - environment: of this process.
    ///   - logger: takes the failures of speech engines.
    /// - Throws: ``SystemError`` when there can be no folder.
    init(
        folder: String, content: CoordinatorContent, speech: String?, voices: String, environment: [String: String],
        logger: Logger
    ) throws(SystemError) {
        self.content = content
        made = try MadeSounds(folder: folder, content: content)
        let program = SpeechProgram(workFolder: folder, environment: environment)
        self.program = program
        engines = SpeechEngines(
            program, warn: { logger.warning("\($0)") },
            seconds: {
                var time = timespec()
                clock_gettime(CLOCK_MONOTONIC, &time)
                return Int64(time.tv_sec)
            })
        self.voices = RoomVoices(
            configured: speech?.split(separator: " ").map(String.init), folder: voices,
            pushed: { voice in
                voice.pack.flatMap { content.text(of: VoicePack.fileName, in: $0, limit: VoicePack.maximumBytes) }
            },
            has: { program.has($0) }, isFile: { access($0, R_OK) == 0 })
    }

    /// Finds the program that speaks texts in this voice.
    func check(_ voice: SpeechVoice?) -> SpeechCheck { voices.check(of: voice, failure: engines.failure) }

    func hasMade(_ file: Digest) -> Bool { made.has(file) }

    /// Has a text spoken, or reuses the sound that the same command made before.
    ///
    /// - Parameter voice: the voice of the rooms; `nil` when they have several.
    func speak(_ text: String, _ voice: SpeechVoice?, job: Int, post: @escaping @Sendable (CoordinatorEvent) -> Void) {
        making.async { [self] in finish(job, post) { () throws(RequestError) in try speak(text, voice) } }
    }

    private func speak(_ text: String, _ voice: SpeechVoice?) throws(RequestError) -> MadeSounds.Ready {
        try engines.speak(text, by: voices.commands(for: voice), made: { made.sound(Self.key("level", $0, text)) }) {
            (command, spoken) throws(RequestError) in try keep(spoken, of: text, by: command)
        }
    }

    private static func key(_ kind: String, _ command: SpeechCommand, _ text: String) -> Digest {
        Digest(of: Array("\(kind)\0\(command.words.joined(separator: " "))\0\(text)".utf8))
    }

    private func keep(
        _ spoken: [UInt8], of text: String, by command: SpeechCommand
    ) throws(RequestError) -> MadeSounds.Ready {
        let file = made.workFile
        defer { _ = unlink(file) }
        do throws(SystemError) {
            try AtomicFile.replace(file, with: spoken, mode: 0o600)
        } catch {
            throw RequestError(.storeFailed, "\(error)")
        }
        return try made.make(
            Self.key("level", command, text), from: file, called: "the file of the speech engine \(command.name)",
            MadeSounds.level)
    }

    // MARK: Spoken rings

    /// Makes a voice pack of texts that rooms ring with. Between two texts it makes other sounds that wait.
    ///
    /// - Parameter texts: each once.
    func makePack(
        saying texts: [String], _ voice: SpeechVoice, job: Int, post: @escaping @Sendable (CoordinatorEvent) -> Void
    ) { speakNext(of: texts[...], voice, PackParts(), job, post) }

    private func ring(saying text: String, _ voice: SpeechVoice) throws(RequestError) -> Blob {
        let commands = voices.commands(for: voice)
        let text = DrillWords.localized(text, language: voices.language(of: voice))
        return try engines.speak(text, by: commands, made: { made.sound(Self.key("ring", $0, text))?.sound }) {
            (command, spoken) throws(RequestError) in
            let words = try keep(spoken, of: text, by: command)
            return try made.make(
                Self.key("ring", command, text), from: content.shelf.path(words.sound.id), called: "the spoken text",
                SpokenRing.frames
            ).sound
        }
    }

    private struct PackParts: Sendable {
        var sounds: [(text: String, sound: Blob)] = []
        /// The first failure.
        var failure: RequestError?
    }

    private func speakNext(
        of texts: ArraySlice<String>, _ voice: SpeechVoice, _ parts: PackParts, _ job: Int,
        _ post: @escaping @Sendable (CoordinatorEvent) -> Void
    ) {
        making.async { [self] in
            guard !isEnding.withLock({ $0 }) else { return }
            var parts = parts
            guard let text = texts.first else { return finishPack(parts, job, post) }
            do throws(RequestError) {
                parts.sounds.append((text, try ring(saying: text, voice)))
            } catch {
                parts.failure = parts.failure ?? error
            }
            speakNext(of: texts.dropFirst(), voice, parts, job, post)
        }
    }

    private func finishPack(_ parts: PackParts, _ job: Int, _ post: (CoordinatorEvent) -> Void) {
        var failure = parts.failure?.message
        var pack: PackReference?
        if !parts.sounds.isEmpty {
            do { pack = try keepPack(parts.sounds) } catch { failure = "\(error)" }
        }
        post(.spokenPackMade(job: job, pack, failure: failure))
    }

    /// The same sounds make the same pack.
    private func keepPack(_ sounds: [(text: String, sound: Blob)]) throws -> PackReference {
        let voice = VoicePack(
            name: SpokenText.name, language: "und", format: ClipFormat(container: .flac),
            prompts: sounds.map { Prompt(name: SpokenText.file(of: $0.text), text: $0.text) })
        let manifest = Array(voice.yaml().utf8)
        let contents =
            [(PackList.manifest, Blob(id: Digest(of: manifest), bytes: manifest.count))]
            + sounds.map { ("\(SpokenText.file(of: $0.text)).flac", $0.sound) }
        let files = contents.compactMap { name, content in content.flatMap { PackFile(name: name, content: $0) } }
        let list = try PackList(name: SpokenText.name, files: files.sorted { $0.name < $1.name })
        try content.keep(list, manifest: manifest)
        return list.reference
    }

    // MARK: Uploads

    /// - Parameter isAsIs: whether the sound keeps its loudness.
    func prepare(_ file: Digest, isAsIs: Bool, job: Int, post: @escaping @Sendable (CoordinatorEvent) -> Void) {
        making.async { [self] in
            finish(job, post) { () throws(RequestError) in
                let asIs = try convert(file)
                guard !isAsIs else { return asIs }
                let key = Digest(of: Array("level\0\(file)".utf8))
                if let ready = made.sound(key) { return ready }
                return try made.make(key, from: content.shelf.path(asIs.sound.id), called: "the file", MadeSounds.level)
            }
        }
    }

    /// The sound that an uploaded file is, at its own loudness.
    private func convert(_ file: Digest) throws(RequestError) -> MadeSounds.Ready {
        if let ready = made.sound(file) { return ready }
        var sound: Digest?
        // Drops the upload, unless it equals the made sound byte for byte: a sound that such a program wrote before
        // becomes itself.
        defer { if sound != file { content.drop(file) } }
        guard content.shelf.isIntact(file) else {
            throw RequestError(.unknownObject, "the uploaded bytes are not the file \(file.short): upload it again")
        }
        let ready = try made.make(file, from: content.shelf.path(file), called: "the file", { $0 })
        sound = ready.sound.id
        return ready
    }

    /// Ends the speech engine and waits for the work under way. Nothing is begun after the runner has ended.
    func finishWork() {
        isEnding.withLock { $0 = true }
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
