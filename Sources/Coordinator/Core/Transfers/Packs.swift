internal import ClockDomain
internal import ClockWire

/// Voice packs that people give to nodes.
///
/// A client tells of a pack by its list and uploads what the coordinator has not; then nodes' definitions name the pack, and
/// their documents with them. Nodes ask for what they lack, and every chunk goes out once for all that want it at the time.
///
/// Nothing of it is stored: which node shall have which pack is in the nodes' definitions, and the files are on the disk
/// under their digests. An upload that a restart cut off goes on with what is missing.
struct Packs: Sendable {
    /// A pack that somebody has told of and that may still be uploaded.
    private struct Draft: Sendable {
        var reference: PackReference
        /// By digest, the contents that the coordinator has not.
        var missing: [Digest: Blob]
        var lastMoved: BootTime
    }

    /// A change of nodes' definitions that a request comes to.
    struct Definition {
        var nodes: [NodeID]
        /// The pack that they get, in place of any other of its name.
        var pack: PackReference
    }

    private static let maximumDrafts = 4
    /// A draft that nothing was heard of for so long makes room for another, as for ``Uploads``.
    private static let draftIdle: Duration = .seconds(10)
    /// A draft that nothing was heard of for so long is forgotten.
    private static let draftPatience: Duration = .minutes(10)
    /// After a change, until files that no pack needs any more are removed.
    private static let tidyDelay: Duration = .minutes(1)
    private var drafts: [Digest: Draft] = [:]
    /// Packs whose files could not be read, and why.
    private var unreadable: [Digest: String] = [:]

    // MARK: Uploading

    mutating func declare(
        _ list: PackList, origin: RequestOrigin, _ nodes: Nodes, at now: Now, _ out: inout Outbox
    ) {
        let reference = list.reference
        let known = nodes.packs
        if known[reference.digest] == nil, drafts[reference.digest] == nil {
            let given = known.values.reduce(reference.bytes) { $0 + $1.bytes }
            func isFull() -> Bool {
                given + drafts.values.reduce(0) { $0 + $1.reference.bytes } > PackLimits.siteBytes
                    || drafts.count >= Self.maximumDrafts
            }
            while isFull(), let idle = idleDraft(at: now.boot) { drafts[idle] = nil }
            guard given + drafts.values.reduce(0, { $0 + $1.reference.bytes }) <= PackLimits.siteBytes else {
                return out.fail(
                    origin, .unavailable,
                    "all voice packs of the site would be over \(PackLimits.siteBytes >> 20) MiB: take some away from "
                        + "their nodes first (clockctl voice withdraw)")
            }
            guard drafts.count < Self.maximumDrafts else {
                return out.fail(
                    origin, .unavailable, "too many voice packs are being uploaded: ask again in a moment")
            }
        }
        // Known from now on, so that nothing of it is taken for unneeded while it is looked for.
        drafts[reference.digest] = Draft(
            reference: reference,
            missing: Dictionary(list.contents.map { ($0.id, $0) }, uniquingKeysWith: { $1 }),
            lastMoved: now.boot)
        out.perform(.findPack(origin, list))
    }

    /// The draft that was idle longest, and long enough to make room.
    private func idleDraft(at now: BootTime) -> Digest? {
        let longest = drafts.min { ($0.value.lastMoved, $0.key) < ($1.value.lastMoved, $1.key) }
        guard let longest, now - longest.value.lastMoved >= Self.draftIdle else { return nil }
        return longest.key
    }

    /// What of the pack is on this coordinator's disk.
    mutating func found(
        _ reference: PackReference, missing: [Blob], origin: RequestOrigin, at now: Now, _ out: inout Outbox
    ) {
        drafts[reference.digest] = Draft(
            reference: reference, missing: Dictionary(missing.map { ($0.id, $0) }, uniquingKeysWith: { $1 }),
            lastMoved: now.boot)
        if missing.isEmpty { unreadable[reference.digest] = nil }
        awaitDrafts(at: now, &out)
        out.reply(.success(PackResult(pack: reference.digest, missing: missing.map(\.id))), to: origin)
    }

