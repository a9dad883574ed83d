internal import ClockDomain
internal import ClockWire

// Passes requests to the machines that answer them.

extension CoordinatorCore {
    mutating func wakeNow(origin: RequestOrigin, at now: Now) { wakes.wakeNow(origin: origin, at: now, &out) }

    mutating func examine(for origin: RequestOrigin, at now: Now) {
        doctor.examine(for: origin, nodes, voice: transfers.voice(view, at: now), at: now, &out)
    }

    mutating func readHistory(_ request: HistoryRequest, for origin: RequestOrigin, at now: Now) {
        history.read(request, origin: origin, nodes, clock, at: now, &out)
    }

    mutating func readServiceLevels(_ request: SLORequest, for origin: RequestOrigin) {
        history.read(request, origin: origin, nodes, &out)
    }

    mutating func readChanges(_ request: ChangesRequest, for origin: RequestOrigin) {
        history.read(request, origin: origin, &out)
    }

    mutating func findChanges(toUndoBy request: UndoRequest, for origin: RequestOrigin, at now: Now) {
        history.find(request, origin: origin, at: now, &out)
    }

    /// Answers `schedule` with a page of committed alarms.
    mutating func schedule(_ request: ScheduleRequest, origin: RequestOrigin, at now: Now) {
        guard (1...ScheduleRequest.maximumLimit).contains(request.limit) else {
            return out.fail(
                origin, .invalid, "a page of \(request.limit) alarms is not in 1...\(ScheduleRequest.maximumLimit)")
        }
        out.reply(.success(definitions.page(request, at: now.wall.truncatedToMilliseconds)), to: origin)
    }

    mutating func score(_ request: ScoreRequest, origin: RequestOrigin, at now: Now) {
        do throws(RequestError) {
            let refusal = store.refusal ?? nodes.refusalAsStranger
            let taken = try scores.accept(request, refusal: refusal, at: now)
            for score in taken { store.add(.saveScore(score)) }
            store.add(.success(ScoreResult(scores: taken)), to: origin)
        } catch {
            out.fail(origin, error)
        }
    }

    mutating func readScores(_ request: ScoresRequest, at now: Now) -> ScoresPage { scores.read(request, at: now) }

    // MARK: Sounds and packs

    mutating func say(_ request: SayRequest, origin: RequestOrigin, at now: Now) {
        transfers.say(request, origin: origin, view, at: now, &out)
    }

    mutating func announce(_ request: AnnounceRequest, origin: RequestOrigin, at now: Now) {
        transfers.announce(request, origin: origin, view, at: now, &out)
    }

    mutating func play(_ request: PlayRequest, origin: RequestOrigin, at now: Now) {
        transfers.play(request, origin: origin, view, at: now, &out)
    }

    mutating func outcome(_ request: OutcomeRequest, origin: RequestOrigin, at now: Now) {
        transfers.sounds.outcome(request, origin: origin, nodes, at: now, &out)
    }

    mutating func cancel(_ request: CancelRequest, origin: RequestOrigin, at now: Now) {
        guard hasRoom(for: origin) else { return }
        do throws(RequestError) {
            let result = try transfers.cancel(request, nodes, at: now, &out)
            store.add(transfers.sounds.saveWithdrawn)
            store.add(.success(result), to: origin)
        } catch {
            out.fail(origin, error)
        }
    }

    mutating func upload(_ request: UploadRequest, origin: RequestOrigin, at now: Now) {
        transfers.upload(request, origin: origin, at: now, &out)
    }

    mutating func declare(_ request: PackRequest, origin: RequestOrigin, at now: Now) {
        transfers.declare(request.list, origin: origin, nodes, at: now, &out)
    }

    mutating func push(_ request: PushRequest, origin: RequestOrigin, at now: Now) {
        do throws(RequestError) {
            let push = try transfers.push(request, nodes, at: now)
            change(push.nodes, by: request.by, origin: origin, at: now) { $0.packs = $0.packs.with(push.pack) }
            transfers.pushed(request.pack, nodes, at: now, &out)
        } catch {
            out.fail(origin, error)
        }
    }

    mutating func withdraw(_ request: WithdrawRequest, origin: RequestOrigin, at now: Now) {
        do throws(RequestError) {
            let holders = try transfers.packs.withdraw(request, nodes)
            change(holders, by: request.by, origin: origin, at: now) { $0.packs.removeAll { $0.name == request.name } }
            transfers.packs.withdrawn(at: now, &out)
        } catch {
            out.fail(origin, error)
        }
    }

    /// Gives these rooms the voice packs that say the labels of their rings.
    mutating func reviewSpokenTexts(of ids: some Sequence<NodeID>, at now: Now) {
        // A failing store takes no definition. The core looks at all rooms once it works again.
        guard !store.isFailing else { return }
        let changes = transfers.reviewSpoken(ids, view, &out)
        for change in changes {
            define(change.node) { node in
                node.packs = change.pack.map(node.packs.with) ?? node.packs.filter { $0.name != SpokenText.name }
            }
        }
        if !changes.isEmpty { transfers.packs.withdrawn(at: now, &out) }
    }
}
