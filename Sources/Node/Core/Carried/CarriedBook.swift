internal import ClockDomain
internal import ClockWire

/// How far a node is with the sounds of its orders. Nothing of it survives the program: what is on the disk is looked up.
struct CarriedBook: Sendable {
    enum Stage: Sendable, Equatable {
        /// It is being looked up on the disk.
        case finding
        /// Its chunks are coming.
        case fetching(Fetch)
        /// All of it has come and is being looked at.
        case keeping
        /// It is on the disk.
        case kept
        /// It is being read into memory.
        case loading
        /// It is in memory.
        case loaded
    }

    /// Chunks that have come and are to come.
    struct Fetch: Sendable, Equatable {
        let sound: CarriedSound
        private var missing: Set<Int>
        /// When something was last heard of it, or asked.
        var lastMoved: BootTime

        init(_ sound: CarriedSound, at now: BootTime) {
            self.sound = sound
            missing = Set(0..<sound.chunks)
            lastMoved = now
        }

        var isWhole: Bool { missing.isEmpty }
        var missingChunks: [Int] { missing.sorted() }
        var arrived: Int { sound.chunks - missing.count }

        /// Whether the chunk is one that had not come.
        mutating func take(_ chunk: Int, at now: BootTime) -> Bool {
            guard missing.remove(chunk) != nil else { return false }
            lastMoved = now
            return true
        }
    }

    /// An order that is with the output.
    struct Playing: Sendable, Equatable {
        /// The play order's id.
        var play: Int
        /// When its target will have been reached.
        var audibleAt: BootTime
        /// When the output must have answered.
        var answerBy: BootTime
    }

    /// By sound, of every order that is kept.
    var stages: [SoundID: Stage] = [:]
    /// By order.
    var playing: [String: Playing] = [:]

    /// Whether a sound has its place and is still to begin.
    func isAboutToSound(at now: BootTime) -> Bool { playing.values.contains { now < $0.audibleAt } }

    /// The order that this play order is of.
    func order(played id: Int) -> String? { playing.first { $0.value.play == id }?.key }
}
