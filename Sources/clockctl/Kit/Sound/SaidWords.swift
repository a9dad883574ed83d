internal import ClockRuntime
internal import ClockWire

/// The words of `say`: places, then a text.
struct SaidWords: Hashable, Sendable {
    /// As typed.
    var places: [String]
    var text: String

    init(places: [String], text: String) {
        self.places = places
        self.text = text
    }

    /// Reads words whose last one is the text, since only quotes put a blank into a word; `nil` when it has none.
    init?(quotedIn words: [String]) {
        guard let text = words.last, text == "-" || text.contains(where: \.isWhitespace) else { return nil }
        self.init(places: Array(words.dropLast()), text: text)
    }

    /// Reads a text from standard input; line ends become blanks.
    ///
    /// - Throws: ``FatalError`` when standard input cannot be read, is not UTF-8 or holds more than can be said.
    static func standardInput() throws(FatalError) -> String {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read("/dev/stdin", limit: 8 * SayRequest.maximumCharacters)
        } catch {
            throw FatalError(error, exitCode: .noInput, purpose: "the text on standard input")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FatalError(.badData, "the text on standard input is not UTF-8")
        }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
