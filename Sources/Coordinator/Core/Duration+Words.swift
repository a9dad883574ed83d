internal import ClockDomain

extension Duration {
    /// `3 d 4 h`, `12 min 3 s`, `45 s`: the two largest units, rounded down.
    var inWords: String {
        let total = max(0, nanoseconds / 1_000_000_000)
        let units: [(Int64, String)] = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
        guard let largest = units.firstIndex(where: { total >= $0.0 }) else { return "0 s" }
        var rest = total
        var words: [String] = []
        for (length, name) in units[largest...].prefix(2) {
            if rest / length > 0 { words.append("\(rest / length) \(name)") }
            rest %= length
        }
        return words.joined(separator: " ")
    }
}
