internal import ClockDomain

extension MisfirePolicy {
    /// A bell that is late is of no use.
    static let bell = MisfirePolicy.ring(withinMinutes: 1)
}
