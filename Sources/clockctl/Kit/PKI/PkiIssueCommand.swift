package import ArgumentParser
internal import ClockDomain

package struct PkiIssueCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "issue",
        abstract: "Make a key and a certificate for it.",
        discussion: """
            The certificate's common name is the user at the broker, by which its rules go. Files are \
            issued/NAME.crt and issued/NAME.key in the authority's folder.

            Examples:
              clockctl pki issue node kitchen
              clockctl pki issue coordinator
              clockctl pki issue broker hub.local hub 192.168.1.5
              clockctl pki issue client anna --role member
              clockctl pki issue homeassistant
              clockctl pki issue web hub.local 192.168.1.5
            """,
        subcommands: [Node.self, Coordinator.self, Broker.self, Client.self, HomeAssistant.self, Web.self])

    package init() {}

    package struct Node: PKIPartCommand {
        package static let configuration = CommandConfiguration(
            commandName: "node",
            abstract: "For a node: it may speak under its own id alone.",
            usage: "clockctl pki issue node <node> [--days <days>] [--site <name>] [--dir <folder>] [--json]",
            discussion: """
                clockctl provision makes one where there is none, and packs it.

                Examples:
                  clockctl pki issue node kitchen
                """)

        @Argument(help: ArgumentHelp("The node's id.", valueName: "node"))
        package var node: String

        @OptionGroup package var validity: ValidityOption
        @OptionGroup package var pki: PkiOptions
        @OptionGroup package var output: OutputOptions

        package init() {}
    }

    package struct Coordinator: PKIPartCommand {
        package static let configuration = CommandConfiguration(
            commandName: "coordinator",
            abstract: "For the site's coordinator.",
            usage: "clockctl pki issue coordinator [--days <days>] [--site <name>] [--dir <folder>] [--json]",
            discussion: """
                clockctl provision makes one where there is none, and packs it.

                Examples:
                  clockctl pki issue coordinator
                """)

        @OptionGroup package var validity: ValidityOption
        @OptionGroup package var pki: PkiOptions
        @OptionGroup package var output: OutputOptions

        package init() {}
    }

    package struct Broker: PKIPartCommand {
        package static let configuration = CommandConfiguration(
            commandName: "broker",
            abstract: "For the MQTT broker, under every name and address that programs call it by.",
            usage: "clockctl pki issue broker <host> … [--days <days>] [--site <name>] [--dir <folder>] [--json]",
            discussion: """
                Programs refuse a broker under a name that its certificate does not have. The first one is what \
                clockctl provision tells nodes.

                Examples:
                  clockctl pki issue broker hub.local
                  clockctl pki issue broker hub.local hub 192.168.1.5
                """)

        @Argument(help: ArgumentHelp("Host names and addresses.", valueName: "host"))
        package var hosts: [String]

        @OptionGroup package var validity: ValidityOption
        @OptionGroup package var pki: PkiOptions
        @OptionGroup package var output: OutputOptions

        package init() {}
    }

    package struct Client: PKIPartCommand {
        package static let configuration = CommandConfiguration(
            commandName: "client",
            abstract: "For a person, or a program of theirs.",
            usage: """
                clockctl pki issue client <name> --role <role> [--days <days>] [--site <name>] [--dir <folder>] \
                [--json]
                """,
            discussion: """
                A viewer may look; a member may set and stop alarms and timers, change settings, speak and play as \
                well; an admin may do everything. Everybody has a certificate of their own, so that it can be revoked \
                alone; at the broker all of a role are one user.

                Examples:
                  clockctl pki issue client anna --role member
                  clockctl pki issue client dashboard --role viewer
                """)

        @Argument(help: ArgumentHelp("A name, \(NodeID.rule).", valueName: "name"))
        package var name: String

        @Option(
            help: ArgumentHelp("viewer, member or admin.", valueName: "role"),
            completion: .list(CertificateTerms.roles),
            transform: CertificateTerms.role)
        package var role: String

        @OptionGroup package var validity: ValidityOption
        @OptionGroup package var pki: PkiOptions
        @OptionGroup package var output: OutputOptions

        package init() {}
    }

    package struct HomeAssistant: PKIPartCommand {
        package static let configuration = CommandConfiguration(
            commandName: "homeassistant",
            abstract: "For Home Assistant: it may see and wish what it is shown.",
            usage: "clockctl pki issue homeassistant [--days <days>] [--site <name>] [--dir <folder>] [--json]",
            discussion: """
                Its MQTT settings take the certificate, the key, and the authority's ca.crt.

                Examples:
                  clockctl pki issue homeassistant
                """)

        @OptionGroup package var validity: ValidityOption
        @OptionGroup package var pki: PkiOptions
        @OptionGroup package var output: OutputOptions

        package init() {}
    }
    package struct Web: PKIPartCommand {
        package static let configuration = CommandConfiguration(
            commandName: "web",
            abstract: "For the web page, under every name and address that browsers call it by.",
            usage: "clockctl pki issue web <host> … [--days <days>] [--site <name>] [--dir <folder>] [--json]",
            discussion: """
                An authority of its own signs it, web-ca.crt in the authority's folder, which phones and browsers have \
                to trust. By its name constraints they believe it about these names and addresses and those below \
                them, and about nothing else. clockctl pki renew web keeps that authority. For other names: clockctl \
                pki revoke web, then this again; every device has to trust the new one.

                Examples:
                  clockctl pki issue web hub.local
                  clockctl pki issue web hub.local clock.example.org 192.168.1.5
                """)

        @Argument(help: ArgumentHelp("Host names and addresses.", valueName: "host"))
        package var hosts: [String]

        @OptionGroup package var validity: ValidityOption
        @OptionGroup package var pki: PkiOptions
        @OptionGroup package var output: OutputOptions

        package init() {}
    }
}
