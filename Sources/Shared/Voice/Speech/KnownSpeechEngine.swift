/// A speech engine that is known by name, and how it is asked: for `voice build` and for `say`.
public enum KnownSpeechEngine: String, Hashable, Sendable, CaseIterable {
    case hibari, piper, festival, flite
    case espeak = "espeak-ng"

    /// The program and its arguments. It reads a text from its input and writes a sound to `file`: on a pipe Festival leaves
    /// a size of 0, and flite hangs.
    ///
    /// - Parameter voice: the engine's own name of a voice; `nil` for its default, which piper does not have.
    public func words(voice: String?, file: String) -> [String] {
        switch self {
        case .hibari: ["hibari", "--out", file] + option("--voice", voice)
        case .piper: ["piper", "--model", voice ?? "", "--output_file", file]
        case .festival: ["text2wave", "-o", file] + option("-eval", voice.map { "(voice_\($0))" })
        case .flite: ["flite", "-f", "/dev/stdin", "-o", file] + option("-voice", voice)
        case .espeak: ["espeak-ng", "--stdin", "-w", file] + option("-v", voice)
        }
    }

    private func option(_ name: String, _ value: String?) -> [String] { value.map { [name, $0] } ?? [] }

    /// The name of the program that speaks a text.
    public var program: String { words(voice: nil, file: "")[0] }

    /// Words for a person whose machine lacks the program.
    public var installation: String {
        switch self {
        case .hibari, .piper: "install it with: \(installCommand)"
        case .festival, .flite, .espeak: "install the package \(rawValue)"
        }
    }

    /// The command that installs the program; Debian has no package of some.
    public var installCommand: String {
        switch self {
        case .hibari, .piper: "pipx install \(rawValue)-tts"
        case .festival, .flite, .espeak: "apt install \(rawValue)"
        }
    }
}
