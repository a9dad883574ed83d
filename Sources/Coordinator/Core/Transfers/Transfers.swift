internal import ClockDomain
internal import ClockWire

/// Moves files from clients, and in chunks to nodes: one machine for uploads and one for publications. Both serve
/// sounds that people play and voice packs for nodes.
struct Transfers: Sendable {
    private(set) var sounds: SoundOrders
    private(set) var packs = Packs()
    private var spoken = SpokenTexts()
    private var uploads = Uploads()
    private var publications = ContentPublications()

    /// - Parameter withdrawn: withdrawn sounds, the newest last.
    init(withdrawn: [WithdrawnSound]) { sounds = SoundOrders(withdrawn: withdrawn) }

    // MARK: Uploads

    /// Accepts a chunk of a file from a client, or answers with the missing ones.
    mutating func upload(_ request: UploadRequest, origin: RequestOrigin, at now: Now, _ out: inout Outbox) {
        let lacked = packs.touch(ofUpload: request.file, at: now)
        if let lacked, lacked.bytes != request.bytes {
            return out.fail(
                origin, .invalid, "the file has \(lacked.bytes) bytes by the pack's list, not \(request.bytes)")
        }
        uploads.receive(request, isOfPack: lacked != nil, origin: origin, at: now, &out)
    }

    mutating func uploadFound(
        _ file: Digest, bytes: Int, isThere: Bool, origin: RequestOrigin, at now: Now, _ out: inout Outbox
    ) { uploads.found(file, bytes: bytes, isThere: isThere, origin: origin, at: now, &out) }

    mutating func uploadKept(_ file: Digest, chunk: Int, isWhole: Bool, origin: RequestOrigin, _ out: inout Outbox) {
        if uploads.kept(chunk, of: file, isWhole: isWhole, origin: origin, &out) { packs.kept(file) }
    }

    mutating func uploadRefused(_ file: Digest, _ error: RequestError, origin: RequestOrigin, _ out: inout Outbox) {
        uploads.drop(file, &out)
        out.fail(origin, error)
    }

    mutating func dropIdleUploads(at now: Now, _ out: inout Outbox) { uploads.dropIdle(at: now, &out) }

    // MARK: Sounds

    mutating func say(
        _ request: SayRequest, origin: RequestOrigin, _ view: SiteView, at now: Now, _ out: inout Outbox
    ) { sounds.say(request, origin: origin, view, at: now, &out) }

    /// The one voice of all rooms that are online; `nil` where they have several.
    func voice(_ view: SiteView, at now: Now) -> SpeechVoice? { sounds.voice(of: PlayOptions(), view, at: now) }

    mutating func play(
        _ request: PlayRequest, origin: RequestOrigin, _ view: SiteView, at now: Now, _ out: inout Outbox
    ) {
        if let refusal = uploads.refusal(of: request.sound) { return out.fail(origin, refusal) }
        sounds.play(request, origin: origin, view, at: now, &out)
    }

    mutating func announce(
        _ request: AnnounceRequest, origin: RequestOrigin, _ view: SiteView, at now: Now, _ out: inout Outbox
    ) { sounds.announce(request, origin: origin, view, at: now, &out) }

    mutating func ready(
        _ job: Int, _ sound: Blob, milliseconds: Int, _ view: SiteView, at now: Now, _ out: inout Outbox
    ) {
        if let file = sounds.upload(ofJob: job) { uploads.finish(file) }
        sounds.ready(job, sound, milliseconds: milliseconds, &publications, view, at: now, &out)
    }

    mutating func refused(_ job: Int, _ error: RequestError, _ out: inout Outbox) {
        if let file = sounds.upload(ofJob: job) { uploads.drop(file, &out) }
        sounds.refused(job, error, &out)
    }

    mutating func giveUpSounds(at now: Now, _ out: inout Outbox) { sounds.giveUp(at: now, &out) }

    mutating func cancel(
        _ request: CancelRequest, _ nodes: Nodes, at now: Now, _ out: inout Outbox
    ) throws(RequestError) -> CancelResult { try sounds.cancel(request, nodes, at: now, &out) }

    /// Records that the store has a node's record.
    mutating func commit(_ record: SoundRecord, of node: NodeID, _ out: inout Outbox) {
        sounds.commit(record, of: node, &out)
    }

