internal import ClockDomain
internal import ClockWire

/// Sounds that people order.
///
/// The speech engine speaks a text, or the converter converts an uploaded file. The coordinator publishes the result,
/// and sends each node the order and its instant. The time needs no sound: each node has its own voice. The outcome
/// comes back in the nodes' ledgers. So the store has, for each node of an order, a line that says `absent` until the
/// node's line comes, and the list of withdrawn orders.
struct SoundOrders: Sendable {
    /// A sound that the speech engine or the converter works on.
    private struct Job: Sendable {
        var origin: RequestOrigin
        var label: String
        var how: PlayOptions
        /// The source file; `nil` for speech.
        var upload: Digest?
        var since: BootTime
    }

    /// An order sent to nodes.
    private struct Order: Sendable {
        var id: String
        var label: String
        var target: WallTime
        /// `nil` for the time.
        var sound: Blob?
        /// Ascending.
        var nodes: [NodeID]
        var ready: Set<NodeID> = []
        var records: [NodeID: SoundRecord] = [:]
    }

    /// The nodes that shall play it.
    private struct Audience {
        var online: [NodeID]
        /// Named nodes that are offline.
        var offline: [NodeID]
        /// The longest time for which one of their outputs buffers a sound.
        var depth: Duration
    }

    /// The time from the order to the first frame: the way to the nodes, and the silence that wakes their outputs.
    private static let playDelay: Duration = .seconds(3)
    /// The longest spoken time.
    private static let timeLength: Duration = .milliseconds(5_500)
    /// Within this distance of the time on request, a quarter hour may speak the time in its place.
    private static let quarterReach: Duration = .seconds(80)
    /// The time that a withdrawal may take to reach a node.
    private static let withdrawalArrives: Duration = .minutes(1)
    /// The assumed bandwidth to all nodes.
    private static let bytesPerSecond = 512 << 10
    /// The most sounds in the making at a time.
    private static let maximumJobs = 8
    /// Longer than speech engine and converter may take.
    private static let jobPatience: Duration = .seconds(60)
    /// The most orders that it keeps, the newest.
    private static let maximumOrders = 64
    /// The most lines that wait for a failing store; beyond it the oldest are dropped.
    private static let maximumUnsaved = 1_024
    /// The most withdrawn orders that it keeps, the newest.
    private static let maximumWithdrawn = 256
    /// The time after its instant for which a withdrawn order is kept: a node's clock may be behind.
    private static let withdrawalLasts: Duration = .hours(24)
    /// 2026-01-01T00:00:00Z.
    private static let firstSecond = 1_767_225_600

    private var jobs: [Int: Job] = [:]
    private var jobCount = 0
    /// The newest last.
    private var orders: [Order] = []
    /// Withdrawn orders, the newest last: a node that was away may still keep one.
    private var withdrawn: [WithdrawnSound]
    /// True while the store lacks the newest list of those.
    private var isWithdrawnUnsaved = false
    /// Lines of new orders for the store, the newest last.
    private var unsaved: [SoundAbsence] = []
    /// The number of the last order's id.
    private var lastOrder = 0

    init(withdrawn: [WithdrawnSound]) { self.withdrawn = withdrawn }

    // MARK: Requests

    mutating func say(
        _ request: SayRequest, origin: RequestOrigin, _ view: SiteView, at now: Now, _ out: inout Outbox
    ) {
        let label = Label.fitted(request.text)
        guard
            let job = begin(request.how, label: label, upload: nil, origin: origin, view, at: now, &out)
        else { return }
        out.perform(.speak(job: job, text: request.text, voice: voice(of: request.how, view, at: now)))
    }

    mutating func play(
        _ request: PlayRequest, origin: RequestOrigin, _ view: SiteView, at now: Now, _ out: inout Outbox
    ) {
        guard
            let job = begin(
                request.how, label: request.label, upload: request.sound, origin: origin, view, at: now, &out)
        else { return }
        out.perform(.prepareUpload(job: job, request.sound, isAsIs: request.isAsIs))
    }

