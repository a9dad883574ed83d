/// Characters that show nothing and change the text around them: controls of terminals, line ends, marks that turn the
/// direction of writing, and all that Unicode has readers ignore. With them a foreign text can forge a line, hide a
/// part of itself, or look like another one.
///
/// Joiners and variation selectors are parts of words and emoji behind a character that is not ASCII.
public enum HiddenText {
    /// True when a text has such a character.
    public static func isIn(_ text: some StringProtocol) -> Bool {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return false }
        var before: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if isHidden(scalar, after: before) { return true }
            before = scalar
        }
        return false
    }

    /// A text with something else in the place of each such character.
    public static func replaced(in text: String, by replacement: (Unicode.Scalar) -> String) -> String {
        guard isIn(text) else { return text }
        var shown = String.UnicodeScalarView()
        var before: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if isHidden(scalar, after: before) {
                shown.append(contentsOf: replacement(scalar).unicodeScalars)
            } else {
                shown.append(scalar)
            }
            // A joiner behind a hidden character stands behind its replacement.
            before = shown.last
        }
        return String(shown)
    }

    /// `\u{202e}`
    public static func escaped(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }

    private static func isHidden(_ scalar: Unicode.Scalar, after before: Unicode.Scalar?) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: return false
        // Zero width (non-)joiner, text and emoji presentation.
        case 0x200C, 0x200D, 0xFE0E: return before.map { $0.isASCII } ?? true
        // A keycap has it behind a digit.
        case 0xFE0F: return before.map { $0.isASCII && !"0123456789#*".unicodeScalars.contains($0) } ?? true
        // Interlinear annotations.
        case 0xFFF9...0xFFFB: return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
