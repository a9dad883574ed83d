internal import ClockDomain
internal import ClockWire

/// The contents of a ``MemoryStore``.
struct MemoryContents: Sendable {
    /// Without objects and lines.
    private var state: StoredState
    private var objects: [SiteObjectID: SiteObject] = [:]
    private var scores: [ScoreKey: WordScore] = [:]
    private var ledgers: [NodeID: MemoryLedger] = [:]
    /// By number.
    private var changes = OrderedLines<Int, ChangeEvent>()
    /// No line that a purge by age may delete is older than this instant.
    private var oldest = WallTime(nanoseconds: .max)

    init(state: StoredState) { self.state = state }

    var loaded: StoredState {
        var state = state
        for index in state.nodes.indices {
            state.nodes[index].last = ledgers[state.nodes[index].definition.id]?.quarters.last?.record
        }
        state.objects = objects.values.sorted { $0.id.precedes($1.id) }
        state.scores = scores.values.sorted { $0.key < $1.key }
        let ringing = Set(state.objects.compactMap(\.onceRinging))
        let closed = state.ringsClosedThrough
        state.lines = ledgers.flatMap { node, ledger in
            ledger.rings.keys.filter { occurrence in
                ringing.contains(occurrence.source) || closed.map { occurrence.due > $0 } ?? false
            }.map { occurrence in
                RingLine(node: node, occurrence: occurrence, isOfNode: ledger.rings[occurrence]?.isOfNode == true)
            }
        }.sorted { ($0.node, $0.occurrence) < ($1.node, $1.occurrence) }
        return state
    }

    /// Returns the page's lines and at least one more, if there is one.
    func history(_ request: HistoryRequest) -> [HistoryLine] {
        let nodes = request.node.map { [$0] } ?? Array(ledgers.keys)
        var request = request
        if let start = start(of: request, nodes) { request.since = request.since.map { max($0, start) } ?? start }
        return nodes.flatMap {
            quarterLines(request, of: $0) + ringLines(request, of: $0) + soundLines(request, of: $0)
        }
    }

    /// Returns the page's changes and one more, if there is one; the newest first.
    func changes(_ request: ChangesRequest) -> [ChangeEvent] {
        var found: [ChangeEvent] = []
        changes.newest(through: request.before) { number, event in
            if number < request.before ?? .max, event.at >= request.since ?? event.at,
                event.at <= request.until ?? event.at
            {
                found.append(event)
            }
            return found.count <= request.limit
        }
        return found
    }

    /// The latest instant after which there are a page's lines and one more; `nil` when there are not so many. It
    /// ignores lines due when the previous page ended, as that page may have them.
    private func start(of request: HistoryRequest, _ nodes: [NodeID]) -> WallTime? {
        func count<Key>(_ keys: [Key], since start: Int64, _ due: (Key) -> WallTime) -> Int {
            let end = request.before.map { before in keys.lowerBound { due($0) < before.target } } ?? keys.count
            return max(0, end - keys.lowerBound { due($0).nanoseconds < start })
        }
        // Looked up once, because they are counted some sixty times.
        let quarterKeys = nodes.compactMap { ledgers[$0]?.quarters.keys }
        let ringKeys = nodes.compactMap { ledgers[$0]?.rings.keys }
        func count(since start: Int64) -> Int {
            quarterKeys.reduce(0) { $0 + count($1, since: start) { $0 } }
                + ringKeys.reduce(0) { $0 + count($1, since: start, \.due) }
        }
        guard count(since: .min) > request.limit else { return nil }
        // `early` counts too many, `late` too few.
        var (early, late) = (Int64.min / 2, Int64.max / 2)
        while early + 1 < late {
            let middle = early + (late - early) / 2
            if count(since: middle) > request.limit { early = middle } else { late = middle }
        }
        return WallTime(nanoseconds: early)
    }

    private func quarterLines(_ request: HistoryRequest, of node: NodeID) -> [HistoryLine] {
        var found: [HistoryLine] = []
        ledgers[node]?.quarters.newest(through: request.before?.target) { target, line in
            guard request.since.map({ target >= $0 }) ?? true, found.count <= request.limit else { return false }
            let line = HistoryLine(node: node, event: .quarter(line.record))
            if request.before.map({ $0.precedes(line.cursor) }) ?? true { found.append(line) }
            return true
        }
        return found
    }