    mutating func announce(
        _ request: AnnounceRequest, origin: RequestOrigin, _ view: SiteView, at now: Now, _ out: inout Outbox
    ) {
        let how = PlayOptions(targets: request.nodes.isEmpty ? nil : RingTargets(nodes: request.nodes))
        do throws(RequestError) {
            let audience = try audience(of: how, label: "", view, at: now)
            let target = earliest(audience, at: now)
            let order = order(nil, label: "", target: target, volume: nil, audience, at: now, &out)
            out.reply(
                .success(
                    PlayResult(
                        id: order.id, sound: nil, milliseconds: Int(Self.timeTaken(at: target).milliseconds),
                        target: target, nodes: audience.online, offline: audience.offline)), to: origin)
        } catch {
            out.fail(origin, error)
        }
    }

    /// The time from the target until the last node has spoken the time.
    private static func timeTaken(at target: WallTime) -> Duration {
        let next = QuarterHour.atOrAfter(target)
        let isNear = next - target <= quarterReach || target - (next - QuarterHour.length) <= quarterReach
        return timeLength + (isNear ? quarterReach + quarterReach : .zero)
    }

    /// The one voice of all rooms that will play it; `nil` when they have several: the sound is the same for all.
    func voice(of how: PlayOptions, _ view: SiteView, at now: Now) -> SpeechVoice? {
        // `begin` reports this error to a client; here it only means that there is no such voice.
        guard let online = try? online(of: how, view) else { return nil }
        let voices = Set(online.online.compactMap { view.nodes[$0]?.definition.speechVoice })
        return voices.count == 1 ? voices.first : nil
    }

    /// Begins the work on a sound, or answers with a reason.
    private mutating func begin(
        _ how: PlayOptions, label: String, upload: Digest?, origin: RequestOrigin, _ view: SiteView, at now: Now,
        _ out: inout Outbox
    ) -> Int? {
        if let at = how.at {
            guard at > now.wall else {
                out.fail(origin, .invalid, "\(at) is past: it is \(now.wall.truncatedToMilliseconds) here")
                return nil
            }
            guard at - now.wall <= PlayOptions.furthest else {
                out.fail(origin, .invalid, "\(at) is more than \(PlayOptions.furthest.inWords) ahead: use an alarm")
                return nil
            }
        }
        do throws(RequestError) {
            _ = try audience(of: how, label: label, view, at: now)
        } catch {
            out.fail(origin, error)
            return nil
        }
        guard jobs.count < Self.maximumJobs else {
            out.fail(origin, .unavailable, "\(jobs.count) sounds are being made ready: ask again in a moment")
            return nil
        }
        jobCount += 1
        jobs[jobCount] = Job(origin: origin, label: label, how: how, upload: upload, since: now.boot)
        arm(&out)
        return jobCount
    }

    /// Finds the nodes that shall sound. Without any audience, the named nodes get their lines all the same.
    ///
    /// - Throws: the reason for which nobody can hear it.
    private mutating func audience(
        of how: PlayOptions, label: String, _ view: SiteView, at now: Now
    ) throws(RequestError) -> Audience {
        let (online, offline) = try online(of: how, view)
        guard !online.isEmpty else {
            let who = offline.isEmpty ? "no node is known" : "not online: \(offline.inWords)"
            if how.targets != nil {
                record(nextID(at: now.wall), label, how.at ?? now.wall.truncatedToMilliseconds, nil, offline: offline)
            }
            throw RequestError(.unavailable, "nobody can hear it: \(who)")
        }
        let full = online.filter { waiting(on: $0, view.nodes, at: now) >= SoundOrder.maximumPerNode }
        guard full.isEmpty else {
            throw RequestError(
                .unavailable,
                "\(SoundOrder.maximumPerNode) sounds wait to be played on \(full.inWords), as many as a node keeps: "
                    + "take one back with clockctl cancel, or wait until one is over; clockctl next shows them")
        }
        let depth = online.compactMap { view.nodes[$0]?.reported?.audio.depthMilliseconds }.max() ?? 0
        return Audience(
            online: online, offline: how.targets == nil ? [] : offline,
            depth: .milliseconds(min(depth, AudioReport.mostOrderedMilliseconds)))
    }

