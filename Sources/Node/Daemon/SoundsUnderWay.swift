internal import ClockSound

/// The sounds that the output has, by its ids for them. An announcement may be two of them: the melody before the hour
/// is a sound of its own.
struct SoundsUnderWay: Sendable {
    enum Sound: Sendable {
        /// - Parameter missingClips: clips that the built-in tone replaces.
        case play(order: Int, missingClips: [String])
        /// The part before a play order's anchor. Nobody waits for its outcome.
        case melody(order: Int)
        /// The tone that wakes a sleeping amplifier before a play order's sound. Nobody waits for its outcome either.
        case warmUp(order: Int)
        /// - Parameter problem: the reason for which another sound plays than the ordered one.
        case ring(order: Int, problem: RingSoundProblem?)

        var order: Int {
            switch self {
            case .play(let order, _), .melody(let order), .warmUp(let order), .ring(let order, _): order
            }
        }
    }

    private var sounds: [UInt64: Sound] = [:]
    private var lastID: UInt64 = 0

    /// - Returns: the sound's id for the output.
    mutating func add(_ sound: Sound) -> UInt64 {
        lastID += 1
        sounds[lastID] = sound
        return lastID
    }

    subscript(_ id: UInt64) -> Sound? { sounds[id] }

    mutating func remove(_ id: UInt64) -> Sound? { sounds.removeValue(forKey: id) }

    /// Returns the ids of the core's order, in the order in which they were added.
    func ids(ofOrder order: Int) -> [UInt64] { sounds.filter { $0.value.order == order }.keys.sorted() }
}
