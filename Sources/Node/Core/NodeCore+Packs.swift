// Voice packs that the desired document names. What of one is on the disk is looked up; then its list is asked for, and
// by the list every file that is not here under any name. Each is held against its digest, and when all are there the
// pack is put in its place at once, so that a voice is never half there. Nothing but the document is stored for it: after
// a crash it is looked again, and what had come has come.

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    /// The program has started, or another document is obeyed.
    mutating func adoptPacks(at now: Now, _ effects: inout [Effect]) {
        let wanted = state.desired?.packs ?? []
        guard packBook.wanted != wanted || !hasLookedForPacks else { return }
        hasLookedForPacks = true
        isReportDue = true
        packBook.wanted = wanted
        for pack in packBook.stages.keys.sorted() where packBook.reference(pack) == nil {
            packBook.stages[pack] = nil
            packBook.failures[pack] = nil
            if packBook.subscribed == pack { leavePack(&effects) }
        }
        for pack in wanted where packBook.stages[pack.digest] == nil { packBook.stages[pack.digest] = .waiting }
        effects.append(.dropPacks(keeping: wanted))
        tendPacks(at: now, &effects)
    }

    /// Does what is to be done by now, and sets the timer for what comes next.
    mutating func tendPacks(at now: Now, _ effects: inout [Effect]) {
        guard !packBook.stages.isEmpty else { return disarmPacks(&effects) }
        for pack in packBook.wanted {
            if case .failed(_, let retryAt) = packBook.stages[pack.digest], retryAt <= now.boot {
                packBook.stages[pack.digest] = .waiting
            }
        }
        if !packBook.stages.values.contains(where: \.isActive) { beginNextPack(at: now, &effects) }
        askForPack(at: now, &effects)
        armPacks(at: now, &effects)
    }

    private mutating func beginNextPack(at now: Now, _ effects: inout [Effect]) {
        var bytes = 0
        for pack in packBook.wanted {
            bytes += pack.bytes
            guard packBook.stages[pack.digest] == .waiting else { continue }
            isReportDue = true
            guard bytes <= PackLimits.nodeBytes else {
                let text = "the packs of this node are over \(PackLimits.nodeBytes >> 20) MiB: take some away"
                packBook.fail(pack.digest, text, at: now.boot)
                continue
            }
            packBook.stages[pack.digest] = .finding
            return effects.append(.findPack(pack))
        }
    }

    private mutating func askForPack(at now: Now, _ effects: inout [Effect]) {
        guard isConnected else { return }
        for pack in packBook.wanted {
            guard case .coming(var fetch) = packBook.stages[pack.digest] else { continue }
            let isOverdue = fetch.nextAsking.map { $0 <= now.boot } ?? false
            let parts = isOverdue ? fetch.overdueParts(at: now.boot) : fetch.nextParts(at: now.boot)
            packBook.stages[pack.digest] = .coming(fetch)
            if !parts.isEmpty { effects.append(.publishPackWant(PackWant(pack: pack.digest, parts: parts))) }
        }
    }

    private mutating func armPacks(at now: Now, _ effects: inout [Effect]) {
        let next = packBook.stages.values.compactMap { stage -> BootTime? in
            switch stage {
            case .coming(let fetch): isConnected ? fetch.nextAsking : nil
            case .failed(_, let retryAt): retryAt
            case .waiting, .finding, .installing, .ready: nil
            }
        }.min()
        guard let next else { return disarmPacks(&effects) }
        // Each chunk moves it on; a look too early costs less than a timer for each.
        if let armed = packBook.armed, armed <= next { return }
        packBook.armed = next
        set(.packs, .boot(next), &effects)
    }

    private mutating func disarmPacks(_ effects: inout [Effect]) {
        packBook.armed = nil
        cancel(.packs, &effects)
    }

    /// The timer has fired.
    mutating func lookAtPacks(at now: Now, _ effects: inout [Effect]) {
        packBook.armed = nil
        tendPacks(at: now, &effects)
    }

    // MARK: The disk's answers

    mutating func found(_ pack: SoundID, _ finding: PackFinding, at now: Now, _ effects: inout [Effect]) {
        guard packBook.stages[pack] == .finding, let reference = packBook.reference(pack) else { return }
        switch finding {
        // It was when the voice was loaded.
        case .ready: return packIsReady(reference, at: now, &effects)
        case .unlisted: fetch(reference, [reference.list], isList: true, have: 0, at: now, &effects)
        case .lacking(let list, let files):
            guard list.name == reference.name, list.bytes == reference.bytes else {
                return packFailed(
                    pack, "its list is of pack \(list.name) with \(list.bytes) bytes", at: now, &effects)
            }
            if files.isEmpty {
                packBook.stages[pack] = .installing
                effects.append(.installPack(reference))
            } else {
                let have = max(0, reference.bytes - files.reduce(0) { $0 + $1.bytes })
                fetch(reference, files, isList: false, have: have, at: now, &effects)
            }
        }
        isReportDue = true
        tendPacks(at: now, &effects)
    }

    private mutating func fetch(
        _ pack: PackReference, _ files: [CarriedSound], isList: Bool, have: Int, at now: Now, _ effects: inout [Effect]
    ) {
        let fetch = PackFetch(pack, files: files, isList: isList, have: have, at: now.boot)
        packBook.stages[pack.digest] = .coming(fetch)
        _ = packBook.show(fetch, isBeginning: true, at: now.boot)
        guard packBook.subscribed != pack.digest else { return }
        leavePack(&effects)
        packBook.subscribed = pack.digest
        effects.append(.fetchPack(pack.digest))
    }

    private mutating func leavePack(_ effects: inout [Effect]) {
        guard let pack = packBook.subscribed else { return }
        packBook.subscribed = nil
        effects.append(.leavePack(pack))
    }

    mutating func receive(
        chunk: Int, of file: SoundID, inPack pack: SoundID, _ bytes: [UInt8], at now: Now, _ effects: inout [Effect]
    ) {
        guard case .coming(var fetch) = packBook.stages[pack],
            let taken = fetch.take(chunk, of: file, bytes: bytes.count, at: now.boot)
        else { return }
        packBook.stages[pack] = .coming(fetch)
        effects.append(.keepPackChunk(pack, taken.file, chunk: chunk, bytes))
        if taken.isWhole { effects.append(.keepPackFile(pack, taken.file)) }
        tendPacks(at: now, &effects)
    }

    mutating func packFileKept(_ file: SoundID, inPack pack: SoundID, at now: Now, _ effects: inout [Effect]) {
        guard case .coming(var fetch) = packBook.stages[pack], let reference = packBook.reference(pack) else { return }
        fetch.kept(file)
        packBook.stages[pack] = .coming(fetch)
        guard fetch.isDone else {
            if packBook.show(fetch, at: now.boot) { isReportDue = true }
            return
        }
        isReportDue = true
        if fetch.isList {
            packBook.stages[pack] = .finding
            effects.append(.findPack(reference))
        } else {
            packBook.stages[pack] = .installing
            effects.append(.installPack(reference))
        }
        tendPacks(at: now, &effects)
    }

    mutating func packInstalled(_ pack: SoundID, at now: Now, _ effects: inout [Effect]) {
        guard packBook.stages[pack] == .installing, let reference = packBook.reference(pack) else { return }
        effects.append(.log(.notice, "voice pack \(reference.name) (\(pack.short)) is here"))
        // An earlier version of it has had its time.
        effects.append(.dropPacks(keeping: packBook.wanted))
        // It may have been asked for before it was here, or be another version of what is in memory.
        if settings.voice == reference.name { loadVoice(&effects) }
        packIsReady(reference, at: now, &effects)
    }

    private mutating func packIsReady(_ pack: PackReference, at now: Now, _ effects: inout [Effect]) {
        isReportDue = true
        packBook.stages[pack.digest] = .ready
        packBook.failures[pack.digest] = nil
        if packBook.subscribed == pack.digest { leavePack(&effects) }
        tendPacks(at: now, &effects)
    }

    mutating func packFailed(_ pack: SoundID, _ reason: String, at now: Now, _ effects: inout [Effect]) {
        guard packBook.stages[pack]?.isActive == true, let reference = packBook.reference(pack) else { return }
        let line = reason.line(maximumBytes: PackReport.maximumProblemBytes)
        isReportDue = true
        effects.append(.log(.warning, "voice pack \(reference.name) (\(pack.short)) cannot be had: \(line)"))
        packBook.fail(pack, line, at: now.boot)
        if packBook.subscribed == pack { leavePack(&effects) }
        tendPacks(at: now, &effects)
    }

    /// These are gone from the disk. One of them may have stood before an installed voice of its name.
    mutating func packsDropped(_ names: [String], _ effects: inout [Effect]) {
        if names.contains(settings.voice) { loadVoice(&effects) }
    }

    // MARK: The rest of the world

    /// What was asked for may be lost with the last connection.
    mutating func packsConnected(at now: Now, _ effects: inout [Effect]) {
        for pack in packBook.wanted {
            guard case .coming(var fetch) = packBook.stages[pack.digest] else { continue }
            fetch.connected(at: now.boot)
            packBook.stages[pack.digest] = .coming(fetch)
        }
        tendPacks(at: now, &effects)
    }

    /// Somebody looks whether all is well, and may have put something right.
    mutating func retryPacks(at now: Now, _ effects: inout [Effect]) {
        for pack in packBook.wanted {
            guard case .failed = packBook.stages[pack.digest] else { continue }
            packBook.stages[pack.digest] = .waiting
            packBook.failures[pack.digest] = nil
        }
        tendPacks(at: now, &effects)
    }
}
