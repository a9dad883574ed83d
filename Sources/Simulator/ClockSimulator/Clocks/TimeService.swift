/// The state of a machine's time service.
struct TimeService {
    var isVouched = false
    /// The rate that it adds while it slews.
    var slew: Int64 = 0
    /// Numbers its actions; an event that belongs to an earlier number is void.
    private(set) var number: Int32 = 0

    /// - Returns: the number of the action that begins now.
    @discardableResult mutating func begin() -> Int32 {
        number += 1
        return number
    }

    /// The rate of the clock in parts per billion, for the crystal's `drift`.
    func rate(drift: Int64) -> Int64 { isVouched ? slew : drift }
}
