internal import ClockDomain
internal import ClockWire

/// Voice packs that people send to nodes.
///
/// A client declares a pack by its list and uploads the missing files; then nodes' definitions name the pack, and their
/// documents with them. Nodes ask for missing chunks, and every chunk goes out once for all nodes that want it at the
/// time.
///
/// None of this has a store of its own: the packs of each node are in the nodes' definitions, and the files are on the
/// disk under their digests. An interrupted upload resumes after a restart.
struct Packs: Sendable {
    /// A declared pack that clients may still upload.
    private struct Draft: Sendable {
        var reference: PackReference
        /// The contents that the coordinator lacks, by digest.
        var missing: [Digest: Blob]
        var lastMoved: BootTime
    }

    /// The change of nodes' definitions that a request causes.
    struct Definition {
        var nodes: [NodeID]
        /// The pack that replaces any other of its name.
        var pack: PackReference
    }

    private static let maximumDrafts = 4
    /// A draft idle for this time makes room for another, as for ``Uploads``.
    private static let draftIdle: Duration = .seconds(10)
    /// A draft idle for this time is forgotten.
    private static let draftPatience: Duration = .minutes(10)
    /// The time from a change to the removal of unneeded files.
    private static let tidyDelay: Duration = .minutes(1)
    private var drafts: [Digest: Draft] = [:]
    /// Packs with unreadable files, and the reasons.
    private var unreadable: [Digest: String] = [:]

    // MARK: Uploads

