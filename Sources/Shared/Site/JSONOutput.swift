internal import FoundationEssentials

/// What `--json` prints: one document, keys sorted, so that equal states are equal texts.
package enum JSONOutput {
    package static func text(_ value: some Encodable) -> String { encoded(value, [.prettyPrinted]) + "\n" }

    /// What a command prints that shows or changes as many things as are named: the document of a single one, and a list
    /// of several.
    package static func text(oneOrSeveral values: [some Encodable]) -> String {
        if let value = values.first, values.count == 1 { text(value) } else { text(values) }
    }

    /// The same on one line, for documents that follow each other.
    package static func line(_ value: some Encodable) -> String { encoded(value, []) + "\n" }

    private static func encoded(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            // Only a number that is not finite can fail, and none comes through a JSON decoder.
            preconditionFailure("\(type(of: value)) cannot be written as JSON: \(error)")
        }
    }
}
