// Decides whether this node may believe its wall clock.
//
// A Raspberry Pi has no battery clock: it boots with the time of its last shutdown, or 1970, and is right only once a
// time service has set it. A clock that speaks a wrong time is worse than a silent one, so a node speaks only in
// trusted time. It trusts its clock when the operating system vouches for it (`SystemSync`), or when it agrees with the
// coordinator's, measured by exchanges of four timestamps over MQTT as NTP does it (RFC 5905 section 8):
//
//     offset = ((T2 - T1) + (T3 - T4)) / 2        delay = (T4 - T1) - (T3 - T2)
//
// The true offset lies within delay/2 of the measured one however long each direction took, so the sample with the
// least delay proves most (Mills' clock filter); an old sample loses by the possible drift of a crystal since then. The
// node wins trust within a narrow bound and keeps it within a wide one, so that a coordinator that goes away for an
// evening does not silence the rooms; a step of the clock loses it at once.
//
// A node that goes by the coordinator's clock (`ClockFollower`) has nothing to compare: it trusts that clock as long as
// it knows it within the same bounds.

public import ClockDomain
internal import ClockWire

/// The samples of the time exchange and the verdict they allow.
public struct TrustGate: Hashable, Sendable {
    /// One exchange's result.
    public struct Sample: Hashable, Sendable {
        /// Coordinator's clock minus this node's, nanoseconds.
        public var offset: Int64
        /// Round trip without the coordinator's own time, nanoseconds.
        public var delay: Int64
        public var at: BootTime
        /// The wall clock's time at `at`: the sample vouches for no other setting of it.
        public var wall: WallTime

        /// True when somebody has set the wall clock since, as it runs otherwise than the boot clock. An event
        /// announces a set clock; this detects it in the moment before.
        func isOutrun(at now: Now) -> Bool {
            // Wrapping, as a clock can be set to anything; a value that wraps is far out.
            let passed = now.boot.nanoseconds &- at.nanoseconds
            let ahead = now.wall.nanoseconds &- wall.nanoseconds &- passed
            return ahead.magnitude > UInt64(TrustGate.keepNanoseconds + max(0, passed) / 1000)
        }
    }

    /// The reason for or against trust in the clock.
    public enum Verdict: Hashable, Sendable {
        case system(SystemSync.TimeService)
        case coordinator(Sample)
        /// Neither a time service nor an exchange has reported yet.
        case unknown
        /// The last exchange measured another time.
        case disagrees(Sample)
        /// The last exchange is too long ago to vouch for the clock.
        case stale(Sample)
        /// Outside the years that a message can name, whoever vouches for it.
        case outOfRange
        /// Goes by the coordinator's clock, known to this accuracy, nanoseconds.
        case follows(Int64)
        /// Must go by the coordinator's clock, and does not know it yet.
        case awaitsCoordinator
        /// Must go by the coordinator's clock, for which nobody vouches.
        case unvouched
        /// Went by the coordinator's clock, and has had no answer for so long that the accuracy is only this,
        /// nanoseconds.
        case lost(Int64)

        public var isTrusted: Bool {
            switch self {
            case .system, .coordinator, .follows: true
            case .unknown, .disagrees, .stale, .outOfRange, .awaitsCoordinator, .unvouched, .lost: false
            }
        }

        /// True when ``reason`` is the same.
        func saysTheSame(as other: Verdict) -> Bool {
            switch (self, other) {
            case (.system(let service), .system(let otherService)): service == otherService
            case (.coordinator, .coordinator), (.unknown, .unknown), (.disagrees, .disagrees), (.stale, .stale),
                (.outOfRange, .outOfRange), (.follows, .follows), (.awaitsCoordinator, .awaitsCoordinator),
                (.unvouched, .unvouched), (.lost, .lost):
                true
            case (.system, _), (.coordinator, _), (.unknown, _), (.disagrees, _), (.stale, _), (.outOfRange, _),
                (.follows, _), (.awaitsCoordinator, _), (.unvouched, _), (.lost, _):
                false
            }
        }
    }