    /// Sorts the requested nodes into online and offline ones.
    ///
    /// - Throws: an error that names an unknown node or group.
    private func online(
        of how: PlayOptions, _ view: SiteView
    ) throws(RequestError) -> (online: [NodeID], offline: [NodeID]) {
        var asked = view.nodes.ids
        if let targets = how.targets {
            if let refusal = view.nodes.refusal(ofUnknown: targets.nodes) { throw refusal }
            if let group = targets.groups.first(where: { view.definitions.committed.groups[$0] == nil }) {
                throw RequestError(.unknownObject, "no group is called \(group)")
            }
            asked = view.definitions.committed.nodes(of: targets).filter { view.nodes[$0] != nil }.sorted()
        }
        let online = view.nodes.online(of: asked)
        return (online, asked.filter { !online.contains($0) })
    }

    /// Counts the sounds that a node keeps for later, and those on their way to it.
    private func waiting(on node: NodeID, _ nodes: Nodes, at now: Now) -> Int {
        let kept = nodes[node]?.reported?.plays.filter { $0.target > now.wall }.map(\.id) ?? []
        let underWay = orders.filter { order in
            order.target > now.wall && order.nodes.contains(node) && order.records[node] == nil
                && !isWithdrawn(order.id)
        }
        return Set(kept + underWay.map(\.id)).count
    }

    // MARK: Ready sounds

    /// Returns the source file of a job; `nil` for speech, and for a finished job.
    func upload(ofJob number: Int) -> Digest? { jobs[number]?.upload }

    mutating func ready(
        _ number: Int, _ sound: Blob, milliseconds: Int, _ publications: inout ContentPublications,
        _ view: SiteView, at now: Now, _ out: inout Outbox
    ) {
        guard let job = jobs.removeValue(forKey: number) else { return }
        do throws(RequestError) {
            let audience = try audience(of: job.how, label: job.label, view, at: now)
            let order = try order(sound, job, audience, &publications, at: now, &out)
            let result = PlayResult(
                id: order.id, sound: sound.id, milliseconds: milliseconds, target: order.target,
                nodes: audience.online, offline: audience.offline)
            out.reply(.success(result), to: job.origin)
        } catch {
            out.fail(job.origin, error)
        }
        arm(&out)
    }

    /// Publishes a sound for the nodes that lack it, and sends them the order.
    private mutating func order(
        _ sound: Blob, _ job: Job, _ audience: Audience, _ publications: inout ContentPublications,
        at now: Now, _ out: inout Outbox
    ) throws(RequestError) -> Order {
        let isThere = publications.nodesWithout(sound.id, among: audience.online).isEmpty
        let way: Duration = isThere ? .zero : .milliseconds(sound.bytes * 1_000 / Self.bytesPerSecond)
        let earliest = earliest(audience, after: way, at: now)
        let target = job.how.at ?? earliest
        guard target >= earliest else {
            throw RequestError(
                .unavailable,
                "\(target) is too soon: the nodes can have the sound at \(earliest); name a later time, or none")
        }
        guard isThere || publications.publish(sound, at: now, &out) else {
            throw RequestError(.unavailable, "the broker holds as many sounds as it may: ask again in some minutes")
        }
        return self.order(sound, label: job.label, target: target, volume: job.how.volume, audience, at: now, &out)
    }

    /// Returns the first instant at which the whole audience can begin, if the sound takes `way` to arrive.
    private func earliest(_ audience: Audience, after way: Duration = .zero, at now: Now) -> WallTime {
        (now.wall + Self.playDelay + audience.depth + way).truncatedToMilliseconds
    }

