/// The broker, of several, that a client uses, and the time at which it returns to an earlier one.
///
/// They have an order. A client uses the first that answers: it tries one after the other, waits when none did, and
/// starts over with the first. At a later one it now and then makes a look, an attempt to connect to an earlier one:
/// one at a time, and seldom while none answers. It returns when an earlier one has answered several looks in a row, and
/// the moment is welcome. A broker that it had to leave again soon after must answer more often the next time, so that
/// a broker that comes and goes does not drag its clients along.
///
/// Instants are CLOCK_BOOTTIME in nanoseconds.
public struct BrokerChoice: Sendable, Equatable {
    public struct Pace: Sendable, Equatable {
        /// From one look at an earlier broker to the next, in nanoseconds; the upper bound while none answers.
        public var interval: ClosedRange<Int64> = 5_000_000_000...30_000_000_000
        /// Answers in a row before a return.
        public var answers = 3
        /// The most answers that a broker that comes and goes needs.
        public var mostAnswers = 24
        /// A stay that was shorter than this was no return, in nanoseconds.
        public var shortStay: Int64 = 60_000_000_000
        /// After a stay of this the broker is trusted as at first, in nanoseconds.
        public var longStay: Int64 = 600_000_000_000

        public init() {}
    }

    public enum Next: Sendable, Equatable {
        /// The next broker is tried at once.
        case another
        /// After a wait the first one is.
        case wait
    }

    public let count: Int
    public let pace: Pace
    /// The broker that is tried or in use.
    public private(set) var current = 0
    /// The instant of the next look, or of the next one in a round of looks; `nil` while none is due.
    public private(set) var nextLook: Int64?
    private var connectedSince: Int64?
    /// True if the client made the connection by a return.
    private var hasReturned = false
    private var answersNeeded: Int
    private var interval: Int64
    /// The broker of the look that is due or under way.
    private var looked = 0
    /// True if a broker has answered in this round of looks.
    private var hasAnswered = false
    /// For each broker, the number of looks in a row that it has answered.
    private var streaks: [Int]
    /// The broker where the client stays, whatever answers elsewhere; `nil`: the first that answers.
    private var post: Int?

    public init(count: Int, pace: Pace = Pace()) {
        precondition(count > 0, "a client without a broker")
        self.count = count
        self.pace = pace
        answersNeeded = pace.answers
        interval = pace.interval.lowerBound
        streaks = Array(repeating: 0, count: count)
    }

    /// True when brokers follow the one that the client tries, or when it will try others after losing the connection.
    public var hasAnother: Bool {
        guard post == nil else { return false }
        return connectedSince == nil ? current + 1 < count : count > 1
    }

    /// From now on the client uses this broker alone.
    ///
    /// - Returns: true if it leaves another one, or an attempt there, for it.
    public mutating func stay(at place: Int) -> Bool {
        precondition((0..<count).contains(place), "broker \(place) of \(count)")
        post = place
        nextLook = nil
        guard current != place else { return false }
        current = place
        connectedSince = nil
        hasReturned = false
        return true
    }

    public mutating func accepted(at now: Int64) {
        connectedSince = now
        interval = pace.interval.lowerBound
        beginRound(at: now)
        streaks = Array(repeating: 0, count: count)
    }

    /// The attempt failed or the connection ended.
    public mutating func failed(at now: Int64) -> Next {
        nextLook = nil
        if post != nil {
            connectedSince = nil
            return .wait
        }
        guard let since = connectedSince else {
            hasReturned = false
            current = current + 1 < count ? current + 1 : 0
            return current > 0 ? .another : .wait
        }
        let stay = now - since
        if hasReturned, stay < pace.shortStay {
            answersNeeded = min(answersNeeded * 2, pace.mostAnswers)
        } else if stay >= pace.longStay {
            answersNeeded = pace.answers
        }
        connectedSince = nil
        hasReturned = false
        current = 0
        return .wait
    }

    /// Begins the look that is due.
    ///
    /// - Returns: the broker of the look.
    public mutating func look(at now: Int64) -> Int? {
        guard let due = nextLook, due <= now else { return nil }
        nextLook = nil
        return looked
    }

    /// A look has ended.
    ///
    /// - Parameter isWelcome: true at a moment at which the client may give up its connection for another.
    /// - Returns: true if the client must leave for an earlier broker, which is ``current`` then.
    public mutating func looked(isAnswered: Bool, at now: Int64, isWelcome: Bool) -> Bool {
        streaks[looked] = isAnswered ? min(streaks[looked] + 1, pace.mostAnswers) : 0
        hasAnswered = hasAnswered || isAnswered
        if streaks[looked] >= answersNeeded, isWelcome {
            current = looked
            connectedSince = nil
            hasReturned = true
            nextLook = nil
            return true
        }
        // An earlier one that answers is waited for.
        if !isAnswered, looked + 1 < current {
            looked += 1
            nextLook = now
        } else {
            interval = hasAnswered ? pace.interval.lowerBound : min(interval * 2, pace.interval.upperBound)
            beginRound(at: now)
        }
        return false
    }

    private mutating func beginRound(at now: Int64) {
        looked = 0
        hasAnswered = false
        nextLook = current > 0 && post == nil ? now + interval : nil
    }
}
