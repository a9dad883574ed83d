import Glibc

/// Where the voice packs and people's own chimes are: `<root>/<voice>/*.wav` and `<root>/chimes/<chime>/*.wav`.
public struct VoiceFolders: Hashable, Sendable {
    public let root: String

    public init(root: String) { self.root = root }

    /// The voice that every installation has.
    public var standardVoice: String { "\(root)/english" }

    /// The folder of a voice pack; `nil` when there is none of that name.
    public func folder(ofVoice name: String) -> String? {
        let folder = "\(root)/\(name)"
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        return folder
    }

    /// Where somebody's own chime of that name would be.
    public func folder(ofChime name: String) -> String { "\(root)/chimes/\(name)" }
}
