public import ClockRuntime
public import ClockVoice
internal import Synchronization

/// Has an engine speak a pack's prompts, and makes clips of the speech.
public struct PackBuilder: Sendable {
    public var pack: VoicePack
    public var folder: PackFolder
    public var engine: SpeechEngine
    /// Words that it makes at a time, 1 or more.
    public var jobs: Int
    /// True when it replaces clips that were not made here.
    public var replacesAll: Bool
    public var environment: [String: String]

    public init(
        pack: VoicePack, folder: PackFolder, engine: SpeechEngine, jobs: Int, replacesAll: Bool,
        environment: [String: String]
    ) {
        self.pack = pack
        self.folder = folder
        self.engine = engine
        self.jobs = jobs
        self.replacesAll = replacesAll
        self.environment = environment
    }

    /// The outcome for each prompt, in the pack's order.
    public struct Report: Hashable, Sendable {
        public struct Failure: Hashable, Sendable {
            public var name: String
            public var reason: String
        }

        public var made: [String] = []
        /// Made before, from the same ingredients.
        public var kept: [String] = []
        /// Somebody else's, left alone.
        public var foreign: [String] = []
        public var failed: [Failure] = []
        /// Not tried before the build was stopped.
        public var left: [String] = []
    }

    private enum Outcome {
        case made, kept, foreign
        case failed(String)
    }

    /// A clip of other settings is another clip; a new number here means another way of making clips.
    private static let recipe = "1"

    /// The prompts that the engine makes, by place: words, or for an engine that speaks whole sentences well, phrases and
    /// the words that these leave.
    private var wanted: [Int] {
        guard engine.kind.speaksPhrases else { return pack.prompts.indices.filter { pack.prompts[$0].says.isEmpty } }
        let covered = pack.wordsInsidePhrases
        return pack.prompts.indices.filter { !covered.contains(pack.prompts[$0].name) }
    }

    /// Makes the missing clips.
    ///
    /// - Parameters:
    ///   - isStopped: called before each word; ``SpeechEngine/stop()`` ends the running ones.
    ///   - progress: receives the number of finished words, from any thread, one call at a time.
    /// - Throws: ``FatalError`` when no clip at all is possible.
    public func build(
        isStopped: @escaping @Sendable () -> Bool, progress: @escaping @Sendable (Int) -> Void
    ) throws(FatalError) -> Report {
        let journal = try BuildJournal(folder: folder.path)
        let continued = pack.continuedClips
        let outcomes = Outcomes(progress: progress)
        let missing = wanted.filter { index in
            switch journal.standing(of: file(index)) {
            case .made(origin: origin(of: index, continued)):
                outcomes.set(index, .kept)
                return false
            case .foreign where !replacesAll:
                outcomes.set(index, .foreign)
                return false
            case .absent where !replacesAll && folder.clip(pack.prompts[index].name).map(isForeign(journal)) == true:
                outcomes.set(index, .foreign)
                return false
            case .absent, .made, .foreign: return true
            }
        }
        // The engine can speak words of one inflection in a row.
        let ordered =
            missing.filter { continued.contains(pack.prompts[$0].name) }
            + missing.filter { !continued.contains(pack.prompts[$0].name) }
        // Batches small enough that the last one does not run alone.
        let size = max(1, min(engine.batchSize, missing.count / jobs))
        let batches = stride(from: 0, to: missing.count, by: size).map {
            Array(ordered[$0..<min($0 + size, ordered.count)])
        }
        try Workers.run(batches.count, jobs: jobs) { number in
            guard !isStopped() else { return }
            for (index, outcome) in make(batches[number], continued, journal) {
                // A word that failed because of the stop counts as not tried.
                if case .failed = outcome, isStopped() { continue }
                outcomes.set(index, outcome)
            }
        }
        return report(outcomes.all())
    }

    private func file(_ index: Int) -> String { folder.file(pack.prompts[index].name, pack.format) }

    private func isForeign(_ journal: BuildJournal) -> (String) -> Bool {
        { path in
            let file = path.split(separator: "/").last.map(String.init) ?? path
            return journal.standing(of: file) == .foreign
        }
    }

    private func utterance(_ index: Int, _ continued: Set<String>) -> Utterance {
        let prompt = pack.prompts[index]
        return Utterance(
            text: prompt.text, phonemes: engine.kind == .espeak ? prompt.phonemes : nil,
            isContinued: continued.contains(prompt.name))
    }

    private func origin(of index: Int, _ continued: Set<String>) -> String {
        let utterance = utterance(index, continued)
        let format = pack.format
        return BuildJournal.origin([
            Self.recipe, engine.identity, utterance.text, utterance.phonemes ?? "", "\(utterance.isContinued)",
            "\(format.sampleRate) \(format.channels) \(format.encoding.rawValue) \(format.container.rawValue)",
        ])
    }

    private func make(_ batch: [Int], _ continued: Set<String>, _ journal: BuildJournal) -> [(Int, Outcome)] {
        let folder: WorkFolder
        do throws(FatalError) {
            folder = try WorkFolder(environment: environment)
        } catch {
            return batch.map { ($0, .failed("\(error)")) }
        }
        let sounds = engine.speak(batch.map { utterance($0, continued) }, in: folder.path)
        return zip(batch, sounds).map { index, sound in
            switch sound {
            case .failure(let fault): (index, .failed("\(fault)"))
            case .success(let recording): (index, keep(recording, index, continued, journal))
            }
        }
    }

    private func keep(
        _ recording: Recording, _ index: Int, _ continued: Set<String>, _ journal: BuildJournal
    ) -> Outcome {
        do {
            let clip = try ClipMaker.make(recording, format: pack.format)
            try ClipFile.write(clip.frames, to: folder.path(file(index)), format: pack.format)
            try journal.record(file(index), origin: origin(of: index, continued))
            folder.removeOthers(of: pack.prompts[index].name, but: file(index))
            return .made
        } catch let problem as ClipMaker.Problem {
            return .failed("\(engine.kind.name) spoke \"\(pack.prompts[index].text)\", and \(problem)")
        } catch {
            return .failed("\(error)")
        }
    }

    private func report(_ outcomes: [Int: Outcome]) -> Report {
        var report = Report()
        let wanted = Set(wanted)
        for (index, prompt) in pack.prompts.enumerated() {
            switch outcomes[index] {
            case .made: report.made.append(prompt.name)
            case .kept: report.kept.append(prompt.name)
            case .foreign: report.foreign.append(prompt.name)
            case .failed(let reason): report.failed.append(.init(name: prompt.name, reason: reason))
            case nil where wanted.contains(index): report.left.append(prompt.name)
            case nil: break
            }
        }
        return report
    }

    private final class Outcomes: Sendable {
        private let values = Mutex<[Int: Outcome]>([:])
        private let progress: @Sendable (Int) -> Void

        init(progress: @escaping @Sendable (Int) -> Void) { self.progress = progress }

        func set(_ index: Int, _ outcome: Outcome) {
            values.withLock { values in
                values[index] = outcome
                progress(values.count)
            }
        }

        func all() -> [Int: Outcome] { values.withLock { $0 } }
    }
}
