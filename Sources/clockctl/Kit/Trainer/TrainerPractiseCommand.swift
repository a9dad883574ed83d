package import ArgumentParser
package import ClockDomain
package import ClockRuntime

package struct TrainerPractiseCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
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

    @Argument(
        help: ArgumentHelp("A pack's name or folder.", valueName: "list"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    package var list: String

    @Option(
        name: [.customLong("room"), .customLong("node")],
        help: ArgumentHelp("Where words are heard.", valueName: "room"), completion: NodeCompletion.kind)
    package var node: String

    @Option(help: ArgumentHelp("Whose scores; the user's name unless set.", valueName: "name"))
    package var learner: String?

    @Option(help: ArgumentHelp("Words of this sitting at most.", valueName: "words"))
    package var count = 20

    @Option(help: ArgumentHelp("How loud, 0-100; the node's volume unless set.", valueName: "percent"))
    package var volume: String?

    @OptionGroup package var shelf: PackShelfOptions
    @OptionGroup(title: "Connection") package var connection: ConnectionOptions

    package func validate() throws {
        guard (1...1_000).contains(count) else { throw ValidationError("--count \(count) is not in 1 to 1000") }
        if let learner, !ScoreKey.isLearner(learner) {
            throw ValidationError("--learner: a name has 1 to 64 characters on one line")
        }
        try readingLine { () throws(FatalError) in _ = try loudness() }
    }

    package func loudness() throws(FatalError) -> Volume? {
        guard let volume else { return nil }
        return try InputWords.volume(volume, "--volume")
    }

    package init() {}
}
