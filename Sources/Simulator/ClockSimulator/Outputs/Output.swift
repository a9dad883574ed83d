internal import ClockDomain
internal import ClockNodeCore

/// A node's sound output: what is on order and what plays, and what is wrong with it.
struct Output {
    enum Order {
        /// Once, to its end.
        case play(PlayOrder)
        /// Again and again, until it is stopped.
        case ring(RingOrder)

        var id: Int {
            switch self {
            case .play(let order): order.id
            case .ring(let order): order.id
            }
        }

        var target: WallTime {
            switch self {
            case .play(let order): order.target
            case .ring(let order): order.target
            }
        }
    }

    struct Sound {
        enum State {
            case ordered
            case playing
        }

        var number: Int32
        var order: Order
        /// What the node's boot clock shows when the first frame is due.
        var startsAtBoot: Int64
        /// From the first frame to the anchor.
        var anchor: Int64
        /// From the first frame to the last; `nil` for one that does not end by itself.
        var length: Int64?
        var missing: [String]
        var state = State.ordered
        /// By its own word.
        var onsetError: Int64
        var underruns = 0
    }

    /// What the output tells the node.
    enum Answer {
        case playback(PlaybackResult)
        case ring(RingResult)
    }

    let plan: OutputPlan
    var random: SplitMix64
    var sounds: [Sound] = []
    /// Answers that are on their way to the node, by number.
    var answers: [(number: Int32, id: Int, answer: Answer)] = []
    private var count: Int32 = 0

    // What is wrong with it now.
    var openDelay: Int64
    var isMissing = false
    var isBusy = false
    var isLost = false
    var isStuck = false
    var runsDry = false
    var missingClips: [String] = []

    init(_ plan: OutputPlan, random: SplitMix64) {
        self.plan = plan
        self.random = random
        openDelay = plan.openDelay.nanoseconds
    }

    mutating func nextNumber() -> Int32 {
        count &+= 1
        return count
    }

    func index(of number: Int32) -> Int? { sounds.firstIndex { $0.number == number } }

    /// The clips of the plan that are not there.
    func missing(in plan: AnnouncementPlan) -> [String] {
        guard !missingClips.isEmpty else { return [] }
        return plan.clips.compactMap { clip in
            switch clip {
            case .word(let name): missingClips.contains(name) ? name : nil
            case .strike: missingClips.contains("strike") ? "strike" : nil
            }
        }
    }
}
