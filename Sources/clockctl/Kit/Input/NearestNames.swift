/// Finds the likely meaning of a mistyped name.
package enum NearestNames {
    /// `did you mean kitchen?`, or with two near ones `did you mean kitchen or kitchen-2?`; `nil` without a near one.
    package static func suggestion(for typed: String, among names: [String]) -> String? {
        let typed = typed.lowercased()
        let near = names.compactMap { name -> (distance: Int, name: String)? in
            let distance = distance(typed, name.lowercased())
            let isPart = typed.count >= 3 && (name.lowercased().hasPrefix(typed) || typed.hasPrefix(name.lowercased()))
            // Up to a third of the letters may be wrong; beyond that it is another word.
            guard isPart || distance <= max(1, typed.count / 3) else { return nil }
            return (distance, name)
        }
        .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
        .prefix(2)
        .map(\.name)
        return near.isEmpty ? nil : "did you mean \(near.joined(separator: " or "))?"
    }

    /// Returns the number of letters to insert, delete, change or swap with their neighbour to get from `a` to `b`
    /// (optimal string alignment).
    package static func distance(_ a: String, _ b: String) -> Int {
        // Names are short; we cut longer texts, so that the table stays small.
        let (a, b) = (Array(a.prefix(64)), Array(b.prefix(64)))
        var rows = [Array(0...b.count)]
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var best = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
