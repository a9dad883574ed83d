/// The latency trim of an output as people type and read it: `+12.5ms`, `-300us`, `0`.
package enum TrimWords {
    private static let units = [("ms", 1_000.0), ("us", 1), ("µs", 1), ("s", 1_000_000)]

    /// Returns whole microseconds; `nil` for anything but a length of time with its unit. `0` needs none.
    package static func microseconds(_ text: String) -> Int? {
        let text = text.lowercased()
        if text == "0" { return 0 }
        guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
        let number = text.dropLast(unit.count)
        guard !number.isEmpty, number.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }),
            let value = Double(number)
        else { return nil }
        return Int(exactly: (value * factor).rounded())
    }

    /// Returns `+12.5 ms`, with a decimal only if there is one; `0 ms`.
    package static func words(_ microseconds: Int) -> String {
        let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
        let digits = rest == 0 ? "" : "." + String(String(rest + 1_000).dropFirst()).trimmingZeros
        let sign = microseconds == 0 ? "" : microseconds < 0 ? "-" : "+"
        return "\(sign)\(whole)\(digits) ms"
    }
}

extension String {
    fileprivate var trimmingZeros: String {
        var text = self[...]
        while text.last == "0" { text.removeLast() }
        return String(text)
    }
}
