import ClockDomain
import ClockVoice

/// The pack in a folder as it says the time, in any state of the folder.
struct SpeakingVoice: Sendable {
    let folder: String
    let grammar: Grammar
    private let choice: PhraseChoice
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

    private init(
        folder: String, grammar: Grammar, choice: PhraseChoice = .words, clips: [String], name: String?, isStopgap: Bool
    ) {
        self.folder = folder
        self.grammar = grammar
        self.choice = choice
        self.clips = clips
        self.name = name
        self.isStopgap = isStopgap
    }

    /// Without a usable `voice.yaml`, clips with English names say the time.
    init(folder: String) {
        let present = Self.present(in: folder)
        do throws(VoicePackProblem) {
            let pack = try VoicePack.read(folder: folder)
            guard let grammar = pack.timeGrammar else {
                self.init(folder: folder, grammar: .english, clips: [], name: pack.name, isStopgap: true)
                problem =
                    "\(folder)/\(VoicePack.fileName): has no grammar, so its clips cannot say the time; choose another "
                    + "voice, or add rules as docs/voices.md shows"
                return
            }
            let choice = PhraseChoice(pack, present: present)
            guard pack.grammar != nil else {
                let english = Self.englishWords(Set(pack.prompts.map(\.name)))
                self.init(
                    folder: folder, grammar: grammar, choice: choice, clips: english, name: pack.name, isStopgap: false)
                return
            }
            var refused: [(time: LocalTime, problem: GrammarProblem)] = []
            let clips = grammar.timeVocabulary(by: choice) { refused.append(($0, $1)) }
            self.init(folder: folder, grammar: grammar, choice: choice, clips: clips, name: pack.name, isStopgap: false)
            if let first = refused.first {
                problem =
                    "\(folder)/\(VoicePack.fileName): \(refused.count) minutes of the day cannot be said, first "
                    + "\(first.time.hourAndMinute): \(first.problem); correct the grammar"
            }
        } catch  where error.isMissing {
            let english = Self.englishWords(present)
            self.init(folder: folder, grammar: .english, clips: english, name: nil, isStopgap: false)
        } catch {
            let english = Grammar.english.timeVocabulary()
            self.init(folder: folder, grammar: .english, clips: english, name: nil, isStopgap: true)
            problem = "\(error); until it is corrected, only clips with English names say the time"
        }
    }

    /// Returns the English words that a pack with these names should have. The words of the quarter hours are a clock, so
    /// the pack should have the others only where it has one of them.
    private static func englishWords(_ names: Set<String>) -> [String] {
        let (all, quarters) = (Grammar.english.timeVocabulary(), Grammar.english.quarterVocabulary)
        let others = Set(all).subtracting(quarters)
        return others.isDisjoint(with: names) && names.isSuperset(of: quarters) ? quarters.sorted() : all
    }

    /// The names of the sound files in a folder, without their extensions.
    private static func present(in folder: String) -> Set<String> {
        let names = FolderListing.names(in: folder).compactMap { file -> String? in
            guard let dot = file.lastIndex(of: "."),
                SoundLibrary.fileExtensions.contains(file[file.index(after: dot)...].lowercased())
            else { return nil }
            return String(file[..<dot])
        }
        return Set(names)
    }

    /// Returns the clips that say the time: the longest phrases that the folder has, and words.
    func clips(time: LocalTime) throws(GrammarProblem) -> [String] { choice.clips(for: try grammar.clips(time: time)) }

    /// As ``clips(time:)``, for the date with its weekday.
    func clips(date: CivilDate) throws(GrammarProblem) -> [String] { choice.clips(for: try grammar.clips(date: date)) }

    /// As ``clips(time:)``, for a duration.
    func clips(duration: Duration) throws(GrammarProblem) -> [String] {
        choice.clips(for: try grammar.clips(duration: duration))
    }

    /// The clips that say durations; empty if the voice says none.
    var durationClips: Set<String> { Set(grammar.durationSamples.flatMap(choice.clips)) }

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