    /// Agreement that wins trust: two rooms this far apart still sound as one for speech.
    static let winBound: Duration = .milliseconds(50)
    /// Agreement that keeps it.
    static let keepBound: Duration = .seconds(1)
    private static let winNanoseconds = winBound.nanoseconds
    private static let keepNanoseconds = keepBound.nanoseconds
    /// Assumed drift of an undisciplined crystal, parts per million.
    static let driftPPM: Int64 = 50
    static let maximumSamples = 8
    /// A reply that took longer proves too little to be kept.
    static let maximumDelay: Duration = .seconds(5)

    private var samples: [Sample] = []
    /// The sample that bounds the offset best at any time: all lose alike with age.
    private(set) var best: Sample?
    /// The best sample of the coordinator's clock as it is set now; the newest if the two exclude each other, as the
    /// clock was then set in between.
    private(set) var current: Sample?
    /// The coordinator's clock was set before this, or its program started: earlier samples prove nothing about it.
    private var isSetSince: BootTime?
    private var isWon = false

    /// ``current``; `nil` when the wall clock was set since, as the sample proves nothing about that clock.
    func difference(at now: Now) -> Sample? { current.flatMap { $0.isOutrun(at: now) ? nil : $0 } }

    /// True when the node must go by the coordinator's clock.
    let isFollowing: Bool
    /// The coordinator's clock; empty when the node goes by its own.
    var follower = ClockFollower()

    init(source: ClockSource = .system) { isFollowing = source == .coordinator }

    /// Adds a finished exchange; T1 to T4 in nanoseconds of the two wall clocks. Drops an impossible one.
    mutating func add(reply: TimeReply, receivedAt: WallTime, at now: Now) {
        guard TrustGate.canBe(reply.originNanoseconds), TrustGate.canBe(reply.receivedNanoseconds),
            TrustGate.canBe(reply.transmittedNanoseconds), TrustGate.canBe(receivedAt.nanoseconds)
        else { return }
        let roundTrip = receivedAt.nanoseconds - reply.originNanoseconds
        let answering = reply.transmittedNanoseconds - reply.receivedNanoseconds
        guard answering >= 0, answering <= roundTrip, roundTrip <= TrustGate.maximumDelay.nanoseconds else { return }
        // Halved before they are added: the stamps may lie two centuries apart.
        let outward = (reply.receivedNanoseconds - reply.originNanoseconds) / 2
        let homeward = (reply.transmittedNanoseconds - receivedAt.nanoseconds) / 2
        let newest = Sample(offset: outward + homeward, delay: roundTrip - answering, at: now.boot, wall: now.wall)
        samples.append(newest)
        samples.removeFirst(max(0, samples.count - TrustGate.maximumSamples))
        best = samples.min { error(of: $0, at: now.boot) < error(of: $1, at: now.boot) }
        let comparable = samples.filter { $0.at >= isSetSince ?? $0.at }
        current = comparable.min { error(of: $0, at: now.boot) < error(of: $1, at: now.boot) }
            .map { excludes($0, newest, at: now.boot) ? newest : $0 }
    }

    /// The coordinator's clock was set. Trust won by it stays, as this node's clock runs on.
    mutating func coordinatorsClockChanged(at now: Now) {
        isSetSince = now.boot
        current = nil
        guard !isWon else { return }
        samples = []
        best = nil
    }

    /// True when no offset that wins trust fits the sample.
    func provesDifference(_ sample: Sample, at now: Now) -> Bool {
        Int64(clamping: sample.offset.magnitude) - error(of: sample, at: now.boot) > TrustGate.winNanoseconds
    }

    /// True for a time that messages can name.
    private static func canBe(_ nanoseconds: Int64) -> Bool {
        nanoseconds >= 0 && WallTime.validSeconds.contains(nanoseconds / 1_000_000_000)
    }

