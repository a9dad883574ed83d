package import ArgumentParser
package import ClockRuntime
internal import ClockVoice

/// The options for a new pack's place and form.
package struct MadePackOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Folder of the pack that is made; among your packs unless set.", valueName: "folder"),
        completion: .directory)
    package var out: String?

    @Option(
        help: ArgumentHelp("wav, caf, aiff or flac; the pack's unless set.", valueName: "format"),
        completion: .list(ClipFormat.Container.allCases.map(\.rawValue)))
    package var format: String?

    @Option(help: ArgumentHelp("Frames per second; the pack's unless set, 44100 for a list.", valueName: "hertz"))
    package var rate: Int?

    @Option(help: ArgumentHelp("Language of a list, such as en or pt-BR.", valueName: "tag"))
    package var language: String?

    package func validate() throws { _ = try readingLine { () throws(FatalError) in try changes() } }

    package func changes() throws(FatalError) -> PackChanges { try PackChanges(format: format, rate: rate) }

    package init() {}
}
