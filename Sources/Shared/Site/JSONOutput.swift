internal import ClockDomain
internal import FoundationEssentials

/// The output of `--json`: one document, keys sorted, so that equal states are equal texts.
package enum JSONOutput {
    package static func text(_ value: some Encodable) -> String { encoded(value, [.prettyPrinted]) + "\n" }

    /// Returns the output of a command that shows or changes as many things as are named: the document of a single one,
    /// and a list of several.
    package static func text(oneOrSeveral values: [some Encodable]) -> String {
        if let value = values.first, values.count == 1 { text(value) } else { text(values) }
    }

    /// The same on one line, for documents that follow each other.
    package static func line(_ value: some Encodable) -> String { encoded(value, []) + "\n" }

    /// RFC 8259, section 7.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? ""
    }

    private static func encoded(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        do {
            // A JSON reader gets the characters; a terminal gets none that acts on it.
            return HiddenText.replaced(in: String(decoding: try encoder.encode(value), as: UTF8.self)) { scalar in
                scalar == "\n" ? "\n" : escaped(scalar)
            }
        } catch {
            // Only a number that is not finite can fail, and none comes through a JSON decoder.
            preconditionFailure("\(type(of: value)) cannot be written as JSON: \(error)")
        }
    }
}
