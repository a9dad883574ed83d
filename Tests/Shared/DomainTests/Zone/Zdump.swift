import ClockDomain
import Foundation
import Testing

/// The C library's own view of the tz database.
enum Zdump {
    /// Two lines for each change of the zones' clocks in `years`: its last second before, and the change.
    static func lines(_ names: [String], years: Range<Int>) async throws -> [ZdumpLine] {
        let output = try await run(
            "/usr/bin/zdump", ["-v", "-c", "\(years.lowerBound),\(years.upperBound)"] + names)
        var lines: [ZdumpLine] = []
        for line in output.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " "))
            // "Name -9223372036854775808 = NULL": seconds beyond the years that the C library can name.
            if words.count > 1, Int(String(decoding: words[1], as: UTF8.self)) != nil { continue }
            lines.append(try #require(ZdumpLine(words), "zdump said: \(String(decoding: line, as: UTF8.self))"))
        }
        return lines
    }
}

/// `Asia/Tokyo  Sat May 6 14:59:59 1950 UT = Sat May 6 23:59:59 1950 JST isdst=0 gmtoff=32400`
struct ZdumpLine {
    var name: String
    var instant: WallTime
    var local: LocalDateTime
    var offset: ZoneOffset

    init?(_ words: [ArraySlice<UInt8>]) {
        guard words.count == 16, words[6].elementsEqual("UT".utf8), let universal = Self.dateTime(words[1...5]),
            let local = Self.dateTime(words[8...12]), words[14].starts(with: "isdst=".utf8),
            let flag = Self.number(words[14].dropFirst(6)), words[15].starts(with: "gmtoff=".utf8),
            let seconds = Self.number(words[15].dropFirst(7))
        else { return nil }
        name = String(decoding: words[0], as: UTF8.self)
        instant = WallTime(seconds: universal.secondsSinceEpoch)
        self.local = local
        offset = ZoneOffset(
            secondsEast: seconds, isDaylightSaving: flag == 1, abbreviation: String(decoding: words[13], as: UTF8.self))
    }

    /// `Sat May 6 14:59:59 1950`; the weekday must be right too.
    private static func dateTime(_ words: ArraySlice<ArraySlice<UInt8>>) -> LocalDateTime? {
        let words = Array(words)
        guard words[3].count == 8, let month = months.firstIndex(where: { words[1].elementsEqual($0.utf8) }),
            let day = number(words[2]), let hour = number(words[3].prefix(2)),
            let minute = number(words[3].dropFirst(3).prefix(2)), let second = number(words[3].suffix(2)),
            let year = number(words[4]), let time = LocalTime(hour: hour, minute: minute, second: second)
        else { return nil }
        let date = CivilDate(year: year, month: month + 1, day: day)
        guard String(decoding: words[0], as: UTF8.self).lowercased() == date.weekday.rawValue else { return nil }
        return LocalDateTime(date: date, time: time)
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func number(_ text: ArraySlice<UInt8>) -> Int? {
        Int(String(decoding: text, as: UTF8.self))
    }
}

/// The standard output of a program that ends by itself.
private func run(_ program: String, _ arguments: [String]) async throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    return try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            do {
                try process.run()
                let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
                process.waitUntilExit()
                try #require(process.terminationStatus == 0, "\(program) failed")
                continuation.resume(returning: Array(output))
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
