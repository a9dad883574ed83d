internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire
internal import Dispatch
internal import Synchronization

/// Makes what people say and upload into sounds that can be carried. Beside the coordinator's loop, one after the other.
final class SoundWorkshop: Sendable {
    /// Sounds whose files are remembered, the newest.
    private static let maximumPaths = 64

    private let shelf: SoundShelf
    private let engine: SpeechEngine
    private let making = DispatchQueue(label: "sounds")
    private let uploading = DispatchQueue(label: "uploads")
    private let paths = Mutex<[(sound: SoundID, path: String)]>([])

    /// - Parameters:
    ///   - folder: where sounds are kept.
    ///   - speech: the speech engine's command.
    ///   - environment: of this process.
    /// - Throws: ``SystemError`` when there can be no folder.
    init(folder: String, speech: String, environment: [String: String]) throws(SystemError) {
        shelf = try SoundShelf(folder: folder)
        engine = SpeechEngine(command: speech, workFolder: shelf.workFolder, environment: environment)
    }

    /// Has a text spoken, or takes what was spoken before by the same command.
    func speak(_ text: String, job: Int, post: @escaping @Sendable (CoordinatorEvent) -> Void) {
        making.async { [self] in
            finish(job, post) { () throws(RequestError) in
                let key = SoundID(of: Array("\(engine.command)\0\(text)".utf8))
                if let ready = shelf.sound(key) { return ready }
                let spoken = try engine.speak(text)
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
