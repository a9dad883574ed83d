/// Names of clips for words: what every file system and every shell takes.
public enum ClipName {
    /// `don't` becomes `don-t`, `für` `fur`, `三` `u4E09`; `nil` for a word that is not plain, see ``refusal(of:)``.
    public static func safe(for word: String) -> String? {
        guard isPlain(word) else { return nil }
        var name = ""
        for scalar in word.unicodeScalars {
            let part = part(for: scalar)
            // One dash for any run of other characters, and none in front.
            if part == "-", name.isEmpty || name.hasSuffix("-") { continue }
            name += part
        }
        if name.hasSuffix("-") { name.removeLast() }
        return VoicePack.isClipName(name) ? name : nil
    }

    /// The reason for which it has no name.
    public static func refusal(of word: String) -> String {
        guard isPlain(word) else {
            return "looks like a path, and a word's name is a file's; give it a name in a CSV list: name,text"
        }
        return "gives no name for a clip of 1 to 64 letters and digits; give it one in a CSV list: name,text"
    }

    private static func isPlain(_ word: String) -> Bool {
        !word.hasPrefix(".") && !word.contains("/") && !word.contains("\\")
    }

    private static func part(for scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": return String(scalar)
        case _ where scalar.isASCII: return "-"
        case "ß": return "ss"
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark: return ""
        case .lowercaseLetter, .uppercaseLetter:
            return latin(scalar) ?? "u" + String(scalar.value, radix: 16, uppercase: true)
        case .otherLetter, .modifierLetter, .titlecaseLetter, .spacingMark:
            return "u" + String(scalar.value, radix: 16, uppercase: true)
        default: return "-"
        }
    }

    /// Returns the letter without its accents, by its Unicode name: `LATIN SMALL LETTER U WITH DIAERESIS`.
    private static func latin(_ scalar: Unicode.Scalar) -> String? {
        let words = (scalar.properties.name ?? "").split(separator: " ")
        guard words.count == 4 || words.count > 5 && words[4] == "WITH", words[0] == "LATIN", words[2] == "LETTER",
            words[3].utf8.count <= 2
        else { return nil }
        return words[1] == "SMALL" ? words[3].lowercased() : String(words[3])
    }
}
