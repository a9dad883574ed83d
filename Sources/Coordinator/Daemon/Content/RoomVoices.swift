internal import ClockCoordinatorCore
internal import ClockVoice

/// By which programs, and with which voice of each, texts are spoken, so that a room does not have two speakers.
///
/// A voice pack names the engine that spoke its clips, and the voice that each engine is asked for. Where that engine is on
/// this machine it speaks texts as well. Behind it come the pack's other engines, the best ones first, and last espeak-ng in
/// the pack's language. So a text is spoken as long as one of them works.
struct RoomVoices: Sendable {
    /// The command that speaks everything, if one is configured.
    let configured: [String]?
    /// The folder of this machine's packs.
    let folder: String
    /// The `voice.yaml` of a pack that people sent to nodes.
    let pushed: @Sendable (SpeechVoice) -> String?
    /// True if this machine has a program.
    let has: @Sendable (String) -> Bool
    /// Tells if this machine has a file.
    let isFile: @Sendable (String) -> Bool

    private struct Speaker: Hashable {
        var engine: KnownSpeechEngine
        var voice: String?

        var command: SpeechCommand {
            SpeechCommand(
                words: engine.words(voice: voice, file: SpeechCommand.file),
                name: voice.map { "\(engine.rawValue) (\($0))" } ?? engine.rawValue)
        }
    }

    /// Folders of piper's models, beside the folder of packs.
    private static let modelFolders = ["/usr/local/share/piper-voices", "/usr/share/piper-voices"]
    private static let english = [Speaker(engine: .hibari), Speaker(engine: .espeak)]

    /// The programs for a room's voice, in the order in which they are tried; `nil`: the rooms have several.
    func commands(for voice: SpeechVoice?) -> [SpeechCommand] {
        let own = configured.map { [SpeechCommand(words: $0, name: $0.joined(separator: " "))] } ?? []
        let speakers = speakers(for: voice)
        return own + speakers.filter { has($0.engine.program) || $0.engine == .espeak }.map(\.command)
    }

    /// The language in which a voice announces; English where its pack cannot be read.
    func language(of voice: SpeechVoice) -> String { pack(voice)?.language ?? "en" }

    /// The programs for a room's voice, as a doctor reports them.
    ///
    /// - Parameter failure: of a command when it was last tried.
    func check(of voice: SpeechVoice?, failure: (SpeechCommand) -> String?) -> SpeechCheck {
        let commands = commands(for: voice)
        let speaking = commands.first { has($0.words[0]) && failure($0) == nil }
        // A configured command speaks everything, and no other is missed.
        let before = configured == nil ? speakers(for: voice).prefix { $0.command != speaking } : []
        let missing = before.first { !has($0.engine.program) && $0.engine != .espeak }
        return SpeechCheck(
            speaker: speaking?.name, failure: commands.lazy.compactMap(failure).first,
            better: missing.map { "\($0.command.name): \($0.engine.installCommand)" })
    }

    private func speakers(for voice: SpeechVoice?) -> [Speaker] {
        guard let voice, let pack = pack(voice) else { return Self.english }
        // `Festival 2.5.0 (…), voice …`, `espeak-ng de`: the engine is the first word, and the voice the second of two.
        let words = pack.engine.split(separator: " ")
        let own = words.first.flatMap { KnownSpeechEngine(rawValue: $0.lowercased()) }
        let isEnglish = pack.language.lowercased().hasPrefix("en")
        let others = KnownSpeechEngine.allCases.filter { $0 != own }
        return ([own].compactMap { $0 } + others).compactMap { engine -> Speaker? in
            let named = pack.voices[engine.rawValue] ?? (engine == own && words.count == 2 ? String(words[1]) : nil)
            switch engine {
            case .espeak:
                let name = [named, pack.language].compactMap { $0 }.first(where: Self.isVoiceName)
                return Speaker(engine: engine, voice: name)
            case .piper: return named.flatMap(model).map { Speaker(engine: engine, voice: $0) }
            case .hibari where isEnglish || engine == own:
                return Speaker(engine: engine, voice: named.flatMap(Self.name))
            case .hibari, .festival, .flite: return named.flatMap(Self.name).map { Speaker(engine: engine, voice: $0) }
            }
        }
    }

    private func pack(_ voice: SpeechVoice) -> VoicePack? {
        // One that cannot be read speaks no clip either: its nodes report the mistake in it.
        if voice.pack != nil { return pushed(voice).flatMap { try? VoicePack.parse($0, source: voice.name) } }
        return try? VoicePack.read(folder: "\(folder)/\(voice.name)")
    }

    /// The file of a model that a pack names. A pack is somebody else's file: it cannot name a folder.
    private func model(_ name: String) -> String? {
        let base = name.split(separator: "/").last.map(String.init) ?? name
        let stem = base.hasSuffix(".onnx") ? String(base.dropLast(5)) : base
        guard Self.isVoiceName(stem) else { return nil }
        return (["\(folder)/piper"] + Self.modelFolders).map { "\($0)/\(stem).onnx" }.first(where: isFile)
    }

    private static func name(_ name: String) -> String? { isVoiceName(name) ? name : nil }

    /// A pack is somebody else's file: nothing of it may be an option, or a piece of a program.
    private static func isVoiceName(_ name: String) -> Bool {
        name.first.map { $0.isLetter || $0.isNumber } ?? false
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "+")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            }
    }
}
