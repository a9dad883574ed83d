/// The candidate with the smallest edit distance to a name, where it is near enough to be a typing error: at most a
/// third of its length away, two changes at least. Of equals the first.
public func nearest(to name: String, among candidates: [String]) -> String? {
    // A longer name is no typing error, and the distance costs time by the product of the lengths.
    guard name.utf8.count <= 100 else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
        let distance = editDistance(Array(name.utf8), Array(candidate.utf8))
        if distance <= max(2, candidate.utf8.count / 3), distance < best?.distance ?? .max {
            best = (candidate, distance)
        }
    }
    return best?.candidate
}

/// Returns the number of bytes to insert, delete, replace, or swap with their neighbour to get from one to the other
/// (optimal string alignment distance).
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count { rows[i][0] = i }
    for j in 0...b.count { rows[0][j] = j }
    for i in a.indices {
        for j in b.indices {
            var cost = rows[i][j] + (a[i] == b[j] ? 0 : 1)
            cost = min(cost, rows[i][j + 1] + 1, rows[i + 1][j] + 1)
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
            rows[i + 1][j + 1] = cost
        }
    }
    return rows[a.count][b.count]
}
