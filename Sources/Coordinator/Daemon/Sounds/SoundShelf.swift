internal import ClockDomain
internal import ClockRuntime
internal import ClockSound
internal import ClockWire
import Glibc

/// Sounds on the coordinator's disk: `<key>.sound` is ready to be carried, `uploads/<file>` is coming. A key is the digest
/// of what a sound was made from. Of what was not used for longest as much goes as new sounds need.
///
/// Not for two threads at a time, but that uploads may be written beside everything else.
struct SoundShelf: Sendable {
    /// A sound that is ready.
    struct Ready: Sendable {
        var sound: CarriedSound
        var milliseconds: Int
        var path: String
    }

    private let folder: BoundedFolder
    private let uploads: BoundedFolder

    /// - Parameter path: a folder; it is made where it is not there.
    /// - Throws: ``SystemError`` when there can be none.
    init(folder path: String) throws(SystemError) {
        folder = BoundedFolder(path: path, maximumBytes: 64 << 20)
        uploads = BoundedFolder(path: path + "/uploads", maximumBytes: 80 << 20)
        try folder.prepare { !$0.hasSuffix(Self.suffix) }
        try uploads.prepare { _ in true }
    }

    private static let suffix = ".sound"

    /// Where programs may put what they need for a moment.
    var workFolder: String { uploads.path }
    /// A file for what is being worked on.
    var workFile: String { uploads.path("work") }

    func removeWorkFile() { uploads.remove("work") }

    // MARK: Uploads

    func uploadPath(_ file: SoundID) -> String { uploads.path(file.rawValue) }

    func write(_ chunk: UploadRequest.Chunk, of file: SoundID) throws(SystemError) {
        if !uploads.contains(file.rawValue) { uploads.makeRoom(for: UploadRequest.maximumFileBytes) }
        try uploads.write(chunk.bytes, at: chunk.index * UploadRequest.chunkBytes, of: file.rawValue)
    }

    func removeUpload(_ file: SoundID) { uploads.remove(file.rawValue) }

    /// Whether the upload is there and is what its name says.
    func isWhole(_ file: SoundID) -> Bool {
        var hash = SHA256()
        return uploads.read(file.rawValue, { hash.update($0) }) != nil && SoundID(digest: hash.finish()) == file
    }

    // MARK: Sounds

    func hasSound(_ key: SoundID) -> Bool { folder.contains(name(key)) }

    /// The sound made from `key` before; `nil` where there is none, or none that can be played.
    func sound(_ key: SoundID) -> Ready? {
        guard hasSound(key) else { return nil }
        do {
            let ready = try ready(key)
            folder.touch(name(key))
            return ready
        } catch {
            // Damaged, or of another version: it is made again.
            folder.remove(name(key))
            return nil
        }
    }

    /// Makes a sound of a file and keeps it.
    ///
    /// - Parameter name: what the file is called, for people.
    func make(_ key: SoundID, from file: String, called name: String) throws(RequestError) -> Ready {
        let temporary = "\(key).making"
        defer { folder.remove(temporary) }
        folder.makeRoom(for: CarriedSound.maximumBytes)
        do throws(SoundFile.Problem) {
            let frames = try SoundFile.read(path: file, maximumSeconds: CarriedSound.maximumSeconds)
            try SoundFileWriter.write(
                frames, to: folder.path(temporary), maximumBytes: CarriedSound.maximumBytes)
        } catch {
            throw RequestError(.invalid, "\(name) \(error.reason): \(error.remedy)")
        }
        do {
            try folder.rename(temporary, to: self.name(key))
            return try ready(key)
        } catch {
            throw RequestError(.storeFailed, "\(error)")
        }
    }

    private func name(_ key: SoundID) -> String { key.rawValue + Self.suffix }

    private func ready(_ key: SoundID) throws -> Ready {
        let path = folder.path(name(key))
        let bytes = try AtomicFile.read(path, limit: CarriedSound.maximumBytes)
        guard let sound = CarriedSound(id: SoundID(of: bytes), bytes: bytes.count) else {
            throw SystemError("read \(path)", code: ENODATA)
        }
        let frames = try SoundFile.read(path: path, maximumSeconds: CarriedSound.maximumSeconds)
        return Ready(sound: sound, milliseconds: frames.count * 1_000 / RenderedPlan.sampleRate, path: path)
    }
}
