internal import ClockCoordinatorCore
internal import ClockVoice

/// By which program, and with which voice of it, texts are spoken, so that a room does not have two speakers.
///
/// A voice pack names the engine that spoke its clips, and the engine's voice. Where that engine is on this machine it
/// speaks texts as well. A recorded voice has none, and another engine's speaker at least speaks the pack's language.
struct RoomVoices: Sendable {
    /// The command that speaks everything, if one is configured.
    let configured: [String]?
    /// Where the packs of this machine are.
    let folder: String
    /// The `voice.yaml` of a pack that people gave nodes.
    let pushed: @Sendable (SpeechVoice) -> String?
    /// Whether this machine has a program.
    let has: @Sendable (String) -> Bool

    /// The program that speaks in English where nothing better is known, and its arguments.
    static let standard = ["espeak-ng", "--stdin", "--stdout"]

    /// The program and its arguments for a room's voice; `nil`: the rooms have several.
    ///
    /// It reads the text from its input and writes a sound file to its output.
    func command(for voice: SpeechVoice?) -> [String] {
        if let configured { return configured }
        guard let voice, let pack = pack(voice) else { return Self.standard }
        // `Festival 2.5.0 (…), voice …`, `espeak-ng de`: the engine is the first word.
        let engine = pack.engine.prefix { $0 != " " }.lowercased()
        if let own = Self.command(engine, voice: pack.voices[engine]), has(own[0]) { return own }
        guard Self.isVoiceName(pack.voices["espeak-ng"] ?? pack.language) else { return Self.standard }
        return ["espeak-ng", "-v", pack.voices["espeak-ng"] ?? pack.language] + Self.standard.dropFirst()
    }

    private func pack(_ voice: SpeechVoice) -> VoicePack? {
        // One that cannot be read speaks no clip either: its nodes tell what is wrong with it.
        if voice.pack != nil { return pushed(voice).flatMap { try? VoicePack.parse($0, source: voice.name) } }
        return try? VoicePack.read(folder: "\(folder)/\(voice.name)")
    }

    private static func command(_ engine: String, voice: String?) -> [String]? {
        guard let voice, isVoiceName(voice) else { return nil }
        return switch engine {
        case "espeak-ng": ["espeak-ng", "-v", voice, "--stdin", "--stdout"]
        case "festival": ["text2wave", "-eval", "(voice_\(voice))"]
        case "flite": ["flite", "-voice", voice, "-f", "/dev/stdin", "-o", "/dev/stdout"]
        default: nil
        }
    }

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
