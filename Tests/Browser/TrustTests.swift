import ClockDomain
import ClockPKI
import ClockTestSupport
import Glibc
import Testing

/// The page over TLS in a browser whose owner trusts the page's authority, and in one whose owner does not.
@Suite(.serialized)
struct TrustTests {
    private static let site = SiteID("home")!

    private let folder: TemporaryFolder
    private let authority: WebAuthority
    private let now = WallTime(seconds: Int64(time(nil)))

    init() throws {
        folder = try TemporaryFolder("trust")
        authority = try WebAuthority.make(site: Self.site, hosts: Self.hosts(["localhost"]), now: now)
        let file = try folder.write(authority.certificatePEM, to: "web-ca.crt")
        // Chromium on Linux keeps its owner's trusted authorities here.
        let database = folder.file("home/.pki/nssdb")
        try TestProcess.run("mkdir", ["-p", database])
        try TestProcess.run("certutil", ["-d", "sql:\(database)", "-N", "--empty-password"])
        try TestProcess.run(
            "certutil", ["-d", "sql:\(database)", "-A", "-t", "C,,", "-n", "clocksmith", "-i", file])
    }

    private static func hosts(_ texts: [String]) -> [ServerHost] { texts.compactMap { ServerHost($0) } }

    /// clock-web alone with a certificate for a name.
    private func serve(_ host: String) async throws -> (process: TestProcess, port: Int) {
        let issued = try authority.issue(Self.hosts([host]), now: now)
        let port = try LoopbackPort.unused()
        let process = try TestProcess(
            try House.besideTests("clock-web"),
            [
                "--listen", "127.0.0.1:\(port)", "--pages", "\(House.checkout)/Sources/Web/Pages",
                "--voices-directory", "\(House.checkout)/voices", "--accounts", folder.file("accounts"),
                "--hosts", host, "--tls-certificate", try folder.write(issued.certificatePEM, to: "\(host).crt"),
                "--tls-key", try folder.write(issued.keyPEM, to: "\(host).key"), "--broker-port",
                "\(try LoopbackPort.unused())",
            ], outputFile: folder.file("\(host).log"))
        try await waitUntil("the pages are there", timeout: .seconds(30)) { LoopbackPort.accepts(port) }
        return (process, port)
    }

    private func error(of browser: Browser) async throws -> String {
        do {
            try await browser.open("/")
            return "none"
        } catch let failure as TestFailure {
            return failure.description
        }
    }

    @Test("a browser that trusts the page's authority opens the page, and one that does not says why not")
    func trusted() async throws {
        let (process, port) = try await serve("localhost")
        let browser = try await Browser("https://localhost:\(port)", home: folder.file("home"))
        try await browser.open("/")
        #expect(try browser.value(of: "isSecureContext"))
        let stranger = try await Browser("https://localhost:\(port)", home: folder.file("stranger"))
        #expect(try await error(of: stranger).contains("ERR_CERT_AUTHORITY_INVALID"))
        process.stop()
    }

    @Test("a browser that trusts the page's authority does not believe it about another name")
    func constrained() async throws {
        let (process, port) = try await serve("bank.example")
        let browser = try await Browser(
            "https://bank.example:\(port)", home: folder.file("home"),
            options: ["--host-resolver-rules=MAP bank.example 127.0.0.1"])
        let words = try await error(of: browser)
        #expect(words.contains("ERR_CERT"), "\(words)")
        process.stop()
    }
}
