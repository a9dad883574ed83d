internal import ClockCoordinatorCore
internal import ClockVoice

/// Picks the program and its voice that speak texts, so that a room does not have two speakers.
///
/// A voice pack names the engine that spoke its clips, and the engine's voice. If that engine is on this machine, it
/// speaks texts too. A recorded voice has no engine, and then another engine's speaker at least speaks the pack's
/// language.
struct RoomVoices: Sendable {
    /// The command that speaks everything, if one is configured.
    let configured: [String]?
    /// The folder of this machine's packs.
    let folder: String
    /// The `voice.yaml` of a pack that people sent to nodes.
    let pushed: @Sendable (SpeechVoice) -> String?
    /// True if this machine has a program.
    let has: @Sendable (String) -> Bool

    /// The program that speaks English without a better choice, and its arguments.
    static let standard = ["espeak-ng", "--stdin", "--stdout"]

    /// Returns the program and its arguments for a room's voice; `nil` when the rooms have several.
    ///
    /// The program reads the text from its input and writes a sound file to its output.
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
        // An unreadable pack speaks no clip either: its nodes report the fault.
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

    /// A pack comes from outside: no part of it may become an option or a piece of a program.
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
