internal import ClockDomain
internal import ClockWire

/// Publishes the newest state of this coordinator's store, which the broker keeps, and compares the kept one with the
/// store at the start.
///
/// Groups, calendars and history are in no node's document. So no node contradicts a store that was turned back to an
/// older copy and lacks only those; the broker's message does.
struct PresenceRecord: Sendable {
    private let store: String
    /// The generation that the store had before this start.
    private let former: StoreGeneration
    private let current: StoreGeneration
    private let started: WallTime
    /// The store's newest change event, and its last closed quarter hour, at the start.
    private let stored: (changes: Int, through: WallTime?)
    /// The last quarter hour of which the store has every line.
    private var through: WallTime?
    private var published: CoordinatorPresence?
    private var connections = 0
    /// The presence that the broker kept at the start.
    private var first: CoordinatorPresence?
    /// The start of another coordinator that gets an answer.
    private var answers: WallTime?
    /// The later state of the store; `nil` if this store is the newest known.
    private(set) var later: LaterStore?

    /// - Parameters:
    ///   - stored: the store's contents at the start.
    ///   - current: the generation that this start began.
    ///   - started: its start as in its wakes.
    init(_ stored: StoredState, current: StoreGeneration, started: WallTime) {
        store = stored.storeID
        former = stored.generation
        self.current = current
        self.started = started
        self.stored = (stored.numbers.lastChange, stored.closedThrough)
        through = stored.closedThrough
    }

    /// Records that the store has the lines of a span of quarter hours.
    mutating func commit(closedThrough instant: WallTime) { through = instant }

    /// Records that the store has deleted its lines after this quarter hour.
    mutating func reopen(after instant: WallTime) { through = through.map { min($0, instant) } }

    /// Has the state published again on a new connection.
    mutating func connect() {
        published = nil
        connections += 1
    }

    /// Has the other coordinator that started at this instant answered.
    mutating func answer(_ start: WallTime) { answers = start }

    /// Publishes the state if it differs from the last published one.
    ///
    /// - Parameter changes: the number of the store's newest change event.
    mutating func publish(changes: Int, at now: Now, _ out: inout Outbox) {
        if let published, answers == nil, published.changes == changes, published.through == through { return }
        let presence = CoordinatorPresence(
            store: store, generation: current, started: started, sent: now.wall.truncatedToMilliseconds,
            changes: changes, through: through, answers: answers)
        published = presence
        answers = nil
        out.perform(.publish(.presence(presence)))
    }

    /// True for the presence of this very run.
    func isOwn(_ presence: CoordinatorPresence) -> Bool {
        presence.store == store && presence.generation == current && presence.started == started
    }

    /// True for the presence of a coordinator that works now. At the start the broker has one that it kept, and perhaps
    /// a queued one of the run before this one. Later it keeps another's only if that published after this one did;
    /// unless the broker has come back with an older memory.
    func isLive(_ presence: CoordinatorPresence, isRetained: Bool) -> Bool {
        if presence.answers == started { return true }
        guard connections > 1 else { return !isRetained && !(presence.store == store && presence.generation == former) }
        guard isRetained, let first else { return true }
        return presence.store != first.store || presence.started != first.started || presence.sent > first.sent
    }

    /// Compares a kept presence with the store.
    ///
    /// - Parameter place: the place of the store.
    mutating func compare(_ presence: CoordinatorPresence, place: String, at now: Now, _ out: inout Outbox) {
        if first == nil { first = presence }
        guard presence.store == store, later == nil else { return }
        let isOtherGeneration =
            presence.generation != former && presence.generation != current
            && presence.generation.number >= former.number
        let changes = max(0, presence.changes - stored.changes)
        // A clock that was ahead closed quarter hours that are yet to come; the coordinator opens them again.
        let through = presence.through.flatMap { last in
            last <= now.wall && stored.through.map { last > $0 } ?? true ? last : nil
        }
        guard isOtherGeneration || (presence.generation == former && (changes > 0 || through != nil)) else { return }
        let found = LaterStore(
            generation: presence.generation, changes: changes, through: through, until: presence.sent)
        later = found
        out.log(
            .error,
            "\(Phrase.storeTurnedBack(found, own: store, place: place).text): \(Phrase.findLaterStore.text)")
    }

    /// - Parameter place: the place of the store.
    func checks(place: String) -> [DoctorCheck] {
        later.map {
            [
                DoctorCheck(
                    .foreignStore(store), .failed, .storeTurnedBack($0, own: store, place: place), fix: .findLaterStore)
            ]
        } ?? []
    }
}
