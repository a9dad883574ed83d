/// The sound of a ring that says its label.
///
/// The coordinator has the label spoken when somebody stores it, and sends the file to the rooms. They say it without a
/// network.
public enum SpokenText {
    /// The sound's name. The voice pack that carries the files has the same.
    public static let name = "spoken"

    private static let filePrefix = "say-"

    /// Returns the name of a text's file, without its extension. Two texts have two names.
    public static func file(of text: String) -> String {
        filePrefix + Digest(of: Array(text.utf8)).rawValue.prefix(fileDigits)
    }

    /// True for a text with something to say.
    public static func hasWords(_ text: String) -> Bool { text.contains { $0.isLetter || $0.isNumber } }

    public static func isFile(_ name: String) -> Bool {
        name.hasPrefix(filePrefix) && name.utf8.count == filePrefix.utf8.count + fileDigits
    }

    private static let fileDigits = 24
}

extension RingStyle {
    /// True for a ring that says its label.
    public var isSpoken: Bool { sound == SpokenText.name }

    /// Returns the sound that a room plays for a ring with this label, by the rule of ``soundNameRule``.
    public func sound(saying label: String) -> String { isSpoken ? SpokenText.file(of: label) : sound }
}

extension Alarm {
    /// True where its rooms need the words of the label.
    public var saysLabel: Bool { ring.isSpoken || (speaks && SpokenText.hasWords(label)) }
}

extension CountdownTimer {
    /// True where its rooms need the words of the name.
    public var saysLabel: Bool { ring.isSpoken || (speaks && SpokenText.hasWords(name)) }
}
