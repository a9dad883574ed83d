// Sounds that people have played: a text is spoken by the speech engine, an uploaded file is converted, and either goes
// to the nodes in chunks that the broker keeps for ten minutes. Each node is then told what to play and when. What became
// of it comes back in the nodes' ledgers.

internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    /// From the order to the first frame: the way to the nodes, and the silence that wakes their outputs.
    private static let playDelay: Duration = .seconds(3)
    /// How long a node may take to hear that an order was taken back.
    private static let withdrawalLasts: Duration = .minutes(1)
    /// What is reckoned with on the way to all nodes.
    private static let bytesPerSecond = 512 << 10

    // MARK: Requests

    mutating func say(_ request: SayRequest, origin: RequestOrigin, at now: Now) {
        guard let job = begin(request.how, label: Label.fitted(request.text), upload: nil, origin: origin, at: now)
        else { return }
        perform(.speak(job: job, text: request.text))
    }

    mutating func play(_ request: PlayRequest, origin: RequestOrigin, at now: Now) {
        if let upload = carry.uploads[request.sound], !upload.missing.isEmpty {
            return fail(
                origin, .invalid, "\(upload.missing.count) of the file's \(upload.chunks) chunks were not uploaded")
        }
        guard let job = begin(request.how, label: request.label, upload: request.sound, origin: origin, at: now) else {
            return
        }
        perform(.prepareUpload(job: job, request.sound))
    }

    /// Begins the work on a sound, or says why not.
    private mutating func begin(
        _ how: PlayOptions, label: String, upload: SoundID?, origin: RequestOrigin, at now: Now
    ) -> Int? {
        if let at = how.at {
            guard at > now.wall else {
                fail(origin, .invalid, "\(at) is past: it is \(now.wall.truncatedToMilliseconds) here")
                return nil
            }
            guard at - now.wall <= PlayOptions.furthest else {
                fail(origin, .invalid, "\(at) is more than \(PlayOptions.furthest.inWords) ahead: use an alarm")
                return nil
            }
        }
        guard audience(of: how, origin: origin, at: now) != nil else { return nil }
        guard carry.jobs.count < CarryDesk.maximumJobs else {
            fail(origin, .unavailable, "\(carry.jobs.count) sounds are being made ready: ask again in a moment")
            return nil
        }
        defer { armCarry(at: now) }
        return carry.begin(
            CarryDesk.Job(origin: origin, label: label, how: how, upload: upload, since: now.boot))
    }

    /// Sounds that a node keeps to play them, and those on their way to it.
    private func playsWaiting(on node: NodeID, at now: Now) -> Int {
        let kept = nodes[node]?.reported?.plays.filter { $0.target > now.wall }.map(\.id) ?? []
        return Set(kept + carry.underWay(to: node, at: now.wall)).count
    }

    /// Who is to hear it; `nil` where nobody can, which is answered.
    private mutating func audience(
        of how: PlayOptions, origin: RequestOrigin, at now: Now
    ) -> (online: [NodeID], offline: [NodeID])? {
        var asked = nodeIDs
        if let targets = how.targets {
            if let refusal = RequestError.unknown(targets.nodes, among: nodes) {
                fail(origin, refusal.code, refusal.message)
                return nil
            }
            if let group = targets.groups.first(where: { book.committed.groups[$0] == nil }) {
                fail(origin, .unknownObject, "no group is called \(group)")
                return nil
            }
            asked = book.committed.nodes(of: targets).filter { nodes[$0] != nil }.sorted()
        }
        let online = asked.filter { nodes[$0]?.availability == .online }
        let offline = asked.filter { nodes[$0]?.availability != .online }
        guard !online.isEmpty else {
            let who = asked.isEmpty ? "no node is known" : "not online: \(asked.inWords)"
            fail(origin, .unavailable, "nobody can hear it: \(who)")
            return nil
        }
        let full = online.filter { playsWaiting(on: $0, at: now) >= SoundOrder.maximumPerNode }
        guard full.isEmpty else {
            fail(
                origin, .unavailable,
                "\(SoundOrder.maximumPerNode) sounds wait to be played on \(full.inWords), as many as a node keeps: "
                    + "take one back with clockctl cancel, or wait until one is over; clockctl next shows them")
            return nil
        }
        return (online, how.targets == nil ? [] : offline)
    }

    // MARK: A sound is ready

    mutating func soundReady(_ number: Int, _ sound: CarriedSound, milliseconds: Int, at now: Now) {
        guard let job = carry.jobs.removeValue(forKey: number) else { return }
        defer { armCarry(at: now) }
        if let upload = job.upload { carry.uploads[upload] = nil }
        guard let (online, offline) = audience(of: job.how, origin: job.origin, at: now) else { return }
        let lacking = carry.nodesWithout(sound.id, among: online)
        let way: Duration =
            lacking.isEmpty ? .zero : .milliseconds(sound.bytes * 1_000 / Self.bytesPerSecond)
        let earliest = (now.wall + Self.playDelay + way).truncatedToMilliseconds
        let target = job.how.at ?? earliest
        guard target >= earliest else {
            return fail(
                job.origin, .unavailable,
                "\(target) is too soon: the nodes can have the sound at \(earliest); name a later time, or none")
        }
        let isPublished = carry.isPublished(sound.id, within: CarryDesk.publicationLasts, at: now.boot)
        if !lacking.isEmpty, !isPublished {
            guard carry.publishedBytes(besides: sound.id, at: now.boot) + sound.bytes <= CarryDesk.maximumPublishedBytes
            else {
                return fail(
                    job.origin, .unavailable,
                    "the broker keeps as many sounds as it should: ask again in some minutes")
            }
            publish(Array(0..<sound.chunks), of: sound, at: now)
        }
        let id = carry.nextOrder(at: now.wall)
        let order = SoundOrder(sound: sound, target: target, volume: job.how.volume, label: job.label)
        let command = Command(id: id, action: .play(order), notAfter: target + CoordinatorSettings.grace)
        let expiry = min(expirySeconds(until: command.notAfter, at: now), CarryDesk.expirySeconds)
        for node in online { perform(.sendCommand(node, command, expirySeconds: expiry)) }
        carry.add(
            CarryDesk.Told(
                id: id, label: job.label, target: target, end: target + .milliseconds(milliseconds), sound: sound,
                nodes: online))
        perform(
            .reply(
                job.origin,
                .play(
                    PlayResult(
                        id: id, sound: sound.id, milliseconds: milliseconds, target: target, nodes: online,
                        offline: offline))))
    }

    mutating func soundRefused(_ number: Int, _ error: RequestError, at now: Now) {
        guard let job = carry.jobs.removeValue(forKey: number) else { return }
        if let upload = job.upload, carry.uploads.removeValue(forKey: upload) != nil { perform(.dropUpload(upload)) }
        perform(.reply(job.origin, .failed(error)))
        armCarry(at: now)
    }

    private mutating func publish(_ chunks: [Int], of sound: CarriedSound, at now: Now) {
        carry.notePublication(of: sound, at: now.boot)
        perform(.publishSound(sound, chunks: chunks, expirySeconds: CarryDesk.expirySeconds))
    }

    // MARK: What nodes say

    mutating func take(_ report: SoundReport, of node: NodeID, at now: Now) {
        guard let index = carry.index(ofOrder: report.order), carry.told[index].nodes.contains(node),
            carry.told[index].sound.id == report.sound
        else { return }
        let sound = carry.told[index].sound
        switch report.state {
        case .ready:
            carry.told[index].ready.insert(node)
            carry.note(node, has: sound.id)
        case .wanted(let chunks):
            carry.note(node, lacks: sound.id)
            let wanted = chunks.filter { (0..<sound.chunks).contains($0) }
            guard !wanted.isEmpty, !carry.isPublished(sound.id, within: CarryDesk.republishAfter, at: now.boot) else {
                return
            }
            perform(
                .logLimited(
                    .info, "node \(node) lacks \(wanted.count) of \(sound.chunks) chunks of \(sound.id.short)",
                    about: "chunks of \(node)"))
            publish(wanted, of: sound, at: now)
        }
    }

    /// The record is in the store.
    mutating func take(_ record: SoundRecord, of node: NodeID) {
        if let index = carry.index(ofOrder: record.order) { carry.told[index].records[node] = record }
        switch record.outcome {
        case .played, .withdrawn: return
        case .missed, .failed: break
        }
        let reason = record.reason.map { " (\($0.rawValue))" } ?? ""
        let detail = record.detail.map { ": \($0)" } ?? ""
        perform(
            .logLimited(
                .warning, "node \(node) did not play \(record.sound.short) at \(record.target)\(reason)\(detail)",
                about: "sounds of \(node)"))
    }

    mutating func outcome(_ request: OutcomeRequest, origin: RequestOrigin, at now: Now) {
        guard let index = carry.index(ofOrder: request.id) else {
            return fail(
                origin, .unknownObject,
                "no order \(request.id.line(maximumBytes: 80)) is remembered; the history has what became of it")
        }
        let order = carry.told[index]
        let outcomes = order.nodes.map { node in
            SoundOutcomes.NodeOutcome(
                node: node, isReady: order.ready.contains(node), isOnline: nodes[node]?.availability == .online,
                record: order.records[node])
        }
        perform(
            .reply(
                origin,
                .outcomes(
                    SoundOutcomes(
                        id: order.id, target: order.target, now: now.wall.truncatedToMilliseconds, nodes: outcomes))))
    }

    // MARK: Taking back

    mutating func cancel(_ request: CancelRequest, origin: RequestOrigin, at now: Now) {
        guard hasRoom(for: origin) else { return }
        let told = carry.index(ofOrder: request.id).map { carry.told[$0] }
        let kept = nodeIDs.compactMap { nodes[$0]?.reported?.plays.first { $0.id == request.id } }.first
        guard let target = told?.target ?? kept?.target, let label = told?.label ?? kept?.label else {
            return fail(
                origin, .unknownObject,
                "no sound \(request.id.line(maximumBytes: 80)) waits to be played; clockctl next shows those that do")
        }
        let concerned = nodeIDs.filter { id in
            told.map { $0.nodes.contains(id) && $0.records[id] == nil } == true || keeps(request.id, id)
        }
        guard !concerned.isEmpty else {
            return fail(
                origin, .unknownObject, "sound \(request.id) is over; clockctl history has what became of it")
        }
        carry.withdraw(WithdrawnSound(order: request.id, target: target), at: now.wall)
        store.add(.saveWithdrawn(carry.withdrawn))
        let online = concerned.filter { nodes[$0]?.availability == .online }
        for node in online { withdraw(request.id, from: node, at: now) }
        store.add(
            .cancel(
                CancelResult(
                    id: request.id, label: label, target: target, nodes: online,
                    offline: concerned.filter { !online.contains($0) })), to: origin)
    }

    /// A node that was away when an order was taken back is told when it says that it still keeps it.
    mutating func withdrawLate(_ report: Reported, of node: NodeID, at now: Now) {
        for play in report.plays where carry.isWithdrawn(play.id) { withdraw(play.id, from: node, at: now) }
    }

    private func keeps(_ order: String, _ node: NodeID) -> Bool {
        nodes[node]?.reported?.plays.contains { $0.id == order } == true
    }

    private mutating func withdraw(_ order: String, from node: NodeID, at now: Now) {
        command(.cancel(order: order), to: node, before: now.wall + Self.withdrawalLasts, at: now)
    }

    // MARK: Uploads

    mutating func upload(_ request: UploadRequest, origin: RequestOrigin, at now: Now) {
        if uploadOfPack(request, origin: origin, at: now) { return }
        guard let upload = carry.uploads[request.file] else {
            guard request.chunk == nil else {
                return fail(
                    origin, .unknownObject,
                    "nothing is known of this upload: ask which chunks are missing, then send them")
            }
            return perform(.findUpload(origin, request.file, bytes: request.bytes))
        }
        guard upload.bytes == request.bytes else {
            return fail(origin, .invalid, "the file has \(upload.bytes) bytes, not \(request.bytes)")
        }
        carry.uploads[request.file]?.lastMoved = now.boot
        guard let chunk = request.chunk, !upload.received.contains(chunk.index) else {
            return perform(.reply(origin, .upload(UploadResult(missing: upload.missing))))
        }
        perform(.keepUpload(origin, request.file, chunk))
    }

    mutating func uploadFound(_ file: SoundID, bytes: Int, isThere: Bool, origin: RequestOrigin, at now: Now) {
        guard !isThere else { return perform(.reply(origin, .upload(UploadResult(missing: [])))) }
        if carry.uploads[file] == nil {
            let total = carry.uploads.values.reduce(bytes) { $0 + $1.bytes }
            guard carry.uploads.count < CarryDesk.maximumUploads, total <= CarryDesk.maximumUploadedBytes else {
                return fail(origin, .unavailable, "too many uploads at once: ask again in some minutes")
            }
            carry.uploads[file] = CarryDesk.Upload(bytes: bytes, lastMoved: now.boot)
            armCarry(at: now)
        }
        perform(.reply(origin, .upload(UploadResult(missing: carry.uploads[file]?.missing ?? []))))
    }

    mutating func uploadKept(_ file: SoundID, chunk: Int, origin: RequestOrigin) {
        guard carry.uploads[file] != nil else {
            return fail(origin, .unavailable, "the upload took too long and was dropped: begin again")
        }
        carry.uploads[file]?.received.insert(chunk)
        perform(.reply(origin, .upload(UploadResult(missing: carry.uploads[file]?.missing ?? []))))
    }

    mutating func uploadFailed(_ file: SoundID, reason: String, origin: RequestOrigin) {
        if carry.uploads.removeValue(forKey: file) != nil { perform(.dropUpload(file)) }
        fail(origin, .storeFailed, reason)
    }

    // MARK: Patience

    mutating func tendCarry(at now: Now) {
        for job in carry.takeOverdueJobs(at: now.boot) {
            fail(job.origin, .unavailable, "the sound was not ready within \(CarryDesk.jobPatience.inWords)")
        }
        for file in carry.takeIdleUploads(at: now.boot) { perform(.dropUpload(file)) }
        armCarry(at: now)
    }

    private mutating func armCarry(at now: Now) {
        guard let next = carry.nextExpiry else { return cancelTimer(.carry) }
        setTimer(.carry, .boot(next))
    }
}
