import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials

extension Site {
    struct CommandResult: Sendable {
        var code: Int32
        var output: String
    }

    /// Runs clockctl against this site.
    func clockctl(_ arguments: [String]) async throws -> CommandResult {
        try await clockctl(arguments + ["--broker", "127.0.0.1:\(broker.port)"], site: name)
    }

    /// Runs clockctl with connection options of the test's own.
    func clockctl(_ arguments: [String], site: String) async throws -> CommandResult {
        let output = try TemporaryFolder("clockctl")
        let process = try TestProcess(
            try BuiltPrograms.path("clockctl"),
            arguments + ["--site", site, "--config", folder.file("clockctl.yaml")],
            environment: ["TZ": "UTC", "NO_COLOR": "1", "XDG_STATE_HOME": folder.file("state/clockctl")],
            outputFile: output.file("output"))
        // Twice as long as any command waits by itself on a machine that is as busy as it can be.
        try await waitUntil("clockctl \(arguments.joined(separator: " "))", timeout: .minutes(2)) {
            !process.isRunning
        }
        return CommandResult(code: process.wait(timeout: .zero), output: process.output)
    }

    /// Returns clockctl's answer with `--json`.
    func ask<Answer: Decodable>(_ arguments: [String], as type: Answer.Type = Answer.self) async throws -> Answer {
        let result = try await clockctl(arguments + ["--json"])
        guard result.code == 0 else {
            throw TestFailure(
                "clockctl \(arguments.joined(separator: " ")) ended with \(result.code): \(result.output)")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(result.output.utf8))
        } catch {
            throw TestFailure("clockctl \(arguments.joined(separator: " ")) printed what cannot be read: \(error)")
        }
    }

    func status() async throws -> SiteStatus { try await ask(["status"]) }

    func status(of room: String) async throws -> NodeStatus {
        guard let node = try await status().nodes.first(where: { $0.id.rawValue == room }) else {
            throw TestFailure("clockctl status knows no node \(room)")
        }
        return node
    }

    func history() async throws -> [HistoryLine] {
        let page: HistoryPage = try await ask(["history", "--limit", "1000"])
        return page.lines
    }

    /// Waits until every one of the rooms has told what became of the quarter hour, and returns that by room.
    ///
    /// - Parameters:
    ///   - absent: of these rooms the coordinator's line that they were absent is enough.
    ///   - timeout: counted from the quarter hour, however long it is until then.
    func records(
        of target: WallTime, rooms ids: [String]? = nil, orAbsent absent: [String] = [],
        timeout: Duration = .seconds(40)
    ) async throws -> [String: QuarterRecord] {
        let ids = ids ?? rooms.map(\.id)
        var found: [String: QuarterRecord] = [:]
        let bound = max(.zero, target - now) + timeout
        try await waitUntil("records of \(target) from \(ids.joined(separator: ", "))", timeout: bound) {
            // No answer while the coordinator is starting or reconnecting.
            guard let lines = try? await history() else { return false }
            found = [:]
            for line in lines {
                let room = line.node.rawValue
                guard case .quarter(let record) = line.event, record.target == target,
                    record.outcome != .absent || absent.contains(room)
                else { continue }
                found[room] = record
            }
            return ids.allSatisfy { found[$0] != nil }
        }
        return found
    }

    var store: StoreReader { StoreReader(path: folder.file("state/coordinator/coordinator.sqlite")) }
}
