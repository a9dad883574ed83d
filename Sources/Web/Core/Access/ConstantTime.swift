/// Comparisons that take equally long, at whatever place two secrets differ.
package enum ConstantTime {
    /// The lengths are no secret.
    package static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
