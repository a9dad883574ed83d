import ClockDomain
import ClockRuntime
import ClockSite
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Glibc
import Testing

@testable import ClockctlKit
@testable import ClockctlPKIKit

/// The web page's certificate.
extension PkiProcessTests {
    private func verifyPage() throws {
        try TestProcess.run(
            "openssl",
            [
                "verify", "-x509_strict", "-verify_hostname", "hub.local", "-CAfile", "\(pki)/web-ca.crt",
                "\(pki)/issued/web.crt",
            ])
    }

    @Test("the web page's certificate is of an authority of its own, which lasts until it is revoked")
    func webPage() async throws {
        try await succeed("pki", "init")
        let said = try await succeed("pki", "issue", "web", "hub.local", "192.168.1.5")
        #expect(said.hasPrefix("the web page has a certificate until "))
        #expect(said.contains("have to trust \(pki)/web-ca.crt"))
        #expect(mode("\(pki)/web-ca.key") == 0o600 && mode("\(pki)/web-ca.crt") == 0o644)
        try verifyPage()
        #expect(throws: TestFailure.self) { try verify("web") }
        let authority = readText("\(pki)/web-ca.crt")
        let certificate = readText("\(pki)/issued/web.crt")
        try await succeed("pki", "renew", "web", "--days", "20")
        #expect(readText("\(pki)/web-ca.crt") == authority && readText("\(pki)/issued/web.crt") != certificate)
        try verifyPage()
        let rows = try await list()
        #expect(rows.map(\.name) == ["web", "web"] && rows[0].user == nil)
        #expect(rows[0].hosts == ["hub.local", "192.168.1.5"])
        #expect(try await succeed("pki", "list").contains("web page hub.local, 192.168.1.5"))

        let settings = try ConnectionSettings.load(file: nil, flags: [:], environment: [:])
        let checks = CertificateExamination(
            settings: settings, environment: ["XDG_CONFIG_HOME": folder.file("config")]
        ).checks(now: CertificateWords.now())
        #expect(checks.map(\.subject) == ["authority", "web certificate"] && checks[1].verdict == .warning)
        #expect(checks[1].fix?.contains("`clockctl provision web --renewal`") == true)

        let again = try await run("pki", "issue", "web", "hub.local")
        #expect(again.exitCode == 65 && again.errors.contains("clockctl pki revoke web ends it"))
        let revoked = try await succeed("pki", "revoke", "web")
        #expect(revoked.contains("have phones and browsers forget its authority") && !revoked.contains("mosquitto"))
        #expect(access("\(pki)/web-ca.key", F_OK) != 0 && access("\(pki)/web-ca.crt", F_OK) != 0)
        try await succeed("pki", "issue", "web", "hub.local", "clock.example.org")
        #expect(readText("\(pki)/web-ca.crt") != authority)
        try verifyPage()
    }

    @Test("the web page's bundle has its certificate, and where the broker asks for one, two more to be known by")
    func webBundle() async throws {
        try await succeed("pki", "init")
        try await succeed("pki", "issue", "web", "hub.local", "fd00::5")
        let bundle = folder.file("web.tar")
        func files() throws -> [String] {
            try TestProcess.run("tar", ["-tf", bundle]).split(separator: "\n").map(String.init)
        }
        func settings() throws -> String { try TestProcess.run("tar", ["-xOf", bundle, "etc/clocksmith/web.yaml"]) }
        let page = ["etc/clocksmith/web.yaml", "etc/clocksmith/web.crt", "etc/credstore/clock-web.tls-key"]
        let said = try await succeed("provision", "web", "--out", bundle)
        #expect(said.contains("sudo systemctl restart clock-web'"))
        #expect(try files() == page)
        #expect(
            try settings() == """
                listen: 0.0.0.0:8443
                hosts: "hub.local,fd00::5"
                tls:
                  certificate: "/etc/clocksmith/web.crt"
                  key: "/run/credentials/clock-web.service/tls-key"

                """)

        try await succeed("pki", "issue", "broker", "hub.local")
        try await succeed("provision", "coordinator", "web", "--out", bundle)
        let identities = [
            "etc/clocksmith/web-member.crt", "etc/credstore/clock-web.key", "etc/clocksmith/web-viewer.crt",
            "etc/credstore/clock-web.viewer-key", "etc/clocksmith/web-admin.crt", "etc/credstore/clock-web.admin-key",
        ]
        #expect(Set(try files()).isSuperset(of: page + identities))
        #expect(
            try settings().hasSuffix(
                """
                broker:
                  host: hub.local
                  tls:
                    ca: "/etc/clocksmith/ca.crt"
                    certificate: "/etc/clocksmith/web-member.crt"
                    key: "/run/credentials/clock-web.service/key"
                viewer:
                  tls:
                    certificate: "/etc/clocksmith/web-viewer.crt"
                    key: "/run/credentials/clock-web.service/viewer-key"
                admin:
                  tls:
                    certificate: "/etc/clocksmith/web-admin.crt"
                    key: "/run/credentials/clock-web.service/admin-key"

                """))
        #expect(
            try await list().compactMap(\.user).sorted() == [
                "home.broker", "home.coordinator", "home.member", "home.viewer", "home.web-admin",
            ])
        try verify("web-member")
        try verify("web-viewer")
        try verify("web-admin")
        try await succeed("provision", "web", "--renewal", "--out", bundle)
        #expect(Set(try files()) == Set(page.dropFirst() + identities + ["etc/clocksmith/ca.crt"]))
    }
}
