internal import ClockDomain
internal import ClockVoice
import Glibc

/// The folders of voice packs and of people's own chimes: `<root>/<voice>/*.wav` and `<root>/chimes/<chime>/*.wav`; and
/// of pushed packs, `<pushed>/<voice>/*.wav`.
///
/// A pushed pack wins over an installed one of its name: somebody gave it to this node on purpose, and removes it to
/// have the other back.
public struct VoiceFolders: Hashable, Sendable {
    public let root: String
    /// `nil` when nobody can push packs to this machine.
    public let pushed: String?

    public init(root: String, pushed: String? = nil) {
        self.root = root
        self.pushed = pushed
    }

    /// The voice that every installation has.
    public var standardVoice: String { "\(root)/english" }

    /// Returns the folder of a voice pack; `nil` when there is none of that name.
    public func folder(ofVoice name: String) -> String? {
        [pushed, root].lazy.compactMap { $0 }.map { "\($0)/\(name)" }.first(where: Self.isFolder)
    }

    /// Returns the path at which somebody's own chime of that name would be.
    public func folder(ofChime name: String) -> String { "\(root)/chimes/\(name)" }

    /// The names of the voices in ``root`` that have clips, ascending; a pack of words and rules alone does not count.
    /// Empty for an unreadable folder.
    public var installed: [String] {
        FolderListing.names(in: root).filter { name in
            guard NodeSettings.isVoiceName(name), access("\(root)/\(name)/\(VoicePack.fileName)", R_OK) == 0 else {
                return false
            }
            return Self.hasSound("\(root)/\(name)")
        }
    }

    /// The names of the own chimes in ``root`` that have clips, ascending.
    public var chimes: [String] {
        FolderListing.names(in: "\(root)/chimes").filter { name in
            if case .own = Chime(rawValue: name) { Self.hasSound(folder(ofChime: name)) } else { false }
        }
    }

    private static func hasSound(_ folder: String) -> Bool {
        FolderListing.names(in: folder).contains { file in
            SoundLibrary.fileExtensions.contains { file.hasSuffix(".\($0)") }
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
