internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockRuntime
internal import ClockVoice
internal import ClockWire
internal import Dispatch
internal import Synchronization

/// Makes what people say and upload into sounds that can be carried. Beside the coordinator's loop, one after the other.
final class SoundWorkshop: Sendable {
    /// Sounds whose files are remembered, the newest.
    private static let maximumPaths = 64

    private let shelf: SoundShelf
    private let engine: SpeechEngine
    private let voices: RoomVoices
    private let making = DispatchQueue(label: "sounds")
    private let uploading = DispatchQueue(label: "uploads")
    private let paths = Mutex<[(sound: SoundID, path: String)]>([])

    /// - Parameters:
    ///   - folder: where sounds are kept.
    ///   - speech: the command of the speech engine that speaks everything, if there is one.
    ///   - voices: the folder of this machine's voice packs.
    ///   - packs: those that people gave nodes.
    ///   - environment: of this process.
    /// - Throws: ``SystemError`` when there can be no folder.
    init(
        folder: String, speech: String?, voices: String, packs: PackShelf, environment: [String: String]
    ) throws(SystemError) {
        shelf = try SoundShelf(folder: folder)
        let engine = SpeechEngine(workFolder: shelf.workFolder, environment: environment)
        self.engine = engine
        self.voices = RoomVoices(
            configured: speech?.split(separator: " ").map(String.init), folder: voices,
            pushed: { voice in
                voice.pack.flatMap { packs.text(of: VoicePack.fileName, in: $0, limit: VoicePack.maximumBytes) }
            },
            has: { engine.has($0) })
    }

    /// Has a text spoken, or takes what was spoken before by the same command.
    ///
    /// - Parameter voice: that of the rooms; `nil` where they have several.
    func speak(_ text: String, _ voice: SpeechVoice?, job: Int, post: @escaping @Sendable (CoordinatorEvent) -> Void) {
        making.async { [self] in
            finish(job, post) { () throws(RequestError) in
                let command = voices.command(for: voice)
                let key = SoundID(of: Array("\(command.joined(separator: " "))\0\(text)".utf8))
                if let ready = shelf.sound(key) { return ready }
                let spoken = try engine.speak(text, by: command)
                let file = shelf.workFile
                defer { shelf.removeWorkFile() }
                do throws(SystemError) {
                    try AtomicFile.replace(file, with: spoken, mode: 0o600)
                } catch {
                    throw RequestError(.storeFailed, "\(error)")
                }
                return try shelf.make(key, from: file, called: "what the speech engine wrote")
            }
        }
    }

    func prepare(_ file: SoundID, job: Int, post: @escaping @Sendable (CoordinatorEvent) -> Void) {
        making.async { [self] in
            finish(job, post) { () throws(RequestError) in
                if let ready = shelf.sound(file) { return ready }
                defer { shelf.removeUpload(file) }
                guard shelf.isWhole(file) else {
                    throw RequestError(
                        .unknownObject, "what was uploaded is not the file \(file.short): upload it again")
                }
                return try shelf.make(file, from: shelf.uploadPath(file), called: "the file")
            }
        }
    }

    func find(
        _ file: SoundID, bytes: Int, origin: RequestOrigin, post: @escaping @Sendable (CoordinatorEvent) -> Void
    ) {
        uploading.async { [self] in
            post(.uploadFound(origin, file, bytes: bytes, isThere: shelf.hasSound(file)))
        }
    }

    func keep(
        _ chunk: UploadRequest.Chunk, of file: SoundID, origin: RequestOrigin,
        post: @escaping @Sendable (CoordinatorEvent) -> Void
    ) {
        uploading.async { [self] in
            do throws(SystemError) {
                try shelf.write(chunk, of: file)
                post(.uploadKept(origin, file, chunk: chunk.index))
            } catch {
                post(.uploadFailed(origin, file, reason: "\(error)"))
            }
        }
    }

    func drop(_ file: SoundID) {
        uploading.async { [self] in shelf.removeUpload(file) }
    }

    /// The bytes of a sound that was made ready.
    ///
    /// - Throws: ``SystemError`` when its file has gone.
    func bytes(of sound: CarriedSound) throws(SystemError) -> [UInt8] {
        let path = paths.withLock { paths in paths.last { $0.sound == sound.id }?.path }
        return try AtomicFile.read(path ?? "of sound \(sound.id.short)", limit: CarriedSound.maximumBytes)
    }

    /// Ends the speech engine and waits for the work under way. Nothing is begun after the runner has ended.
    func finishWork() {
        engine.stop()
        making.sync {}
        uploading.sync {}
    }

    private func finish(
        _ job: Int, _ post: (CoordinatorEvent) -> Void, _ work: () throws(RequestError) -> SoundShelf.Ready
    ) {
        do throws(RequestError) {
            let ready = try work()
            paths.withLock { paths in
                paths.removeAll { $0.sound == ready.sound.id }
                paths.append((ready.sound.id, ready.path))
                paths.removeFirst(max(0, paths.count - Self.maximumPaths))
            }
            post(.soundReady(job: job, ready.sound, milliseconds: ready.milliseconds))
        } catch {
            post(.soundRefused(job: job, error))
        }
    }
}
