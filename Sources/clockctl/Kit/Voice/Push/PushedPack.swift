internal import ClockDomain
internal import ClockRuntime
internal import ClockSound
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockWire
internal import Glibc

/// A voice pack's files as nodes are to have them: voice.yaml, a sound file a word, and its licence.
struct PushedPack {
    let list: PackList
    /// By digest, where to read it.
    let paths: [SoundID: String]

    /// Reads and digests every file of a pack.
    ///
    /// - Throws: ``FatalError`` for a pack of which something is missing, or that is too large for a node.
    init(_ found: PackShelf.Found) throws(FatalError) {
        let missing = found.pack.prompts.filter { found.folder.clip($0.name) == nil }.map(\.name)
        guard missing.isEmpty else {
            let shown = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
            throw FatalError(
                .badData,
                "voice pack \(found.pack.name) has no clip of \(missing.count) of its \(found.pack.prompts.count) words "
                    + "(\(shown)): make them first: clockctl voice build \(found.pack.name)")
        }
        let clips = found.pack.prompts.compactMap { found.folder.clip($0.name) }
        let papers = FolderListing.names(in: found.folder.path).filter(Self.isPaper)
        var paths: [SoundID: String] = [:]
        var files: [String: PackFile] = [:]
        for path in clips + ([PackList.manifest] + papers).map(found.folder.path) {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let bytes = try Self.bytes(path)
            let id = SoundID(of: bytes)
            guard let content = CarriedSound(id: id, bytes: bytes.count) else {
                throw FatalError(.badData, "\(path) is empty: make it again, or take it out of voice.yaml")
            }
            guard let file = PackFile(name: name, content: content) else {
                throw FatalError(
                    .badData,
                    "\(path): a node takes no file of that name; use 1 to \(PackFile.maximumNameBytes) visible characters"
                )
            }
            files[name] = file
            paths[id] = path
        }
        do throws(WireError) {
            list = try PackList(name: found.pack.name, files: files.values.sorted { $0.name < $1.name })
        } catch {
            throw FatalError(.badData, "voice pack \(found.pack.name) cannot be pushed: \(error)")
        }
        self.paths = paths
    }

    /// What tells whose it is.
    private static func isPaper(_ name: String) -> Bool {
        ["LICENSE", "LICENCE", "COPYING", "NOTICE", "README"].contains { name.uppercased().hasPrefix($0) }
    }

    static func bytes(_ path: String) throws(FatalError) -> [UInt8] {
        do throws(SystemError) {
            return try AtomicFile.read(path, limit: CarriedSound.maximumBytes)
        } catch {
            guard error.code == EFBIG else { throw FatalError(.noInput, "\(error)") }
            throw FatalError(
                .badData,
                "\(path) has over \(CarriedSound.maximumBytes >> 20) MiB: a node takes no such file of a voice pack; "
                    + "cut it, or build the pack with --format flac")
        }
    }
}
