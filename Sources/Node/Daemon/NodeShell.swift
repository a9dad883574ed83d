internal import CLinux
internal import ClockDomain
internal import ClockMQTT
internal import ClockNodeAudio
internal import ClockNodeCore
internal import ClockRuntime
internal import ClockSound
internal import ClockWire
internal import Dispatch
internal import Logging
internal import Synchronization

/// Carries out the node core's effects, and turns what the network and the output say into its events.
final class NodeShell: Sendable {
    let node: NodeID
    let topics: Topics
    let clock: SystemClock
    let mailbox: Mailbox<NodeCore.Event>
    let logger: Logger
    /// ALSA name of the output.
    let device: String

    private let stateFile: StateFile
    private let voices: VoiceFolders
    private let ringSounds: RingSounds
    private let soundCheck: SoundCheck
    private let zones: NodeZones
    /// Before announcements and carried sounds; `nil` where there is none.
    private let warmUpTone: WarmUpTone?
    let content: NodeContent
    /// Where voices are read and bells are made, beside the event loop: on a slow machine that takes a good part of a
    /// second, in which the node has to win its clock's trust.
    private let loading = DispatchQueue(label: "voice", qos: .userInitiated)
    /// Loaded by the core's first effect; what is to be played waits for that.
    private let sounds = Mutex(SoundLibrary.empty)
    /// What became of them is told on the output's thread.
    let underWay = Mutex(SoundsUnderWay())
    private let parts = Mutex<Parts?>(nil)
    let limited: LimitedLog
    /// What became of ring actions before the mailbox.
    let ringActions = Mutex(RingActionGate())

    /// What needs the shell's handlers before it can be made.
    struct Parts: Sendable {
        var mqtt: MQTTClient
        var output: AudioOutput
        var timers: TimerQueue<NodeCore.TimerKind>
        /// Where programs of this machine ask.
        var local: LocalSocket?
    }

    init(
        node: NodeID, site: SiteID, clock: SystemClock, mailbox: Mailbox<NodeCore.Event>, logger: Logger,
        device: String, stateFile: StateFile, voices: VoiceFolders, ringSounds: RingSounds, zones: NodeZones,
        warmUpTone: WarmUpTone?, content: NodeContent
    ) {
        self.node = node
        topics = Topics(site: site)
        self.clock = clock
        self.mailbox = mailbox
        self.logger = logger
        limited = LimitedLog(logger, clock: clock)
        self.device = device
        self.stateFile = stateFile
        self.voices = voices
        self.ringSounds = ringSounds
        soundCheck = SoundCheck(ringSounds)
        self.zones = zones
        self.warmUpTone = warmUpTone
        self.content = content
    }

    func connect(_ parts: Parts) {
        self.parts.withLock { $0 = parts }
    }

    /// A program of this machine asks.
    ///
    /// - Returns: whether there is room for it.
    func asked(_ request: LocalRequest, peer: Int) -> Bool { mailbox.post(.asked(request, peer: peer)) }

    /// Queues an event, and says so in the log where there is no room for it.
    func post(_ event: NodeCore.Event) {
        guard !mailbox.post(event), !mailbox.isClosed else { return }
        switch event.source {
        case .message: limited.log(.warning, about: "full", "more messages than can be handled; some are dropped")
        case .connection, .program:
            logger.error("the node's mailbox is full; lost \(String(describing: event).prefix(80))")
        }
    }

    /// Says once per topic and minute that a payload was refused, and why.
    func refuse(_ topic: String, _ reason: String) {
        limited.log(.warning, about: topic, "refused a message on \(topic): \(reason)")
    }

    func announceAvailability(_ availability: Availability) {
        guard let parts = parts.withLock({ $0 }) else { return }
        publish(topics.availability(node), availability.payload, retain: true, parts.mqtt)
    }

    // MARK: Effects

