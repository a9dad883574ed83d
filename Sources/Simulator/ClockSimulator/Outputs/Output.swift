internal import ClockDomain
internal import ClockNodeCore

/// A node's sound output: its orders, the sounds that play, and its faults.
struct Output {
    enum Order {
        /// Once, to its end.
        case play(PlayOrder)
        /// A carried sound, once.
        case carried(CarriedPlayOrder)
        /// Again and again, until the node stops it.
        case ring(RingOrder)
        /// A part of an emergency, at once.
        case alert(AlertOrder)

        var id: Int {
            switch self {
            case .play(let order): order.id
            case .carried(let order): order.id
            case .ring(let order): order.id
            case .alert(let order): order.id
            }
        }

        var isRing: Bool {
            switch self {
            case .play, .carried: false
            case .ring, .alert: true
            }
        }

        /// Returns the order at another volume.
        func with(_ volume: Volume, floor: Volume) -> Order {
            switch self {
            case .play(var order):
                order.volume = volume
                return .play(order)
            case .carried(var order):
                order.volume = volume
                return .carried(order)
            case .ring(var order):
                (order.volume, order.floor) = (volume, floor)
                return .ring(order)
            case .alert: return self
            }
        }

        /// The boot-clock time of its anchor, by the machine's present clocks; saturates far away.
        func anchorsAtBoot(by clock: MachineClock) -> Int64 {
            switch self {
            case .play(let order): boot(of: order.target, order.audibleAt, by: clock)
            case .carried(let order): boot(of: order.target, order.audibleAt, by: clock)
            case .ring(let order): order.audibleAt.nanoseconds
            case .alert: 0
            }
        }

        private func boot(of target: WallTime, _ audibleAt: BootTime, by clock: MachineClock) -> Int64 {
            SoundInstant.choose(byWall: clock.boot(wall: target.nanoseconds), asOrdered: audibleAt.nanoseconds)
        }
    }

    struct Sound {
        enum State {
            case ordered, playing
        }

        var number: Int32
        var order: Order
        /// The boot clock's reading when the first frame is due.
        var startsAtBoot: Int64
        /// From the first frame to the anchor.
        var anchor: Int64
        /// From the first frame to the last; `nil` for one that does not end by itself.
        var length: Int64?
        var missing: [String]
        /// The true time at which the output is open for it.
        var opensAt: Int64
        var state = State.ordered
        /// True for a sound that was stopped so late that its first moment is heard all the same.
        var isCutShort = false
        /// The error that the output reports.
        var onsetError: Int64
        var underruns = 0
    }

    /// The output's answer to the node.
    enum Answer {
        case playback(PlaybackResult)
        case ring(RingResult)
    }

    let plan: OutputPlan
    var random: SplitMix64
    var sounds: [Sound] = []
    /// Answers that are on their way to the node, by number.
    var answers: [(number: Int32, id: Int, answer: Answer)] = []
    /// Orders and stops for a stuck output, performed when it works again: orders first, as the daemon does it.
    private(set) var waitingOrders: [Order] = []
    private(set) var waitingEnds: [(id: Int, result: Answer)] = []
    private var count: Int32 = 0

    // Its present faults.
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

    /// - Returns: `false` when too many wait; the caller refuses this one.
    mutating func keepWaiting(_ order: Order) -> Bool {
        guard waitingOrders.count < Self.mostWaitingOrders else { return false }
        waitingOrders.append(order)
        return true
    }

    mutating func setVolume(of id: Int, to volume: Volume, floor: Volume) {
        for index in sounds.indices where sounds[index].order.id == id {
            sounds[index].order = sounds[index].order.with(volume, floor: floor)
        }
        for index in waitingOrders.indices where waitingOrders[index].id == id {
            waitingOrders[index] = waitingOrders[index].with(volume, floor: floor)
        }
    }

    mutating func endLater(_ id: Int, _ result: Answer) {
        waitingEnds.append((id, result))
        if waitingEnds.count > Self.mostWaitingEnds { waitingEnds.removeFirst() }
    }

    mutating func takeWaiting() -> (orders: [Order], ends: [(id: Int, result: Answer)]) {
        defer { (waitingOrders, waitingEnds) = ([], []) }
        return (waitingOrders, waitingEnds)
    }

    private static let mostWaitingOrders = 16
    private static let mostWaitingEnds = 64

    /// From a plan's first frame to its anchor, and to its end.
    func extent(of plan: AnnouncementPlan) -> (anchor: Int64, length: Int64) {
        let spans = plan.clips.map(span)
        let anchorClip = spans[plan.anchorIndex]
        let before = spans.prefix(plan.anchorIndex).reduce(0) { $0 + ($1.lead + $1.tail).nanoseconds }
        let after = spans.dropFirst(plan.anchorIndex + 1).reduce(0) { $0 + ($1.lead + $1.tail).nanoseconds }
        let anchor = plan.beginsAtAnchor ? 0 : before + anchorClip.lead.nanoseconds
        return (anchor, anchor + anchorClip.tail.nanoseconds + after)
    }

    /// The length of a clip before and after its own anchor.
    private func span(of clip: Clip) -> ChimeSpan {
        switch clip {
        case .time(let time):
            ChimeSpan(
                lead: .zero,
                tail: .nanoseconds(plan.clipLength.nanoseconds * Int64(SimulatedVoice.words(time).count)))
        case .word, .label, .date, .duration: ChimeSpan(lead: .zero, tail: plan.clipLength)
        case .strikes(let count): ChimeSpan(lead: .zero, tail: HourBell.length(strokes: count))
        case .westminster(let quarter): ChimeSpan(lead: .zero, tail: WestminsterMelody.length(quarter))
        case .own(_, let quarter): plan.ownChime[quarter.rawValue]
        }
    }

    /// The clips of the plan whose files are missing.
    func missing(in plan: AnnouncementPlan) -> [String] {
        guard !missingClips.isEmpty else { return [] }
        return plan.clipNames.filter(missingClips.contains)
    }
}