    private func ringLines(_ request: HistoryRequest, of node: NodeID) -> [HistoryLine] {
        var found: [HistoryLine] = []
        // No source follows this one.
        let last = RingSource.timer(TimerID(uncheckedNumber: .max, tag: nil))
        let end = request.before.map { Occurrence(source: last, due: $0.target) }
        ledgers[node]?.rings.newest(through: end) { occurrence, line in
            guard request.since.map({ occurrence.due >= $0 }) ?? true,
                // All lines of one instant, because the first of them is found last.
                found.count <= request.limit || found.last?.cursor.target == occurrence.due
            else { return false }
            let line = HistoryLine(node: node, event: .ring(line.record))
            if request.before.map({ $0.precedes(line.cursor) }) ?? true { found.append(line) }
            return true
        }
        return found
    }

    private func soundLines(_ request: HistoryRequest, of node: NodeID) -> [HistoryLine] {
        var found: [HistoryLine] = []
        let end = request.before.map { MemoryLedger.SoundKey(target: $0.target, order: "") }
        ledgers[node]?.sounds.newest(through: end) { key, line in
            guard request.since.map({ key.target >= $0 }) ?? true, found.count <= request.limit else { return false }
            let line = HistoryLine(node: node, event: .sound(line.record))
            if request.before.map({ $0.precedes(line.cursor) }) ?? true { found.append(line) }
            return true
        }
        return found
    }

    mutating func apply(_ operation: StoreOperation, _ summary: inout CommitSummary) {
        switch operation {
        case .beginGeneration(let generation): state.generation = generation
        case .saveDefinition(let definition):
            if let index = index(of: definition.id) {
                state.nodes[index].definition = definition
            } else {
                state.nodes.append(StoredNode(definition: definition))
                state.nodes.sort { $0.definition.id < $1.definition.id }
            }
        case .saveAvailability(let node, let availability, let since):
            guard let index = index(of: node) else { return }
            state.nodes[index].availability = availability
            state.nodes[index].availabilitySince = since
        case .saveZone(let node, let zone): if let index = index(of: node) { state.nodes[index].zone = zone }
        case .appendLedger(let node, let epoch, let entries, let received):
            append(entries, epoch: epoch, of: node, received: received)
        case .closeQuarters(let closing): close(closing)
        case .reopenQuarters(let after):
            state.closedThrough = state.closedThrough.map { min($0, after) }
            for node in ledgers.keys { ledgers[node]?.quarters.filter { $0 <= after || $1.isOfNode } }
        case .closeRings(let absences, let through): close(absences, through: through)
        case .noteSounds(let lines):
            for line in lines where index(of: line.node) != nil {
                oldest = min(oldest, line.record.target)
                ledgers[line.node, default: MemoryLedger()].insert(line.record)
            }
        case .reopenRings(let after):
            state.ringsClosedThrough = state.ringsClosedThrough.map { min($0, after) }
            for node in ledgers.keys { ledgers[node]?.rings.filter { $0.due <= after || $1.isOfNode } }
        case .saveObject(let object): objects[object.id] = object
        case .removeObject(let id): objects[id] = nil
        case .saveNumbers(let numbers): state.numbers = numbers
        case .saveChange(let event, let limit):
            oldest = min(oldest, event.at)
            changes[event.number] = event
            if let limit { trimChanges(to: limit) }
        case .saveScore(let score): scores[score.key] = score
        case .saveWithdrawn(let sounds): state.withdrawn = sounds
        case .saveNotices(let notices): state.notices = notices
        case .forget(let node):
            state.nodes.removeAll { $0.definition.id == node }
            ledgers[node] = nil
        case .purge(let before, let ahead, let limit):
            if purge(before: before, ahead: ahead, limit: limit) { summary.purgeReachedLimit = true }
        case .probe: break
        }
    }

    private func index(of node: NodeID) -> Int? { state.nodes.firstIndex { $0.definition.id == node } }

    private mutating func append(_ entries: [LedgerEntry], epoch: String, of node: NodeID, received at: WallTime) {
        guard let index = index(of: node), let last = entries.last else { return }
        oldest = min(oldest, at)
        for entry in entries {
            switch entry.event {
            case .quarter(let record): oldest = min(oldest, record.target)
            case .ring(let record): oldest = min(oldest, record.occurrence.due)
            case .sound(let record): oldest = min(oldest, record.target)
            case .unknown: break
            }
            ledgers[node, default: MemoryLedger()].insert(entry, epoch: epoch, received: at)
        }
        state.nodes[index].advance(epoch, through: last)
    }

    private mutating func trimChanges(to limits: ChangeLimits) {
        var (count, bytes) = (0, 0)
        let kept = changes.keys.reversed().prefix { number in
            count += 1
            bytes += changes[number].map { WireCodec.encode($0).count } ?? 0
            return count <= limits.count && bytes <= limits.bytes
        }
        guard let oldest = kept.last else { return changes = OrderedLines() }
        changes.filter { number, _ in number >= oldest }
    }

