internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime
internal import ClockSite
internal import ClockctlKit

/// A command that makes a certificate.
protocol IssuingCommand: ClockctlCommand {
    var validity: ValidityOption { get }
    var pki: PkiOptions { get }
    var output: OutputOptions { get }

    /// Returns the owner of the certificate.
    func subject() throws(FatalError) -> CertificateSubject
}

extension IssuingCommand {
    func run(on console: Console) async throws {
        let subject = try subject()
        var authority = try OpenAuthority(try pki.folder(console), console)
        let now = CertificateWords.now()
        authority.warnOfEnd(now: now, console)
        let record = try authority.issue(subject, now: now, days: validity.length)
        output.write(CertificateDocument(record, in: authority.index, now: now), on: console) {
            IssuedView.lines(record, authority.folder, now: now)
                + IssuedView.next(record.subject, authority.folder)
        }
    }
}

extension PkiIssueCommand.Node: IssuingCommand {
    func subject() throws(FatalError) -> CertificateSubject { .node(try IssuedNames.node(node)) }
}

extension PkiIssueCommand.Coordinator: IssuingCommand {
    func subject() -> CertificateSubject { .coordinator }
}

extension PkiIssueCommand.Broker: IssuingCommand {
    func subject() throws(FatalError) -> CertificateSubject { .broker(try IssuedNames.hosts(hosts)) }
}

extension PkiIssueCommand.Client: IssuingCommand {
    func subject() throws(FatalError) -> CertificateSubject {
        .client(try IssuedNames.client(name), try IssuedNames.role(role))
    }
}

extension PkiIssueCommand.Web: IssuingCommand {
    func subject() throws(FatalError) -> CertificateSubject { .web(try IssuedNames.hosts(hosts)) }
}

extension PkiIssueCommand.HomeAssistant: IssuingCommand {
    func subject() -> CertificateSubject { .homeAssistant }
}

/// Names in certificates, as people type them.
enum IssuedNames {
    static func node(_ text: String) throws(FatalError) -> NodeID { try name(text, "a node's id") }

    static func client(_ text: String) throws(FatalError) -> NodeID { try name(text, "a client's name") }

    static func role(_ text: String) throws(FatalError) -> ClientRole {
        guard let role = ClientRole(rawValue: text) else {
            throw FatalError(.usage, "\"\(text)\" is no role; say viewer, member or admin")
        }
        return role
    }

    static func hosts(_ texts: [String]) throws(FatalError) -> [ServerHost] {
        var hosts: [ServerHost] = []
        for text in texts {
            guard let host = ServerHost(text) else {
                throw FatalError(
                    .usage,
                    "\"\(text.prefix(80))\" is no host name or address; say one like hub.local or 192.168.1.5, without "
                        + "a port")
            }
            if !hosts.contains(host) { hosts.append(host) }
        }
        return hosts
    }

    /// Reads a name, and refuses the names of certificates that a site has only one of.
    private static func name(_ text: String, _ kind: String) throws(FatalError) -> NodeID {
        guard let name = NodeID(text) else {
            throw FatalError(.usage, "\"\(text.prefix(40))\" cannot be \(kind), which has \(NodeID.rule)")
        }
        guard !CertificateSubject.takenNames.contains(text) else {
            throw FatalError(.usage, "\(text) is the name of the \(text)'s own certificate; choose another one")
        }
        return name
    }
}

/// The new certificate, and the next step.
enum IssuedView {
    static func lines(_ record: CertificateRecord, _ folder: AuthorityFolder, now: WallTime) -> [StyledText] {
        let name = record.subject.name
        return [
            StyledText(record.subject.words, .bold) + StyledText(" has a certificate until ")
                + CertificateWords.end(record.facts.until, now: now),
            StyledText("  \(folder.certificate(name))"),
            StyledText("  \(folder.key(name))"),
        ]
    }

    static func next(_ subject: CertificateSubject, _ folder: AuthorityFolder) -> [StyledText] {
        switch subject {
        case .node, .coordinator, .door, .broker, .webClient: [packing(subject, "")]
        case .client:
            [
                StyledText("clockctl provision \(subject.name) packs it for their machine; give the key to nobody else")
            ]
        case .web:
            [
                packing(subject, ""),
                StyledText("phones and browsers have to trust \(folder.webCertificate); docs/web.md tells how"),
            ]
        case .homeAssistant: [StyledText("its MQTT settings take both, with the authority's ca.crt")]
        }
    }

    /// The next step after the renewal of a certificate.
    static func nextOfRenewed(_ subject: CertificateSubject) -> StyledText {
        switch subject {
        case .node, .coordinator, .door, .broker, .client, .web, .webClient: packing(subject, " --renewal")
        case .homeAssistant: StyledText("its MQTT settings take both")
        }
    }

    private static func packing(_ subject: CertificateSubject, _ option: String) -> StyledText {
        StyledText("clockctl provision \(subject.bundleName)\(option) packs it for its machine")
    }
}

extension CertificateSubject {
    /// The name for `clockctl provision`, to pack it.
    var bundleName: String {
        switch self {
        case .webClient: CertificateSubject.webName
        case .node, .coordinator, .door, .broker, .client, .web, .homeAssistant: name
        }
    }
}
