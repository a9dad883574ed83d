import ClockDomain
import ClockPKI
import ClockTestSupport
import Glibc
import Testing

/// The server with the certificate that `clockctl pki issue web` makes, as curl and OpenSSL believe it.
struct CertificateTests {
    private static let site = SiteID("home")!
    private static let permitted = ["hub.local", "127.0.0.1"]

    private let folder: TemporaryFolder
    private let authority: WebAuthority
    private let now = WallTime(seconds: Int64(time(nil)))

    init() throws {
        folder = try TemporaryFolder("certificates")
        authority = try WebAuthority.make(site: Self.site, hosts: Self.hosts(Self.permitted), now: now)
        try folder.write(authority.certificatePEM, to: "web-ca.crt")
    }

    private static func hosts(_ texts: [String]) -> [ServerHost] { texts.compactMap { ServerHost($0) } }

    /// A server with a certificate for these.
    private func serve(
        _ hosts: [String], days: Int = Authority.standardCertificateDays
    ) async throws -> RunningWeb {
        let issued = try authority.issue(Self.hosts(hosts), now: now, days: days)
        return try await RunningWeb.start(
            accounts: [("anna", .member)],
            settings: [
                "tls.certificate": try folder.write(issued.certificatePEM, to: "web.crt"),
                "tls.key": try folder.write(issued.keyPEM, to: "web.key"), "hosts": hosts.joined(separator: ","),
            ])
    }

    /// Returns curl's output for a page at this server, called by a name; throws when curl does not trust it.
    @discardableResult
    private func curl(
        _ host: String, _ path: String, _ web: RunningWeb, trusting: Bool = true, _ more: [String] = []
    ) async throws -> String {
        let trust = trusting ? ["--cacert", folder.file("web-ca.crt")] : []
        let output = folder.file("curl-\(UInt64.random(in: 0 ... .max))")
        let process = try TestProcess(
            "curl",
            [
                "--silent", "--show-error", "--fail", "--noproxy", "*", "--connect-to",
                "\(host):\(web.port):127.0.0.1:\(web.port)",
            ] + trust + more + ["https://\(host):\(web.port)\(path)"], outputFile: output)
        // The server is in this process, and works while this waits.
        try await waitUntil("curl's end", timeout: .seconds(60)) { !process.isRunning }
        let code = process.wait(timeout: .zero)
        guard code == 0 else { throw TestFailure("curl of \(host) ended with \(code): \(process.output)") }
        return process.output
    }

    /// Returns curl's words when it refuses the server's certificate; `nil` when it accepts it.
    private func refusal(_ host: String, _ web: RunningWeb, trusting: Bool = true) async throws -> String? {
        do {
            try await curl(host, "/", web, trusting: trusting)
            return nil
        } catch let failure as TestFailure where failure.description.contains("ended with 60:") {
            return failure.description
        }
    }

    @Test("who trusts the page's authority gets the page over TLS by each of its names, and nobody else does")
    func trusted() async throws {
        let web = try await serve(Self.permitted)
        for host in Self.permitted {
            #expect(try await curl(host, "/", web).contains("<!doctype html>"))
            #expect(try await refusal(host, web, trusting: false) != nil)
        }
        #expect(try await refusal("localhost", web) != nil)
        let answer = try await curl(
            "hub.local", "/api/v1/login", web,
            [
                "--include", "--header", "content-type: application/json", "--data",
                RunningWeb.credentials("anna", "anna-password"),
            ])
        let cookie = answer.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie:") } ?? ""
        #expect(cookie.contains("__Host-clocksmith=") && cookie.contains("Secure"), "\(answer)")
        // At another port it would take away the host's other pages, which may have no TLS.
        #expect(!answer.lowercased().contains("strict-transport-security"))
        for host in ["hub.local", "hub.local:443"] {
            let page = try await curl("hub.local", "/", web, ["--include", "--header", "host: \(host)"])
            #expect(page.lowercased().contains("strict-transport-security: max-age=31536000"), "\(page.prefix(600))")
        }
        await web.stop()
    }

    @Test("the page's doctor tells when the certificate ends")
    func end() async throws {
        let web = try await serve(Self.permitted, days: 20)
        let words = try await session(web)
        let answer = try await curl("hub.local", "/api/v1/doctor", web, ["--header", "cookie: \(words)"])
        #expect(answer.contains(#""subject":"web certificate""#) && answer.contains("ends 20"), "\(answer)")
        #expect(answer.contains("clockctl provision web --renewal"), "\(answer)")
        await web.stop()
    }

    @Test("a renewed certificate is shown to new connections, and open streams go on", .timeLimit(.minutes(2)))
    func renewal() async throws {
        let web = try await serve(["hub.local"], days: 20)
        let words = try await session(web)
        let stream = folder.file("stream")
        let open = try TestProcess(
            "curl",
            [
                "--silent", "--no-buffer", "--noproxy", "*", "--cacert", folder.file("web-ca.crt"), "--connect-to",
                "hub.local:\(web.port):127.0.0.1:\(web.port)", "--header", "cookie: \(words)",
                "https://hub.local:\(web.port)/api/v1/events",
            ], outputFile: stream)
        defer { open.kill() }
        try await waitUntil("the first event", timeout: .seconds(30)) { open.output.contains("event: snapshot") }
        let before = try await serial(web)

        // A key that is not the certificate's changes nothing.
        let issued = try authority.issue(Self.hosts(["hub.local"]), now: now, days: 700)
        try folder.write(issued.keyPEM, to: "web.key")
        #expect(try await serial(web) == before)
        try folder.write(issued.certificatePEM, to: "web.crt")
        #expect(try await serial(web) != before)
        let doctor = try await curl("hub.local", "/api/v1/doctor", web, ["--header", "cookie: \(words)"])
        #expect(doctor.contains(#""code":"certificate-valid""#), "\(doctor)")

        let beats = { open.output.ranges(of: "event: heartbeat").count }
        let seen = beats()
        try await waitUntil("the stream goes on", timeout: .seconds(40)) { beats() > seen }
        #expect(open.isRunning)
        await web.stop()
    }

    /// The cookie of a session, as a header has it.
    private func session(_ web: RunningWeb) async throws -> String {
        let cookie = try await curl(
            "hub.local", "/api/v1/login", web,
            [
                "--cookie-jar", "-", "--output", "/dev/null", "--header", "content-type: application/json", "--data",
                RunningWeb.credentials("anna", "anna-password"),
            ])
        return try #require(cookie.split(separator: "\n").last).split(separator: "\t").suffix(2).joined(separator: "=")
    }

    /// The certificate that a new connection is shown, as OpenSSL numbers it.
    private func serial(_ web: RunningWeb) async throws -> String {
        let seen = try await curl(
            "hub.local", "/", web, ["--output", "/dev/null", "--write-out", "%{certs}"])
        return try #require(seen.split(separator: "\n").first { $0.hasPrefix("Serial Number:") }).description
    }

    @Test("a certificate that the page's authority signed for somebody else's name is not believed")
    func forbidden() async throws {
        let web = try await serve(["bank.example"])
        let words = try await refusal("bank.example", web)
        #expect(words?.contains("subtree violation") == true, "\(words ?? "it is believed")")
        await web.stop()
    }
}
