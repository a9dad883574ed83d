internal import ClockRuntime
internal import ClockSite
internal import ClockSound
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockctlKit
internal import Glibc

extension VoiceRemoveCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        // If one is missing, the command removes none.
        let shelf = shelf.shelf(console)
        for found in try packs.map({ pack throws(FatalError) in try shelf.find(pack) }) { try remove(found, console) }
    }

    private func remove(_ found: PackShelf.Found, _ console: Console) throws {
        let folder = found.folder.path
        if !yes {
            guard console.canAsk else {
                throw FatalError(.usage, "removing \(folder) asks for a yes, and nobody is there to ask; say --yes")
            }
            guard console.confirms("Remove the pack \(found.pack.name) in \(folder)?") else {
                console.write([StyledText("nothing was removed")])
                throw SilentFailure()
            }
        }
        let clips = Set(found.pack.prompts.map(\.name))
        let ours = PackFiles.sounds(in: folder).filter { clips.contains($0.name) }.map(\.path)
        // voice.yaml goes last: while it is there, a second attempt can remove the rest.
        let files = ours + ["\(folder)/\(BuildJournal.fileName)", "\(folder)/\(VoicePack.fileName)"]
        for path in files where unlink(path) != 0 && errno != ENOENT {
            throw FatalError(SystemError("remove \(path)", code: errno), exitCode: .noPermission)
        }
        let left = FolderListing.names(in: folder)
        guard left.isEmpty else {
            console.write([
                StyledText("\(found.pack.name) is removed; \(folder) keeps \(left.prefix(8).joined(separator: ", "))")
            ])
            return
        }
        guard rmdir(folder) == 0 else {
            throw FatalError(SystemError("remove \(folder)", code: errno), exitCode: .noPermission)
        }
        console.write([StyledText("\(found.pack.name) is removed")])
    }
}
