import ClockDomain
import ClockPKI
import ClockTestSupport
import Testing

/// Certificates that a web page's authority signs, and OpenSSL's verdict on each.
@Suite struct WebAuthorityTests {
    private static let now = AuthorityTests.now

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("web-authority") }

    private static func hosts(_ texts: [String]) throws -> [ServerHost] {
        try texts.map { try #require(ServerHost($0)) }
    }

    private func make(_ hosts: [String], days: Int = Authority.standardDays) throws -> WebAuthority {
        let authority = try WebAuthority.make(
            site: AuthorityTests.site, hosts: try Self.hosts(hosts), now: Self.now, days: days)
        try folder.write(authority.certificatePEM, to: "web-ca.crt")
        return authority
    }

    @discardableResult
    private func verify(_ pem: String, authority: String = "web-ca.crt", _ options: String...) throws -> String {
        let file = try folder.write(pem, to: "leaf.crt")
        return try TestProcess.run(
            "openssl",
            ["verify", "-x509_strict", "-attime", "\(Self.now.seconds)", "-CAfile", folder.file(authority)] + options
                + [file])
    }

    private func text(_ pem: String) throws -> String {
        try TestProcess.run("openssl", ["x509", "-noout", "-text", "-in", try folder.write(pem, to: "shown.crt")])
    }

    private static func check(_ host: String) throws -> [String] {
        [try #require(ServerHost(host)).address.isEmpty ? "-verify_hostname" : "-verify_ip", host]
    }

    @Test(
        "what it signs is believed for the names and addresses it was made for and for no others",
        arguments: [
            (["hub.local", "192.168.1.5"], ["bank.example", "local", "192.168.1.6", "fd00::5"]),
            (["hub.local", "clock.example.org"], ["example.org", "192.168.1.5", "fd00::5"]),
            (["192.168.1.5"], ["hub.local", "192.168.1.6", "::1"]),
            (["fd00::5", "127.0.0.1"], ["hub.local", "fd00::6", "127.0.0.2"]),
        ] as [([String], [String])])
    func constraints(permitted: [String], forbidden: [String]) throws {
        let authority = try make(permitted)
        #expect(try text(authority.certificatePEM).contains("X509v3 Name Constraints: critical"))
        let issued = try authority.issue(try Self.hosts(permitted), now: Self.now)
        for host in permitted {
            let check = try Self.check(host)
            try verify(issued.certificatePEM, check[0], check[1], "-purpose", "sslserver")
        }
        for host in forbidden {
            // Stolen, its key signs this; nobody believes it.
            let other = try authority.issue(try Self.hosts(permitted + [host]), now: Self.now)
            do {
                try verify(other.certificatePEM)
                Issue.record("\(host) is believed")
            } catch let failure as TestFailure {
                #expect(failure.description.contains("subtree violation"), "\(host): \(failure)")
            }
        }
    }

    @Test("it signs for servers alone, and no program of the site believes it")
    func apart() throws {
        let issued = try make(["hub.local"]).issue(try Self.hosts(["hub.local"]), now: Self.now)
        #expect(throws: TestFailure.self) { try verify(issued.certificatePEM, "-purpose", "sslclient") }
        let site = try Authority.make(site: AuthorityTests.site, now: Self.now)
        try folder.write(site.certificatePEM, to: "ca.crt")
        #expect(throws: TestFailure.self) { try verify(issued.certificatePEM, authority: "ca.crt") }
        #expect(IssuedCertificate.key(issued.keyPEM, fits: try CertificateFacts(pem: issued.certificatePEM)))
    }

    @Test("what it signs is valid for at most 825 days, its beginning included, and never beyond its own end")
    func validity() throws {
        let authority = try make(["hub.local"], days: 400)
        let hosts = try Self.hosts(["hub.local"])
        #expect(
            try CertificateFacts(pem: try authority.issue(hosts, now: Self.now).certificatePEM).until
                == authority.until)
        let issued = try make(["hub.local"]).issue(
            hosts, now: Self.now, days: WebAuthority.maximumCertificateDays)
        #expect(try text(issued.certificatePEM).contains("Not Before: Nov 20 18:00:00 2026 GMT"))
        let end = try CertificateFacts(pem: issued.certificatePEM).until
        #expect(end.seconds - Self.now.seconds + 86_400 == 825 * 86_400)
        #expect(throws: PKIError.self) { try authority.issue(hosts, now: Self.now, days: 825) }
        #expect(throws: PKIError.self) { try authority.issue(hosts, now: authority.until) }
    }

    @Test("it is the same after it was read from its files, and is not read from another's")
    func files() throws {
        let authority = try make(["hub.local"])
        let read = try WebAuthority(
            site: AuthorityTests.site, certificatePEM: authority.certificatePEM, keyPEM: authority.keyPEM)
        try verify(
            try read.issue(try Self.hosts(["hub.local"]), now: Self.now).certificatePEM, "-verify_hostname", "hub.local"
        )
        let other = try make(["hub.local"])
        #expect(throws: PKIError.self) {
            try WebAuthority(
                site: AuthorityTests.site, certificatePEM: authority.certificatePEM, keyPEM: other.keyPEM)
        }
    }
}
