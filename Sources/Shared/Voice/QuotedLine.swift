/// Returns a text in quotes for a message: one line, cut if it is long.
func quotedLine(_ text: String) -> String {
    let head = text.unicodeScalars.prefix(61).map { $0.properties.generalCategory == .control ? " " : $0 }
    return "\"\(String(String.UnicodeScalarView(head.prefix(60))))\(head.count > 60 ? "…" : "")\""
}
