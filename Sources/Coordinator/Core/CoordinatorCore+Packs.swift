// Voice packs that people give to nodes. A client tells of a pack by its list and uploads what the coordinator has not;
// then nodes' definitions name the pack, and their documents with them. Nodes ask for what they lack, and every chunk
// goes out once for all that want it at the time.

internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    // MARK: Requests

    mutating func declare(_ request: PackRequest, origin: RequestOrigin, at now: Now) {
        let reference = request.list.reference
        let known = knownPacks
        if known[reference.digest] == nil, packs.drafts[reference.digest] == nil {
            let total =
                known.values.reduce(reference.bytes) { $0 + $1.bytes }
                + packs.drafts.values.reduce(0) { $0 + $1.reference.bytes }
            guard total <= PackLimits.siteBytes else {
                return fail(
                    origin, .unavailable,
                    "all voice packs of the site would be over \(PackLimits.siteBytes >> 20) MiB: take some away from "
                        + "their nodes first (clockctl voice withdraw)")
            }
            guard packs.drafts.count < PackDesk.maximumDrafts else {
                return fail(origin, .unavailable, "too many voice packs are being uploaded: ask again in some minutes")
            }
        }
        // Known from now on, so that nothing of it is taken for unneeded while it is looked for.
        packs.drafts[reference.digest] = PackDesk.Draft(
            reference: reference,
            missing: Dictionary(request.list.contents.map { ($0.id, $0) }, uniquingKeysWith: { $1 }),
            lastMoved: now.boot)
        perform(.findPackFiles(origin, request.list))
    }

    /// What of the pack is on this coordinator's disk.
    mutating func packFilesFound(
        _ reference: PackReference, missing: [CarriedSound], origin: RequestOrigin, at now: Now
    ) {
        let missingByID = Dictionary(missing.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        packs.drafts[reference.digest] = PackDesk.Draft(
            reference: reference, missing: missingByID, lastMoved: now.boot)
        if missing.isEmpty { packs.unreadable[reference.digest] = nil }
        setTimer(.packs, .boot(now.boot + PackDesk.draftPatience))
        perform(.reply(origin, .pack(PackResult(pack: reference.digest, missing: missing.map(\.id)))))
    }

    /// - Returns: whether the upload is of a pack's file.
    mutating func uploadOfPack(_ request: UploadRequest, origin: RequestOrigin, at now: Now) -> Bool {
        guard let file = packs.lacked(request.file) else { return false }
        guard file.bytes == request.bytes else {
            fail(origin, .invalid, "the file has \(file.bytes) bytes by the pack's list, not \(request.bytes)")
            return true
        }
        packs.touchDrafts(lacking: file.id, at: now.boot)
        var upload = packs.uploads[file.id] ?? PackDesk.Upload(file: file)
        guard let chunk = request.chunk, upload.taken.insert(chunk.index).inserted else {
            perform(.reply(origin, .upload(UploadResult(missing: upload.missing))))
            return true
        }
        packs.uploads[file.id] = upload
        perform(.keepPackFile(origin, file, chunk, isLast: upload.missing.isEmpty))
        return true
    }

    mutating func packFileKept(_ file: SoundID, isWhole: Bool, origin: RequestOrigin) {
        let missing = packs.uploads[file]?.missing ?? []
        if isWhole { packs.kept(file) }
        perform(.reply(origin, .upload(UploadResult(missing: missing))))
    }

    mutating func packFileRefused(_ file: SoundID, _ error: RequestError, origin: RequestOrigin) {
        packs.uploads[file] = nil
        // What was looked for was a list.
        packs.drafts[file] = nil
        perform(.reply(origin, .failed(error)))
    }

    mutating func push(_ request: PushRequest, origin: RequestOrigin, at now: Now) {
        guard let reference = packs.drafts[request.pack]?.reference ?? knownPacks[request.pack] else {
            return fail(
                origin, .unknownObject, "no voice pack \(request.pack.short) was uploaded: upload it, then push it")
        }
        if let missing = packs.drafts[request.pack]?.missing, !missing.isEmpty {
            return fail(
                origin, .invalid, "\(missing.count) files of voice pack \(reference.name) were not uploaded")
        }
        let ids = request.nodes.isEmpty ? nodeIDs : request.nodes
        guard !ids.isEmpty else { return fail(origin, .unavailable, "no node is known: start one first") }
        for id in Set(ids).sorted() {
            guard let node = nodes[id] else { continue }
            let after = node.definition.packs.with(reference)
            let bytes = after.reduce(0) { $0 + $1.bytes }
            guard after.count <= PackLimits.packs, bytes <= PackLimits.nodeBytes else {
                return fail(
                    origin, .unavailable,
                    "node \(id) would have \(after.count) voice packs of \(bytes >> 20) MiB together; a node has at most "
                        + "\(PackLimits.packs) of \(PackLimits.nodeBytes >> 20) MiB: take one away "
                        + "(clockctl voice withdraw)")
            }
        }
        packs.drafts[request.pack]?.lastMoved = now.boot
        change(ids, origin: origin, at: now) { $0.packs = $0.packs.with(reference) }
        // Where the nodes are not told of it after all, its files stay for whoever tells of it again.
        if knownPacks[request.pack] != nil { packs.drafts[request.pack] = nil }
        setTimer(.packs, .boot(now.boot + PackDesk.tidyDelay))
    }

    mutating func withdraw(_ request: WithdrawRequest, origin: RequestOrigin, at now: Now) {
        let holders = nodeIDs.filter { id in
            nodes[id]?.definition.packs.contains { $0.name == request.name } == true
        }
        let name = request.name.line(maximumBytes: 80)
        guard !holders.isEmpty else {
            return fail(origin, .unknownObject, "no node was given a voice pack \(name)")
        }
        let ids = request.nodes.isEmpty ? holders : request.nodes
        if let stranger = ids.first(where: { nodes[$0] != nil && !holders.contains($0) }) {
            return fail(origin, .unknownObject, "node \(stranger) was not given a voice pack \(name)")
        }
        let speakers = ids.filter { id in
            guard let node = nodes[id] else { return false }
            return node.definition.settings.voice == request.name
                && node.reported?.voice.installed.contains(request.name) != true
        }
        guard speakers.isEmpty else {
            return fail(
                origin, .unavailable,
                "\(speakers.inWords) \(speakers.count == 1 ? "speaks" : "speak") with \(name): choose another voice first: "
                    + "clockctl set \(speakers.map(\.rawValue).joined(separator: ",")) voice english")
        }
        change(ids, origin: origin, at: now) { $0.packs.removeAll { $0.name == request.name } }
        setTimer(.packs, .boot(now.boot + PackDesk.tidyDelay))
    }

    /// Why a node cannot be told to speak with this voice; `nil` where it can, or it is not known which it has.
    func refusal(ofVoice name: String, for node: KnownNode) -> String? {
        guard let installed = node.reported?.voice.installed, !installed.isEmpty, !installed.contains(name),
            !node.definition.packs.contains(where: { $0.name == name })
        else { return nil }
        let others = Set(installed).union(node.definition.packs.map(\.name)).sorted().joined(separator: ", ")
        return "node \(node.id) has no voice \"\(name)\", but \(others): give it one with "
            + "clockctl voice push \(name) \(node.id)"
    }

    // MARK: What nodes want

    mutating func take(_ want: PackWant, of id: NodeID, at now: Now) {
        guard nodes[id]?.committed?.packs.contains(where: { $0.digest == want.pack }) == true else {
            return perform(.log(.debug, "node \(id) wants voice pack \(want.pack.short), which it is not to have"))
        }
        let parts = packs.due(want.parts, of: want.pack, at: now.boot)
        guard !parts.isEmpty else { return }
        perform(.publishPack(want.pack, parts, expirySeconds: PackDesk.expirySeconds))
    }

    mutating func packUnreadable(_ pack: SoundID, reason: String) {
        let line = reason.line(maximumBytes: PackReport.maximumProblemBytes)
        guard packs.unreadable.updateValue(line, forKey: pack) != line else { return }
        let name = knownPacks[pack]?.name ?? pack.short
        perform(.log(.error, "voice pack \(name) cannot be sent to nodes: \(line); push it again"))
    }

    // MARK: Packs of the site

    /// By digest, every pack that a node is to have.
    private var knownPacks: [SoundID: PackReference] {
        var known: [SoundID: PackReference] = [:]
        for node in nodes.values {
            for pack in node.definition.packs { known[pack.digest] = pack }
            for pack in node.committed?.packs ?? [] { known[pack.digest] = pack }
        }
        return known
    }

    /// Files that no pack needs go; those of a pack that may still be uploaded stay.
    mutating func tidyPacks(at now: Now) {
        packs.dropIdleDrafts(at: now.boot)
        let known = knownPacks
        packs.unreadable = packs.unreadable.filter { known[$0.key] != nil }
        perform(.keepPacks(Set(known.keys).union(packs.drafts.keys).sorted()))
        guard !packs.drafts.isEmpty else { return }
        setTimer(.packs, .boot(now.boot + PackDesk.draftPatience))
    }

    func packChecks(of node: KnownNode) -> [DoctorCheck] {
        packReports(of: node).map { pack in
            let subject = "\(node.id) pack \(pack.name)"
            switch pack.state {
            case .ready: return DoctorCheck(subject: subject, verdict: .ok, finding: "\(pack.digest.short) is there")
            case .waiting:
                return DoctorCheck(
                    subject: subject, verdict: .warning, finding: "has not begun to come",
                    fix: "wait, and look again; packs come one after the other")
            case .coming(let have):
                return DoctorCheck(
                    subject: subject, verdict: .warning, finding: "\(have * 100 / pack.bytes) % of it have come",
                    fix: "wait, and look again")
            case .failed(let problem):
                return DoctorCheck(
                    subject: subject, verdict: .failed, finding: problem,
                    fix: "put it right, then run doctor again: it is tried once more; or take it away: "
                        + "clockctl voice withdraw \(pack.name) \(node.id)")
            }
        }
    }

    /// What a status tells of a node's packs: what it is to have, with its own last word on it.
    func packReports(of node: KnownNode) -> [PackReport] {
        (node.committed ?? node.definition).packs.map { pack in
            let told = node.reported?.packs.first { $0.digest == pack.digest && $0.name == pack.name }
            let state = told?.state ?? .waiting
            guard state != .ready, let reason = packs.unreadable[pack.digest] else { return PackReport(pack, state) }
            return PackReport(pack, .failed("the coordinator cannot send it: \(reason); push it again"))
        }
    }
}

extension [PackReference] {
    /// With this one in place of any other of its name, ascending by name.
    fileprivate func with(_ pack: PackReference) -> [PackReference] {
        (filter { $0.name != pack.name } + [pack]).sorted { $0.name < $1.name }
    }
}
