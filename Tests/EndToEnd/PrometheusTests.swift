import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Testing

/// The rules and the board that the package has, before a real Prometheus that scrapes a real site.
@Suite(.ownThreads) struct PrometheusTests {
    /// Far from any quarter hour.
    private static let quarter = WallTime(rfc3339: "2027-03-01T15:15:00Z")!

    @Test("the alerts fire when they should, by promtool")
    func rules() async throws {
        let promtool = try PrometheusTool.path("promtool")
        let output = try TemporaryFolder("promtool")
        let folder = PrometheusTool.shipped("prometheus")
        for words in [
            ["check", "rules", "\(folder)/clocksmith.rules.yml"], ["test", "rules", "\(folder)/clocksmith.test.yml"],
        ] {
            // It computes for ten seconds, and there are others, which need the thread.
            let process = try TestProcess(promtool, words, outputFile: output.file(words[0]))
            try await waitUntil("promtool's end", timeout: .seconds(300)) { !process.isRunning }
            #expect(process.wait(timeout: .zero) == 0 && process.output.contains("SUCCESS"), "\(process.output)")
        }
    }

    @Test("every query of the board and the rules names metrics that there are, and has an answer from a running site")
    func queries() async throws {
        let certificates = try TestCertificates()
        let broker = try TestBroker { $0.certificates = certificates }
        let tls = ["tls:", "  ca: \(certificates.authority)"]
        let own = ["  certificate: \(certificates.clientCertificate)", "  key: \(certificates.clientKey)"]
        let site = try Site([Site.Room("kitchen")], broker: broker, names: { $0 == "clockctl" ? tls : tls + own })
        try await withSite(site) { site in
            site.setClock(to: Self.quarter, in: .seconds(90))
            try site.start()
            try await site.waitUntilReady()
            let alarm = ["alarm", "add", "17:00", "--days", "mon-sun", "--node", "kitchen"]
            #expect(try await site.clockctl(alarm).code == 0)
            let web = try await Self.startWeb(site, tls)
            let prometheus = try await Prometheus(scraping: web.port, in: site.folder)
            try await waitUntil("the announcement is counted", timeout: .seconds(120)) {
                try prometheus.answer(#"increase(clock_quarters_total{outcome="announced"}[5m]) > 0"#) != nil
                    && prometheus.answer("clock_node_next_ring_timestamp_seconds") != nil
                    && prometheus.answer("clock:onset_within_20ms:ratio1h") != nil
            }
            let names = try prometheus.names
            for query in try Self.boardQueries() + Self.ruleExpressions() {
                #expect(Self.metrics(in: query).subtracting(names).isEmpty, "\(query)")
            }
            for query in try Self.boardQueries() + prometheus.recorded() {
                #expect(try prometheus.answer(query) != nil, "no answer to \(query)")
            }
            prometheus.stop()
            web.process.stop()
        }
    }

    private static func startWeb(_ site: Site, _ tls: [String]) async throws -> (process: TestProcess, port: Int) {
        let port = try LoopbackPort.unused()
        _ = try TestProcess.run("mkdir", ["-p", site.folder.file("pages"), site.folder.file("web")])
        try site.folder.write("<!doctype html>", to: "pages/index.html")
        let lines =
            [
                "site: \(Site.name)", "listen: 127.0.0.1:\(port)", "pages: \(site.folder.file("pages"))",
                "accounts: \(site.folder.file("accounts"))", "state_directory: \(site.folder.file("web"))",
                "metrics:", "  token_file: \(try site.folder.write(Prometheus.token, to: "metrics.token"))", "broker:",
                "  port: \(site.broker.port)",
            ] + tls.map { "  \($0)" }
        let file = try site.folder.write(lines.joined(separator: "\n") + "\n", to: "web.yaml")
        let process = try TestProcess(
            BuiltPrograms.path("clock-web"), ["--config", file], outputFile: site.folder.file("logs/web.log"))
        try await waitUntil("the web server listens: \(process.output)", timeout: .seconds(20)) {
            LoopbackPort.accepts(port)
        }
        return (process, port)
    }

    // MARK: What the package has

    private struct Board: Decodable {
        struct Panel: Decodable {
            var targets: [Target]
        }
        struct Target: Decodable {
            var expr: String
        }
        var panels: [Panel]
    }

    /// As Grafana sends them.
    private static func boardQueries() throws -> [String] {
        let text = readText(PrometheusTool.shipped("grafana/clocksmith.json")) ?? ""
        let board = try JSONDecoder().decode(Board.self, from: Data(text.utf8))
        let queries = board.panels.flatMap(\.targets).map { $0.expr.replacing("$job", with: Prometheus.job) }
        #expect(queries.count > 20)
        return queries
    }

    /// The expressions of all rules, as they stand in the file: only names are looked for in them.
    private static func ruleExpressions() throws -> [String] {
        let text = readText(PrometheusTool.shipped("prometheus/clocksmith.rules.yml")) ?? ""
        let lines = text.split(separator: "\n").filter { !$0.contains("#") && !$0.contains("summary:") }
        #expect(lines.count > 50)
        return lines.filter { !$0.contains("record:") && !$0.contains("name:") && !$0.contains("description:") }
            .map(String.init)
    }

    /// Words that are names of metrics by their beginning.
    private static func metrics(in query: String) -> Set<String> {
        let words = query.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") }
        return Set(
            words.filter { word in ["clock_", "clock:", "process_"].contains { word.hasPrefix($0) } }.map(String.init))
    }
}

/// A real Prometheus with the package's rules.
private struct Prometheus {
    static let job = "clocksmith"