    func perform(_ effect: NodeCore.Effect) async {
        guard let parts = parts.withLock({ $0 }) else {
            preconditionFailure("an effect before the parts are connected")
        }
        switch effect {
        case .store(let state, let ticket): store(state.wrappedValue, ticket: ticket)
        case .publishReported(let reported):
            publish(topics.reported(node), WireCodec.encode(reported.wrappedValue), retain: true, parts.mqtt)
        case .publishLedger(let batch): publish(topics.ledger(node), WireCodec.encode(batch), parts.mqtt)
        case .publishHeld(let document): publish(topics.held(node), WireCodec.encode(document), parts.mqtt)
        case .publishTimeRequest(let request):
            publish(
                topics.time(node), WireCodec.encode(request), qos: .atMostOnce, responseTopic: topics.nodeReply(node),
                parts.mqtt)
        case .publishRingAction(let action, let expirySeconds):
            publish(
                topics.ring(action.occurrence.source), WireCodec.encode(action), retain: true,
                expirySeconds: UInt32(clamping: expirySeconds), parts.mqtt)
        case .answerLocal(let answer, let peer): parts.local?.answer(answer, to: peer)
        case .adjustClock(let steered):
            clock.steer(to: steered)
            parts.timers.clockSteered()
        case .play(let order): play(order, parts.output)
        case .cancelPlay(let id), .stopRing(let id):
            for sound in underWay.withLock({ $0.ids(ofOrder: id) }) { parts.output.cancel(sound) }
        case .startRing(let order): ring(order, parts.output)
        case .probeAudio: parts.output.probe()
        case .checkSounds(let names):
            soundCheck.look(for: names) { [self] in post(.sounds($0)) }
        case .loadVoice(let name, let chime): loading.async { self.loadVoice(name, chime) }
        case .loadZone(let name): loadZone(name)
        case .publishContentReport(let report):
            publish(topics.contentReport(node), WireCodec.encode(report), parts.mqtt)
        case .fetchContent(let content): fetch(content, parts.mqtt)
        case .leaveContent(let content): leave(content, parts.mqtt)
        case .keepChunk(let whole, let blob, let chunk, let bytes): content.keep(bytes, chunk: chunk, of: blob, whole)
        case .keepBlob(let whole, let blob): content.finish(blob, whole)
        case .findSound(let sound): content.find(sound)
        case .loadSound(let sound): content.load(sound)
        case .unloadSound(let sound): content.unload(sound)
        case .playSound(let order): play(order, parts.output)
        case .findPack(let pack): content.find(pack)
        case .installPack(let pack): content.install(pack)
        case .dropPacks(let kept): content.drop(keeping: kept)
        case .setTimer(let token, let deadline): parts.timers.set(token, deadline)
        case .cancelTimer(let token): parts.timers.cancel(token)
        case .log(let level, let message): logger.log(level: Logger.Level(level), "\(message)")
        case .logRecord(let record):
            logger.log(level: Logger.Level(record.outcome.logLevel), "\(record.sentence)")
        }
    }

    private func store(_ state: NodeState, ticket: Int) {
        do {
            try stateFile.save(state)
            post(.stored(ticket: ticket))
        } catch {
            post(.storeFailed(ticket: ticket, reason: error.description))
        }
    }

    private func publish(
        _ topic: String, _ payload: [UInt8], qos: MQTTQoS = .atLeastOnce, retain: Bool = false,
        responseTopic: String? = nil, expirySeconds: UInt32? = nil, _ mqtt: MQTTClient
    ) {
        do {
            try mqtt.publish(
                MQTTMessage(
                    topic: topic, payload: payload, qos: qos, retain: retain, messageExpirySeconds: expirySeconds,
                    responseTopic: responseTopic))
        } catch  where error.code == .notConnected {
            // The connection went a moment ago; the core hears of it next and does it again when it is back.
            logger.debug("not published to \(topic): \(error)")
        } catch {
            limited.log(.error, about: "publish", "cannot publish to \(topic): \(error)")
        }
    }

