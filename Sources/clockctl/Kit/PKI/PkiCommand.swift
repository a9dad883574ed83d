internal import ArgumentParser

struct PkiCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pki",
        abstract: "Make, renew and revoke the certificates by which a site's programs know each other.",
        discussion: """
            A site has an authority: a folder, ~/.config/clocksmith/pki/SITE unless you say --dir, with its key in it. \
            Whoever has that key can be anybody at the site: keep the folder on a machine you trust, and a copy of it \
            elsewhere. clockctl provision packs what a machine needs.

            Examples:
              clockctl pki init
              clockctl pki issue broker hub.local 192.168.1.5
              clockctl pki issue client anna --role member
              clockctl pki list
              clockctl pki renew --expiring
            """,
        subcommands: [
            PkiInitCommand.self, PkiIssueCommand.self, PkiListCommand.self, PkiRenewCommand.self,
            PkiRevokeCommand.self, PkiExamineCommand.self,
        ])
}
