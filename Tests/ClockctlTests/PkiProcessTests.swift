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

/// `clockctl pki` and `clockctl provision` as people run them, looked over with OpenSSL and tar.
@Suite("Certificates", .timeLimit(.minutes(4)))
struct PkiProcessTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("pki") }

    func run(_ words: String...) async throws -> ClockctlProcess.Ended {
        try await ClockctlProcess(port: 1, environment: ["XDG_CONFIG_HOME": folder.file("config")]).run(words)
    }

    @discardableResult
    func succeed(_ words: String...) async throws -> String {
        let ended = try await ClockctlProcess(port: 1, environment: ["XDG_CONFIG_HOME": folder.file("config")]).run(
            words)
        #expect(ended.exitCode == 0, "\(words): \(ended.errors)")
        return ended.output
    }

    var pki: String { folder.file("config/clocksmith/pki/home") }

    func verify(_ name: String) throws {
        try TestProcess.run(
            "openssl",
            [
                "verify", "-x509_strict", "-crl_check", "-CAfile", "\(pki)/ca.crt", "-CRLfile", "\(pki)/revoked.pem",
                "\(pki)/issued/\(name).crt",
            ])
    }

    func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    /// The part of `pki list --json` that these tests read.
    struct Listing: Decodable {
        struct Row: Decodable {
            var name: String
            var standing: String
            var user: String?
            var hosts: [String]?
        }

        var certificates: [Row]
    }

    func list() async throws -> [Listing.Row] {
        let text = try await succeed("pki", "list", "--json")
        return try JSONDecoder().decode(Listing.self, from: Data(text.utf8)).certificates
    }

    @Test("a site's certificates are made, listed, renewed and revoked, and nobody else can read the keys")
    func life() async throws {
        try await succeed("pki", "init")
        #expect(mode(pki) == 0o700 && mode("\(pki)/ca.key") == 0o600 && mode("\(pki)/index.json") == 0o600)
        #expect(try await succeed("pki", "list").contains("no certificate yet"))
        let broker = try await succeed("pki", "issue", "broker", "hub.local", "10.0.0.1", "hub.local")
        #expect(broker.hasPrefix("the broker has a certificate until "))
        try await succeed("pki", "issue", "node", "kitchen", "--days", "20")
        try await succeed("pki", "issue", "client", "anna", "--role", "member")
        #expect(mode("\(pki)/issued/kitchen.key") == 0o600)
        for name in ["broker", "kitchen", "anna"] { try verify(name) }

        #expect(try await succeed("pki", "renew", "--expiring").hasPrefix("node kitchen has a certificate until "))
        #expect(try await succeed("pki", "renew", "--expiring") == "no certificate in use ends within 30 days\n")
        try verify("kitchen")
        let revoked = try await succeed("pki", "revoke", "kitchen")
        #expect(revoked.hasPrefix("2 certificates of kitchen revoked\n") && revoked.contains("restart mosquitto"))
        #expect(throws: TestFailure.self) { try verify("kitchen") }
        #expect(try await succeed("pki", "revoke", "kitchen").hasPrefix("kitchen was revoked before"))

        let rows = try await list()
        #expect(rows.map(\.name) == ["anna", "broker", "kitchen", "kitchen"])
        #expect(rows.map(\.standing) == ["current", "current", "revoked", "revoked"])
        #expect(rows[0].user == "home.member" && rows[1].hosts == ["hub.local", "10.0.0.1"])
        let text = try await succeed("pki", "list")
        #expect(text.contains("anna     member                      home.member  in use "), "\(text)")
        #expect(!text.contains("KEY"))
    }

    @Test("what cannot be done is told in one line with its exit code, and nothing is signed or overwritten")
    func refusals() async throws {
        #expect(try await run("pki", "list").exitCode == 66)
        #expect(try await run("pki", "issue", "node", "kitchen").exitCode == 66)
        #expect(access(folder.file("config"), F_OK) != 0)
        try await succeed("pki", "init")
        try await succeed("pki", "issue", "client", "anna", "--role", "viewer")
        try await succeed("pki", "issue", "node", "hall")
        let before = try #require(readText("\(pki)/index.json"))
        let cases: [([String], Int32, String)] = [
            (["pki", "init"], 73, "has an authority already"),
            (["pki", "issue", "node", "anna"], 65, "anna is the name of client anna, with a certificate until 20"),
            (["pki", "issue", "client", "anna", "--role", "admin"], 65, "clockctl pki revoke anna ends it"),
            (["pki", "issue", "client", "bob"], 64, "--role"),
            (["pki", "issue", "client", "bob", "--role", "boss"], 64, "say viewer, member or admin"),
            (["pki", "issue", "node", "Kitchen"], 64, "\"Kitchen\" cannot be a node's id"),
            (["pki", "issue", "node", "../x"], 64, "cannot be a node's id"),
            (["pki", "issue", "node", "broker"], 64, "broker is the name of the broker's own certificate"),
            (["pki", "issue", "broker", "hub.local:8883"], 64, "without a port"),
            (["pki", "issue", "coordinator", "--days", "0"], 64, "a number of days from 1 to 7300"),
            (["pki", "issue", "node", "web"], 64, "web is the name of the web's own certificate"),
            (["pki", "issue", "client", "web-viewer", "--role", "admin"], 64, "choose another one"),
            (["pki", "issue", "web", "hub.local", "--days", "825"], 65, "say 824 at most"),
            (["pki", "issue", "web", "https://hub.local"], 64, "is no host name or address"),
            (["pki", "renew", "web"], 65, "there is no certificate for \"web\""),
            (["provision", "web"], 65, "clockctl pki issue web HOST makes one"),
            (["provision", "web-member", "--broker", "hub"], 64, "clockctl provision web"),
            (["pki", "revoke", "hal"], 65, "there is no certificate for \"hal\" in use; did you mean hall?"),
            (["pki", "renew", "hall", "study"], 65, "there is no certificate for \"study\""),
            (["pki", "renew"], 64, "--expiring"),
            (["pki", "renew", "hall", "--authority"], 64, "one of the three"),
            (["pki", "renew", "--authority", "--days", "30"], 65, "the authority is valid until 20"),
            (["pki", "list", "--site", "school"], 66, "there is no authority of site school"),
            (["pki", "list", "--site", "school", "--dir", pki], 65, "it is of site home, not school"),
            (["provision", "broker"], 65, "clockctl pki issue broker HOST makes one"),
            (["provision", "study"], 64, "where is the broker? say --broker HOST"),
            (["provision"], 64, "say what runs on the machine"),
            (["provision", "study", "hall", "--broker", "hub"], 64, "both are on one, say --instance hall"),
            (["provision", "hall", "--instance", "anna", "--broker", "hub"], 64, "--instance is for nodes"),
            (["provision", "hall", "anna", "--broker", "hub"], 64, "anna is a person's"),
            (["provision", "anna", "--role", "admin", "--broker", "hub"], 65, "anna is a viewer already"),
            (["provision", "hall", "--broker", "hub", "--out", "\(pki)/ca.key/x"], 73, "Not a directory"),
            (["provision", "hall", "--broker", "hub", "--out", "-", "--json"], 64, "no place for --json"),
            (["provision", "hall", "--broker", "hub", "--broker", "hub"], 64, "say 1 to 4 brokers, each once"),
        ]
        for (words, code, line) in cases {
            let ended = try await ClockctlProcess(port: 1, environment: ["XDG_CONFIG_HOME": folder.file("config")])
                .run(words)
            #expect(ended.exitCode == code, "\(words): \(ended.errors)")
            #expect(ended.errors.contains(line), "\(words): \(ended.errors)")
            #expect(ended.output.isEmpty && !ended.errors.contains("PRIVATE"))
        }
        #expect(readText("\(pki)/index.json") == before)
    }

    @Test("a bundle has what its machine needs, with owners and modes, and is for its owner's eyes")
    func bundle() async throws {
        try await succeed("pki", "init")
        try await succeed("pki", "issue", "broker", "hub.local")
        let hub = folder.file("hub.tar")
        let said = try await succeed("provision", "broker", "coordinator", "kitchen", "--out", hub)
        #expect(said.contains("sudo tar -C / -xf hub.tar"))
        #expect(said.contains("sudo systemctl restart mosquitto clock-coordinator clock-node'"))
        #expect(mode(hub) == 0o600)
        let rows = try TestProcess.run("tar", ["-tvf", hub]).split(separator: "\n").map {
            let words = $0.split(separator: " ")
            return "\(words[0]) \(words[1]) \(words[5])"
        }
        #expect(
            rows == [
                "-rw-r--r-- root/root etc/mosquitto/conf.d/clocksmith.conf",
                "-rw-r--r-- root/root etc/mosquitto/clocksmith/ca.pem",
                "-rw-r--r-- root/root etc/mosquitto/clocksmith/broker.pem",
                "-rw-r--r-- root/root etc/mosquitto/clocksmith/revoked.pem",
                "-rw-r----- root/mosquitto etc/mosquitto/clocksmith/broker.key",
                "-rw-r----- root/mosquitto etc/mosquitto/clocksmith/acl",
                "-rw-r----- root/mosquitto etc/mosquitto/clocksmith/acl-socket",
                "-rw-r--r-- root/root etc/clocksmith/clockctl.yaml",
                "-rw-r--r-- root/root etc/clocksmith/coordinator.yaml",
                "-rw------- root/root etc/credstore/clock-coordinator.client-id",
                "-rw-r--r-- root/root etc/clocksmith/ca.crt",
                "-rw-r--r-- root/root etc/clocksmith/coordinator.crt",
                "-rw------- root/root etc/credstore/clock-coordinator.key",
                "-rw-r--r-- root/root etc/clocksmith/node.yaml",
                "-rw------- root/root etc/credstore/clock-node.client-id",
                "-rw-r--r-- root/root etc/clocksmith/node.crt",
                "-rw------- root/root etc/credstore/clock-node.key",
            ])
        func file(_ path: String, _ bundle: String) throws -> String {
            try TestProcess.run("tar", ["-xOf", bundle, path])
        }
        #expect(try file("etc/clocksmith/clockctl.yaml", hub) == "broker.host: /run/mosquitto/clocksmith.sock\n")
        let node = try file("etc/clocksmith/node.yaml", hub)
        #expect(
            node.hasPrefix("node: kitchen\nbroker:\n  host: hub.local\n  client_id_file: /run/")
                && !node.contains("site:"))
        let name = try file("etc/credstore/clock-node.client-id", hub)
        #expect(name.count == 33 && !node.contains(name.dropLast()), "32 digits that only the service reads")
        #expect(try file("etc/credstore/clock-node.key", hub) == readText("\(pki)/issued/kitchen.key"))
        #expect(try file("etc/mosquitto/clocksmith/revoked.pem", hub) != "")

        // The same to a pipe, for another broker's address; and the parts that a renewal leaves out.
        let piped = try await succeed("provision", "bedroom", "--broker", "[fd00::5]:9000", "--out", "-")
        let bedroom = try folder.write(piped, to: "bedroom.tar")
        let settings = try file("etc/clocksmith/node.yaml", bedroom)
        #expect(settings.contains("  host: fd00::5\n  port: 9000\n"))
        let both = try await succeed(
            "provision", "bedroom", "--broker", "hub.local", "--broker", "[fd00::5]:9000", "--out", "-")
        let two = try folder.write(both, to: "two.tar")
        #expect(
            try file("etc/clocksmith/node.yaml", two).contains("  hosts: [\"hub.local\", \"[fd00::5]:9000\"]\n"))
        try await succeed("provision", "bedroom", "--renewal", "--out", bedroom)
        #expect(try !TestProcess.run("tar", ["-tf", bedroom]).contains("yaml"))

        // A key that is not here any more cannot be packed.
        unlink("\(pki)/issued/bedroom.key")
        let ended = try await run("provision", "bedroom", "--out", bedroom)
        #expect(ended.exitCode == 66 && ended.errors.contains("clockctl pki renew bedroom makes another one"))
    }

    @Test("a machine's further nodes have files and services of their own, and are remembered as such")
    func instances() async throws {
        try await succeed("pki", "init")
        try await succeed("pki", "issue", "broker", "hub.local")
        let hall = folder.file("hall.tar")
        func files(_ bundle: String) throws -> [String] {
            try TestProcess.run("tar", ["-tf", bundle]).split(separator: "\n").map(String.init)
        }
        let said = try await succeed("provision", "hall", "--instance", "study", "--out", hall)
        #expect(
            said.contains(
                "sudo systemctl enable clock-node@study && sudo systemctl restart clock-node clock-node@study'"))
        #expect(
            try files(hall) == [
                "etc/clocksmith/node.yaml", "etc/credstore/clock-node.client-id", "etc/clocksmith/ca.crt",
                "etc/clocksmith/node.crt", "etc/credstore/clock-node.key", "etc/clocksmith/node-study.yaml",
                "etc/credstore/clock-node-study.client-id", "etc/clocksmith/node-study.crt",
                "etc/credstore/clock-node-study.key",
            ])
        let settings = try TestProcess.run("tar", ["-xOf", hall, "etc/clocksmith/node-study.yaml"])
        #expect(settings.hasPrefix("node: study\n"))
        #expect(settings.contains("certificate: \"/etc/clocksmith/node-study.crt\""))
        #expect(settings.contains("key: \"/run/credentials/clock-node@study.service/key\""))

        // Nobody has to think of it again, least of all with another node's files at stake.
        try await succeed("pki", "renew", "study")
        let again = try await succeed("provision", "study", "--renewal", "--out", hall)
        #expect(again.contains("sudo systemctl restart clock-node@study'") && !again.contains("enable"))
        #expect(
            try files(hall) == [
                "etc/clocksmith/ca.crt", "etc/clocksmith/node-study.crt", "etc/credstore/clock-node-study.key",
            ])
        try await succeed("provision", "hall", "study", "--out", hall)
        #expect(try files(hall).count == 9)
    }

    @Test("an authority near its end is told of, and renewed with all that it signed")
    func authority() async throws {
        try await succeed("pki", "init", "--days", "700")
        let issued = try await run("pki", "issue", "node", "kitchen")
        #expect(issued.exitCode == 0 && issued.errors.contains("clockctl pki renew --authority gives it longer"))
        #expect(try await run("pki", "list").errors.contains("the authority ends 20"))
        func verdict() throws -> [DoctorCheck] {
            let settings = try ConnectionSettings.load(file: nil, flags: [:], environment: [:])
            return CertificateExamination(
                settings: settings, environment: ["XDG_CONFIG_HOME": folder.file("config")]
            ).checks(now: CertificateWords.now())
        }
        #expect(try verdict().map(\.verdict) == [.warning])
        let key = readText("\(pki)/ca.key")
        let said = try await succeed("pki", "renew", "--authority")
        #expect(said.hasPrefix("the authority of site home has a certificate until "))
        #expect(said.contains("every machine needs it before 20") && readText("\(pki)/ca.key") == key)
        try verify("kitchen")
        #expect(try verdict().map(\.verdict) == [.ok])
        let renewed = try await run("pki", "renew", "kitchen")
        #expect(renewed.exitCode == 0 && renewed.errors.isEmpty)
        try verify("kitchen")
    }

    @Test("a person's bundle unpacks in their home and clockctl there finds everything by it")
    func person() async throws {
        try await succeed("pki", "init", "--site", "school")
        let bundle = folder.file("anna.tar")
        try await succeed(
            "provision", "anna", "--role", "viewer", "--site", "school", "--broker", "127.0.0.1:1", "--out", bundle)
        let home = try TemporaryFolder("home")
        try TestProcess.run("tar", ["-C", home.path, "-xf", bundle])
        #expect(mode(home.file(".config/clocksmith/clockctl.key")) == 0o600)
        let settings = try ConnectionSettings.load(file: nil, flags: [:], environment: ["HOME": home.path])
        #expect(settings.site.rawValue == "school" && settings.endpoint == "127.0.0.1:1")
        let tls = try #require(settings.broker.tls)
        for path in [tls.authority, tls.certificate, tls.key] {
            #expect(readText(try #require(path))?.hasPrefix("-----BEGIN ") == true)
        }
    }

    @Test("whenever a command is killed, the index has all that was signed, and the next command goes on")
    func crashes() async throws {
        try await succeed("pki", "init")
        let program = try ClockctlProcess.path()
        var killed = 0
        for round in 0..<24 {
            let process = try TestProcess(
                program, ["pki", "issue", "node", "room-\(round)"],
                environment: ["XDG_CONFIG_HOME": folder.file("config"), "HOME": folder.path],
                outputFile: folder.file("out"))
            // From before its first write to after its last.
            usleep(UInt32(1_000 + round * 2_500))
            if process.isRunning { killed += 1 }
            process.kill()
            let names = Set(try await list().map(\.name))
            let files = readText("\(pki)/issued/room-\(round).crt")
            #expect(files == nil || names.contains("room-\(round)"))
            // An existing certificate is renewed, a missing one issued; both end whole.
            let action = names.contains("room-\(round)") ? ["renew"] : ["issue", "node"]
            let ended = try await ClockctlProcess(port: 1, environment: ["XDG_CONFIG_HOME": folder.file("config")])
                .run(["pki"] + action + ["room-\(round)"])
            #expect(ended.exitCode == 0, "\(ended.errors)")
            try verify("room-\(round)")
        }
        #expect(killed > 0)
    }

    @Test("a certificate that a full disk kept from its files is renewed")
    func halfWritten() async throws {
        try await succeed("pki", "init")
        mkdir("\(pki)/issued", 0o700)
        mkdir("\(pki)/issued/kitchen.key", 0o700)
        let ended = try await run("pki", "issue", "node", "kitchen")
        #expect(ended.exitCode == 73, "\(ended.errors)")
        rmdir("\(pki)/issued/kitchen.key")
        #expect(try await succeed("pki", "list").contains("kitchen"))
        #expect(try await run("pki", "issue", "node", "kitchen").errors.contains("clockctl pki renew kitchen"))
        try await succeed("pki", "renew", "kitchen")
        try verify("kitchen")
    }

    @Test("the shipped access rules and configuration are those that clockctl provision writes")
    func shipped() throws {
        let levels = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        let deploy = levels.dropLast(3).joined(separator: "/") + "/deploy/mosquitto"
        let kitchen = try #require(NodeID("kitchen"))
        #expect(readText("\(deploy)/acl") == AccessRules.text(try #require(SiteID("home")), .named(kitchen)))
        #expect(readText("\(deploy)/acl-socket") == AccessRules.socketText(try #require(SiteID("home"))))
        #expect(readText("\(deploy)/clocksmith.conf") == BrokerConfiguration.withPasswords)
        let school = AccessRules.text(try #require(SiteID("school")), .everybody)
        let others = school.replacing("homeassistant", with: "")
        #expect(school.contains("user school.member") && !others.contains("home"))
        let lines = BrokerConfiguration.withCertificates.split(separator: "\n")
        #expect(lines.contains("require_certificate true") && lines.contains("use_identity_as_username true"))
        #expect(lines.contains("crlfile /etc/mosquitto/clocksmith/revoked.pem"))
        #expect(!lines.contains { $0.contains("password") || $0.hasPrefix("#r") })
    }
}
