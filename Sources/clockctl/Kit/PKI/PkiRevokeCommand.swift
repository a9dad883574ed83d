package import ArgumentParser

package struct PkiRevokeCommand: PKIPartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Have certificates count no more.",
        usage: "clockctl pki revoke <name> … [--site <name>] [--dir <folder>] [--json]",
        discussion: """
            Every certificate of that name goes on the list revoked.pem, those that were renewed and are still valid \
            too. The broker has to be given the list and restarted: then it refuses them, and whoever is connected is \
            thrown out. Browsers read no such list: revoking web ends the page's authority here, and devices have to \
            forget it.

            Examples:
              clockctl pki revoke kitchen
              clockctl pki revoke anna bert
            """)

    @Argument(help: ArgumentHelp("The certificates' names in clockctl pki list.", valueName: "name"))
    package var names: [String]

    @OptionGroup package var pki: PkiOptions
    @OptionGroup package var output: OutputOptions

    package init() {}
}