    /// Sends the order to the nodes, and gives each a line until its own comes.
    private mutating func order(
        _ sound: Blob?, label: String, target: WallTime, volume: Volume?, _ audience: Audience, at now: Now,
        _ out: inout Outbox
    ) -> Order {
        let order = Order(id: nextID(at: now.wall), label: label, target: target, sound: sound, nodes: audience.online)
        let action: Command.Action =
            if let sound {
                .play(SoundOrder(sound: sound, target: target, volume: volume, label: label))
            } else {
                .announce(target: target)
            }
        let command = Command(id: order.id, action: action, notAfter: target + CoordinatorSettings.grace)
        let expiry = min(now.expirySeconds(until: command.notAfter), ContentPublications.soundExpirySeconds)
        for node in audience.online { out.perform(.publish(.command(node, command, expirySeconds: expiry))) }
        orders.append(order)
        orders.removeFirst(max(0, orders.count - Self.maximumOrders))
        record(order.id, label, target, sound?.id, online: audience.online, offline: audience.offline)
        return order
    }

    /// Keeps the lines of a new order for the next commit.
    private mutating func record(
        _ id: String, _ label: String, _ target: WallTime, _ sound: Digest?, online: [NodeID] = [], offline: [NodeID]
    ) {
        for (nodes, reason) in [(online, SoundReason.unreported), (offline, .offline)] {
            unsaved += nodes.map { node in
                SoundAbsence(
                    node: node,
                    record: SoundRecord(
                        order: id, sound: sound, label: label, target: target, outcome: .absent, reason: reason))
            }
        }
        unsaved.removeFirst(max(0, unsaved.count - Self.maximumUnsaved))
    }

    /// Returns an id that people can type: the seconds since 2026 in base 36. No other run of this site has given it
    /// unless the clock was set back; nor has this one, which continues from its last.
    private mutating func nextID(at now: WallTime) -> String {
        lastOrder = max(lastOrder + 1, Int(now.seconds) - Self.firstSecond)
        return "p" + String(lastOrder, radix: 36)
    }

    mutating func refused(_ number: Int, _ error: RequestError, _ out: inout Outbox) {
        guard let job = jobs.removeValue(forKey: number) else { return }
        out.fail(job.origin, error)
        arm(&out)
    }

    // MARK: Messages of nodes

    /// Returns the sound, if the node has an order to play it.
    func sound(_ id: Digest, orderedFrom node: NodeID) -> Blob? {
        orders.last { $0.sound?.id == id && $0.nodes.contains(node) }?.sound
    }

    mutating func record(_ node: NodeID, has sound: Digest) {
        for index in orders.indices where orders[index].sound?.id == sound && orders[index].nodes.contains(node) {
            orders[index].ready.insert(node)
        }
    }

    /// Records that the store has a node's record.
    mutating func commit(_ record: SoundRecord, of node: NodeID, _ out: inout Outbox) {
        if let index = index(of: record.order) { orders[index].records[node] = record }
        switch record.outcome {
        case .played, .withdrawn, .absent: return
        case .missed, .failed: break
        }
        let reason = record.reason.map { " (\($0.rawValue))" } ?? ""
        let detail = record.detail.map { ": \($0)" } ?? ""
        let time = record.label.isEmpty ? "say the time" : "sound \"\(record.label)\""
        out.perform(
            .logLimited(
                .warning,
                "node \(node) did not \(record.sound.map { "play \($0.short)" } ?? time) at "
                    + "\(record.target)\(reason)\(detail)",
                about: "sounds of \(node)"))
    }

    func outcome(_ request: OutcomeRequest, origin: RequestOrigin, _ nodes: Nodes, at now: Now, _ out: inout Outbox) {
        guard let index = index(of: request.id) else {
            return out.fail(
                origin, .unknownObject,
                "the coordinator remembers no order \(request.id.line(maximumBytes: 80)): see clockctl history")
        }
        let order = orders[index]
        let outcomes = order.nodes.map { node in
            SoundOutcomes.NodeOutcome(
                node: node, isReady: order.ready.contains(node), isOnline: nodes[node]?.availability == .online,
                record: order.records[node])
        }
        out.reply(
            .success(
                SoundOutcomes(
                    id: order.id, target: order.target, now: now.wall.truncatedToMilliseconds, nodes: outcomes)),
            to: origin)
    }

