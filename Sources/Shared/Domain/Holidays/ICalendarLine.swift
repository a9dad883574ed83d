/// A content line of a calendar file (RFC 5545 section 3.1): `NAME;PARAMETER=value:VALUE`.
struct ICalendarLine: Hashable, Sendable {
    /// Of the first of the lines that it was folded into.
    var number: Int
    /// In capitals.
    var name: String
    /// By their names in capitals.
    var parameters: [String: String]
    var value: String

    /// Splits a file into content lines. Lines end with LF or CR LF; one that starts with a space or a tab goes on with
    /// the line before it, in the middle of a character's bytes if need be. Empty lines are left out.
    static func lines(of file: [UInt8]) throws(ICalendarError) -> [ICalendarLine] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = file.starts(with: mark) ? file.dropFirst(mark.count) : file[...]
        var lines: [ICalendarLine] = []
        var unfolded: [UInt8] = []
        var firstNumber = 1
        var number = 0
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var physical = rest[..<end]
            rest = rest[end...].dropFirst()
            if physical.last == UInt8(ascii: "\r") { physical.removeLast() }
            let isContinued = physical.first == UInt8(ascii: " ") || physical.first == UInt8(ascii: "\t")
            if isContinued, number > 1 {
                unfolded += physical.dropFirst()
            } else {
                if let line = try ICalendarLine(unfolded, number: firstNumber) { lines.append(line) }
                unfolded = Array(physical)
                firstNumber = number
            }
        }
        if let line = try ICalendarLine(unfolded, number: firstNumber) { lines.append(line) }
        return lines
    }

    /// `nil` for an empty line.
    private init?(_ bytes: [UInt8], number: Int) throws(ICalendarError) {
        let isBlank = bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        if isBlank { return nil }
        // Colons and semicolons within quotation marks are part of a parameter's value.
        var isQuoted = false
        var pieces: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var colon: Int?
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted, UInt8(ascii: ":") where !isQuoted:
                pieces.append(bytes[start..<index])
                start = index + 1
                if bytes[index] == UInt8(ascii: ":") { colon = index }
            default:
                break
            }
            if colon != nil { break }
        }
        guard let colon, let name = pieces.first, !name.isEmpty else {
            let text = String(decoding: bytes.prefix(200), as: UTF8.self)
            throw ICalendarError(line: number, "\(ICalendarError.shown(text)) is not a property like NAME:value")
        }
        self.number = number
        self.name = String(decoding: name, as: UTF8.self).uppercased()
        value = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        parameters = [:]
        for piece in pieces.dropFirst() {
            let parts = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                let text = String(decoding: piece.prefix(200), as: UTF8.self)
                throw ICalendarError(line: number, "\(ICalendarError.shown(text)) is not a parameter like NAME=value")
            }
            parameters[String(decoding: parts[0], as: UTF8.self).uppercased()] = String(
                decoding: parts[1], as: UTF8.self)
        }
    }
}
