internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockSimulator
internal import ClockWire

// The events and effects of cores.

extension TraceWords {
    static func event(_ event: NodeCore.Event) -> String? {
        switch event {
        case .started: "started"
        case .brokerConnected: "connected"
        case .brokerDisconnected: "disconnected"
        case .timer(let token): "timer \(token.kind)"
        case .clockSet: "the clock was set"
        case .stored(let ticket): "save \(ticket) is on the disk"
        case .storeFailed(let ticket, let reason): "save \(ticket) failed: \(reason)"
        case .playback(let id, let result): "sound #\(id) \(playback(result))"
        case .audio(let report): "output \(report.state.rawValue)"
        case .outputLearned(let depth, let hasClock):
            "output \(hasClock ? "\(Int(depth.milliseconds)) ms deep" : "without a clock")"
        case .voice(let report, _):
            "voice \(report.name)\(report.problems.isEmpty ? "" : ", \(report.problems.count) problems")"
        case .sounds(let report):
            "\(report.names.count) sounds\(report.problems.isEmpty ? "" : ", \(report.problems.count) problems")"
        case .blobKept(let blob, let content) where blob == content: "\(blob.short) is whole"
        case .blobKept(let blob, let content): "\(blob.short) of \(content.short) is whole"
        case .contentLost(let content, let reason, let detail):
            "\(content.short) is lost (\(reason.rawValue)): \(detail)"
        case .soundFound(let sound, let isThere): "sound \(sound.short) \(isThere ? "is" : "is not") on the disk"
        case .soundLoaded(let sound): "sound \(sound.short) is in memory"
        case .packFound(let pack, .ready): "pack \(pack.short) is in its place"
        case .packFound(let pack, .unlisted): "pack \(pack.short) is not on the disk"
        case .packFound(let pack, .lacking(_, let files)): "of pack \(pack.short) \(files.count) files are not there"
        case .packInstalled(let pack): "pack \(pack.short) is in its place now"
        case .packFailed(let pack, let reason): "pack \(pack.short) failed: \(reason)"
        case .configurationRefused(let reason): "a reload is refused: \(reason)"
        case .packsDropped(let names): "packs \(names.joined(separator: ", ")) are gone"
        case .button(let isDown, _): "the button goes \(isDown ? "down" : "up")"
        case .asked(let request, let peer):
            "program \(peer) asks: \(request.action.rawValue) \(request.source?.description ?? "")"
        case .shutdown: "told to leave"
        // The line of their delivery covers these.
        case .wake, .desired, .acked, .command, .timeReply, .ringAction, .chunk: nil
        case .ring(let id, let result): "ring #\(id) \(ring(result))"
        case .zone(let name, let rules): "zone \(name ?? "of the node")\(rules == nil ? " is not known" : "")"
        }
    }

    private static func playback(_ result: PlaybackResult) -> String {
        switch result {
        case .finished(let error, let underruns, let missing):
            "finished" + (error.map { ", onset \(signed(.nanoseconds($0)))" } ?? ", onset lost")
                + (underruns > 0 ? ", \(underruns) underruns" : "")
                + (missing.isEmpty ? "" : ", without \(missing.joined(separator: ", "))")
        case .failed(let failure, let message): "failed (\(failure)): \(message)"
        case .cancelled: "cancelled"
        }
    }

    private static func ring(_ result: RingResult) -> String {
        switch result {
        case .started(let error, let missing):
            "is heard" + (error.map { ", onset \(signed(.nanoseconds($0)))" } ?? "")
                + (missing.map { ", without \($0)" } ?? "")
        case .silent(let nanoseconds): "was silent for \(length(.nanoseconds(nanoseconds)))"
        case .failed(let failure, let message): "failed (\(failure)): \(message)"
        case .ended: "has ended"
        }
    }

    private static func publication(_ message: NodeMessage) -> String {
        switch message {
        case .availability(let availability): "publish \(availability.rawValue)"
        case .reported(let document): "publish reported: \(reported(document.wrappedValue))"
        case .ledger(let batch): "publish ledger: \(ledger(batch))"
        case .held(let document): "show revision \(document.revision) of \(document.store)"
        case .timeRequest: "ask for the time"
        case .contentReport(let report): "publish \(contentReport(report))"
        case .ringActions(let list): "publish \(actions(list))"
        }
    }