    private func index(of order: String) -> Int? { orders.lastIndex { $0.id == order } }

    // MARK: Withdrawals

    /// Withdraws an order, at once from the nodes that are online.
    ///
    /// - Returns: the answer for the time when the withdrawal is committed.
    /// - Throws: the reason for a refusal.
    mutating func cancel(
        _ request: CancelRequest, _ nodes: Nodes, at now: Now, _ out: inout Outbox
    ) throws(RequestError) -> CancelResult {
        func sound(keptBy node: NodeID) -> PendingSound? { nodes[node]?.reported?.plays.first { $0.id == request.id } }
        let ids = nodes.ids
        let order = index(of: request.id).map { orders[$0] }
        let kept = ids.lazy.compactMap(sound(keptBy:)).first
        guard let target = order?.target ?? kept?.target, let label = order?.label ?? kept?.label else {
            throw RequestError(
                .unknownObject,
                "no sound \(request.id.line(maximumBytes: 80)) waits to be played; clockctl next shows those that wait")
        }
        let concerned = ids.filter { id in
            order.map { $0.nodes.contains(id) && $0.records[id] == nil } == true || sound(keptBy: id) != nil
        }
        guard !concerned.isEmpty else {
            throw RequestError(.unknownObject, "sound \(request.id) is over; clockctl history says what became of it")
        }
        withdrawn.removeAll { $0.order == request.id || now.wall - $0.target > Self.withdrawalLasts }
        withdrawn.append(WithdrawnSound(order: request.id, target: target))
        withdrawn.removeFirst(max(0, withdrawn.count - Self.maximumWithdrawn))
        let online = nodes.online(of: concerned)
        for node in online { withdraw(request.id, from: node, at: now, &out) }
        return CancelResult(
            id: request.id, label: label, target: target, nodes: online,
            offline: concerned.filter { !online.contains($0) })
    }

    /// The operation that stores the withdrawn orders.
    var saveWithdrawn: StoreOperation { .saveWithdrawn(withdrawn) }

    /// Marks the withdrawn orders as unsaved after the store refused them.
    mutating func loseWithdrawn() { isWithdrawnUnsaved = true }

    /// Keeps lines that the store refused for the next commit.
    mutating func lose(_ lines: [SoundAbsence]) { unsaved = lines + unsaved }

    /// Removes and returns the operations that no request waits for.
    mutating func takeNews() -> [StoreOperation] {
        defer { (isWithdrawnUnsaved, unsaved) = (false, []) }
        return (isWithdrawnUnsaved ? [saveWithdrawn] : []) + (unsaved.isEmpty ? [] : [.noteSounds(unsaved)])
    }

    private func isWithdrawn(_ order: String) -> Bool { withdrawn.contains { $0.order == order } }

    /// Withdraws an order from a node that was away at the time and reports that it still keeps it.
    func withdrawLate(_ plays: [PendingSound], of node: NodeID, at now: Now, _ out: inout Outbox) {
        for play in plays where isWithdrawn(play.id) { withdraw(play.id, from: node, at: now, &out) }
    }

    private func withdraw(_ order: String, from node: NodeID, at now: Now, _ out: inout Outbox) {
        out.command(.cancel(order: order), to: node, before: now.wall + Self.withdrawalArrives, at: now)
    }

    // MARK: Patience

    /// Fails the jobs that have taken too long.
    mutating func giveUp(at now: Now, _ out: inout Outbox) {
        let overdue = jobs.filter { now.boot - $0.value.since >= Self.jobPatience }.keys.sorted()
        for job in overdue.compactMap({ jobs.removeValue(forKey: $0) }) {
            out.fail(job.origin, .unavailable, "the sound was not ready within \(Self.jobPatience.inWords)")
        }
        arm(&out)
    }

    private func arm(_ out: inout Outbox) {
        guard let next = jobs.values.map({ $0.since + Self.jobPatience }).min() else { return out.cancelTimer(.sounds) }
        out.setTimer(.sounds, .boot(next))
    }
}
