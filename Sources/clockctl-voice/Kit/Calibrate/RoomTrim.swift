internal import ClockDomain
internal import ClockSound
internal import ClockctlKit

/// What a recording tells of one room, and the trim that follows from it.
struct RoomTrim: Hashable, Sendable {
    enum Verdict: String, Hashable, Sendable, Encodable {
        /// The others are fitted to it.
        case reference
        case measured
        /// What was heard first may be an echo, so no trim is told.
        case faint
        case notHeard = "not-heard"
        /// The trim would be more than can be set.
        case outOfRange = "out-of-range"
    }

    var node: NodeID
    /// The room's name.
    var room: String
    var verdict: Verdict
    /// How many seconds it was heard later than the reference, its distance taken out.
    var delay: Double?
    var hearing: RoomHearing?
    /// Microseconds.
    var trimNow: Int
    /// Microseconds; `nil` where none follows.
    var trimNew: Int?
}