    /// As ``SoundOrders/loseWithdrawn()``.
    mutating func loseWithdrawn() { sounds.loseWithdrawn() }

    /// As ``SoundOrders/lose(_:)``.
    mutating func lose(_ lines: [SoundAbsence]) { sounds.lose(lines) }

    /// As ``SoundOrders/takeNews()``.
    mutating func takeNews() -> [StoreOperation] { sounds.takeNews() }

    // MARK: Packs

    mutating func declare(_ list: PackList, origin: RequestOrigin, _ nodes: Nodes, at now: Now, _ out: inout Outbox) {
        packs.declare(list, origin: origin, nodes, at: now, &out)
    }

    mutating func found(
        _ pack: PackReference, missing: [Blob], origin: RequestOrigin, at now: Now, _ out: inout Outbox
    ) { packs.found(pack, missing: missing, origin: origin, at: now, &out) }

    mutating func packRefused(_ pack: Digest, _ error: RequestError, origin: RequestOrigin, _ out: inout Outbox) {
        packs.refused(pack, error, origin: origin, &out)
    }

    mutating func push(_ request: PushRequest, _ nodes: Nodes, at now: Now) throws(RequestError) -> Packs.Definition {
        try packs.push(request, nodes, at: now)
    }

    mutating func pushed(_ pack: Digest, _ nodes: Nodes, at now: Now, _ out: inout Outbox) {
        packs.pushed(pack, nodes, at: now, &out)
    }

    /// Removes files that no pack needs; files of drafts stay.
    mutating func tidyPacks(_ nodes: Nodes, at now: Now, _ out: inout Outbox) {
        packs.tidy(nodes, besides: spoken.packs, at: now, &out)
        uploads.dropFilesOfPacks(but: { packs.lacked($0) != nil }, &out)
    }

    /// As ``SpokenTexts/review(_:_:_:)``.
    mutating func reviewSpoken(
        _ nodes: some Sequence<NodeID>, _ view: SiteView, _ out: inout Outbox
    ) -> [SpokenTexts.Change] { spoken.review(nodes, view, &out) }

    /// Has the text of an emergency spoken for the rooms that it names; the caller must review them.
    mutating func receive(_ emergency: Emergency) { spoken.emergency = emergency }

    /// The site's last word on an emergency.
    var emergency: Emergency? { spoken.emergency }

    /// As ``SpokenTexts/retry(_:)``.
    mutating func retrySpoken(_ out: inout Outbox) { spoken.retry(&out) }

    /// As ``SpokenTexts/finish(_:_:failure:at:_:)``.
    mutating func finishSpoken(
        _ job: Int, _ pack: PackReference?, failure: String?, at now: Now, _ out: inout Outbox
    ) -> [NodeID] {
        if let pack { packs.mended(pack.digest) }
        return spoken.finish(job, pack, failure: failure, at: now, &out)
    }

    // MARK: Requests of nodes

    /// Follows a node's report that it has a sound, or wants chunks of an ordered sound or of one of its packs.
    mutating func receive(_ report: ContentReport, of id: NodeID, _ nodes: Nodes, at now: Now, _ out: inout Outbox) {
        if let sound = sounds.sound(report.content, orderedFrom: id) {
            switch report.state {
            case .ready:
                publications.record(id, has: sound.id)
                sounds.record(id, has: sound.id)
            case .wanted(let parts): publications.republish(parts, of: sound, for: id, at: now, &out)
            }
        } else if case .wanted(let parts) = report.state {
            guard nodes[id]?.committed?.packs.contains(where: { $0.digest == report.content }) == true else {
                return out.log(.debug, "node \(id) asks for \(report.content.short), which nobody gave it")
            }
            publications.publish(parts, ofPack: report.content, at: now, &out)
        }
    }

    /// Logs that a blob of this content is missing or damaged on the disk.
    mutating func unreadable(_ content: Digest, reason: String, _ nodes: Nodes, _ out: inout Outbox) {
        if packs.unreadable(content, reason: reason, nodes, &out) { return spoken.lose(content, &out) }
        out.log(.warning, "cannot publish sound \(content.short): \(reason)")
    }
}
