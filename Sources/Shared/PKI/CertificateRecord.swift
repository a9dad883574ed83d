public import ClockDomain

/// One certificate that an authority has signed.
public struct CertificateRecord: Hashable, Sendable {
    public let subject: CertificateSubject
    /// The certificate, as PEM text.
    public let pem: String
    public let facts: CertificateFacts
    public let issued: WallTime
    /// The instant of its revocation; `nil` while it counts.
    public internal(set) var revoked: WallTime?
    /// True if a node is one of several on its machine, and its service `clock-node@NAME`.
    public internal(set) var isInstance = false

    /// - Throws: ``PKIError`` where the PEM text is no certificate.
    public init(subject: CertificateSubject, pem: String, issued: WallTime, revoked: WallTime? = nil) throws(PKIError) {
        self.subject = subject
        self.pem = pem
        self.issued = issued
        self.revoked = revoked
        facts = try CertificateFacts(pem: pem)
    }
}

extension CertificateRecord: Codable {
    private enum Kind: String, Codable {
        case node, coordinator, door, broker, client, homeassistant, web, webclient
    }

    private enum CodingKeys: String, CodingKey {
        case kind, name, hosts, role, certificate, issued, revoked, instance
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let subject: CertificateSubject =
            switch try container.decode(Kind.self, forKey: .kind) {
            case .node: .node(try container.decode(NodeID.self, forKey: .name))
            case .coordinator: .coordinator
            case .door: .door
            case .broker: .broker(try CertificateRecord.hosts(container))
            case .web: .web(try CertificateRecord.hosts(container))
            case .webclient: .webClient(try container.decode(ClientRole.self, forKey: .role))
            case .client:
                .client(
                    try container.decode(NodeID.self, forKey: .name),
                    try container.decode(ClientRole.self, forKey: .role))
            case .homeassistant: .homeAssistant
            }
        try self.init(
            subject: subject, pem: try container.decode(String.self, forKey: .certificate),
            issued: try container.decode(WallTime.self, forKey: .issued),
            revoked: try container.decodeIfPresent(WallTime.self, forKey: .revoked))
        isInstance = try container.decodeIfPresent(Bool.self, forKey: .instance) ?? false
    }

    private static func hosts(_ container: KeyedDecodingContainer<CodingKeys>) throws -> [ServerHost] {
        try container.decode([String].self, forKey: .hosts).map { text in
            guard let host = ServerHost(text) else { throw PKIError("\"\(text)\" is no host's name or address") }
            return host
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch subject {
        case .node(let id):
            try container.encode(Kind.node, forKey: .kind)
            try container.encode(id, forKey: .name)
        case .coordinator: try container.encode(Kind.coordinator, forKey: .kind)
        case .door: try container.encode(Kind.door, forKey: .kind)
        case .broker(let hosts):
            try container.encode(Kind.broker, forKey: .kind)
            try container.encode(hosts.map(\.text), forKey: .hosts)
        case .web(let hosts):
            try container.encode(Kind.web, forKey: .kind)
            try container.encode(hosts.map(\.text), forKey: .hosts)
        case .webClient(let role):
            try container.encode(Kind.webclient, forKey: .kind)
            try container.encode(role, forKey: .role)
        case .client(let name, let role):
            try container.encode(Kind.client, forKey: .kind)
            try container.encode(name, forKey: .name)
            try container.encode(role, forKey: .role)
        case .homeAssistant: try container.encode(Kind.homeassistant, forKey: .kind)
        }
        try container.encode(pem, forKey: .certificate)
        try container.encode(issued, forKey: .issued)
        try container.encodeIfPresent(revoked, forKey: .revoked)
        if isInstance { try container.encode(true, forKey: .instance) }
    }
}
