import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Foundation
import Testing

/// All other texts about requests agree with the list of requests.
@Suite struct RequestRegistryTests {
    private static let requests = CoordinatorCore.requests.map { $0.request }
    private static let project = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func lines(of file: String) throws -> [String] {
        try String(contentsOf: project.appendingPathComponent(file), encoding: .utf8).components(separatedBy: "\n")
    }

    @Test func eachVerbIsOfOneRequest() {
        let verbs = Self.requests.map { $0.verb }
        #expect(Set(verbs).count == verbs.count)
    }

    @Test func thePageHasTheTableOfRequests() throws {
        let table =
            ["| verb | who | what it does | request | result |", "|---|---|---|---|---|"]
            + Self.requests.map { request in
                let cells = [request.role.rawValue, request.summary, request.fields, request.resultFields]
                return "| `\(request.verb.rawValue)` |" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined()
            }
        let page = try Self.lines(of: "docs/protocol.md")
        let start = try #require(page.firstIndex { $0.hasPrefix("| verb |") })
        let written = Array(page[start...].prefix { $0.hasPrefix("|") })
        #expect(written == table, "docs/protocol.md is to have this table:\n\(table.joined(separator: "\n"))")
    }

    @Test(arguments: [ClientRole.viewer, .member])
    func theShippedAccessRulesLetARoleAskWhatItMay(role: ClientRole) throws {
        let start = "topic write clock/v1/home/request/"
        let rules = Self.requests.filter { $0.role <= role }.map { start + $0.verb.rawValue }
        let file = try Self.lines(of: "deploy/mosquitto/acl")
        let user = try #require(file.firstIndex(of: "user home.\(role.rawValue)"))
        let written = file[user...].prefix { !$0.isEmpty }.filter { $0.hasPrefix(start) }
        #expect(written == rules, "deploy/mosquitto/acl is to have:\n\(rules.joined(separator: "\n"))")
    }
}
