internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockSimulator
internal import ClockWire

// Messages and their contents.

extension TraceWords {
    /// Without the site's prefix, which is the same for all.
    private func short(_ topic: String) -> String {
        let prefix = Topics(site: plan.site).wake.dropLast("wake".count)
        return topic.hasPrefix(prefix) ? String(topic.dropFirst(prefix.count)) : topic
    }

    func message(_ message: Message, _ topic: (TopicID) -> String) -> String {
        let name = short(topic(message.topic))
        let retained = message.isRetained ? ", retained" : ""
        return "\(name): \(Self.payload(message.payload))\(retained)"
    }

    static func payload(_ payload: Message.Payload) -> String {
        switch payload {
        case .wake(let wake): self.wake(wake)
        case .availability(let availability): availability.rawValue
        case .presence(let presence): self.presence(presence)
        case .desired(let document): desired(document)
        case .reported(let document): reported(document.wrappedValue)
        case .ledger(let batch): ledger(batch)
        case .acked(let acked): self.acked(acked)
        case .command(let command): self.command(command)
        case .timeRequest: "what time is it"
        case .timeReply: "it is this time"
        case .ringActions(let list): actions(list)
        case .change(let event): changed(event)
        case .request(let request): self.request(request)
        case .answer(let answer): self.answer(answer)
        case .contentReport(let report): contentReport(report)
        case .bytes(let bytes): bytes.isEmpty ? "nothing" : "\(bytes.count) bytes"
        }
    }

    static func presence(_ presence: CoordinatorPresence) -> String {
        "generation \(presence.generation) of store \(presence.store), \(presence.changes) changes"
    }

    static func wake(_ wake: Wake) -> String {
        "wake for \(instant(wake.target)), budget \(length(.milliseconds(wake.budgetMilliseconds)))"
    }

    static func desired(_ document: Desired) -> String {
        "revision \(document.revision) of \(document.store), settings: "
            + patch(SettingsPatch(all: document.settings, unlike: .standard))
            + document.alarms.map { ", \($0.id) \(schedule($0.schedule))\($0.isEnabled ? "" : " off")" }.joined()
            + document.timers.map { ", \($0.id) \(countdown($0.state))" }.joined()
            + document.packs.map { ", pack \($0.name) \($0.digest.short)" }.joined()
    }

    static func reported(_ document: Reported) -> String {
        "revision \(document.revision), \(document.clock.trusted ? "trusted" : "NOT TRUSTED") (\(document.clock.reason)), "
            + "next \(document.next.map(instant) ?? "none"), \(document.ledgerPending) pending"
            + document.rings.map { ", \($0.occurrence.source) \($0.state.rawValue)" }.joined()
            + document.packs.map { ", pack \($0.name) \($0.state)" }.joined()
            + (document.problem.map { ", \($0)" } ?? "")
    }

    static func ledger(_ batch: LedgerBatch) -> String {
        let entries = batch.entries
        guard let first = entries.first, let last = entries.last else { return "epoch \(batch.epoch), nothing" }
        let lines = entries.count == 1 ? " " + entry(first) : ""
        return "epoch \(batch.epoch), \(first.sequence)-\(last.sequence)\(lines)"
    }

    static func entry(_ entry: LedgerEntry) -> String {
        switch entry.event {
        case .quarter(let record): self.record(record)
        case .ring(let record): self.record(record)
        case .sound(let record): self.record(record)
        case .unknown(let kind): kind
        }
    }

    static func record(_ record: QuarterRecord) -> String {
        "\(instant(record.target)) \(record.outcome.rawValue)" + (record.reason.map { " (\($0.rawValue))" } ?? "")
            + (record.source.map { " by \($0.rawValue)" } ?? "")
    }

    static func record(_ record: RingRecord) -> String {
        "\(occurrence(record.occurrence)) \(record.outcome.rawValue) (\(record.reason.rawValue))"
    }

    static func record(_ record: SoundRecord) -> String {
        (record.sound.map { "sound \($0.short)" } ?? "time on request")
            + " at \(instant(record.target)) \(record.outcome.rawValue)"
            + (record.reason.map { " (\($0.rawValue))" } ?? "")
    }

    static func contentReport(_ report: ContentReport) -> String {
        switch report.state {
        case .ready: "has \(report.content.short)"
        case .wanted(let parts): "wants \(parts.reduce(0) { $0 + $1.chunks.count }) chunks of \(report.content.short)"
        }
    }

    static func acked(_ acked: Acked) -> String { "through \(acked.sequence) of \(acked.epoch)" }

