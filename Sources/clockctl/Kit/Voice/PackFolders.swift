internal import ClockDomain
internal import ClockSound
internal import ClockVoice
internal import Glibc

package enum PackFolders {
    /// Returns the folder of this person's packs, then those of installed ones.
    package static func usual(_ environment: [String: String]) -> [String] {
        let own = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.local/share" }
        return [own ?? home].compactMap { $0.map { "\($0)/clocksmith/voices" } } + ["/usr/share/clocksmith/voices"]
    }

    /// Returns the names of the packs in these folders, for the shell's completion.
    package static func names(in folders: [String]) -> [String] {
        let names = folders.flatMap { folder in
            FolderListing.names(in: folder).filter {
                NodeSettings.isVoiceName($0) && access("\(folder)/\($0)/\(VoicePack.fileName)", R_OK) == 0
            }
        }
        return Set(names).sorted()
    }
}