    mutating func declare(_ list: PackList, origin: RequestOrigin, _ nodes: Nodes, at now: Now, _ out: inout Outbox) {
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
                return out.fail(origin, .unavailable, "too many voice packs are being uploaded: ask again in a moment")
            }
        }
        // Known from now on, so that its files do not count as unneeded during the search.
        drafts[reference.digest] = Draft(
            reference: reference,
            missing: Dictionary(list.contents.map { ($0.id, $0) }, uniquingKeysWith: { $1 }),
            lastMoved: now.boot)
        out.perform(.findPack(origin, list))
    }

    /// Returns the draft that was idle longest, if it was idle long enough to make room.
    private func idleDraft(at now: BootTime) -> Digest? {
        let longest = drafts.min { ($0.value.lastMoved, $0.key) < ($1.value.lastMoved, $1.key) }
        guard let longest, now - longest.value.lastMoved >= Self.draftIdle else { return nil }
        return longest.key
    }

    /// Follows the search for the pack's files on this coordinator's disk.
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

    /// Returns the file of this digest, if a draft lacks it.
    func lacked(_ file: Digest) -> Blob? { drafts.values.lazy.compactMap { $0.missing[file] }.first }

    /// As ``lacked(_:)``; also notes the activity of an upload.
    mutating func touch(ofUpload file: Digest, at now: Now) -> Blob? {
        for pack in drafts.keys where drafts[pack]?.missing[file] != nil { drafts[pack]?.lastMoved = now.boot }
        return lacked(file)
    }

    /// Notes that the file is on the disk.
    mutating func kept(_ file: Digest) {
        for pack in drafts.keys { drafts[pack]?.missing[file] = nil }
    }

    /// Drops a draft after the search for its files failed.
    mutating func refused(_ pack: Digest, _ error: RequestError, origin: RequestOrigin, _ out: inout Outbox) {
        drafts[pack] = nil
        out.fail(origin, error)
    }

    // MARK: Pushes and withdrawals

    /// Decides the change that sends a pack to nodes.
    ///
    /// - Throws: the reason for a refusal.
    mutating func push(_ request: PushRequest, _ nodes: Nodes, at now: Now) throws(RequestError) -> Definition {
        guard let reference = drafts[request.pack]?.reference ?? nodes.packs[request.pack] else {
            throw RequestError(
                .unknownObject, "no voice pack \(request.pack.short) was uploaded: upload it, then push it")
        }
        if let missing = drafts[request.pack]?.missing, !missing.isEmpty {
            throw RequestError(.invalid, "\(missing.count) files of voice pack \(reference.name) were not uploaded")
        }
        guard reference.name != SpokenText.name else {
            throw RequestError(
                .invalid, "the coordinator makes the voice pack \(reference.name) itself: give yours another name")
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

    /// Ends a draft after nodes' definitions name the pack, or after a refusal.
    mutating func pushed(_ pack: Digest, _ nodes: Nodes, at now: Now, _ out: inout Outbox) {
        // If the push failed, the files stay for the next declaration.
        if nodes.packs[pack] != nil { drafts[pack] = nil }
        out.setTimer(.packs, .boot(now.boot + Self.tidyDelay))
    }

    /// - Returns: the nodes that lose the pack.
    /// - Throws: the reason for a refusal.
    func withdraw(_ request: WithdrawRequest, _ nodes: Nodes) throws(RequestError) -> [NodeID] {
        let holders = nodes.ids.filter { id in
            nodes[id]?.definition.packs.contains { $0.name == request.name } == true
        }
        let name = request.name.line(maximumBytes: 80)
        guard request.name != SpokenText.name else {
            throw RequestError(.invalid, "the voice pack \(name) goes by itself, with the last label that rooms say")
        }
        guard !holders.isEmpty else { throw RequestError(.unknownObject, "no node was given a voice pack \(name)") }
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

    /// Schedules the removal of files after nodes' definitions no longer name the pack.
    func withdrawn(at now: Now, _ out: inout Outbox) { out.setTimer(.packs, .boot(now.boot + Self.tidyDelay)) }

    /// Notes that a blob of the pack is missing or damaged on the disk.
    ///
    /// - Returns: true if there is such a pack.
    mutating func unreadable(_ pack: Digest, reason: String, _ nodes: Nodes, _ out: inout Outbox) -> Bool {
        guard let name = nodes.packs[pack]?.name ?? drafts[pack]?.reference.name else { return false }
        let line = reason.line(maximumBytes: PackReport.maximumProblemBytes)
        if unreadable.updateValue(line, forKey: pack) != line {
            out.log(.error, "voice pack \(name) cannot be sent to nodes: \(line); push it again")
        }
        return true
    }

    /// The files of a pack are on the disk again.
    mutating func mended(_ pack: Digest) { unreadable[pack] = nil }

    // MARK: Packs of the site

    /// Keeps the files of needed packs. Files of an earlier run stay for a while, so that an interrupted upload can
    /// resume.
    func start(_ nodes: Nodes, _ out: inout Outbox) {
        let known = nodes.packs.keys.sorted()
        if !known.isEmpty { out.perform(.keepPacks(known)) }
    }

    /// Gives interrupted uploads time to resume.
    func awaitDrafts(at now: Now, _ out: inout Outbox) { out.setTimer(.packs, .boot(now.boot + Self.draftPatience)) }

    /// Removes files that no pack needs; files of drafts stay.
    mutating func tidy(_ nodes: Nodes, besides made: [Digest], at now: Now, _ out: inout Outbox) {
        drafts = drafts.filter { now.boot - $0.value.lastMoved < Self.draftPatience }
        let known = nodes.packs
        unreadable = unreadable.filter { known[$0.key] != nil }
        out.perform(.keepPacks(Set(known.keys).union(drafts.keys).union(made).sorted()))
        if !drafts.isEmpty { awaitDrafts(at: now, &out) }
    }

    /// Returns the status of a node's packs: the defined ones, with the node's own last report.
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
    /// The packs of all nodes' definitions, by digest.
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
    /// Returns the refusal of this voice; `nil` if the node has it, or its voices are unknown.
    func refusal(ofVoice name: String) -> String? {
        if name == SpokenText.name { return "\"\(name)\" has the labels that rooms say, and cannot tell the time" }
        guard let installed = reported?.voice.installed, !installed.isEmpty, !installed.contains(name),
            !definition.packs.contains(where: { $0.name == name })
        else { return nil }
        let others = Set(installed).union(definition.packs.map(\.name)).sorted().joined(separator: ", ")
        return "node \(id) has no voice \"\(name)\", but \(others): give it one with "
            + "clockctl voice push \(name) \(id)"
    }

    /// Returns the refusal of this chime; `nil` if the node has it, or its chimes are unknown.
    func refusal(ofChime chime: Chime) -> String? {
        guard case .own(let name) = chime, let own = reported?.voice.chimes, !own.contains(name) else { return nil }
        let builtIn = Chime.builtIn.map(\.rawValue)
        return
            "node \(id) has no chime \"\(name)\", but \((builtIn + own).joined(separator: ", ")): put its sound files "
            + "into chimes/\(name) in the voices' folder of that machine, and have the node look with clockctl doctor"
    }
}

extension [PackReference] {
    /// Returns the packs with this one in place of any other of its name, ascending by name.
    func with(_ pack: PackReference) -> [PackReference] {
        (filter { $0.name != pack.name } + [pack]).sorted { $0.name < $1.name }
    }
}
