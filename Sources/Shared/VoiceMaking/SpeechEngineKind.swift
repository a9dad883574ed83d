public import ClockRuntime
internal import ClockVoice

/// A program that speaks.
public enum SpeechEngineKind: Hashable, Sendable {
    case espeak, hibari, piper, festival, flite
    /// Any other: a program and its arguments. `{text}`, `{voice}` and `{file}` in them are replaced; without
    /// `{text}` it reads the text from its input, and without `{file}` it writes the sound to its output.
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

    /// Those that are known by name.
    public static let builtIn: [SpeechEngineKind] = [.espeak, .hibari, .piper, .festival, .flite]

    /// The name that people and packs use.
    public var name: String { known?.rawValue ?? "command" }

    /// The engine where it is one that is known by name.
    var known: KnownSpeechEngine? {
        switch self {
        case .espeak: .espeak
        case .hibari: .hibari
        case .piper: .piper
        case .festival: .festival
        case .flite: .flite
        case .command: nil
        }
    }

    /// Words for a person whose machine lacks the program.
    var installation: String { known?.installation ?? "check the path, or install it" }

    /// True for an engine that speaks a phrase better than its words in a row, as neural ones do.
    var speaksPhrases: Bool {
        switch self {
        case .espeak, .flite, .festival: false
        case .hibari, .piper, .command: true
        }
    }

    /// Most utterances for one run of the program.
    var batchSize: Int {
        switch self {
        case .espeak: 12
        case .festival: 6
        // It reads its model for two seconds when it starts, so one run speaks all words of a worker.
        case .piper: 500
        case .hibari, .flite, .command: 1
        }
    }
}
