internal import FoundationEssentials

/// What `--json` prints: one document, keys sorted, so that equal states are equal texts.
enum JSONOutput {
    static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
        } catch {
            // Only a number that is not finite can fail, and none comes through a JSON decoder.
            preconditionFailure("\(type(of: value)) cannot be written as JSON: \(error)")
        }
    }
}
