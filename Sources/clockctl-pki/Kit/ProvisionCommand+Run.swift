internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime
internal import ClockSite
internal import ClockctlKit

extension ProvisionCommand: ClockctlCommand {
    private struct Document: Encodable {
        var bundle: String
        var certificates: [CertificateDocument]
        var files: [String]
        var install: String
    }

    func run(on console: Console) async throws {
        if out == "-", console.columns != nil {
            throw FatalError(
                .usage, "--out - is for a pipe; the bundle has private keys, which no terminal should show")
        }
        var authority = try OpenAuthority(try pki.folder(console), console)
        let now = CertificateWords.now()
        authority.warnOfEnd(now: now, console)
        let instances = NodeWords.names(instances)
        // Refuses names that do not fit into one bundle before it signs anything.
        let subjects = try NodeWords.names(names + instances).map { name throws(FatalError) in
            try bundled(name, authority)
        }.flatMap(\.self)
        try checkTogether(subjects, instances, authority)
        let addresses = try addresses(authority, for: subjects, console)
        var records: [CertificateRecord] = []
        for subject in subjects {
            if authority.index.current(subject.name) == nil {
                _ = try authority.issue(subject, now: now, days: Authority.standardCertificateDays)
            }
            if instances.contains(subject.name) { try authority.setInstance(subject.name) }
            records.append(try authority.current(subject.name))
        }
        for record in records where CertificateLife(until: record.facts.until, now: now) != .long {
            let end = CertificateWords.end(record.facts.until, now: now).plain
            console.warn(
                "the certificate of \(record.subject.words) ends \(end); "
                    + "clockctl pki renew \(record.subject.name) makes another one")
        }
        let bundle = try bundle(records, authority, addresses, now)
        let entries = try bundle.entries()
        let archive = TarArchive(entries: entries, made: now)
        let file = out ?? "\(records[0].subject.name).tar"
        if file == "-" {
            console.write(String(decoding: archive.bytes, as: UTF8.self))
        } else {
            try AuthorityFolder.put(archive.bytes, file, mode: AuthorityFolder.keyMode)
        }
        report(bundle, entries, records, authority, file: file, now, console)
    }

    /// Returns the owners of the certificates in a bundle for a name.
    private func bundled(_ name: String, _ authority: OpenAuthority) throws(FatalError) -> [CertificateSubject] {
        guard name == CertificateSubject.webName else { return [try subject(name, authority)] }
        let page = try subject(name, authority)
        // A site on one machine has a broker that requests no certificates.
        guard !brokers.isEmpty || authority.index.current(CertificateSubject.brokerName) != nil else { return [page] }
        return [page] + CertificateSubject.webClients
    }

    private func subject(_ name: String, _ authority: OpenAuthority) throws(FatalError) -> CertificateSubject {
        if CertificateSubject.webClients.contains(where: { $0.name == name }) {
            throw FatalError(.usage, "\(name) is packed with the web page: clockctl provision web")
        }
        if let current = authority.index.current(name), current.subject != .homeAssistant {
            if let role = try role.map(IssuedNames.role), case .client(_, let other) = current.subject, role != other {
                throw FatalError(
                    .badData, "\(name) is a \(other.rawValue) already; clockctl pki revoke \(name) ends that")
            }
            return current.subject
        }
        switch name {
        case CertificateSubject.coordinatorName: return .coordinator
        case CertificateSubject.doorName: return .door
        case CertificateSubject.homeAssistantName:
            throw FatalError(
                .usage,
                "Home Assistant takes its certificate in its own settings: clockctl pki issue homeassistant makes it")
        case CertificateSubject.brokerName:
            throw FatalError(
                .badData,
                "the broker has no certificate; clockctl pki issue broker HOST makes one, with every name and address "
                    + "that programs call it by")
        case CertificateSubject.webName:
            throw FatalError(
                .badData,
                "the web page has no certificate; clockctl pki issue web HOST makes one, with every name and address "
                    + "that browsers call it by")
        default:
            guard let role else { return .node(try IssuedNames.node(name)) }
            return .client(try IssuedNames.client(name), try IssuedNames.role(role))
        }
    }

