package import ClockDomain
package import ClockRuntime

/// Distances of speakers from the microphone, as people type them: `kitchen=2.5m`, `kitchen=80cm`.
package enum DistanceWords {
    /// Metres a second in a room of 20 °C.
    package static let speedOfSound = 343.0
    private static let farthest = 100.0
    private static let units = [("cm", 0.01), ("ft", 0.3048), ("m", 1)]

    /// - Throws: ``FatalError`` naming the wrong word.
    package static func metres(_ words: [String]) throws(FatalError) -> [NodeID: Double] {
        var distances: [NodeID: Double] = [:]
        for word in words.flatMap({ $0.split(separator: ",") }) {
            let parts = word.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let node = NodeID(String(parts[0])), let metres = metres(parts[1].lowercased())
            else {
                throw FatalError(
                    .usage,
                    "--distance: \"\(word.prefix(60))\" is no node and its distance; say it like kitchen=2.5m, at most "
                        + "\(Int(farthest)) m")
            }
            guard distances.updateValue(metres, forKey: node) == nil else {
                throw FatalError(.usage, "--distance: \(node) is said twice")
            }
        }
        return distances
    }

    private static func metres(_ text: String) -> Double? {
        guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
        let number = text.dropLast(unit.count)
        guard number.utf8.allSatisfy({ ".0123456789".utf8.contains($0) }), let value = Double(number),
            value * factor <= farthest
        else { return nil }
        return value * factor
    }
}
