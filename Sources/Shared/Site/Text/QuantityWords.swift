internal import ClockDomain

/// Measured values as people read them.
package enum QuantityWords {
    /// A clock's offset: `+0.3 ms`, `−12 ms`, `+2.5 s`, `−1 h 0 min`.
    package static func offset(milliseconds: Double) -> String {
        guard milliseconds.isFinite else { return "?" }
        let sign = milliseconds < 0 ? "−" : "+"
        let size = milliseconds.magnitude
        if size < 9.95 { return "\(sign)\(decimal(size, digits: 1)) ms" }
        if size < 999.5 { return "\(sign)\(decimal(size, digits: 0)) ms" }
        if size < 59_950 { return "\(sign)\(decimal(size / 1000, digits: 1)) s" }
        // Beyond 292 years a span means nothing, and the conversion would trap.
        guard size < 9e12 else { return "\(sign)years" }
        return sign + TimeWords.span(.milliseconds(Int64(size)))
    }

    /// Returns the bound of an error: `±0.4 ms`, `±12 ms`, `±2.5 s`. Rounded up, as it is a bound.
    package static func bound(milliseconds: Double) -> String {
        guard milliseconds.isFinite, milliseconds.magnitude < 9e12 else { return "±?" }
        let size = milliseconds.magnitude
        if size < 9.95 { return "±\(decimal((size * 10).rounded(.up) / 10, digits: 1)) ms" }
        if size < 999.5 { return "±\(decimal(size.rounded(.up), digits: 0)) ms" }
        return "±\(decimal((size / 100).rounded(.up) / 10, digits: 1)) s"
    }

    /// An onset error: `+0.02 ms`, `−1.5 ms`, `+120 ms`, `+7.2 s`, `+12 min`.
    package static func onset(microseconds: Int) -> String {
        let milliseconds = Double(microseconds) / 1000
        let sign = microseconds < 0 ? "−" : "+"
        let size = milliseconds.magnitude
        if size >= 120_000 { return "\(sign)\(decimal((size / 60_000).rounded(.down), digits: 0)) min" }
        if size >= 999.5 { return "\(sign)\(decimal(size / 1_000, digits: 1)) s" }
        let digits = size < 0.995 ? 2 : size < 99.5 ? 1 : 0
        return "\(sign)\(decimal(size, digits: digits)) ms"
    }

    /// A latency: `12 ms`, `2.5 s`.
    package static func latency(milliseconds: Int) -> String {
        let size = milliseconds.magnitude
        let sign = milliseconds < 0 ? "−" : ""
        return size < 1000 ? "\(sign)\(size) ms" : "\(sign)\(decimal(Double(size) / 1000, digits: 1)) s"
    }

    /// A length in seconds with a fraction only where it has one: `5`, `0.5`.
    package static func seconds(_ duration: Duration) -> String {
        let seconds = duration.secondsWithFraction
        return seconds == seconds.rounded() ? decimal(seconds, digits: 0) : decimal(seconds, digits: 1)
    }

    /// `size`, not negative, with a fixed number of digits after the point.
    package static func decimal(_ size: Double, digits: Int) -> String {
        let scale = [1.0, 10, 100, 1000][digits]
        // Values this large are nonsense from outside; show them nevertheless, without trapping.
        guard size * scale < 9e15 else { return "\(size)" }
        let scaled = Int64((size * scale).rounded())
        guard digits > 0 else { return String(scaled) }
        let fraction = String(scaled % Int64(scale))
        return "\(scaled / Int64(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    /// `1 node`, `3 nodes`.
    package static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
