internal import ClockDomain
internal import ClockSound

/// The measurement of one room, and the trim that follows from it.
struct RoomTrim: Hashable, Sendable {
    enum Verdict: String, Hashable, Sendable, Encodable {
        /// The others follow its time.
        case reference
        case measured
        /// The first sound may be an echo, so the command gives no trim.
        case faint
        case notHeard = "not-heard"
        /// The trim would be outside the permitted range.
        case outOfRange = "out-of-range"
    }

    var node: NodeID
    /// The room's name.
    var room: String
    var verdict: Verdict
    /// Seconds by which it was later than the reference, without its distance.
    var delay: Double?
    var hearing: RoomHearing?
    /// Microseconds.
    var trimNow: Int
    /// Microseconds; `nil` when none follows.
    var trimNew: Int?
}
