import ClockDomain
import Foundation

/// The tz database of the machine that runs the tests.
enum SystemZones {
    static let folder = URL(fileURLWithPath: "/usr/share/zoneinfo")

    struct ZoneFile: Sendable {
        var name: String
        var bytes: [UInt8]

        func rules() throws(TZifError) -> TimeZoneRules { try TimeZoneRules(name: name, tzif: bytes) }
    }

    /// Every zone below `folder`, sorted by name; without the copies in `posix/` and the zones with leap seconds in
    /// `right/`.
    static let files: [ZoneFile] = zoneFiles(in: folder)

    /// One file of each content: names that differ only in name are the same zone to a reader of bytes.
    static let distinctFiles: [ZoneFile] = {
        var seen: Set<[UInt8]> = []
        return files.filter { seen.insert($0.bytes).inserted }
    }()

    static let distinctRules: [TimeZoneRules] = distinctFiles.compactMap { file in
        // A file that cannot be read is reported by the comparison with zdump, which reads each again.
        try? file.rules()
    }

    static func zoneFiles(in folder: URL) -> [ZoneFile] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.sorted().compactMap { path in
            guard !path.hasPrefix("posix/"), !path.hasPrefix("right/"),
                // A path that cannot be read as a file is a folder.
                let data = try? Data(contentsOf: folder.appendingPathComponent(path)),
                data.starts(with: Data("TZif".utf8))
            else { return nil }
            return ZoneFile(name: path, bytes: Array(data))
        }
    }

    static func rules(_ name: String) throws -> TimeZoneRules {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        return try TimeZoneRules(name: name, tzif: Array(data))
    }
}

/// The start of a UTC year.
func startOfYear(_ year: Int) -> WallTime {
    WallTime(seconds: CivilDate(year: year, month: 1, day: 1).daysSinceEpoch * 86_400)
}

/// Reads `2026-03-29 02:30` or `2026-03-29 02:30:15`.
func local(_ text: String) -> LocalDateTime {
    let numbers = text.split { !$0.isNumber }.map { Int($0)! }
    return LocalDateTime(
        date: CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]),
        time: LocalTime(hour: numbers[3], minute: numbers[4], second: numbers.count > 5 ? numbers[5] : 0)!)
}

func utc(_ text: String) -> WallTime { WallTime(rfc3339: text)! }