    /// The file of this digest, if a draft lacks it.
    func lacked(_ file: Digest) -> Blob? {
        drafts.values.lazy.compactMap { $0.missing[file] }.first
    }

    /// As ``lacked(_:)``; somebody is uploading it, or asks how far that is.
    mutating func hear(ofUpload file: Digest, at now: Now) -> Blob? {
        for pack in drafts.keys where drafts[pack]?.missing[file] != nil { drafts[pack]?.lastMoved = now.boot }
        return lacked(file)
    }

    /// The file is on the disk.
    mutating func kept(_ file: Digest) {
        for pack in drafts.keys { drafts[pack]?.missing[file] = nil }
    }

    /// The pack's files could not be looked for.
    mutating func refused(_ pack: Digest, _ error: RequestError, origin: RequestOrigin, _ out: inout Outbox) {
        drafts[pack] = nil
        out.fail(origin, error)
    }

    // MARK: Giving and taking away

    /// Nodes are to get a pack.
    ///
    /// - Throws: why they cannot.
    mutating func push(_ request: PushRequest, _ nodes: Nodes, at now: Now) throws(RequestError) -> Definition {
        guard let reference = drafts[request.pack]?.reference ?? nodes.packs[request.pack] else {
            throw RequestError(
                .unknownObject, "no voice pack \(request.pack.short) was uploaded: upload it, then push it")
        }
        if let missing = drafts[request.pack]?.missing, !missing.isEmpty {
            throw RequestError(
                .invalid, "\(missing.count) files of voice pack \(reference.name) were not uploaded")
        }
        let ids = request.nodes.isEmpty ? nodes.ids : request.nodes
        guard !ids.isEmpty else { throw RequestError(.unavailable, "no node is known: start one first") }
        for id in Set(ids).sorted() {
            guard let node = nodes[id] else { continue }
            let after = node.definition.packs.with(reference)
            let bytes = after.reduce(0) { $0 + $1.bytes }
            guard after.count <= PackLimits.packs, bytes <= PackLimits.nodeBytes else {
                throw RequestError(
                    .unavailable,
                    "node \(id) would have \(after.count) voice packs of \(bytes >> 20) MiB together; a node has at most "
                        + "\(PackLimits.packs) of \(PackLimits.nodeBytes >> 20) MiB: take one away "
                        + "(clockctl voice withdraw)")
            }
        }
        drafts[request.pack]?.lastMoved = now.boot
        return Definition(nodes: ids, pack: reference)
    }

    /// Nodes' definitions name the pack, or it was refused.
    mutating func pushed(_ pack: Digest, _ nodes: Nodes, at now: Now, _ out: inout Outbox) {
        // Where the nodes are not told of it after all, its files stay for whoever tells of it again.
        if nodes.packs[pack] != nil { drafts[pack] = nil }
        out.setTimer(.packs, .boot(now.boot + Self.tidyDelay))
    }

    /// - Returns: the nodes that a pack is to be taken from.
    /// - Throws: why it cannot be.
    func withdraw(_ request: WithdrawRequest, _ nodes: Nodes) throws(RequestError) -> [NodeID] {
        let holders = nodes.ids.filter { id in
            nodes[id]?.definition.packs.contains { $0.name == request.name } == true
        }
        let name = request.name.line(maximumBytes: 80)
        guard !holders.isEmpty else {
            throw RequestError(.unknownObject, "no node was given a voice pack \(name)")
        }
        let ids = request.nodes.isEmpty ? holders : request.nodes
        if let stranger = ids.first(where: { nodes[$0] != nil && !holders.contains($0) }) {
            throw RequestError(.unknownObject, "node \(stranger) was not given a voice pack \(name)")
        }
        let speakers = ids.filter { id in
            guard let node = nodes[id] else { return false }
            return node.definition.settings.voice == request.name
                && node.reported?.voice.installed.contains(request.name) != true
        }
        guard speakers.isEmpty else {
            throw RequestError(
                .unavailable,
                "\(speakers.inWords) \(speakers.count == 1 ? "speaks" : "speak") with \(name): choose another voice first: "
                    + "clockctl set \(speakers.map(\.rawValue).joined(separator: ",")) voice english")
        }
        return ids
    }

