package import ArgumentParser

package struct WebOpenCommand: WebPartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Print a link that logs a browser in.",
        usage: "clockctl web open [--state <folder>] [--json]",
        discussion: """
            The link logs one browser in as a member, once, within ten minutes. It takes the right to write into the server's \
            state folder, which root has. Where the browser calls the server otherwise, as through ssh's forwarding or a \
            container's mapped port, put that address in front of /login.

            Examples:
              clockctl web open
            """)

    @Option(help: ArgumentHelp("The server's state folder.", valueName: "folder"), completion: .directory)
    package var state = "/var/lib/clocksmith/web"

    @OptionGroup package var output: OutputOptions

    package init() {}
}
