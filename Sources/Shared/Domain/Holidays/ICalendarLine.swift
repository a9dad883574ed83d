/// A content line of a calendar file (RFC 5545 section 3.1): `NAME;PARAMETER=value:VALUE`.
struct ICalendarLine: Hashable, Sendable {
    /// Of the first of the lines that it was folded into.
    var number: Int
    /// In capitals.
    var name: String
    /// By their names in capitals.
    var parameters: [String: String]
    /// Without blanks at both ends.
    var value: String

    /// The value of a property that is no text: in capitals, without blanks.
    var word: String { ICalendarLine.word(value) }

    /// Splits a file into content lines. A line that starts with a space or a tab goes on with the line before it, in
    /// the middle of a character's bytes if need be. Empty lines are left out.
    ///
    /// - Parameter file: by ``FileText/bytes(_:)``.
    /// - Returns: a line, or the problem of a line that is no property.
    static func lines(of file: [UInt8]) -> [Result<ICalendarLine, ICalendarError>] {
        var lines: [Result<ICalendarLine, ICalendarError>] = []
        var unfolded: [UInt8] = []
        var firstNumber = 1
        var number = 0
        func flush() {
            do throws(ICalendarError) {
                if let line = try ICalendarLine(unfolded, number: firstNumber) { lines.append(.success(line)) }
            } catch {
                lines.append(.failure(error))
            }
        }
        for physical in file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if physical.isEmpty { continue }
            if number > 1, isBlank(physical[physical.startIndex]) {
                unfolded += physical.dropFirst()
                continue
            }
            flush()
            unfolded = Array(physical)
            firstNumber = number
        }
        flush()
        return lines
    }

    /// `nil` for an empty line.
    private init?(_ bytes: [UInt8], number: Int) throws(ICalendarError) {
        if bytes.allSatisfy(Self.isBlank) { return nil }
        // Colons and semicolons within quotation marks are part of a parameter's value.
        var isQuoted = false
        var pieces: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var colon: Int?
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted, UInt8(ascii: ":") where !isQuoted:
                pieces.append(bytes[start..<index])
                start = index + 1
                if bytes[index] == UInt8(ascii: ":") { colon = index }
            default: break
            }
            if colon != nil { break }
        }
        guard let colon, let name = pieces.first.map(Self.word), !name.isEmpty else {
            let text = String(decoding: bytes.prefix(200), as: UTF8.self)
            throw ICalendarError(line: number, "\(ICalendarError.shown(text)) is not a property like NAME:value")
        }
        self.number = number
        self.name = name
        let value = bytes[(colon + 1)...].drop(while: Self.isBlank)
        let end = value.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        self.value = String(decoding: value[..<end], as: UTF8.self)
        parameters = [:]
        for piece in pieces.dropFirst() {
            let parts = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                let text = String(decoding: piece.prefix(200), as: UTF8.self)
                throw ICalendarError(line: number, "\(ICalendarError.shown(text)) is not a parameter like NAME=value")
            }
            let value = parts[1].filter { $0 != UInt8(ascii: "\"") }
            parameters[Self.word(parts[0])] = String(decoding: value, as: UTF8.self)
        }
    }

    /// In capitals, without blanks.
    static func word(_ text: String) -> String { text.uppercased().filter { !$0.isWhitespace } }

    private static func word(_ bytes: ArraySlice<UInt8>) -> String { word(String(decoding: bytes, as: UTF8.self)) }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
