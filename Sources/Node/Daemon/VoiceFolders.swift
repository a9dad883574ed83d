internal import Glibc

/// Where the voice packs and chimes are: `<root>/<voice>/*.wav` and `<root>/chimes/*.wav`.
struct VoiceFolders: Sendable {
    let root: String

    var chimes: String { "\(root)/chimes" }
    /// The voice that every installation has.
    var standardVoice: String { "\(root)/english" }

    /// The folder of a voice pack; `nil` when there is none of that name.
    func folder(ofVoice name: String) -> String? {
        let folder = "\(root)/\(name)"
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        return folder
    }
}