    /// Nodes' definitions name it no more.
    func withdrawn(at now: Now, _ out: inout Outbox) { out.setTimer(.packs, .boot(now.boot + Self.tidyDelay)) }

    /// A blob of the pack is not on the disk as it should be.
    ///
    /// - Returns: whether there is such a pack.
    mutating func unreadable(_ pack: Digest, reason: String, _ nodes: Nodes, _ out: inout Outbox) -> Bool {
        guard let name = nodes.packs[pack]?.name ?? drafts[pack]?.reference.name else { return false }
        let line = reason.line(maximumBytes: PackReport.maximumProblemBytes)
        if unreadable.updateValue(line, forKey: pack) != line {
            out.log(.error, "voice pack \(name) cannot be sent to nodes: \(line); push it again")
        }
        return true
    }

    // MARK: Packs of the site

    /// Tells which packs are needed. What an earlier run was given of a pack stays for a while, so that an upload that the
    /// restart cut off goes on.
    func start(_ nodes: Nodes, _ out: inout Outbox) {
        let known = nodes.packs.keys.sorted()
        if !known.isEmpty { out.perform(.keepPacks(known)) }
    }

    /// An upload has its time to go on.
    func awaitDrafts(at now: Now, _ out: inout Outbox) { out.setTimer(.packs, .boot(now.boot + Self.draftPatience)) }

    /// Files that no pack needs go; those of a pack that may still be uploaded stay.
    mutating func tidy(_ nodes: Nodes, at now: Now, _ out: inout Outbox) {
        drafts = drafts.filter { now.boot - $0.value.lastMoved < Self.draftPatience }
        let known = nodes.packs
        unreadable = unreadable.filter { known[$0.key] != nil }
        out.perform(.keepPacks(Set(known.keys).union(drafts.keys).sorted()))
        if !drafts.isEmpty { awaitDrafts(at: now, &out) }
    }

    /// What a status tells of a node's packs: what it is to have, with its own last word on it.
    func reports(of node: KnownNode) -> [PackReport] {
        (node.committed ?? node.definition).packs.map { pack in
            let told = node.reported?.packs.first { $0.digest == pack.digest && $0.name == pack.name }
            let state = told?.state ?? .waiting
            guard state != .ready, let reason = unreadable[pack.digest] else { return PackReport(pack, state) }
            return PackReport(pack, .failed("the coordinator cannot send it: \(reason); push it again"))
        }
    }
}

extension Nodes {
    /// By digest, every pack that a node is to have.
    fileprivate var packs: [Digest: PackReference] {
        var packs: [Digest: PackReference] = [:]
        for node in all {
            for pack in node.definition.packs { packs[pack.digest] = pack }
            for pack in node.committed?.packs ?? [] { packs[pack.digest] = pack }
        }
        return packs
    }
}

extension KnownNode {
    /// Why the node cannot be told to speak with this voice; `nil` where it can, or it is not known which it has.
    func refusal(ofVoice name: String) -> String? {
        guard let installed = reported?.voice.installed, !installed.isEmpty, !installed.contains(name),
            !definition.packs.contains(where: { $0.name == name })
        else { return nil }
        let others = Set(installed).union(definition.packs.map(\.name)).sorted().joined(separator: ", ")
        return "node \(id) has no voice \"\(name)\", but \(others): give it one with "
            + "clockctl voice push \(name) \(id)"
    }

    /// Why the node cannot be told to strike this chime; `nil` where it can, or it is not known which it has.
    func refusal(ofChime chime: Chime) -> String? {
        guard case .own(let name) = chime, let own = reported?.voice.chimes, !own.contains(name) else { return nil }
        let builtIn = Chime.builtIn.map(\.rawValue)
        return
            "node \(id) has no chime \"\(name)\", but \((builtIn + own).joined(separator: ", ")): put its sound files "
            + "into chimes/\(name) in the voices' folder of that machine, and have the node look with clockctl doctor"
    }
}

extension [PackReference] {
    /// With this one in place of any other of its name, ascending by name.
    func with(_ pack: PackReference) -> [PackReference] {
        (filter { $0.name != pack.name } + [pack]).sorted { $0.name < $1.name }
    }
}
