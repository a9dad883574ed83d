/// How far a machine's time service has got.
struct TimeService {
    var isVouched = false
    /// What it adds to the rate while it slews.
    var slew: Int64 = 0
    /// Numbers its doings; what was begun for an earlier one is void.
    private(set) var number: Int32 = 0

    /// - Returns: the number of what it does now.
    @discardableResult mutating func begin() -> Int32 {
        number += 1
        return number
    }

    /// The rate of the clock, parts per billion, by the crystal's own.
    func rate(drift: Int64) -> Int64 { isVouched ? slew : drift }
}