    static func command(_ command: Command) -> String {
        switch command.action {
        case .announce(let target): "announce at \(instant(target)), command \(command.id)"
        case .play(let order):
            "play sound \(order.sound?.id.short ?? "none") at \(instant(order.target)), command \(command.id)"
        case .cancel(let order): "cancel order \(order), command \(command.id)"
        case .show: "show, command \(command.id)"
        case .probe: "probe, command \(command.id)"
        }
    }

    /// In words, or as JSON for kinds without words.
    static func answer(_ answer: CoordinatorAnswer) -> String {
        switch answer.result {
        case .success(let status as SiteStatus): "status of \(Words.count(status.nodes.count, "node", "nodes"))"
        case .success(let page as HistoryPage): "\(page.lines.count) lines"
        case .success(let page as ChangesPage): "\(page.changes.count) changes"
        case .success(let result as SetResult):
            "set: " + result.nodes.map { "\($0.node) revision \($0.revision)" }.joined(separator: ", ")
        case .success(let result as WakeResult): "woke for \(instant(result.target))"
        case .success(let result as AdoptResult): "what \(names(result.nodes)) held of store \(result.store) is settled"
        case .success(let result as ForgetResult): "forgot \(result.node)"
        case .success(let report as DoctorReport): "doctor: \(report.checks.count) checks"
        case .success(let result as ChangeResult): "changed: " + result.events.map(changed).joined(separator: "; ")
        case .success(let page as SchedulePage): "\(page.alarms.count) alarms, \(page.timers.count) timers"
        case .success(let result as PlayResult):
            (result.sound.map { "plays sound \($0.short)" } ?? "says the time")
                + " at \(instant(result.target)) in \(names(result.nodes))"
        case .success(let result as UploadResult): "\(result.missing.count) chunks missing"
        case .success(let result as CancelResult): "order \(result.id) is taken back on \(names(result.nodes))"
        case .success(let outcomes as SoundOutcomes):
            "\(outcomes.nodes.count { $0.record != nil }) of \(outcomes.nodes.count) outcomes"
        case .success(let result as ScoreResult): "\(result.scores.count) scores kept"
        case .success(let page as ScoresPage): "\(page.scores.count) scores"
        case .success(let result as PackResult):
            "\(result.missing.count) files of pack \(result.pack.short) are missing"
        case .success(let result): plain(result)
        case .failure(let error): "REFUSED \(error.code.rawValue): \(error.message)"
        }
    }

    /// An answer as JSON.
    private static func plain(_ result: some RequestResult) -> String {
        String(String(decoding: WireCodec.encode(Reply(result: result)), as: UTF8.self).prefix(120))
    }

    static func state(_ state: NodeState) -> String {
        "\(state.ledger.pending.count) pending of epoch \(state.ledger.epoch), next \(state.ledger.nextSequence), "
            + "document \(state.desired.map { "\($0.revision)" } ?? "none")"
            + (state.quarters.playing.map { ", about to say \(instant($0))" } ?? "")
            + state.rings.map { ", \($0.occurrence.source) in hand" }.joined()
    }

    static func operation(_ operation: StoreOperation) -> String {
        switch operation {
        case .saveDefinition(let definition): "definition of \(definition.id), revision \(definition.revision)"
        case .saveAvailability(let node, let availability, _): "\(node) \(availability.rawValue)"
        case .appendLedger(let node, _, let entries, _):
            "\(node)'s \(entries.first?.sequence ?? 0)-\(entries.last?.sequence ?? 0)"
        case .saveNotices(let state): "\(state.waiting.count) messages to people"
        case .closeQuarters(let closing): "closed through \(instant(closing.through))"
        case .reopenQuarters(let after): "reopened after \(instant(after))"
        case .saveZone(let node, let zone): "\(node) in \(zone)"
        case .closeRings(let absences, let through):
            "\(absences.count) rings absent" + (through.map { ", closed through \(instant($0))" } ?? "")
        case .reopenRings(let after): "rings reopened after \(instant(after))"
        case .saveObject(let object): "\(name(object.id)) saved"
        case .removeObject(let id): "\(name(id)) removed"
        case .saveNumbers: "the last numbers of definitions"
        case .saveChange(let event, _): "change \(event.number)"
        case .noteSounds(let lines): "\(lines.count) orders to sound"
        case .saveWithdrawn(let sounds): "\(sounds.count) sounds taken back"
        case .beginGeneration(let generation): "generation \(generation)"
        case .saveScore(let score): "score of \(score.key.word)"
        case .forget(let node): "\(node) forgotten"
        case .purge(let before, _, _): "purged before \(instant(before))"
        case .probe: "a probe"
        }
    }
}
