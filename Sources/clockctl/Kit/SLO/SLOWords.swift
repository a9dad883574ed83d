internal import ClockSite

/// Shares and errors as people read them.
enum SLOWords {
    /// Without its sign: the largest of both directions.
    static func error(_ microseconds: Int) -> String {
        String(QuantityWords.onset(microseconds: microseconds).dropFirst())
    }

    /// Returns two digits; anything below 100 % never rounds up to it.
    static func percent(_ share: Double) -> String {
        let hundredths = share * 10_000
        guard hundredths.magnitude < 1e9 else { return "?" }
        let rounded = share < 1 ? min(hundredths.rounded(), 9_999) : hundredths.rounded()
        return (rounded < 0 ? "−" : "") + "\(QuantityWords.decimal(rounded.magnitude / 100, digits: 2)) %"
    }

    /// Returns the text without the zeros at the end of a decimal fraction.
    static func trimmed(_ text: String) -> String {
        var text = text
        while text.contains("."), text.last == "0" || text.last == "." { text.removeLast() }
        return text
    }
}
