internal import ClockDomain
internal import ClockRuntime
internal import ClockSound
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockWire
internal import Glibc

/// A voice pack's files for nodes: voice.yaml, a sound file a word, and its licence.
struct PushedPack {
    let list: PackList
    /// By digest, the path to read.
    let paths: [Digest: String]

    /// Reads and digests every file of a pack.
    ///
    /// - Throws: ``FatalError`` for a pack with missing parts, or one that is too large for a node.
    init(_ found: PackShelf.Found) throws(FatalError) {
        let missing = found.pack.missing(from: found.present).map(\.name)
        guard missing.isEmpty else {
            let shown = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
            throw FatalError(
                .badData,
                "voice pack \(found.pack.name) has no clip of \(missing.count) of its \(found.pack.prompts.count) words "
                    + "(\(shown)): make them first: clockctl voice build \(found.pack.name)")
        }
        let clips = found.pack.prompts.compactMap { found.folder.clip($0.name) }
        let papers = FolderListing.names(in: found.folder.path).filter(Self.isPaper)
        var paths: [Digest: String] = [:]
        var files: [String: PackFile] = [:]
        for path in clips + ([PackList.manifest] + papers).map(found.folder.path) {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            try Self.refuseStranger(path, in: found.folder.path)
            let bytes = try Self.bytes(path)
            let id = Digest(of: bytes)
            guard let content = Blob(id: id, bytes: bytes.count) else {
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

    /// True for a file that names the owner and the terms.
    private static func isPaper(_ name: String) -> Bool {
        ["LICENSE", "LICENCE", "COPYING", "NOTICE", "README"].contains { name.uppercased().hasPrefix($0) }
    }

    /// Throws for a file outside the pack. A pack that somebody else made must not bring along other files of this
    /// machine: its files go to nodes, and everybody with access there can read them.
    private static func refuseStranger(_ path: String, in folder: String) throws(FatalError) {
        let (file, home, isRegular): (String, String, Bool)
        do throws(SystemError) {
            file = try FileStatus.realPath(path)
            home = try FileStatus.realPath(folder)
            isRegular = try FileStatus(of: path).isRegular
        } catch {
            throw FatalError(error, exitCode: .noInput)
        }
        guard file.hasPrefix("\(home)/") else {
            throw FatalError(
                .badData,
                "\(path) is a link out of the pack, to \(file): copy the file into the pack, or remove the link")
        }
        guard isRegular else { throw FatalError(.badData, "\(path) is not a regular file: take it out of the pack") }
    }

    static func bytes(_ path: String) throws(FatalError) -> [UInt8] {
        do throws(SystemError) {
            return try AtomicFile.read(path, limit: Blob.maximumBytes)
        } catch {
            guard error.code == EFBIG else { throw FatalError(.noInput, "\(error)") }
            throw FatalError(
                .badData,
                "\(path) has over \(Blob.maximumBytes >> 20) MiB: a node takes no such file of a voice pack; "
                    + "cut it, or build the pack with --format flac")
        }
    }
}