    private func play(_ order: ClockNodeCore.PlayOrder, _ output: AudioOutput) {
        let sound = loading.sync { sounds.withLock { $0.render(order.plan) } }
        func play(_ sound: RenderedPlan, as part: SoundsUnderWay.Sound, at target: Int64) -> Bool {
            let id = underWay.withLock { $0.add(part) }
            let taken = output.play(
                ClockNodeAudio.PlayOrder(
                    id: id, sound: sound, targetNanoseconds: target, volume: order.volume,
                    trimMicroseconds: order.trimMicroseconds))
            if !taken { _ = underWay.withLock { $0.remove(id) } }
            return taken
        }
        let target = clock.monotonicNanoseconds(for: order.target)
        warmUp(before: sound, order: order.id, at: target, order.volume, trim: order.trimMicroseconds, output)
        let parts = sound.prelude
        if let melody = parts?.melody {
            let start = target - sound.anchorOffsetNanoseconds + melody.anchorOffsetNanoseconds
            if !play(melody, as: .melody(order: order.id), at: start) { logger.warning("\(stuck); no melody") }
        }
        let missing = sound.missing.map(\.name)
        guard !play(parts?.rest ?? sound, as: .play(order: order.id, missingClips: missing), at: target) else { return }
        post(.playback(id: order.id, .failed(.deviceFailed, message: stuck)))
    }

    /// Where it comes too late there is none: what it is for is heard all the same.
    func warmUp(
        before sound: RenderedPlan, order: Int, at target: Int64, _ volume: Volume, trim: Int, _ output: AudioOutput
    ) {
        guard let warmUpTone else { return }
        let id = underWay.withLock { $0.add(.warmUp(order: order)) }
        let taken = output.play(
            ClockNodeAudio.PlayOrder(
                id: id, sound: warmUpTone.sound, targetNanoseconds: warmUpTone.start(before: sound, at: target),
                volume: volume, trimMicroseconds: trim))
        if !taken { _ = underWay.withLock { $0.remove(id) } }
    }

    var stuck: String { "the output \(device) is stuck; restart the node, or replug the device" }

    private func ring(_ order: RingOrder, _ output: AudioOutput) {
        let sound = ringSounds.sound(named: order.sound)
        let id = underWay.withLock { $0.add(.ring(order: order.id, problem: sound.problem)) }
        let taken = output.ring(
            RingSoundOrder(
                id: id, sound: sound, targetNanoseconds: clock.monotonicNanoseconds(for: order.audibleAt),
                volume: order.volume, rampSeconds: order.rampSeconds, floor: order.floor,
                trimMicroseconds: order.trimMicroseconds))
        guard !taken else { return }
        _ = underWay.withLock { $0.remove(id) }
        post(.ring(id: order.id, .failed(.deviceFailed, message: stuck)))
    }

    private func loadZone(_ name: String?) {
        do throws(FatalError) {
            post(.zone(name: name, try zones.rules(name)))
        } catch {
            logger.warning("\(error)")
            post(.zone(name: name, nil))
        }
    }

    private func loadVoice(_ name: String, _ chime: Chime) {
        var problems: [String] = []
        var chimeProblems: [String] = []
        let ownChime = ownChime(chime, &chimeProblems)
        func library(of folder: String) -> SoundLibrary {
            SoundLibrary(voiceFolder: folder, chime: chime, ownChime: ownChime)
        }
        var sound: SoundLibrary
        if let folder = voices.folder(ofVoice: name) {
            sound = library(of: folder)
            problems += sound.problems
            if !sound.canSpeak, folder != voices.standardVoice {
                problems.append("the standard voice speaks instead of \"\(name)\"")
                sound = library(of: voices.standardVoice)
            }
        } else {
            problems.append(
                "voice \"\(name)\" is not in \(voices.root); bring it here with clockctl voice push \(name), until then "
                    + "the standard voice speaks")
            sound = library(of: voices.standardVoice)
            problems += sound.problems
        }
        chimeProblems += sound.chimeProblems
        for problem in problems + chimeProblems { logger.warning("\(problem)") }
        sounds.withLock { $0 = sound }
        malloc_trim(0)
        post(
            .voice(
                VoiceReport(
                    name: name, problems: Array(problems.prefix(VoiceReport.maximumProblems)),
                    installed: voices.installed, chimes: voices.chimes, chimeProblem: chimeProblems.first),
                chime: sound.ownChimeSpans))
    }

