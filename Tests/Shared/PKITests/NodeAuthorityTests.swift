import ClockDomain
import ClockPKI
import ClockTestSupport
import Testing

/// Certificates that the nodes' authority signs, and OpenSSL's verdict on each.
@Suite struct NodeAuthorityTests {
    private let folder: TemporaryFolder
    private let authority: NodeAuthority

    init() throws {
        folder = try TemporaryFolder("node-authority")
        authority = try NodeAuthority.make(site: AuthorityTests.site, now: AuthorityTests.now)
        try folder.write(authority.certificatePEM, to: "ca.crt")
        try folder.write(authority.keyPEM, to: "ca.key")
    }

    private func verify(_ file: String, _ purpose: String = "sslclient", _ options: String...) throws {
        try TestProcess.run(
            "openssl",
            [
                "verify", "-x509_strict", "-attime", "\(AuthorityTests.now.seconds)", "-purpose", purpose, "-CAfile",
                folder.file("ca.crt"),
            ] + options + [folder.file(file)])
    }

    @Test func itSignsForANodesOwnKey() throws {
        let key = SigningKey()
        let pem = try authority.issue(
            try #require(NodeID("kitchen")), publicKey: key.publicKey, now: AuthorityTests.now)
        try folder.write(pem, to: "kitchen.crt")
        try verify("kitchen.crt")
        let facts = try CertificateFacts(pem: pem)
        #expect(facts.commonName == "kitchen")
        #expect(facts.publicKey == key.publicKey)
        #expect(facts.until == authority.until)
        #expect(throws: TestFailure.self, "a node is no server") { try verify("kitchen.crt", "sslserver") }
        #expect(throws: PKIError.self) {
            try authority.issue(NodeID("kitchen")!, publicKey: [4, 1, 2], now: AuthorityTests.now)
        }
    }

    /// Its thief signs with OpenSSL, whatever this code would refuse.
    @Test(arguments: [
        ("attic", "", true), ("home.admin", "", false), ("home.coordinator", "", false),
        ("home.admin", "subjectAltName=DNS:attic", false), ("home.member", "subjectAltName=email:a@b.c", false),
    ])
    func itsKeyMakesNobodyButNodes(name: String, extensions: String, isBelieved: Bool) throws {
        let request = folder.file("request")
        try TestProcess.run(
            "openssl",
            [
                "req", "-subj", "/CN=\(name)", "-out", request, "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:P-256", "-nodes", "-keyout", folder.file("forged.key"),
            ])
        let file = try folder.write("extendedKeyUsage=clientAuth\n\(extensions)\n", to: "extensions")
        try TestProcess.run(
            "openssl",
            [
                "x509", "-req", "-in", request, "-CA", folder.file("ca.crt"), "-CAkey", folder.file("ca.key"), "-days",
                "7300", "-set_serial", "1", "-extfile", file, "-out", folder.file("forged.crt"),
            ])
        let now = try TestProcess.run("date", ["+%s"]).filter(\.isNumber)
        func verify() throws {
            try TestProcess.run(
                "openssl",
                [
                    "verify", "-attime", now, "-purpose", "sslclient", "-CAfile", folder.file("ca.crt"),
                    folder.file("forged.crt"),
                ])
        }
        if isBelieved { try verify() } else { #expect(throws: TestFailure.self) { try verify() } }
    }

    @Test func aRevokedCertificateIsOnItsList() throws {
        let pem = try authority.issue(NodeID("kitchen")!, publicKey: SigningKey().publicKey, now: AuthorityTests.now)
        try folder.write(pem, to: "kitchen.crt")
        try folder.write(try authority.revocationList([]), to: "list.pem")
        try verify("kitchen.crt", "sslclient", "-crl_check", "-CRLfile", folder.file("list.pem"))
        let serial = try CertificateFacts(pem: pem).serial
        try folder.write(try authority.revocationList([(serial, AuthorityTests.now)]), to: "list.pem")
        #expect(throws: TestFailure.self) {
            try verify("kitchen.crt", "sslclient", "-crl_check", "-CRLfile", folder.file("list.pem"))
        }
    }

    @Test func itIsReadBackFromItsFiles() throws {
        let read = try NodeAuthority(certificatePEM: authority.certificatePEM, keyPEM: authority.keyPEM)
        #expect(read.until == authority.until)
        #expect(throws: PKIError.self) {
            try NodeAuthority(certificatePEM: authority.certificatePEM, keyPEM: SigningKey().pem)
        }
    }
}
