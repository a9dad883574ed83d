import ClockDomain
import Foundation
import Testing

/// Holds the reader against `zdump`, the C library's own view of the same files.
// Against hanging alone: all pure tests share the processors, and on a slow machine are done together at the end.
@Suite(.timeLimit(.minutes(30)))
struct ZdumpTests {
    @Test func everyZoneShowsWhatZdumpShowsFrom1970To2037() async throws {
        #expect(SystemZones.files.count > 300, "is the tz database installed?")
        let names = SystemZones.distinctFiles.map(\.name)
        let checked = try await compare(names, years: 1970..<2038)
        #expect(checked > 20_000)
    }

    @Test func footersShowWhatZdumpShowsTo2199() async throws {
        // One zone of each footer with daylight saving time, as the footer is all that rules those years.
        var seen: Set<ArraySlice<UInt8>> = []
        let names = SystemZones.distinctFiles.filter { file in
            let footer = file.bytes.dropLast().suffix(while: { $0 != UInt8(ascii: "\n") })
            return footer.contains(UInt8(ascii: ",")) && seen.insert(footer).inserted
        }.map(\.name)
        #expect(names.count > 20)
        let checked = try await compare(names, years: 2037..<2200)
        #expect(checked > 10_000)
    }

    /// The slim form leaves to the footer what the fat form lists, so both must tell the same.
    @Test(.enabled(if: SlimDatabase.isAvailable, "needs zic and tzdata.zi"))
    func slimFilesTellTheSameAsTheSystems() throws {
        let slim = try SlimDatabase()
        defer { slim.remove() }
        let files = SystemZones.zoneFiles(in: slim.folder)
        // To 2072 only: zic 2.36 leaves out of a slim Asia/Gaza what is known of later years.
        let span = startOfYear(1970)..<startOfYear(2072)
        var compared = 0
        for system in SystemZones.files {
            guard let file = files.first(where: { $0.name == system.name }) else { continue }
            #expect(try file.rules().transitions(in: span) == system.rules().transitions(in: span), "\(file.name)")
            compared += 1
        }
        #expect(compared > 300)
    }

    /// Compares every line about `names` and every transition of theirs; the number of lines.
    private func compare(_ names: [String], years: Range<Int>) async throws -> Int {
        let half = names.count / 2
        async let firstHalf = Zdump.lines(Array(names[..<half]), years: years)
        async let secondHalf = Zdump.lines(Array(names[half...]), years: years)
        let lines = try await firstHalf + secondHalf

        let byName = Dictionary(grouping: lines, by: \.name)
        #expect(Set(byName.keys).isSubset(of: names))
        // zdump tells nothing about the very first and last instant of its range.
        let range = (startOfYear(years.lowerBound) + .seconds(1))..<(startOfYear(years.upperBound) - .seconds(1))
        for name in names {
            let rules = try SystemZones.rules(name)
            var told: [WallTime] = []
            for line in byName[name] ?? [] {
                let shown = rules.localTime(at: line.instant)
                let offset = rules.offset(at: line.instant)
                if shown != line.local || offset != line.offset {
                    Issue.record("\(name) \(line.instant): zdump \(line.local) \(line.offset), here \(shown) \(offset)")
                }
                told.append(line.instant)
            }
            // Its lines come in pairs: the last second before a change, and the change.
            let expected = rules.transitions(in: range).flatMap { [$0.instant - .seconds(1), $0.instant] }
            #expect(told == expected, "\(name)")
        }
        return lines.count
    }
}

/// The tz database compiled again in its slim form, in a temporary folder.
private struct SlimDatabase {
    static let source = SystemZones.folder.appendingPathComponent("tzdata.zi").path
    static let compiler = "/usr/sbin/zic"
    static let isAvailable = [source, compiler].allSatisfy(FileManager.default.fileExists(atPath:))

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("slim-zones-\(UUID().uuidString)")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.compiler)
        process.arguments = ["-b", "slim", "-d", folder.path, Self.source]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    func remove() {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
}

extension Collection where Element == UInt8, Self: BidirectionalCollection {
    /// The longest end whose elements all satisfy `predicate`.
    fileprivate func suffix(while predicate: (UInt8) -> Bool) -> SubSequence {
        self[(lastIndex { !predicate($0) }.map(index(after:)) ?? startIndex)...]
    }
}
