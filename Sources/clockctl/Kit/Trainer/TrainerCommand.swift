internal import ArgumentParser

struct TrainerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trainer",
        abstract: "Practise reading words, which a node says on demand.",
        discussion: """
            Shows one word of a list after the other. Thumbs up for a word that was read right, thumbs down for one that \
            was not; what was missed comes back soon, what was known ever more rarely (Leitner's boxes: after a day, \
            three days, a week, three weeks). Scores are kept by the coordinator, for each learner.

            Examples:
              clockctl trainer dolch --node kitchen
              clockctl trainer dolch --node kitchen --learner Mia --count 10
              clockctl trainer report
            """,
        subcommands: [TrainerPractiseCommand.self, TrainerReportCommand.self],
        defaultSubcommand: TrainerPractiseCommand.self)
}
