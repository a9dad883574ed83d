public import ClockDomain

/// The progress of a countdown timer of the desired document on this node. On the disk, so that no restart loses it.
public struct TimerProgress: Hashable, Sendable {
    public enum Phase: Hashable, Sendable {
        /// - Parameters:
        ///   - ends: the end by this node's clocks.
        ///   - due: the end by the document, the same on all nodes; names the occurrence.
        case running(ends: DurableInstant, due: WallTime)
        case paused(remainingMilliseconds: Int)
        /// It ran out here, and stays so until the document has a newer revision of it.
        case over
    }

    /// The clock that decides its end.
    public enum Basis: String, Hashable, Sendable, Codable {
        /// Its end is an instant of this node's own clock, as it is in every room that knows the time.
        case ownClock = "own"
        /// The coordinator's clock, which differs from the node's, was measured once.
        case exchange
        /// The rest at the sending of the document, counted from its arrival. An exchange will give a better end.
        case arrival
    }

    public var id: TimerID
    /// The revision of the timer that this follows.
    public var revision: Int
    public var phase: Phase
    public var basis: Basis
    /// The instant at which the end was last found to be, or set to, that of this node's own clock; `nil` if it never was
    /// in this boot.
    public var comparedAt: BootTime?
    /// The last of its points, in seconds left, that was said or left out.
    public var said: Int?

    public init(
        id: TimerID, revision: Int, phase: Phase, basis: Basis = .exchange, comparedAt: BootTime? = nil,
        said: Int? = nil
    ) {
        self.id = id
        self.revision = revision
        self.phase = phase
        self.basis = basis
        self.comparedAt = comparedAt
        self.said = said
    }

    /// True while an exchange may still give a better end.
    var isProvisional: Bool {
        guard case .running = phase else { return false }
        return basis == .arrival
    }

    func counting(_ phase: Phase, by basis: Basis = .exchange, comparedAt: BootTime? = nil) -> TimerProgress {
        TimerProgress(id: id, revision: revision, phase: phase, basis: basis, comparedAt: comparedAt, said: said)
    }

    /// Keeps what an earlier progress of the timer has said, unless more than that is left again.
    mutating func keepSaid(by known: TimerProgress, at time: RingTime) {
        guard let last = known.said else { return }
        let left: Duration? =
            switch phase {
            case .running(let ends, _): ends.boot.map { $0 - time.boot }
            case .paused(let remaining): .milliseconds(remaining)
            case .over: nil
            }
        // The clocks of rooms differ a little, and an exchange corrects the end.
        if revision == known.revision || left ?? .zero <= .seconds(last + 1) { said = last }
    }

    /// Discards the boot clock's values after another boot.
    mutating func loseBootClock(last: BootTime?) {
        comparedAt = nil
        guard case .running(var ends, let due) = phase else { return }
        ends.loseBootClock(last: last)
        phase = .running(ends: ends, due: due)
    }
}

extension TimerProgress: Codable {
    enum CodingKeys: String, CodingKey {
        case id, revision, ends, due, basis
        case said = "said_s"
        case remaining = "remaining_ms"
        case comparedAt = "compared_boot_ns"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let phase: Phase
        if let ends = try container.decodeIfPresent(DurableInstant.self, forKey: .ends) {
            phase = .running(ends: ends, due: try container.decode(WallTime.self, forKey: .due))
        } else if container.contains(.remaining) {
            phase = .paused(
                remainingMilliseconds: try container.decode(
                    0...CountdownTimer.maximumSeconds * 1000, "ms", forKey: .remaining))
        } else {
            phase = .over
        }
        self.init(
            id: try container.decode(TimerID.self, forKey: .id),
            revision: try container.decodeRevision(forKey: .revision), phase: phase,
            basis: try container.decodeIfPresent(Basis.self, forKey: .basis) ?? .exchange,
            comparedAt: try container.decodeIfPresent(Int64.self, forKey: .comparedAt)
                .map(BootTime.init(nanoseconds:)),
            said: try container.decodeIfPresent(Int.self, forKey: .said))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(revision, forKey: .revision)
        try container.encode(basis, forKey: .basis)
        try container.encodeIfPresent(comparedAt?.nanoseconds, forKey: .comparedAt)
        try container.encodeIfPresent(said, forKey: .said)
        switch phase {
        case .running(let ends, let due):
            try container.encode(ends, forKey: .ends)
            try container.encode(due, forKey: .due)
        case .paused(let remaining): try container.encode(remaining, forKey: .remaining)
        case .over: break
        }
    }
}