    private static func publication(_ message: CoordinatorMessage) -> String {
        switch message {
        case .wake(let wake, let expiry): "publish \(self.wake(wake)), expires in \(expiry) s"
        case .availability(let availability): "publish \(availability.rawValue)"
        case .presence(let presence): "publish \(self.presence(presence))"
        case .desired(let node, let document): "publish desired of \(node): \(desired(document))"
        case .acked(let node, let acked): "publish acked of \(node): \(self.acked(acked))"
        case .command(let node, let command, _): "command \(node): \(self.command(command))"
        case .timeReply(let node, _, _): "tell \(node) the time"
        case .change(let event): "publish change: \(changed(event))"
        case .ringActions(let list): "publish \(actions(list))"
        case .removal(let node, let leaf): "remove \(leaf.rawValue) of \(node)"
        }
    }

    static func effect(_ effect: NodeCore.Effect) -> String {
        switch effect {
        case .store(let state, let ticket): "save \(ticket): \(self.state(state.wrappedValue))"
        case .publish(let message): publication(message)
        case .answerLocal(_, let peer): "answer program \(peer)"
        case .adjustClock(let clock): "go by another clock, which showed \(clock.wall)"
        case .play(let order):
            "play #\(order.id) \"\(order.plan.words)\" at \(instant(order.target)), \(order.volume.percent) %"
        case .cancelPlay(let id): "cancel sound #\(id)"
        case .startRing(let order):
            "ring #\(order.id) \(order.sound) at \(instant(order.target)), \(order.volume.percent) %"
        case .stopRing(let id): "stop ring #\(id)"
        case .setVolume(let id, let volume, _): "sound #\(id) goes on at \(volume.percent) %"
        case .fetchContent(let content): "fetch \(content.short)"
        case .leaveContent(let content): "fetch no more of \(content.short)"
        case .keepChunk(_, let blob, let chunk, _): "keep chunk \(chunk) of \(blob.id.short)"
        case .keepBlob(_, let blob): "keep \(blob.id.short)"
        case .findSound(let sound): "look for sound \(sound.id.short)"
        case .loadSound(let sound): "load sound \(sound.id.short)"
        case .unloadSound(let sound): "unload sound \(sound.short)"
        case .findPack(let pack): "look for pack \(pack.digest.short)"
        case .installPack(let pack): "put pack \(pack.digest.short) in its place"
        case .dropPacks(let kept):
            kept.isEmpty ? "drop all packs" : "drop packs but \(kept.map(\.digest.short).joined(separator: ", "))"
        case .playSound(let order):
            "play #\(order.id) sound \(order.sound.short) at \(instant(order.target)), \(order.volume.percent) %"
        case .loadZone(let name): "load zone \(name ?? "of the node")"
        case .probeAudio: "probe the output"
        case .loadVoice(let name, let chime): "load voice \(name), chime \(chime.rawValue)"
        case .checkSounds(let names):
            "look at the sounds\(names.isEmpty ? "" : ", at \(names.joined(separator: ", "))")"
        case .setTimer(let token, let deadline): "timer \(token.kind) at \(self.deadline(deadline))"
        case .cancelTimer(let token): "no timer \(token.kind)"
        case .log(let level, let text): "log \(level): \(text)"
        case .logRecord(let record): "log \(record.outcome.logLevel): \(record.sentence)"
        }
    }

