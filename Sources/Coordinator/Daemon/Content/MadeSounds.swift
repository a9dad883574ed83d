internal import ClockDomain
internal import ClockLoudness
internal import ClockRuntime
internal import ClockSound
internal import ClockWire
internal import Glibc

/// The sounds made of each source: `<key>` is a link to a blob of the shelf. The key is the digest of a text and the
/// program that spoke it, or of an uploaded file.
///
/// Only ``has(_:)`` may run on two threads at a time.
struct MadeSounds: Sendable {
    struct Ready: Sendable {
        var sound: Blob
        var milliseconds: Int
    }

    private let path: String
    private let content: CoordinatorContent

    /// - Parameter path: a folder beside the shelf; the initialiser makes it if necessary.
    /// - Throws: ``SystemError`` when the folder cannot be made.
    init(folder path: String, content: CoordinatorContent) throws(SystemError) {
        self.path = path
        self.content = content
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
            throw SystemError("make the folder \(path)", code: errno)
        }
        clean()
    }

    private func link(_ key: Digest) -> String { "\(path)/\(key)" }

    /// True if a sound was made from `key`.
    func has(_ key: Digest) -> Bool { access(link(key), F_OK) == 0 }

    /// Returns the sound made from `key` before; `nil` without one, or with one that cannot be played.
    func sound(_ key: Digest) -> Ready? {
        guard let blob = target(of: key), content.shelf.isIntact(blob) else { return nil }
        do {
            return try ready(blob)
        } catch {
            // Another version made it: make it again.
            content.shelf.remove(blob)
            return nil
        }
    }

    /// A file for the work under way.
    var workFile: String { "\(path)/work" }

    /// Makes a sound of a file and keeps it.
    ///
    /// - Parameters:
    ///   - name: what the file is called, for people.
    ///   - shape: makes the sound's frames of the file's.
    func make(
        _ key: Digest, from file: String, called name: String, _ shape: ([Int16]) throws(SoundFile.Problem) -> [Int16]
    ) throws(RequestError) -> Ready {
        let temporary = "\(path)/making"
        defer { _ = unlink(temporary) }
        content.makeRoom(for: Blob.maximumBytes)
        do throws(SoundFile.Problem) {
            let frames = try SoundFile.read(path: file, maximumSeconds: Blob.maximumSeconds)
            try SoundFileWriter.write(try shape(frames), to: temporary, maximumBytes: Blob.maximumBytes)
        } catch {
            throw RequestError(.invalid, "\(name) \(error.reason): \(error.remedy)")
        }
        do {
            let blob = try content.shelf.store(file: temporary)
            try keep(key, blob)
            return try ready(blob)
        } catch {
            throw RequestError(.storeFailed, "\(error)")
        }
    }

    /// Brings frames to the loudness of words.
    static func level(_ frames: [Int16]) throws(SoundFile.Problem) -> [Int16] {
        guard frames.contains(where: { $0 != 0 }) else {
            throw SoundFile.Problem(reason: "is silent", remedy: "there is nothing to hear in it")
        }
        var frames = frames
        SoundLevel.apply(to: &frames, rate: RenderedPlan.sampleRate)
        return frames
    }

    private func ready(_ blob: Digest) throws -> Ready {
        guard let bytes = content.shelf.bytes(of: blob), let sound = Blob(id: blob, bytes: bytes) else {
            throw SystemError("read \(content.shelf.path(blob))", code: ENODATA)
        }
        let frames = try SoundFile.read(path: content.shelf.path(blob), maximumSeconds: Blob.maximumSeconds)
        return Ready(sound: sound, milliseconds: frames.count * 1_000 / RenderedPlan.sampleRate)
    }

    // MARK: The links

    private func keep(_ key: Digest, _ blob: Digest) throws(SystemError) {
        _ = unlink(link(key))
        // A relative link, so that people can move the state folder.
        guard symlink("../\(CoordinatorContent.folderName)/\(blob)", link(key)) == 0 else {
            throw SystemError("write \(link(key))", code: errno)
        }
    }

    private func target(of key: Digest) -> Digest? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link(key), &buffer, buffer.count)
        guard count > 0 else { return nil }
        let target = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return target.split(separator: "/").last.flatMap { Digest($0) }
    }

    /// Removes unfinished files of an earlier program and links to missing blobs. A sound of version 0.1, which lay
    /// here as `<key>.sound`, moves to the shelf.
    private func clean() {
        for name in FolderListing.names(in: path) {
            if let key = Digest(name), has(key) { continue }
            // A sound that cannot move is made again on demand.
            if name.hasSuffix(".sound"), let key = Digest(name.dropLast(".sound".count)),
                let blob = try? content.shelf.store(file: "\(path)/\(name)"), (try? keep(key, blob)) != nil
            {
                continue
            }
            _ = unlink("\(path)/\(name)")
        }
        for name in FolderListing.names(in: path + "/uploads") { _ = unlink("\(path)/uploads/\(name)") }
        _ = rmdir(path + "/uploads")
    }
}
