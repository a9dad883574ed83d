package import ArgumentParser

package struct PackShelfOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Folder of voice packs, in place of the usual ones.", valueName: "folder"),
        completion: .directory)
    package var voices: String?

    package init() {}
}
