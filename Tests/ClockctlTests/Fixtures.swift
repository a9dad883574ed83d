import ClockDomain
import Glibc
import Testing

@testable import ClockRuntime
@testable import ClockSite
@testable import ClockctlKit

/// Checked-in texts that the output must equal. With CLOCKSMITH_RECORD=1 they are written again instead.
enum Fixtures {
    static func expect(
        _ text: String, equals name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let path = folder + name
        if getenv("CLOCKSMITH_RECORD") != nil {
            let file = try #require(fopen(path, "w"), "cannot write \(path)", sourceLocation: sourceLocation)
            fputs(text, file)
            fclose(file)
            return
        }
        let expected = try #require(
            read(path), "no fixture \(path); record it with CLOCKSMITH_RECORD=1", sourceLocation: sourceLocation)
        #expect(text == expected, "differs from Fixtures/\(name)", sourceLocation: sourceLocation)
    }

    static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let folder = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Fixtures/"
}

extension Zones {
    /// As in a house in Berlin.
    static let berlin: Zones = {
        let database = ZoneDatabase(environment: [:])
        guard let berlin = try? database.rules(named: "Europe/Berlin") else {
            preconditionFailure("the tz database has no Europe/Berlin; install tzdata")
        }
        return Zones(local: berlin) { try? database.rules(named: $0) }
    }()
}
