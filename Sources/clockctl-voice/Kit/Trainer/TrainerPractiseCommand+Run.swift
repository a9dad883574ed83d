internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockWire
internal import ClockctlKit
internal import Glibc

extension TrainerPractiseCommand: CoordinatorCommand {
    static let standardTimeout: Duration = .seconds(15)

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let found = try shelf.shelf(console).find(list)
        let words = found.pack.prompts.filter { found.folder.clip($0.name) != nil }
        guard !words.isEmpty else {
            throw FatalError(
                .noInput,
                "\(found.pack.name) has no clips to hear: make them first: clockctl voice build \(found.pack.name)")
        }
        let names = NodeNames(link: link)
        let id = try names.identify(one: node)
        guard try names.known().contains(where: { $0.id == id }) else {
            throw NodeNames.unknown(node, among: try names.known(), site: link.settings.site)
        }
        let learner = try whose(console)
        let book = ScoreReader(link: link)
        let page = try book.read(learner: learner, list: found.pack.name)
        let round = TrainingRound(words: words.map(\.name), scores: page.scores, count: count, at: page.now)
        let texts = Dictionary(words.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
        var model = TrainerModel(learner: learner, list: found.pack.name, round: round, texts: texts)
        guard model.word != nil else {
            return console.write([
                StyledText("\(learner) has nothing to practise in \(found.pack.name) now", .good),
                StyledText("clockctl trainer report shows what comes when", .dim),
            ])
        }
        let speaker = WordSpeaker(
            found: found, node: id, volume: try loudness(), sender: SoundSender(link: link), names: names)
        try TrainerSession(console: console, link: link, speaker: speaker).run(&model)
        console.write(model.summary())
        guard model.unsaved.isEmpty else {
            throw FatalError(
                .temporaryFailure, "\(model.unsaved.count) answers could not be kept: \(model.problem ?? "no answer")")
        }
    }

    private func whose(_ console: Console) throws(FatalError) -> String {
        if let learner { return learner }
        guard let user = console.environment["USER"], ScoreKey.isLearner(user) else {
            throw FatalError(.usage, "name the learner: --learner NAME")
        }
        return user
    }
}

/// Has a node say words of a list.
struct WordSpeaker {
    let found: PackShelf.Found
    let node: NodeID
    let volume: Volume?
    let sender: SoundSender
    let names: NodeNames

    /// Time from the end of a word to the node's report.
    private static let grace: Duration = .seconds(6)

    /// Returns when the node has the order; the word sounds about three seconds later.
    func speak(_ word: String) throws -> PlayResult {
        let file = try sender.upload(try ClipRow([word], of: found).packed())
        let how = PlayOptions(targets: RingTargets(nodes: [node]), volume: volume)
        return try sender.play(
            PlayRequest(sound: file, label: Label.fitted("\(found.pack.name) \(word)"), isAsIs: true, how: how))
    }

    enum Outcome {
        case open, heard
        case unheard(String)
    }

    /// Asks for the outcome of a spoken word.
    func outcome(of word: PlayResult) throws -> Outcome {
        if let offline = word.offline.first { return .unheard("\(offline) is offline") }
        let outcomes = try sender.outcomes(of: word)
        guard let record = outcomes.nodes.first?.record else {
            let end = outcomes.target + .milliseconds(word.milliseconds) + Self.grace
            return outcomes.now < end ? .open : .unheard("\(node) has not said that it played the word")
        }
        if record.outcome == .played, record.reason != .fallbackTone { return .heard }
        let detail = record.detail.map { ": \($0)" } ?? ""
        return .unheard("the word was not heard in \(node): \(SoundOutcomeWords.short(record).plain)\(detail)")
    }
}