    /// The clock was set: earlier measurements prove nothing about it.
    mutating func clockStepped() {
        samples = []
        best = nil
        current = nil
        isWon = false
    }

    mutating func verdict(at now: Now) -> Verdict {
        guard WallTime.validSeconds.contains(now.wall.seconds) else { return .outOfRange }
        if isFollowing { return followedVerdict(at: now) }
        if case .synchronised(let service) = now.sync { return .system(service) }
        // As if the core knew already that the clock was set: it handles the events queued before that first.
        guard let sample = best, !sample.isOutrun(at: now) else { return .unknown }
        let bound = isWon ? TrustGate.keepNanoseconds : TrustGate.winNanoseconds
        // Whole nanoseconds: every event calls this several times, and a duration has 128 bits.
        let offset = Int64(sample.offset.magnitude)
        if offset > bound {
            isWon = false
            return .disagrees(sample)
        }
        if offset + error(of: sample, at: now.boot) > bound {
            isWon = false
            return .stale(sample)
        }
        isWon = true
        return .coordinator(sample)
    }

    private mutating func followedVerdict(at now: Now) -> Verdict {
        guard let estimate = follower.estimate else { return follower.isUnvouched ? .unvouched : .awaitsCoordinator }
        guard ClockFollower.isShown(follower.shown, at: now) else { return .awaitsCoordinator }
        let error = estimate.error(at: now.boot)
        isWon = error <= (isWon ? TrustGate.keepNanoseconds : TrustGate.winNanoseconds)
        return isWon ? .follows(error) : .lost(error)
    }

    /// True when no offset fits both samples.
    private func excludes(_ one: Sample, _ other: Sample, at now: BootTime) -> Bool {
        let (difference, overflow) = one.offset.subtractingReportingOverflow(other.offset)
        return overflow || Int64(clamping: difference.magnitude) > error(of: one, at: now) + error(of: other, at: now)
    }

    /// Returns the greatest error of the sample's offset at `now`, nanoseconds.
    private func error(of sample: Sample, at now: BootTime) -> Int64 {
        let age = max(0, now.nanoseconds - sample.at.nanoseconds)
        return sample.delay / 2 + age / 1_000_000 * TrustGate.driftPPM
    }
}

extension TrustGate.Verdict {
    /// A sentence for people, the same as long as the verdict is the same.
    var reason: String {
        switch self {
        case .system(.timesyncd): "synchronised by timesyncd"
        case .system(.chrony): "synchronised by chrony"
        case .system(.ntpd): "synchronised by ntpd"
        case .coordinator: "agrees with the coordinator"
        case .unknown: "no time service says it is synchronised and the coordinator has not answered a time exchange"
        case .disagrees: "differs from the coordinator's; is a time service running?"
        case .stale: "last compared with the coordinator's too long ago or over too slow a network"
        case .outOfRange: "shows a year outside 1970 to 2199"
        case .follows: "follows the coordinator's clock"
        case .awaitsCoordinator: "waiting for the coordinator's clock"
        case .unvouched: "nothing vouches for the coordinator's clock, which it is to follow"
        case .lost: "heard the coordinator's clock too long ago or over too slow a network"
        }
    }

    /// The greatest difference from the coordinator's clock, nanoseconds; `nil` when the node does not follow it.
    var followedWithin: Int64? {
        if case .follows(let error) = self { error } else { nil }
    }

    /// The reason with the numbers of this moment.
    var finding: String {
        switch self {
        case .system, .unknown, .outOfRange, .awaitsCoordinator, .unvouched: reason
        case .follows(let error), .lost(let error): "\(reason) (known within \(seconds(error)))"
        case .coordinator(let sample), .disagrees(let sample), .stale(let sample):
            "\(reason) (coordinator's minus own \(seconds(sample.offset)), round trip \(seconds(sample.delay)))"
        }
    }

    private func seconds(_ nanoseconds: Int64) -> String {
        let milliseconds = nanoseconds / 1_000_000
        return milliseconds.magnitude < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1000) s"
    }
}