    private func ownChime(_ chime: Chime, _ problems: inout [String]) -> OwnChime? {
        guard case .own(let name) = chime else { return nil }
        let folder = voices.folder(ofChime: name)
        do throws(FatalError) {
            return OwnChime(name: name, folder: folder, anchors: try ChimeFile.anchors(folder: folder))
        } catch {
            // Without its anchors it would sound at the wrong time.
            problems.append("\(error); a tone sounds for chime \"\(name)\" until then")
            return nil
        }
    }

    // MARK: The output's events, on its thread

    func received(_ event: AudioEvent) {
        switch event {
        case .finished(let id, let report):
            ended(
                id,
                .finished(
                    onsetErrorNanoseconds: report.onsetErrorNanoseconds, underruns: report.underruns, missingClips: []))
        case .failed(let id, let failure): ended(id, .failed(PlaybackFailure(failure.kind), message: failure.message))
        case .cancelled(let id): ended(id, .cancelled)
        case .ringStarted(let id, let report):
            guard case .ring(let order, let problem) = underWay.withLock({ $0[id] }) else { break }
            post(
                .ring(
                    id: order,
                    .started(
                        onsetErrorNanoseconds: report.onsetErrorNanoseconds, missingSound: problem?.description)))
        case .ringEnded(let id):
            guard case .ring(let order, _) = underWay.withLock({ $0.remove(id) }) else { break }
            post(.ring(id: order, .ended))
        case .learned(let traits):
            post(.outputLearned(depth: .nanoseconds(traits.depthNanoseconds), hasClock: traits.hasClock))
        case .trouble(let message): logger.warning("\(message)")
        case .probed(.ok(let name)):
            post(.audio(AudioReport(device: name, state: .ok, devices: devices)))
        case .probed(.failed(let failure)):
            logger.warning("\(failure.message)")
            post(
                .audio(
                    AudioReport(
                        device: device, state: AudioReport.State(failure.kind), detail: failure.message,
                        devices: devices)))
        }
        // ALSA reads its whole configuration for every opening; a quarter of an hour is long to keep what that took.
        malloc_trim(0)
    }

    private func ended(_ id: UInt64, _ result: PlaybackResult) {
        switch (underWay.withLock { $0.remove(id) }, result) {
        case (.play(let order, let missing), .finished(let onsetError, let underruns, _)):
            post(
                .playback(
                    id: order,
                    .finished(onsetErrorNanoseconds: onsetError, underruns: underruns, missingClips: missing)))
        case (.play(let order, _), .failed), (.play(let order, _), .cancelled): post(.playback(id: order, result))
        case (.melody, .failed(_, let message)): logger.warning("no melody before the hour: \(message)")
        case (.warmUp, .failed(_, let message)): logger.debug("no warm-up tone: \(message)")
        case (.melody, .finished), (.melody, .cancelled), (.warmUp, .finished), (.warmUp, .cancelled): break
        case (.ring(let order, _), .failed(let failure, let message)):
            post(.ring(id: order, .failed(failure, message: message)))
        case (.ring, .finished), (.ring, .cancelled), (nil, _): break
        }
    }

    /// The machine's outputs as of now, for the report.
    private var devices: [AudioDeviceReport] {
        AudioDevices.list().map { AudioDeviceReport(name: $0.name, description: $0.description) }
    }
}

extension PlaybackFailure {
    init(_ kind: AudioFailure.Kind) {
        switch kind {
        case .missing: self = .deviceMissing
        case .busy: self = .deviceBusy
        case .late: self = .late
        case .lost, .failed: self = .deviceFailed
        }
    }
}

extension AudioReport.State {
    init(_ kind: AudioFailure.Kind) {
        switch kind {
        case .missing: self = .missing
        case .busy: self = .busy
        case .late, .lost, .failed: self = .failed
        }
    }
}
