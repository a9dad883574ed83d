internal import ClockDomain
internal import ClockRuntime
internal import ClockSound
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockctlKit
internal import Glibc

/// Folders of voice packs.
struct PackShelf: Sendable {
    let folders: [String]
    /// The folder of this person's own packs; new packs go there, whatever their source.
    let own: String

    struct Found: Sendable {
        var pack: VoicePack
        var folder: PackFolder
        /// True when the person named its folder.
        var isByPath: Bool

        /// The names of the pack's clips that have a file.
        var present: Set<String> { folder.present(of: pack) }
    }

    /// Returns the folder of a new pack of that name.
    func place(for name: String) -> PackFolder { PackFolder("\(own)/\(name)") }

    /// Returns the pack of that name or in that folder.
    ///
    /// - Throws: ``FatalError`` when there is none, or it is unreadable.
    func find(_ word: String) throws(FatalError) -> Found {
        guard let found = try look(for: word) else { throw absence(word) }
        return found
    }

    /// The same; `nil` when there is none of that name.
    func look(for word: String) throws(FatalError) -> Found? {
        if word.contains("/") || word == "." || word == ".." { return try read(PackFolder(word).path, isByPath: true) }
        guard NodeSettings.isVoiceName(word) else {
            throw FatalError(
                .usage,
                "\"\(word.prefix(64))\" cannot be a pack's name, which has 1 to 64 of a-z, A-Z, 0-9, - and _; a "
                    + "folder's path has a slash in it")
        }
        for shelf in folders {
            if let found = try read("\(shelf)/\(word)", isByPath: false) { return found }
        }
        return nil
    }

    /// Returns every pack, by name; of two with one name the one that a search finds. Reports unreadable ones.
    func all(problem: (String) -> Void) -> [Found] {
        var names: Set<String> = []
        var found: [Found] = []
        for shelf in folders {
            for name in FolderListing.names(in: shelf) where NodeSettings.isVoiceName(name) && !names.contains(name) {
                do throws(FatalError) {
                    guard let pack = try read("\(shelf)/\(name)", isByPath: false) else { continue }
                    names.insert(name)
                    found.append(pack)
                } catch {
                    problem("\(error)")
                }
            }
        }
        return found.sorted { $0.pack.name < $1.pack.name }
    }

    private func read(_ folder: String, isByPath: Bool) throws(FatalError) -> Found? {
        do throws(VoicePackProblem) {
            return Found(pack: try VoicePack.read(folder: folder), folder: PackFolder(folder), isByPath: isByPath)
        } catch {
            guard error.isMissing, !isByPath else {
                throw FatalError(error.isMissing ? .noInput : .badData, "\(error)")
            }
            return nil
        }
    }

    private func absence(_ word: String) -> FatalError {
        let places = folders.joined(separator: " or ")
        let names = all(problem: { _ in }).map(\.pack.name)
        let advice =
            nearest(to: word, among: names).map { "did you mean \($0)?" } ?? "clockctl voice list shows the packs"
        return FatalError(.noInput, "there is no voice pack \"\(word)\" in \(places); \(advice)")
    }
}

extension PackShelfOptions {
    func shelf(_ console: Console) -> PackShelf {
        let usual = PackFolders.usual(console.environment)
        return PackShelf(folders: voices.map { [$0] } ?? usual, own: usual[0])
    }
}
