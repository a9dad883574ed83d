import ClockDomain
import ClockVoice

/// The pack in a folder as it says the time, in any state of the folder.
struct SpeakingVoice: Sendable {
    let folder: String
    let grammar: Grammar
    /// The clips that the minutes of a day need; a pack with dates and durations, or a large prompt set, has more.
    let clips: [String]
    /// The defect of the pack as a whole, for people; one line.
    private(set) var problem: String?
    /// The pack's name, if its `voice.yaml` gives it.
    private let name: String?
    /// True when these are English words for want of the pack's own; nobody then reports missing clips one by one.
    private let isStopgap: Bool

    /// No folder at all.
    static let none = SpeakingVoice(folder: "", grammar: .english, clips: [], name: nil, isStopgap: true)

    private init(folder: String, grammar: Grammar, clips: [String], name: String?, isStopgap: Bool) {
        self.folder = folder
        self.grammar = grammar
        self.clips = clips
        self.name = name
        self.isStopgap = isStopgap
    }

    /// Without a usable `voice.yaml`, clips with English names say the time.
    init(folder: String) {
        func english() -> [String] { Grammar.english.timeVocabulary() }
        do throws(VoicePackProblem) {
            let pack = try VoicePack.read(folder: folder)
            if let grammar = pack.grammar, grammar.says(.time) {
                var refused: [(time: LocalTime, problem: GrammarProblem)] = []
                let clips = grammar.timeVocabulary { refused.append(($0, $1)) }
                self.init(folder: folder, grammar: grammar, clips: clips, name: pack.name, isStopgap: false)
                if let first = refused.first {
                    problem =
                        "\(folder)/\(VoicePack.fileName): \(refused.count) minutes of the day cannot be said, first "
                        + "\(first.time.hourAndMinute): \(first.problem); correct the grammar"
                }
            } else if Set(pack.prompts.map(\.name)).isSuperset(of: english()) {
                self.init(folder: folder, grammar: .english, clips: english(), name: pack.name, isStopgap: false)
            } else {
                self.init(folder: folder, grammar: .english, clips: [], name: pack.name, isStopgap: true)
                problem =
                    "\(folder)/\(VoicePack.fileName): has no grammar, so its clips cannot say the time; choose another "
                    + "voice, or add rules as docs/voices.md shows"
            }
        } catch  where error.isMissing {
            self.init(folder: folder, grammar: .english, clips: english(), name: nil, isStopgap: false)
        } catch {
            self.init(folder: folder, grammar: .english, clips: english(), name: nil, isStopgap: true)
            problem = "\(error); until it is corrected, only clips with English names say the time"
        }
    }

    /// Records the clips without a file.
    /// - Returns: the clips to report one by one.
    mutating func noteMissing(_ missing: [ClipProblem], folderExists: Bool) -> [ClipProblem] {
        guard !missing.isEmpty, missing.count == clips.count else { return missing }
        // One line says it all.
        if !folderExists {
            problem = "the folder \(folder) is not there; install the voice or name another"
        } else if !isStopgap {
            problem = "\(folder): none of the voice's \(clips.count) clips for the time is there; \(remedy)"
        }
        return []
    }

    /// The step that a person can do about missing clips.
    var remedy: String {
        guard let name else { return "add them to the folder (\(SoundLibrary.fileExtensions.joined(separator: ", ")))" }
        return "make them with clockctl voice build \(name), and bring them to nodes with clockctl voice push \(name)"
    }
}
