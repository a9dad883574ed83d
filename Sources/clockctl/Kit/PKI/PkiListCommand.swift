package import ArgumentParser

package struct PkiListCommand: PKIPartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what the site's authority has signed, and when it ends.",
        usage: "clockctl pki list [--site <name>] [--dir <folder>] [--json]",
        discussion: """
            A certificate that ends within 30 days should be renewed: clockctl pki renew --expiring.

            Examples:
              clockctl pki list
              clockctl pki list --json | jq -r '.certificates[] | select(.standing == "current") | .name'
            """)

    @OptionGroup package var pki: PkiOptions
    @OptionGroup package var output: OutputOptions

    package init() {}
}