    static func event(_ event: CoordinatorEvent) -> String? {
        switch event {
        case .started: "started"
        case .broker(let word): self.word(word)
        case .brokerChecked(let openness): "the broker takes without a name: \(openness.map { "\($0)" } ?? "no answer")"
        case .leaseKept(let lease): "the store is kept by \(lease.machine)"
        case .turnedAway(let turned):
            "\(turned.requests) requests, \(turned.reports) reports and \(turned.questions) questions turned away"
        case .configurationRefused(let reason): "a reload is refused: \(reason)"
        case .wakeRefused(let wake, let reason): "no room for the wake for \(wake.target): \(reason)"
        case .timer(let token): "timer \(token.kind)"
        case .clockSet: "the clock was set"
        case .committed(let commit, _): "commit \(commit.number) is done"
        case .commitUncertain(let commit, let reason): "commit \(commit.number) is done or not: \(reason)"
        case .commitFailed(let commit, let reason): "commit \(commit.number) failed: \(reason)"
        case .storeRead(_, let answer): "store read: \(self.answer(answer))"
        case .noticeAnswered(let attempt, let outcome): "message to people, attempt \(attempt): \(outcome)"
        case .processRead: "saw what the program has used"
        case .speechChecked(let check): "\(check.speaker ?? "nobody") speaks"
        case .storeChecked(let check): "store checked\(check.problem.map { ": \($0)" } ?? "")"
        case .zone(let name, let rules): "zone \(name)\(rules == nil ? " is not known" : "")"
        case .soundReady(let job, let sound, _): "job \(job) is sound \(sound.id.short)"
        case .soundRefused(let job, let error): "job \(job) refused: \(error.message)"
        case .spokenPackMade(let job, let pack, let failure):
            "job \(job): \(pack.map { "pack \($0.digest.short)" } ?? "no pack")\(failure.map { ", \($0)" } ?? "")"
        case .uploadFound(_, let file, _, let isThere): "file \(file.short) \(isThere ? "is" : "is not") there"
        case .uploadKept(_, let file, let chunk, let isWhole):
            "chunk \(chunk) of file \(file.short) is kept\(isWhole ? ", and all others" : "")"
        case .uploadRefused(_, let file, let error): "file \(file.short) is not kept: \(error.message)"
        case .packFound(_, let pack, let missing): "of pack \(pack.digest.short) \(missing.count) files are missing"
        case .packRefused(_, let pack, let error): "pack \(pack.short) is not kept: \(error.message)"
        case .contentUnreadable(let content, let reason): "\(content.short) cannot be read: \(reason)"
        // The line of their delivery covers these.
        case .request, .contentReport, .held, .wakeHeard, .presenceHeard, .strayFound, .nodeListHeard,
            .homeAssistantCommand, .homeAssistantStarted, .homeAssistantFound:
            nil
        }
    }

    private static func word(_ word: BrokerWord) -> String? {
        switch word {
        case .connected: "connected"
        case .disconnected(let reason): "disconnected: \(reason)"
        case .reportsConnected: "hears nodes"
        case .reportsDisconnected(let reason): "does not hear nodes: \(reason)"
        case .dropped(let total): "the broker has dropped \(total) messages"
        // The line of their delivery covers these.
        case .availability, .reported, .ledger, .timeRequest: nil
        }
    }

    static func effect(_ effect: CoordinatorEffect) -> String {
        switch effect {
        case .publish(let message): publication(message)
        case .replyTime: "answer with the time"
        case .reply(_, let answer): "answer: \(self.answer(answer))"
        case .checkBroker: "try whether the broker is open"
        case .holdReports(let holds): holds ? "leave reports unread" : "read reports again"
        case .commit(let commit, let operations):
            "commit \(commit.number): \(operations.map(operation).joined(separator: "; "))"
        case .readStore: "read the store"
        case .sendNotice(let attempt, let message): "message to people, attempt \(attempt): \(message.body)"
        case .readProcess: "see what the program has used"
        case .clear(let topic): "clear \(topic)"
        case .publishHomeAssistant(let message): "publish \(message.topic): \(message.payload)"
        case .loadZone(let name): "load zone \(name)"
        case .checkStore: "check the store"
        case .checkSpeech: "check the speech engines"
        case .speak(let job, let text, _): "job \(job): speak \"\(text)\""
        case .makeSpokenPack(let job, let texts, _): "job \(job): a pack that says \(texts.joined(separator: ", "))"
        case .prepareUpload(let job, let file, _): "job \(job): file \(file.short)"
        case .findUpload(_, let file, _): "look for file \(file.short)"
        case .keepUpload(_, let file, let chunk, _): "keep chunk \(chunk.index) of file \(file.short)"
        case .dropUpload(let file): "drop file \(file.short)"
        case .findPack(_, let list): "look for the \(list.files.count) files of pack \(list.name)"
        case .keepPacks(let packs):
            packs.isEmpty ? "keep no packs" : "keep packs \(packs.map(\.short).joined(separator: ", "))"
        case .publishChunks(let content, let parts, _, _):
            "publish \(parts.reduce(0) { $0 + $1.chunks.count }) chunks of \(content.short)"
        case .setTimer(let token, let deadline): "timer \(token.kind) at \(self.deadline(deadline))"
        case .cancelTimer(let token): "no timer \(token.kind)"
        case .log(let level, let text), .logLimited(let level, let text, _): "log \(level): \(text)"
        }
    }

    private static func deadline(_ deadline: Deadline) -> String {
        switch deadline {
        case .wall(let wall): instant(wall)
        case .boot(let boot): "boot + \(length(.nanoseconds(boot.nanoseconds)))"
        }
    }
}
