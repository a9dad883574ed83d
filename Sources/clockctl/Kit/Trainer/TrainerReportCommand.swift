internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

struct TrainerReportCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Show what learners have made of their words.",
        usage: "clockctl trainer report [--learner <name>] [--list <list>] [--json] [<connection options>]",
        discussion: """
            A line for each learner and list: how many words are in which of the five boxes, how many are due, and what \
            was missed most. With --json every word's score.

            Examples:
              clockctl trainer report
              clockctl trainer report --learner Mia --json
            """)

    @Option(help: ArgumentHelp("Only this learner.", valueName: "name"))
    var learner: String?

    @Option(help: ArgumentHelp("Only this list.", valueName: "list"))
    var list: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let page = try ScoreReader(link: link).read(learner: learner, list: list)
        let report = TrainerReport(page.scores, at: page.now)
        if output.json {
            console.write(JSONOutput.text(report))
        } else if report.lists.isEmpty {
            console.write([StyledText("nobody has practised yet", .dim)])
        } else {
            console.write(report.table().lines(width: console.columns))
        }
    }
}

/// The output of `clockctl trainer report`.
struct TrainerReport: Encodable, Sendable {
    struct OfList: Encodable, Sendable {
        var learner: String
        var list: String
        /// Number of words in each box, the first one first.
        var boxes: [Int]
        /// Words that are due again by now.
        var due: Int
        var known: Int
        var missed: Int
        var words: [WordScore]
    }

    var lists: [OfList]

    init(_ scores: [WordScore], at now: WallTime) {
        var lists: [OfList] = []
        for score in scores.sorted(by: { $0.key < $1.key }) {
            if lists.last?.learner != score.key.learner || lists.last?.list != score.key.list {
                lists.append(
                    OfList(
                        learner: score.key.learner, list: score.key.list,
                        boxes: LeitnerBox.allCases.map { _ in 0 }, due: 0, known: 0, missed: 0, words: []))
            }
            let last = lists.count - 1
            lists[last].boxes[score.box.rawValue - 1] += 1
            lists[last].due += score.due <= now ? 1 : 0
            lists[last].known += score.known
            lists[last].missed += score.missed
            lists[last].words.append(score)
        }
        self.lists = lists
    }

    func table() -> TextTable {
        TextTable(columns: [
            .init(title: "LEARNER", minimumWidth: 6, cells: lists.map { StyledText($0.learner, .bold) }),
            .init(title: "LIST", cells: lists.map { StyledText($0.list) }),
            .init(title: "WORDS", alignment: .right, cells: lists.map { StyledText("\($0.words.count)") }),
            .init(
                title: "BOXES", dropRank: 1,
                cells: lists.map { StyledText($0.boxes.map(String.init).joined(separator: " ")) }),
            .init(title: "DUE", alignment: .right, cells: lists.map { StyledText("\($0.due)") }),
            .init(title: "KNOWN", alignment: .right, cells: lists.map { StyledText(Self.percent($0)) }),
            .init(
                title: "MISSED MOST", dropRank: 2, minimumWidth: 10,
                cells: lists.map { StyledText(Self.hardest($0.words).joined(separator: ", "), .warning) }),
        ])
    }

    private static func percent(_ list: OfList) -> String {
        let all = list.known + list.missed
        return all == 0 ? "–" : "\(list.known * 100 / all) %"
    }

    /// Returns at most five missed words, the most often missed first.
    private static func hardest(_ words: [WordScore]) -> [String] {
        words.filter { $0.missed > 0 && $0.box < .fourth }.sorted { ($1.missed, $0.key) < ($0.missed, $1.key) }
            .prefix(5).map(\.key.word)
    }
}
