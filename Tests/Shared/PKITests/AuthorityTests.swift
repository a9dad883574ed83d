import ClockDomain
import ClockPKI
import ClockTestSupport
import Testing

/// Certificates that an authority signs, as OpenSSL reads them.
@Suite struct AuthorityTests {
    static let site = SiteID("home")!
    static let now = WallTime(rfc3339: "2026-11-21T18:00:00Z")!
    static let kitchen = NodeID("kitchen")!

    private let folder: TemporaryFolder
    private let authority: Authority

    init() throws {
        folder = try TemporaryFolder("authority")
        authority = try Authority.make(site: Self.site, now: Self.now)
        try folder.write(authority.certificatePEM, to: "ca.crt")
        try folder.write(try authority.revocationList([], number: 1), to: "revoked.pem")
    }

    private func verify(_ pem: String, at instant: WallTime = now, _ options: String...) throws {
        let file = try folder.write(pem, to: "leaf.crt")
        try TestProcess.run(
            "openssl",
            [
                "verify", "-x509_strict", "-crl_check", "-attime", "\(instant.seconds)", "-CAfile",
                folder.file("ca.crt"), "-CRLfile", folder.file("revoked.pem"),
            ] + options + [file])
    }

    private func text(_ pem: String) throws -> String {
        try TestProcess.run("openssl", ["x509", "-noout", "-text", "-in", try folder.write(pem, to: "shown.crt")])
    }

    @Test(
        "each certificate stands for its user, and for one purpose alone",
        arguments: [
            (.node(kitchen), "CN = kitchen\n", "sslclient"),
            (.coordinator, "CN = home.coordinator\n", "sslclient"),
            (.client(NodeID("anna")!, .member), "CN = home.member, name = anna\n", "sslclient"),
            (.webClient(.viewer), "CN = home.viewer, name = web-viewer\n", "sslclient"),
            (.webClient(.admin), "CN = home.web-admin, name = web-admin\n", "sslclient"),
            (.broker([ServerHost("hub.local")!, ServerHost("::1")!]), "CN = home.broker\n", "sslserver"),
        ] as [(CertificateSubject, String, String)])
    func purposes(subject: CertificateSubject, name: String, purpose: String) throws {
        let issued = try authority.issue(subject, now: Self.now)
        #expect(try text(issued.certificatePEM).contains("Subject: \(name)"))
        try verify(issued.certificatePEM, "-purpose", purpose)
        let other = purpose == "sslclient" ? "sslserver" : "sslclient"
        #expect(throws: TestFailure.self) { try verify(issued.certificatePEM, "-purpose", other) }
        let facts = try CertificateFacts(pem: issued.certificatePEM)
        #expect(facts.commonName == subject.user(of: Self.site) && IssuedCertificate.key(issued.keyPEM, fits: facts))
        #expect(!IssuedCertificate.key(authority.keyPEM, fits: facts) && !IssuedCertificate.key("", fits: facts))
    }

