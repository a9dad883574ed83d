import ClockMQTT
import ClockTestSupport
import Glibc
import Testing

/// Admission at the real mosquitto with certificates of `clockctl pki`.
@Suite struct AdmissionTests {
    @Test("whoever has no name, a wrong password, a stranger's certificate or the broker's own is not let in")
    func strangers() async throws {
        for proof in ShippedBroker.Proof.allCases {
            let broker = try ShippedBroker(proof)
            var nobody = try broker.client("kitchen", id: "nobody")
            nobody.login = nil
            nobody.tls?.certificateFile = nil
            nobody.tls?.keyFile = nil
            var liar = try broker.client("kitchen", id: "liar")
            var server = liar
            server.clientID = "server"
            let strangers = try TestCertificates()
            switch proof {
            case .password:
                liar.login?.password = "wrong"
                server.login?.password = nil
            case .certificate:
                let strange = try strangers.issueClient("kitchen")
                liar.tls?.certificateFile = strange.certificate
                liar.tls?.keyFile = strange.key
                server.tls?.certificateFile = broker.site.folder.file("pki/issued/broker.crt")
                server.tls?.keyFile = broker.site.folder.file("pki/issued/broker.key")
            }
            var plain = try broker.client("kitchen", id: "plain")
            plain.tls = nil
            for configuration in [nobody, liar, server, plain] {
                let knock = try await Knock(configuration)
                #expect(!knock.isLetIn, "\(proof): \(configuration.clientID)")
                await knock.end()
            }
            #expect(try await isLetIn("kitchen", at: broker))
        }
    }

    @Test("a program does not take a node's certificate for the broker's, nor a broker by a name it does not have")
    func pretenders() async throws {
        let broker = try ShippedBroker(.certificate)
        let site = broker.site
        for name in ["kitchen", "coordinator", "anna-admin"] {
            let port = try LoopbackPort.unused()
            let folder = try TemporaryFolder("pretender")
            let file = try folder.write(
                """
                listener \(port) 127.0.0.1
                cafile \(site.authority)
                certfile \(site.folder.file("pki/issued/\(name).crt"))
                keyfile \(site.folder.file("pki/issued/\(name).key"))
                allow_anonymous true
                \(geteuid() == 0 ? "user root" : "")

                """, to: "mosquitto.conf")
            let pretender = try TestProcess("mosquitto", ["-c", file], outputFile: folder.file("log"))
            try await waitUntil("the pretender serves") { LoopbackPort.accepts(port) || !pretender.isRunning }
            var configuration = try broker.client("bedroom", id: "bedroom")
            configuration.port = port
            let knock = try await Knock(configuration)
            #expect(pretender.isRunning && !knock.isLetIn, "\(name)")
            await knock.end()
            pretender.stop()
        }
        var other = try broker.client("bedroom", id: "bedroom")
        other.host = "127.0.0.2"
        let knock = try await Knock(other)
        #expect(!knock.isLetIn)
        await knock.end()
    }

    @Test("a revoked certificate is refused once the broker has the list; what was renewed goes on, all else too")
    func revocation() async throws {
        let broker = try ShippedBroker(.certificate)
        #expect(try await isLetIn("kitchen", at: broker))
        // Renewed, the one before is good for as long as it was, and is revoked with the name.
        let before = try keep("kitchen", of: broker.site)
        try broker.site.clockctl("pki", "renew", "kitchen", "bedroom")
        #expect(try await isLetIn("kitchen", at: broker))
        #expect(try await isLetIn("kitchen", at: broker, with: before))
        try broker.site.clockctl("pki", "revoke", "kitchen")
        try broker.reinstall()
        #expect(try await !isLetIn("kitchen", at: broker))
        #expect(try await !isLetIn("kitchen", at: broker, with: before))
        for user in ["bedroom", "home.coordinator", "home.member"] {
            #expect(try await isLetIn(user, at: broker), "\(user)")
        }
        // The room gets a new one.
        try broker.site.clockctl("provision", "kitchen", "--out", broker.site.folder.file("kitchen.tar"))
        #expect(try await isLetIn("kitchen", at: broker))
    }

    @Test("when the authority is renewed, broker and programs get along, whoever has its new certificate already")
    func renewedAuthority() async throws {
        let broker = try ShippedBroker(.certificate)
        let site = broker.site
        let old = site.folder.file("old-ca.crt")
        try TestProcess.run("cp", [site.authority, old])
        try site.clockctl("pki", "renew", "--authority", "--days", "7000")
        try site.clockctl("pki", "renew", "kitchen")
        func connect() async throws {
            for authority in [old, site.authority] {
                for user in ["kitchen", "bedroom"] {
                    var configuration = try broker.client(user, id: "knocking")
                    configuration.tls?.caFile = authority
                    let knock = try await Knock(configuration)
                    #expect(knock.isLetIn, "\(user), \(authority)")
                    await knock.end()
                }
            }
        }
        try await connect()
        try site.clockctl("pki", "renew", "broker")
        try broker.reinstall()
        try await connect()
        // It still revokes certificates that the old one signed.
        try site.clockctl("pki", "revoke", "bedroom")
        try broker.reinstall()
        #expect(try await !isLetIn("bedroom", at: broker))
        #expect(try await isLetIn("kitchen", at: broker))
    }

    private struct Files {
        var certificate: String
        var key: String
    }

    private func keep(_ user: String, of site: IssuingSite) throws -> Files {
        let files = Files(
            certificate: site.folder.file("kept.crt"), key: site.folder.file("kept.key"))
        try TestProcess.run("cp", [site.certificate(of: user), files.certificate])
        try TestProcess.run("cp", [site.key(of: user), files.key])
        return files
    }

    private func isLetIn(_ user: String, at broker: ShippedBroker, with files: Files? = nil) async throws -> Bool {
        var configuration = try broker.client(user, id: "knocking")
        if let files {
            configuration.tls?.certificateFile = files.certificate
            configuration.tls?.keyFile = files.key
        }
        let knock = try await Knock(configuration)
        let isLetIn = knock.isLetIn
        await knock.end()
        return isLetIn
    }
}