    private let process: TestProcess
    private let port: Int
    /// The server's `metrics.token_file` has it.
    static let token = "a-long-token"

    /// - Parameter port: of a clock-web.
    init(scraping port: Int, in folder: TemporaryFolder) async throws {
        let rules = PrometheusTool.shipped("prometheus/clocksmith.rules.yml")
        let configuration = try folder.write(
            """
            global: { scrape_interval: 1s, evaluation_interval: 1s }
            rule_files: [\(rules)]
            scrape_configs:
              - job_name: \(Self.job)
                static_configs: [{ targets: ["127.0.0.1:\(port)"] }]
                authorization: { credentials: \(Self.token) }

            """, to: "prometheus.yml")
        let own = try LoopbackPort.unused()
        self.port = own
        let process = try TestProcess(
            PrometheusTool.path("prometheus"),
            [
                "--config.file=\(configuration)", "--web.listen-address=127.0.0.1:\(own)",
                "--storage.tsdb.path=\(folder.file("prometheus"))", "--log.level=warn",
            ], outputFile: folder.file("prometheus.log"))
        self.process = process
        // It listens before it has read what is on its disk, and refuses queries until then.
        try await waitUntil("Prometheus is ready: \(process.output)", timeout: .seconds(60)) {
            (try? TestProcess.run("curl", ["-fsS", "http://127.0.0.1:\(own)/-/ready"])) != nil
        }
    }

    func stop() { process.stop() }

    /// Returns the present result of a query; `nil` for none.
    func answer(_ query: String) throws -> String? {
        let text = try TestProcess.run(
            PrometheusTool.path("promtool"), ["query", "instant", "http://127.0.0.1:\(port)", query])
        return text.contains("=>") ? text : nil
    }

    /// Of all metrics that it has.
    var names: Set<String> {
        get throws {
            let text = try TestProcess.run(
                PrometheusTool.path("promtool"), ["query", "labels", "http://127.0.0.1:\(port)", "__name__"])
            return Set(text.split(separator: "\n").map(String.init))
        }
    }

    /// The recorded metrics of the rules.
    func recorded() throws -> [String] {
        let text = readText(PrometheusTool.shipped("prometheus/clocksmith.rules.yml")) ?? ""
        let names = text.split(separator: "\n").filter { $0.contains("record: ") }.compactMap {
            $0.split(separator: " ").last
        }
        #expect(names.count > 4)
        return names.map(String.init)
    }
}
