import ClockDomain
import ClockPKI
import ClockRuntime
import ClockTestSupport
import Testing

/// The end that a program reads from its certificate, held against the words of the certificate's maker.
@Suite struct CertificateEndTests {
    @Test(
        "the end is read from certificates of this project, before and after 2050",
        arguments: [
            ("2026-11-21T18:00:00Z", 1), ("2026-11-21T23:59:59Z", 730), ("2028-02-28T12:00:00Z", 1),
            ("2049-12-31T10:00:00Z", 1), ("2052-02-29T00:00:00Z", 366),
        ])
    func ours(now: String, days: Int) throws {
        let now = try #require(WallTime(rfc3339: now))
        let authority = try Authority.make(site: AuthorityTests.site, now: now, days: 7300)
        for subject in [CertificateSubject.coordinator, .broker([try #require(ServerHost("hub.local"))])] {
            let issued = try authority.issue(subject, now: now, days: days)
            let end = WallTime(seconds: now.seconds + Int64(days) * 86_400)
            #expect(CertificateEnd.of(pem: Array(issued.certificatePEM.utf8)) == end)
            // A chain begins with the program's own.
            #expect(CertificateEnd.of(pem: Array((issued.certificatePEM + authority.certificatePEM).utf8)) == end)
            #expect(CertificateEnd.of(pem: Array("words before\r\n\(issued.certificatePEM)".utf8)) == end)
        }
    }

    @Test(
        "the end is read from certificates that openssl made, with other keys and names",
        arguments: [["-newkey", "rsa:2048"], ["-newkey", "ed25519"]])
    func foreign(key: [String]) throws {
        let folder = try TemporaryFolder("foreign")
        try TestProcess.run(
            "openssl",
            [
                "req", "-x509", "-nodes", "-days", "90", "-subj",
                "/C=DE/O=Ümläut \(String(repeating: "x", count: 40))/CN=y",
            ]
                + ["-utf8", "-keyout", folder.file("key"), "-out", folder.file("pem")] + key)
        let text = try TestProcess.run(
            "openssl", ["x509", "-noout", "-enddate", "-dateopt", "iso_8601", "-in", folder.file("pem")])
        // notAfter=2027-02-19 23:31:06Z
        let words = text.split(separator: "=")[1].split(whereSeparator: \.isWhitespace)
        let end = try #require(WallTime(rfc3339: "\(words[0])T\(words[1])"))
        #expect(CertificateEnd.of(pem: Array(folder.read("pem").utf8)) == end)
    }

    @Test("whatever is cut off, changed or no certificate at all is refused without harm")
    func damage() throws {
        let authority = try Authority.make(site: AuthorityTests.site, now: AuthorityTests.now)
        let pem = Array(authority.certificatePEM.utf8)
        let text = Array(authority.certificatePEM.split(separator: "\n").dropFirst().dropLast().joined().utf8)
        #expect(CertificateEnd.of(pem: pem) != nil)
        for count in 0..<text.count {
            let cut = "-----BEGIN CERTIFICATE-----\n\(String(decoding: text[..<count], as: UTF8.self))\n"
            #expect(CertificateEnd.of(pem: Array(cut.utf8)) == nil)
            // The outermost length says that more was to come.
            #expect(
                CertificateEnd.of(pem: Array("\(cut)-----END CERTIFICATE-----\n".utf8)) == nil || count > text.count - 4
            )
        }
        for index in pem.indices {
            for byte: UInt8 in [0, 0x2B, 0x41, 0x7F, 0x80, 0xFF] {
                var changed = pem
                changed[index] = byte
                if let end = CertificateEnd.of(pem: changed) { #expect(WallTime.validSeconds.contains(end.seconds)) }
            }
        }
        for bytes in [
            [], [0x30], [0x30, 0x80], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0x85, 0, 0, 0, 0, 0],
            [0x30, 2, 0x30, 9], [0xA0, 0],
        ] as [[UInt8]] {
            #expect(CertificateEnd.of(der: bytes) == nil)
        }
    }

    @Test(
        "a life is short from 30 days before the end on, urgent from 7, over after it",
        arguments: [
            (30 * 86_400 + 1, .long), (30 * 86_400, .short), (7 * 86_400 + 1, .short), (7 * 86_400, .urgent),
            (0, .urgent), (-1, .over),
        ] as [(Int64, CertificateLife)])
    func lives(left: Int64, life: CertificateLife) {
        let until = WallTime(seconds: AuthorityTests.now.seconds + left)
        #expect(CertificateLife(until: until, now: AuthorityTests.now) == life)
    }
}