    private mutating func close(_ closing: QuarterClosing) {
        oldest = min(oldest, closing.after)
        for absence in closing.absences { ledgers[absence.node, default: MemoryLedger()].close(closing, absence) }
        state.closedThrough = closing.through
    }

    private mutating func close(_ absences: [RingAbsence], through: WallTime?) {
        for absence in absences where index(of: absence.node) != nil {
            oldest = min(oldest, absence.record.occurrence.due)
            ledgers[absence.node, default: MemoryLedger()].close(absence.record)
        }
        if let through { state.ringsClosedThrough = through }
    }

    private mutating func purge(before: WallTime, ahead: WallTime, limit: Int) -> Bool {
        guard oldest < before else { return false }
        func isGone(_ received: WallTime?) -> Bool { received.map { $0 < before } ?? false }
        let oldQuarters = ledgers.flatMap { node, ledger in
            let isAhead = ledger.quarters.keys.reversed().prefix { $0 > ahead }
                .filter { isGone(ledger.quarters[$0]?.received) }
            return (ledger.quarters.keys.prefix { $0 < before } + isAhead).map { (target: $0, node: node) }
        }.sorted { ($0.target, $0.node) < ($1.target, $1.node) }.prefix(limit)
        for (node, gone) in Dictionary(grouping: oldQuarters, by: \.node).mapValues({ Set($0.map(\.target)) }) {
            ledgers[node]?.quarters.filter { key, _ in !gone.contains(key) }
        }
        let oldRings = ledgers.flatMap { node, ledger in
            let isAhead = ledger.rings.keys.reversed().prefix { $0.due > ahead }
                .filter { isGone(ledger.rings[$0]?.received) }
            return (ledger.rings.keys.prefix { $0.due < before } + isAhead).map { (occurrence: $0, node: node) }
        }.sorted { ($0.occurrence, $0.node) < ($1.occurrence, $1.node) }.prefix(limit)
        for (node, gone) in Dictionary(grouping: oldRings, by: \.node).mapValues({ Set($0.map(\.occurrence)) }) {
            ledgers[node]?.rings.filter { key, _ in !gone.contains(key) }
        }
        let oldSounds = ledgers.flatMap { node, ledger in
            let isAhead = ledger.sounds.keys.reversed().prefix { $0.target > ahead }
                .filter { isGone(ledger.sounds[$0]?.received) }
            return (ledger.sounds.keys.prefix { $0.target < before } + isAhead).map { (key: $0, node: node) }
        }.sorted { ($0.key, $0.node) < ($1.key, $1.node) }.prefix(limit)
        for (node, gone) in Dictionary(grouping: oldSounds, by: \.node).mapValues({ $0.map(\.key) }) {
            ledgers[node]?.sounds.filter { key, _ in !gone.contains(key) }
        }
        let oldEntries = ledgers.flatMap { node, ledger in
            ledger.received.flatMap { epoch, times in
                times.keys.filter { times[$0].map { $0 < before } ?? false }
                    .map { (node: node, epoch: epoch, sequence: $0) }
            }
        }.sorted { ($0.node, $0.epoch, $0.sequence) < ($1.node, $1.epoch, $1.sequence) }.prefix(limit)
        for (node, gone) in Dictionary(grouping: oldEntries, by: \.node) {
            for (epoch, entries) in Dictionary(grouping: gone, by: \.epoch) {
                ledgers[node]?.forget(Set(entries.map(\.sequence)), of: epoch)
            }
        }
        let oldChanges = Set(changes.keys.filter { changes[$0].map { $0.at < before } ?? false }.prefix(limit))
        changes.filter { number, _ in !oldChanges.contains(number) }
        let kept = ledgers.values.compactMap(\.oldest) + changes.keys.compactMap { changes[$0]?.at }
        oldest = kept.min() ?? WallTime(nanoseconds: .max)
        return [oldQuarters.count, oldRings.count, oldSounds.count, oldEntries.count, oldChanges.count]
            .contains { $0 >= limit }
    }
}

extension SiteObjectID {
    /// The order is alarms, timers, stopwatches, groups, calendars, timetables; each by id.
    fileprivate func precedes(_ other: SiteObjectID) -> Bool {
        switch (self, other) {
        case (.alarm(let a), .alarm(let b)): a < b
        case (.timer(let a), .timer(let b)): a < b
        case (.stopwatch(let a), .stopwatch(let b)): a < b
        case (.group(let a), .group(let b)): a < b
        case (.calendar(let a), .calendar(let b)): a < b
        case (.timetable(let a), .timetable(let b)): a < b
        default: rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .alarm: 0
        case .timer: 1
        case .stopwatch: 2
        case .group: 3
        case .calendar: 4
        case .timetable: 5
        }
    }
}
