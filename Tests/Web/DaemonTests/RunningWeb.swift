import ClockDomain
import ClockRuntime
import ClockTestSupport
import ClockWebAccounts
import ClockWebCore
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import WebDaemon

/// A web server in this process, with pages of its own.
final class RunningWeb: Sendable {
    let folder: TemporaryFolder
    let port: Int
    /// Of a session by a link; `nil` where the test has accounts.
    let cookie: String?
    /// Ends it as a signal would: a server that is cancelled drops connections that it has just taken.
    private let group: ServiceGroup
    private let task: Task<Void, any Error>

    private struct Served: Service {
        let daemon: WebDaemon

        func run() async throws { try await daemon.run() }
    }

    /// - Parameters:
    ///   - broker: its port; none listens there unless a test starts one.
    ///   - accounts: the users; `nil` for no file, or the one that is there. Without any, requests carry the session
    ///     of a link.
    ///   - files: more of its folder; `web.yaml` is its configuration.
    ///   - earlier: has ended; its folder is this one's.
    static func start(
        broker: Int? = nil, accounts: [(name: String, role: ClientRole)]? = nil, after earlier: RunningWeb? = nil,
        files: [String: String] = [:], settings: [String: String] = [:],
        limits: ConnectionGuard.Limits = ConnectionGuard.Limits()
    ) async throws -> RunningWeb {
        let folder = try earlier?.folder ?? TemporaryFolder("web")
        if earlier == nil { try FolderOf.pages(folder) }
        for (name, text) in files { try folder.write(text, to: name) }
        if let accounts { try Self.write(accounts, to: folder) }
        let flags = [
            "listen": "127.0.0.1:0", "pages": folder.file("pages"), "accounts": folder.file("accounts"),
            "voices.directory": folder.file("voices"), "state_directory": folder.path,
            "broker.port": "\(try broker ?? LoopbackPort.unused())",
        ]
        let values = try ProgramConfiguration.load(
            schema: WebConfiguration.schema, file: files["web.yaml"].map { _ in folder.file("web.yaml") },
            environment: [:], flags: flags.merging(settings) { $1 })
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let daemon = try WebDaemon.build(
            WebConfiguration(values), environment: [:], logger: logger, limits: limits,
            onListening: { listening.yield($0 ?? 0) })
        let group = ServiceGroup(services: [Served(daemon: daemon)], logger: logger)
        let task = Task { try await group.run() }
        for await port in ports {
            let link = accounts == nil && earlier == nil ? try LoginLinks(folder: folder.path).make() : nil
            var cookie: String?
            if let link {
                let answer = try await HTTPAnswer.of(port, "POST", "/api/v1/login", body: #"{"link":"\#(link)"}"#)
                cookie = try answer.sessionCookie()
            }
            return RunningWeb(folder: folder, port: port, cookie: cookie, group: group, task: task)
        }
        throw TestFailure("the server does not listen")
    }

    private init(
        folder: TemporaryFolder, port: Int, cookie: String?, group: ServiceGroup, task: Task<Void, any Error>
    ) {
        self.folder = folder
        self.port = port
        self.cookie = cookie
        self.group = group
        self.task = task
    }

    deinit {
        let group = group
        Task { await group.triggerGracefulShutdown() }
    }

    /// Ends it and waits for that.
    func stop() async {
        await group.triggerGracefulShutdown()
        do {
            try await task.value
        } catch {
            Issue.record(error, "the server did not end well")
        }
    }

    func request(
        _ method: String, _ path: String, body: String? = nil, headers: [String: String] = [:], cookie: String? = nil
    ) async throws -> HTTPAnswer {
        try await HTTPAnswer.of(port, method, path, body: body, headers: headers, cookie: cookie ?? self.cookie)
    }

    /// Logs in and gives the cookie.
    func login(_ account: String) async throws -> String {
        try await request("POST", "/api/v1/login", body: Self.credentials(account, "\(account)-password"))
            .sessionCookie()
    }

    static func credentials(_ account: String, _ password: String) -> String {
        #"{"account":"\#(account)","password":"\#(password)"}"#
    }

    /// Writes the accounts; each one's password is `NAME-password`.
    static func write(_ accounts: [(name: String, role: ClientRole)], to folder: TemporaryFolder) throws {
        var all = Accounts()
        for account in accounts {
            let secret = try PasswordKey.secret(
                of: "\(account.name)-password", cost: PasswordSecret.Cost(rounds: 1_024, blockSize: 8, parallelism: 1))
            all.set(.init(name: account.name, role: account.role, secret: secret))
        }
        try AccountsFile(folder.file("accounts")).write(all)
    }
}

private enum FolderOf {
    static func pages(_ folder: TemporaryFolder) throws {
        _ = try TestProcess.run("mkdir", ["-p", folder.file("pages/app"), folder.file("voices")])
        _ = try folder.write("<!doctype html>", to: "pages/index.html")
        _ = try folder.write("export {}", to: "pages/app/main.js")
        _ = try folder.write("secret", to: "pages/notes.txt")
    }
}
