internal import ClockDomain
internal import ClockWire

/// The history in the store, and the changes that people made: reads pages of them, and deletes their old part.
struct History: Sendable {
    /// The most pages and counts that the store reads at a time.
    private static let maximumReads = 32
    private static let rowsPerPurge = 2_000
    /// A school changes some dozens a day; its timetables make the largest ones.
    private static let changeLimits = ChangeLimits(count: 10_000, bytes: 64 << 20)
    /// Each deletion looks for the oldest change to keep, which takes longer than saving one.
    private static let changesPerDeletion = 100

    private let retention: Duration
    /// The pages and counts that the store is reading.
    private var reads = 0

    /// - Parameter retention: the time for which the store keeps history.
    init(retention: Duration) { self.retention = retention }

    mutating func read(
        _ request: HistoryRequest, origin: RequestOrigin, _ nodes: Nodes, _ clock: ClockWatch, at now: Now,
        _ out: inout Outbox
    ) {
        guard (1...HistoryRequest.maximumLimit).contains(request.limit) else {
            return out.fail(
                origin, .invalid, "a page of \(request.limit) lines is not in 1...\(HistoryRequest.maximumLimit)")
        }
        if let refusal = nodes.refusal(ofUnknown: request.node.map { [$0] } ?? []) { return out.fail(origin, refusal) }
        read(.history(withoutAhead(request, nodes, clock, at: now)), for: origin, &out)
    }

    mutating func read(_ request: ChangesRequest, origin: RequestOrigin, _ out: inout Outbox) {
        guard (1...ChangesRequest.maximumLimit).contains(request.limit) else {
            return out.fail(
                origin, .invalid, "a page of \(request.limit) changes is not in 1...\(ChangesRequest.maximumLimit)")
        }
        read(.changes(request), for: origin, &out)
    }

    mutating func read(_ request: SLORequest, origin: RequestOrigin, _ nodes: Nodes, _ out: inout Outbox) {
        if let refusal = nodes.refusal(ofUnknown: request.node.map { [$0] } ?? []) { return out.fail(origin, refusal) }
        let levels = (request.node == nil ? nodes.count : 1) * (request.edges.count - 1)
        guard levels <= SLORequest.maximumLevels else {
            return out.fail(
                origin, .invalid,
                "\(nodes.count) nodes in \(request.edges.count - 1) spans of time do not fit into an answer: ask for less "
                    + "time, or for one node")
        }
        read(.serviceLevels(request), for: origin, &out)
    }

    private mutating func read(_ query: StoreQuery, for origin: RequestOrigin, _ out: inout Outbox) {
        guard reads < Self.maximumReads else {
            return out.fail(origin, .unavailable, "too many history requests at once: ask again in a moment")
        }
        reads += 1
        out.perform(.readStore(origin, query))
    }

    /// Leaves out lines far ahead, from a wrong clock: they would stand before all others for years. A request for that
    /// time still shows them.
    private func withoutAhead(
        _ request: HistoryRequest, _ nodes: Nodes, _ clock: ClockWatch, at now: Now
    ) -> HistoryRequest {
        let end = now.wall + LedgerWatch.ahead
        guard request.before == nil, request.since.map({ $0 < end }) ?? true, let node = nodes.ids.first,
            clock.isPlausible(at: now, nodes)
        else { return request }
        var request = request
        request.before = HistoryCursor(target: end, node: node, source: nil)
        return request
    }

    mutating func find(_ request: UndoRequest, origin: RequestOrigin, at now: Now, _ out: inout Outbox) {
        read(.undo(request, since: now.wall - .hours(24)), for: origin, &out)
    }

    /// Answers with the content of the store.
    ///
    /// - Returns: changes that the caller shall take back in place of an answer.
    mutating func finish(_ answer: CoordinatorAnswer, origin: RequestOrigin, _ out: inout Outbox) -> FoundChanges? {
        reads -= 1
        if let found = answer.value as? FoundChanges { return found }
        out.reply(answer, to: origin)
        return nil
    }

    /// Returns the operation that stores a change, and now and then deletes the oldest.
    static func save(_ event: ChangeEvent) -> StoreOperation {
        .saveChange(event, keeping: event.number.isMultiple(of: changesPerDeletion) ? changeLimits : nil)
    }

    /// Deletes a part of the old history, at start and once a day.
    ///
    /// - Returns: the operation that deletes it; `nil` if the clock is not plausible.
    func purge(_ nodes: Nodes, _ clock: ClockWatch, at now: Now, _ out: inout Outbox) -> StoreOperation? {
        out.setTimer(.purge, .boot(now.boot + .hours(24)))
        guard clock.isPlausible(at: now, nodes) else {
            out.log(
                .warning,
                "the coordinator keeps old history for now: this machine's clock shows \(now.wall); no node has been at work "
                    + "within a day of that, and no time service has vouched for the clock for a day")
            return nil
        }
        return purge(at: now)
    }

    /// - Returns: the operation that deletes more, if one purge was not enough. If the clock has leapt meanwhile, the
    ///   rest waits for the next day.
    func purged(_ summary: CommitSummary, _ nodes: Nodes, _ clock: ClockWatch, at now: Now) -> StoreOperation? {
        summary.purgeReachedLimit && clock.isPlausible(at: now, nodes) ? purge(at: now) : nil
    }

    private func purge(at now: Now) -> StoreOperation {
        // This clock may be some hours behind, and the clock at the receipt of a line months: that line is not a future
        // one, and goes with its age.
        .purge(before: now.wall - retention, ahead: now.wall + .hours(24), limit: Self.rowsPerPurge)
    }
}
