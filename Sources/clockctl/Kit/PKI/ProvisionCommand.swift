package import ArgumentParser
package import ClockRuntime

package struct ProvisionCommand: PKIPartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "provision",
        abstract: "Pack what a machine needs to belong to the site: configuration, certificate, key.",
        usage: """
            clockctl provision <name> … [--instance <node>] … [--role <role>] [--broker <host[:port]>] … [--out <file>] \
            [--renewal] [--site <name>] [--dir <folder>] [--json]
            """,
        discussion: """
            A name is a node's id, coordinator, door, broker, web, or with --role a person's; several are for one machine \
            that is several of them. A machine's further nodes, each with an output of its own, are named by --instance; it is \
            remembered of them. Whoever has no certificate gets one, but for the broker and web: see clockctl pki \
            issue. The \
            bundle is a tar archive with the right owners and permissions, which one command unpacks on the machine, \
            before or after the packages are installed. It has the private keys: remove it after.

            Examples:
              clockctl provision kitchen
              clockctl provision broker coordinator hall
              clockctl provision hall --instance study
              clockctl provision bedroom --out - | ssh pi@bedroom.local sudo tar -C / -xf -
              clockctl provision study --broker hub.local --broker backup.local
              clockctl provision anna --role member
              clockctl provision kitchen --renewal
            """)

    @Argument(help: ArgumentHelp("What runs on the machine.", valueName: "name"))
    package var names: [String] = []

    @Option(
        name: .customLong("instance"),
        help: ArgumentHelp(
            "A node that runs as clock-node@NODE, beside others on its machine; can be repeated.", valueName: "node"))
    package var instances: [String] = []

    @Option(
        help: ArgumentHelp("For a person who has no certificate: viewer, member or admin.", valueName: "role"),
        completion: .list(CertificateTerms.roles), transform: CertificateTerms.role)
    package var role: String?

    @Option(
        name: .customLong("broker"),
        help: ArgumentHelp(
            "The MQTT broker's address; the first name in its certificate unless set. Can be repeated, up to 4, in the "
                + "order of broker.hosts.", valueName: "host[:port]"),
        transform: { text in
            guard let address = BrokerAddress(text) else {
                throw ValidationError(
                    "\"\(text)\" is not a broker's address; say a host like hub.local or 192.168.1.5, "
                        + "with a port after a colon where it is not the usual one")
            }
            return address
        })
    package var brokers: [BrokerAddress] = []

    @Option(
        help: ArgumentHelp("Where the bundle goes, NAME.tar unless set; - is the output.", valueName: "file"),
        completion: .file())
    package var out: String?

    @Flag(help: "Leave out configurations, so that the machine's own stay.")
    package var renewal = false

    @OptionGroup package var pki: PkiOptions
    @OptionGroup package var output: OutputOptions

    package func validate() throws {
        if names.isEmpty, instances.isEmpty {
            throw ValidationError("say what runs on the machine, such as a node's id")
        }
        if out == "-", output.json {
            throw ValidationError("--out - writes the bundle, so there is no place for --json")
        }
    }

    package init() {}
}
