internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockWire
internal import Glibc

struct TrainerPractiseCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "practise",
        abstract: "Practise a list; the command itself without another word.",
        usage: "clockctl trainer <list> --node <node> [--learner <name>] [--count <words>] [<options>]",
        discussion: """
            LIST is a voice pack on this machine, by its name or its folder: a word of it is heard from the clip.

            Keys: space hears the word, y or the up arrow is thumbs up, n or the down arrow thumbs down, q ends.

            Examples:
              clockctl trainer dolch --node kitchen
              clockctl trainer ./spelling --node kitchen --learner Mia
            """)

    static let standardTimeout: Duration = .seconds(15)

    @Argument(
        help: ArgumentHelp("A pack's name or folder.", valueName: "list"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    var list: String

    @Option(help: ArgumentHelp("Where words are heard.", valueName: "node"), completion: NodeCompletion.kind)
    var node: String

    @Option(help: ArgumentHelp("Whose scores; the user's name unless set.", valueName: "name"))
    var learner: String?

    @Option(help: ArgumentHelp("Words of this sitting at most.", valueName: "words"))
    var count = 20

    @Option(help: ArgumentHelp("How loud, 0-100; the node's volume unless set.", valueName: "percent"))
    var volume: String?

    @OptionGroup var shelf: PackShelfOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        guard (1...1_000).contains(count) else { throw ValidationError("--count \(count) is not in 1 to 1000") }
        if let learner, !ScoreKey.isLearner(learner) {
            throw ValidationError("--learner: a name has 1 to 64 characters on one line")
        }
        try readingLine { () throws(FatalError) in _ = try loudness() }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let found = try shelf.shelf(console).find(list)
        let words = found.pack.prompts.filter { found.folder.clip($0.name) != nil }
        guard !words.isEmpty else {
            throw FatalError(
                .noInput,
                "\(found.pack.name) has no clips to hear: make them first: clockctl voice build \(found.pack.name)")
        }
        let names = NodeNames(link: link)
        let id = try names.identify([node])[0]
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

    private func loudness() throws(FatalError) -> Volume? {
        guard let volume else { return nil }
        return try InputWords.volume(volume, "--volume")
    }

    private func whose(_ console: Console) throws(FatalError) -> String {
        if let learner { return learner }
        guard let user = console.environment["USER"], ScoreKey.isLearner(user) else {
            throw FatalError(.usage, "who learns? Say --learner and a name")
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

    /// Returns when the node was told; it is heard about three seconds later.
    func speak(_ word: String) throws {
        let file = try sender.upload(try ClipRow([word], of: found).packed())
        let how = PlayOptions(targets: RingTargets(nodes: [node]), volume: volume)
        _ = try sender.play(PlayRequest(sound: file, label: Label.fitted("\(found.pack.name) \(word)"), how: how))
    }
}

/// Reads scores from the coordinator, page by page.
struct ScoreReader {
    let link: CoordinatorLink

    func read(learner: String? = nil, list: String? = nil) throws -> ScoresPage {
        var request = ScoresRequest(learner: learner, list: list)
        var all = try link.request(.scores, request, as: ScoresPage.self).result
        while let next = all.next {
            request.after = next
            let page = try link.request(.scores, request, as: ScoresPage.self).result
            all.scores += page.scores
            all.next = page.next
        }
        return all
    }
}
