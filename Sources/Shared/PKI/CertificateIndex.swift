public import ClockDomain
internal import FoundationEssentials

/// Every certificate that an authority has ever signed, in the order in which it did.
///
/// It is on disk before a certificate or its key is, so that there is none that cannot be revoked.
public struct CertificateIndex: Hashable, Sendable {
    public let site: SiteID
    public private(set) var records: [CertificateRecord]

    public enum Standing: Hashable, Sendable {
        /// In use.
        case current
        /// Valid, with a newer one of the same name in use.
        case replaced
        /// Over by itself.
        case ended
        case revoked(WallTime)
    }

    public init(site: SiteID) {
        self.site = site
        records = []
    }

    /// The certificate in use under a name, which may have come to its end; `nil` where there is none, or the newest
    /// is revoked.
    public func current(_ name: String) -> CertificateRecord? {
        records.last { $0.subject.name == name && $0.revoked == nil }
    }

    /// All certificates in use, by name.
    public var current: [CertificateRecord] { Set(records.map(\.subject.name)).sorted().compactMap { current($0) } }

    public func standing(_ record: CertificateRecord, at now: WallTime) -> Standing {
        if let revoked = record.revoked { return .revoked(revoked) }
        if now > record.facts.until { return .ended }
        return current(record.subject.name)?.facts.serial == record.facts.serial ? .current : .replaced
    }

    /// Adds a certificate for somebody who has no certificate in use, or for the same one again.
    ///
    /// - Throws: ``PKIError`` if the name is somebody else's.
    public mutating func add(_ issued: IssuedCertificate, at now: WallTime) throws(PKIError) {
        try add(issued.subject, pem: issued.certificatePEM, at: now)
    }

    /// The same for a certificate whose key somebody else has.
    public mutating func add(_ subject: CertificateSubject, pem: String, at now: WallTime) throws(PKIError) {
        let other = current(subject.name)
        if let other, !other.subject.isSame(as: subject) {
            throw PKIError(
                "\(subject.name) is the name of \(other.subject.words); choose another one, or revoke that first")
        }
        var record = try CertificateRecord(subject: subject, pem: pem, issued: now)
        record.isInstance = other?.isInstance ?? false
        records.append(record)
    }

    /// Notes that a node is one of several on its machine; bundles made for it from now on say so.
    ///
    /// - Returns: true if that is new. It is not for a name that has no certificate in use.
    public mutating func setInstance(_ name: String) -> Bool {
        guard let index = records.lastIndex(where: { $0.subject.name == name && $0.revoked == nil }),
            !records[index].isInstance
        else { return false }
        records[index].isInstance = true
        return true
    }

    /// Marks every certificate of a name, those that were replaced and are still valid too.
    ///
    /// - Returns: the number of those that were not revoked before.
    public mutating func revoke(_ name: String, at now: WallTime) -> Int {
        var count = 0
        for index in records.indices where records[index].subject.name == name && records[index].revoked == nil {
            records[index].revoked = now
            count += 1
        }
        return count
    }

    /// The entries for the list of revoked certificates. This authority does not revoke the web page's.
    public var revoked: [(serial: String, at: WallTime)] {
        records.compactMap { record in
            if case .web = record.subject { return nil }
            return record.revoked.map { (record.facts.serial, $0) }
        }
    }

    // MARK: As a file

    /// Bound of the file, far above the certificates of a school in ten years.
    public static let maximumBytes = 16 << 20

    private struct Document: Codable {
        var certificates: [CertificateRecord]
        var site: SiteID
        var v: Int
    }

    /// - Throws: ``PKIError`` that names the fault of the text.
    public init(json: [UInt8]) throws(PKIError) {
        let document = try PKIError.explaining("it is damaged") {
            try JSONDecoder().decode(Document.self, from: Data(json))
        }
        guard document.v == 1 else { throw PKIError("it is of version \(document.v), from a newer clockctl") }
        site = document.site
        records = document.certificates
    }

    public func json() throws(PKIError) -> [UInt8] {
        try PKIError.explaining("the index cannot be written") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(Document(certificates: records, site: site, v: 1))) + [UInt8(ascii: "\n")]
        }
    }
}

extension CertificateSubject {
    /// A certificate for the one is a certificate for the other: a broker may get other names, a client another role.
    func isSame(as other: CertificateSubject) -> Bool {
        switch (self, other) {
        case (.node, .node), (.coordinator, .coordinator), (.door, .door), (.broker, .broker), (.client, .client),
            (.homeAssistant, .homeAssistant), (.web, .web), (.webClient, .webClient):
            name == other.name
        case (.node, _), (.coordinator, _), (.door, _), (.broker, _), (.client, _), (.homeAssistant, _), (.web, _),
            (.webClient, _):
            false
        }
    }

    /// `node kitchen`, `the coordinator`, `the broker`, `client anna`.
    public var words: String {
        switch self {
        case .node(let id): "node \(id)"
        case .coordinator: "the coordinator"
        case .door: "the door"
        case .broker: "the broker"
        case .client(let name, _): "client \(name)"
        case .homeAssistant: "Home Assistant"
        case .web: "the web page"
        case .webClient(let role): "the web page as \(role.rawValue)"
        }
    }
}
