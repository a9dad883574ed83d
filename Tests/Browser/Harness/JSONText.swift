/// JSON as text, put together from values.
struct JSONText: Sendable {
    let text: String

    init(_ value: String) {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            default:
                if scalar.value < 0x20 {
                    let digits = String(scalar.value, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        self.text = text + "\""
    }

    init(_ value: Int) { text = String(value) }
    init(_ value: Bool) { text = String(value) }
    init(_ values: [JSONText]) { text = "[\(values.map(\.text).joined(separator: ","))]" }
    init(_ values: [String]) { self.init(values.map { JSONText($0) }) }
    init(_ fields: [String: JSONText]) {
        text =
            "{\(fields.sorted { $0.key < $1.key }.map { "\(JSONText($0.key).text):\($0.value.text)" }.joined(separator: ","))}"
    }
    init(_ fields: [String: String]) { self.init(fields.mapValues { JSONText($0) }) }
}
