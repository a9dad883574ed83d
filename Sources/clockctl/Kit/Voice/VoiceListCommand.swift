internal import ArgumentParser
internal import ClockVoice
internal import ClockVoiceMaking

struct VoiceListCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the voice packs on this machine.",
        usage: "clockctl voice list [--voices <folder>] [--json]",
        discussion: """
            Packs of your own and those that are installed. A pack without clips is a grammar and a word list, of \
            which clockctl voice build makes clips.

            Examples:
              clockctl voice list
              clockctl voice list --json
            """)

    @OptionGroup var shelf: PackShelfOptions
    @OptionGroup var output: OutputOptions

    func run(on console: Console) async throws {
        let packs = shelf.shelf(console).all(problem: console.warn).map(PackDocument.init)
        if output.json {
            console.write(JSONOutput.text(packs))
        } else if packs.isEmpty {
            console.write([StyledText("no voice packs in \(shelf.shelf(console).folders.joined(separator: " and "))")])
        } else {
            console.write(PackDocument.table(packs).lines(width: console.columns))
        }
    }
}