    private func checkTogether(
        _ subjects: [CertificateSubject], _ instances: [String], _ authority: OpenAuthority
    ) throws(FatalError) {
        func isNode(_ subject: CertificateSubject) -> Bool { if case .node = subject { true } else { false } }
        if let other = subjects.first(where: { instances.contains($0.name) && !isNode($0) }) {
            throw FatalError(.usage, "--instance is for nodes, and \(other.name) is \(other.words)")
        }
        let nodes = subjects.filter {
            isNode($0) && !instances.contains($0.name) && authority.index.current($0.name)?.isInstance != true
        }
        let people = subjects.filter { if case .client = $0 { true } else { false } }
        guard nodes.count <= 1 else {
            throw FatalError(
                .usage,
                "\(nodes[0].name) and \(nodes[1].name) are two nodes; each machine gets a bundle of its own, and where "
                    + "both are on one, say --instance \(nodes[1].name)")
        }
        guard people.isEmpty || subjects.count == 1 else {
            throw FatalError(.usage, "\(people[0].name) is a person's; it goes into a bundle of its own")
        }
    }

    /// Returns the programs' brokers, in order; none for a bundle whose programs need none.
    private func addresses(
        _ authority: OpenAuthority, for subjects: [CertificateSubject], _ console: Console
    ) throws(FatalError) -> [BrokerAddress] {
        let asks = subjects.contains { subject in
            switch subject {
            case .broker, .web: false
            case .node, .coordinator, .door, .client, .webClient, .homeAssistant: true
            }
        }
        guard asks, !renewal else { return [] }
        let certificate = authority.index.current(CertificateSubject.brokerName)
        var hosts: [ServerHost] = []
        if case .broker(let names) = certificate?.subject { hosts = names }
        guard !brokers.isEmpty else {
            guard let host = hosts.first else {
                throw FatalError(
                    .usage, "where is the broker? say --broker HOST, or clockctl pki issue broker HOST before")
            }
            return [BrokerAddress(host: host.text)]
        }
        guard brokers.count <= BrokerSettings.maximumBrokers, Set(brokers).count == brokers.count else {
            throw FatalError(
                .usage,
                "--broker: \(brokers.map(\.description).joined(separator: ", ")); say 1 to "
                    + "\(BrokerSettings.maximumBrokers) brokers, each once")
        }
        for broker in brokers {
            guard ServerHost(broker.host) != nil else {
                throw FatalError(
                    .usage,
                    "--broker: \"\(broker.host)\" is no host name or address; say one like hub.local or 192.168.1.5, "
                        + "with a port after a colon where it is not the usual one")
            }
            guard certificate != nil, !hosts.contains(where: { $0.text == broker.host.lowercased() }) else { continue }
            console.warn(
                "the broker's certificate does not have the name \(broker.host), so programs will refuse it; it has "
                    + hosts.map(\.text).joined(separator: ", "))
        }
        return brokers
    }

    private func bundle(
        _ records: [CertificateRecord], _ authority: OpenAuthority, _ addresses: [BrokerAddress], _ now: WallTime
    ) throws(FatalError) -> MachineBundle {
        let list = authority.index.revoked
        return MachineBundle(
            site: authority.folder.site, authority: authority.authority.certificatePEM,
            revocationList: try AuthorityFolder.said { () throws(PKIError) in
                try authority.authority.revocationList(list, number: list.count + 1)
            },
            nodes: try authority.folder.nodeAuthority(now: now), brokers: addresses, isRenewal: renewal,
            clientIDs: records.map { _ in ProvisionCommand.clientID() },
            parts: try records.map { record throws(FatalError) in
                .init(
                    subject: record.subject, certificate: record.pem, key: try authority.folder.readKey(of: record),
                    isInstance: record.isInstance)
            })
    }

    /// 128 random bits: anybody who knows the name under which a program connects can displace it.
    private static func clientID() -> String {
        (0..<4).map { _ in
            let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }
        .joined()
    }

    private func report(
        _ bundle: MachineBundle, _ entries: [TarArchive.Entry], _ records: [CertificateRecord],
        _ authority: OpenAuthority,
        file: String, _ now: WallTime, _ console: Console
    ) {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let install = bundle.installation(name)
        if output.json {
            console.write(
                JSONOutput.text(
                    Document(
                        bundle: file, certificates: records.map { .init($0, in: authority.index, now: now) },
                        files: entries.map(\.path), install: install)))
            return
        }
        guard file != "-" else { return }
        let who = records.map(\.subject.words).joined(separator: ", ")
        console.write(
            [StyledText("\(file) is for \(who); it holds the keys, so remove it when it is installed:")]
                + [
                    StyledText("  scp \(file) HOST:", .bold),
                    StyledText("  ssh -t HOST '\(install)'", .bold),
                    StyledText("  rm \(file)", .bold),
                ])
    }
}
