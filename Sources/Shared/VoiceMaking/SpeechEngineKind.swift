public import ClockRuntime

/// A program that speaks.
public enum SpeechEngineKind: Hashable, Sendable {
    case espeak, flite, piper, festival
    /// Any other: a program and its arguments, with `{text}`, `{voice}` and `{file}` replaced; without `{text}` it
    /// reads the text from its input, and without `{file}` it writes the sound to its output.
    case command(String)

    /// Reads the name on a command line: `espeak-ng`, `command:say -o {file} {text}`.
    ///
    /// - Throws: ``FatalError`` of usage for an unknown name.
    public init(_ name: String) throws(FatalError) {
        let prefix = "command:"
        if name.hasPrefix(prefix) {
            let words = name.dropFirst(prefix.count)
            guard words.contains(where: { $0 != " " }) else {
                throw FatalError(.usage, "--engine: what command? Write --engine command:\"program {text} {file}\"")
            }
            self = .command(String(words))
            return
        }
        guard let kind = Self.builtIn.first(where: { $0.name == name }) else {
            throw FatalError(
                .usage,
                "--engine: \"\(name.prefix(40))\" is none; say \(Self.builtIn.map(\.name).joined(separator: ", ")) or "
                    + "command:\"program {text} {file}\"")
        }
        self = kind
    }

    /// The engines that have a name.
    public static let builtIn: [SpeechEngineKind] = [.espeak, .flite, .piper, .festival]

    /// The name that people and packs use.
    public var name: String {
        switch self {
        case .espeak: "espeak-ng"
        case .flite: "flite"
        case .piper: "piper"
        case .festival: "festival"
        case .command: "command"
        }
    }

    /// The step that a person can do when the program is missing.
    var installation: String {
        switch self {
        case .espeak, .flite, .festival: "install the package \(name)"
        case .piper: "install it with: pipx install piper-tts (Debian has no package of it)"
        case .command: "check the path, or install it"
        }
    }

    /// Most utterances for one run of the program.
    var batchSize: Int {
        switch self {
        case .espeak: 12
        case .festival: 6
        case .flite, .piper, .command: 1
        }
    }
}