    @Test("the broker's certificate is for the names and addresses it was made for, and for no others")
    func hosts() throws {
        let hosts = try ["hub.local", "192.168.1.5", "fd00::5"].map { try #require(ServerHost($0)) }
        let issued = try authority.issue(.broker(hosts), now: Self.now)
        try verify(issued.certificatePEM, "-verify_hostname", "hub.local")
        try verify(issued.certificatePEM, "-verify_ip", "192.168.1.5")
        try verify(issued.certificatePEM, "-verify_ip", "fd00:0:0::5")
        for name in ["hub", "x.hub.local", "home.broker"] {
            #expect(throws: TestFailure.self, "\(name)") { try verify(issued.certificatePEM, "-verify_hostname", name) }
        }
        #expect(throws: TestFailure.self) { try verify(issued.certificatePEM, "-verify_ip", "192.168.1.6") }
    }

    @Test("a certificate is valid on a clock that starts years back, to its last second, never beyond its authority's")
    func validity() throws {
        let issued = try authority.issue(.node(Self.kitchen), now: Self.now, days: 30)
        let end = WallTime(seconds: Self.now.seconds + 30 * 86_400)
        #expect(try CertificateFacts(pem: issued.certificatePEM).until == end)
        try verify(issued.certificatePEM, at: WallTime(rfc3339: "2021-05-07T00:00:00Z")!)
        // OpenSSL does not count the last second itself.
        try verify(issued.certificatePEM, at: WallTime(seconds: end.seconds - 1))
        #expect(throws: TestFailure.self) {
            try verify(issued.certificatePEM, at: WallTime(seconds: end.seconds + 1))
        }
        let late = try authority.issue(.coordinator, now: Self.now, days: Authority.dayRange.upperBound)
        #expect(try CertificateFacts(pem: late.certificatePEM).until == authority.until)
        #expect(throws: PKIError.self) {
            try authority.issue(.coordinator, now: WallTime(seconds: authority.until.seconds + 1))
        }
        #expect(throws: PKIError.self) { try Authority.make(site: Self.site, now: WallTime(seconds: 86_400)) }
    }

    @Test("a validity beyond 2049, whose years have four digits, is read and verified")
    func farFuture() throws {
        let far = try Authority.make(site: Self.site, now: WallTime(rfc3339: "2045-01-01T00:00:00Z")!)
        try folder.write(far.certificatePEM, to: "ca.crt")
        let later = WallTime(rfc3339: "2052-06-01T00:00:00Z")!
        let issued = try far.issue(.coordinator, now: later)
        let list = try far.revocationList([(String(repeating: "7f", count: 16), later)], number: 2)
        try folder.write(list, to: "revoked.pem")
        try verify(issued.certificatePEM, at: later)
    }

    @Test("the list refuses what is on it and nothing else; no foreign authority signs it")
    func revocation() throws {
        let issued = try (0..<3).map { _ in try authority.issue(.node(Self.kitchen), now: Self.now) }
        let facts = try issued.map { try CertificateFacts(pem: $0.certificatePEM) }
        #expect(Set(facts.map(\.serial)).count == 3)
        let revoked = [(serial: facts[1].serial, at: Self.now)]
        try folder.write(try authority.revocationList(revoked, number: 2), to: "revoked.pem")
        try verify(issued[0].certificatePEM)
        #expect(throws: TestFailure.self) { try verify(issued[1].certificatePEM) }
        try verify(issued[2].certificatePEM, at: WallTime(rfc3339: "2028-01-01T00:00:00Z")!)
        let other = try Authority.make(site: Self.site, now: Self.now)
        try folder.write(try other.revocationList(revoked, number: 2), to: "revoked.pem")
        #expect(throws: TestFailure.self) { try verify(issued[0].certificatePEM) }
        for serial in ["", "7", "xy", "7g"] {
            #expect(throws: PKIError.self, "\(serial)") {
                try authority.revocationList([(serial, Self.now)], number: 1)
            }
        }
    }

    @Test("an authority is the same after it was read from its files, and is not read from another's")
    func files() throws {
        let read = try Authority(
            site: Self.site, certificatePEM: authority.certificatePEM, keyPEM: authority.keyPEM)
        try verify(try read.issue(.coordinator, now: Self.now).certificatePEM)
        let other = try Authority.make(site: Self.site, now: Self.now)
        #expect(throws: PKIError.self) {
            try Authority(site: Self.site, certificatePEM: authority.certificatePEM, keyPEM: other.keyPEM)
        }
        #expect(throws: PKIError.self) { try Authority(site: Self.site, certificatePEM: "", keyPEM: other.keyPEM) }
        #expect(throws: PKIError.self) {
            try Authority(site: Self.site, certificatePEM: authority.certificatePEM, keyPEM: "-----BEGIN")
        }
    }

    @Test("a renewed authority and the one before take each other's certificates and lists, each to its own end")
    func renewal() throws {
        let old = authority
        let before = try old.issue(.node(Self.kitchen), now: Self.now)
        let year9 = WallTime(rfc3339: "2035-11-21T18:00:00Z")!
        let renewed = try old.renewed(now: year9)
        #expect(renewed.until > old.until && renewed.keyPEM == old.keyPEM)
        let after = try renewed.issue(.coordinator, now: year9)
        // With the old certificate: later certificates as well, while the old one lasts.
        try verify(before.certificatePEM)
        try verify(after.certificatePEM, at: year9)
        let afterOld = WallTime(seconds: old.until.seconds + 1)
        #expect(throws: TestFailure.self) { try verify(after.certificatePEM, at: afterOld) }
        try folder.write(try renewed.revocationList([], number: 1), to: "revoked.pem")
        try verify(after.certificatePEM, at: year9)
        // With the new one: earlier certificates as well, and beyond the old one's end.
        try folder.write(renewed.certificatePEM, to: "ca.crt")
        try verify(before.certificatePEM)
        try verify(after.certificatePEM, at: afterOld)
        let facts = try CertificateFacts(pem: before.certificatePEM)
        try folder.write(try renewed.revocationList([(facts.serial, year9)], number: 2), to: "revoked.pem")
        #expect(throws: TestFailure.self) { try verify(before.certificatePEM) }

        #expect(throws: PKIError.self) { try renewed.renewed(now: year9) }
        #expect(
            try Authority(site: Self.site, certificatePEM: renewed.certificatePEM, keyPEM: old.keyPEM).until
                == renewed.until)
        // Forgotten, it is not lost.
        let late = try old.renewed(now: WallTime(seconds: old.until.seconds + 86_400))
        #expect(try late.issue(.coordinator, now: afterOld).keyPEM != "")
    }

    @Test(
        "names and addresses of a broker are taken, and nothing else",
        arguments: [
            ("hub", 0), ("Hub.Local", 0), ("clock-1.example.org", 0), ("10.0.0.1", 4), ("fe80::1", 16), ("1a.de", 0),
        ])
    func brokerHosts(text: String, bytes: Int) throws {
        let host = try #require(ServerHost(text))
        #expect(host.address.count == bytes && host.text == text.lowercased())
    }

    @Test(
        "what is no host is refused",
        arguments: ["", ".", "a..b", "-a.de", "a-.de", "10.0.0", "300.1.1.1", "hub:8883", "a b", "ü.de", "a/b", "*.de"])
    func noHosts(text: String) {
        #expect(ServerHost(text) == nil)
    }
}
