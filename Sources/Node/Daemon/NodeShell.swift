internal import CLinux
internal import ClockConnection
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

/// Carries out the node core's effects, and turns network messages into its events.
final class NodeShell: Sendable {
    let node: NodeID
    let topics: Topics
    let clock: SystemClock
    let logger: Logger
    let inbox: NodeInbox
    let mqtt: MQTTClient
    let output: AudioOutput
    let listener: OutputListener
    private let timers: TimerQueue<NodeCore.TimerKind>
    /// The socket for programs of this machine.
    private let local: LocalSocket?

    private let stateFile: StateFile
    private let voices: VoiceFolders
    private let ringSounds: RingSounds
    private let soundCheck: SoundCheck
    private let zones: NodeZones
    /// The tone before announcements and carried sounds; `nil` without one.
    private let warmUpTone: WarmUpTone?
    let content: NodeContent
    /// The queue that loads voices and makes bells, beside the event loop: on a slow machine that takes a good part of
    /// a second, in which the node must win its clock's trust.
    private let loading = DispatchQueue(label: "voice", qos: .userInitiated)
    /// The queue that lists the outputs before a probe.
    private let probing = DispatchQueue(label: "outputs", qos: .utility)
    /// Loaded by the core's first effect; sounds to play wait for that.
    private let sounds = Mutex(SoundLibrary.empty)
    /// Filters ring actions before the mailbox.
    let ringActions = Mutex(RingActionGate())

    init(
        node: NodeID, topics: Topics, clock: SystemClock, logger: Logger, inbox: NodeInbox, mqtt: MQTTClient,
        output: AudioOutput, listener: OutputListener, timers: TimerQueue<NodeCore.TimerKind>, local: LocalSocket?,
        stateFile: StateFile, voices: VoiceFolders, ringSounds: RingSounds, zones: NodeZones,
        warmUpTone: WarmUpTone?, content: NodeContent
    ) {
        self.node = node
        self.topics = topics
        self.clock = clock
        self.logger = logger
        self.inbox = inbox
        self.mqtt = mqtt
        self.output = output
        self.listener = listener
        self.timers = timers
        self.local = local
        self.stateFile = stateFile
        self.voices = voices
        self.ringSounds = ringSounds
        soundCheck = SoundCheck(ringSounds)
        self.zones = zones
        self.warmUpTone = warmUpTone
        self.content = content
    }

    func post(_ event: NodeCore.Event) { inbox.post(event) }

    /// Logs, once per topic and minute, that a payload was refused, with the reason.
    func refuse(_ topic: String, _ reason: String) {
        inbox.limited.log(.warning, about: topic, "refused a message on \(topic): \(reason)")
    }

    func announceAvailability(_ availability: Availability) { publish(.availability(availability)) }

    // MARK: Effects

    func perform(_ effect: NodeCore.Effect) async {
        switch effect {
        case .store(let state, let ticket): store(state.wrappedValue, ticket: ticket)
        case .publish(let message): publish(message)
        case .answerLocal(let answer, let peer): local?.answer(answer, to: peer)
        case .adjustClock(let steered):
            clock.steer(to: steered)
            timers.clockSteered()
            output.follow(ratePPB: steered.ratePPB)
        case .play(let order): play(order)
        case .cancelPlay(let id), .stopRing(let id): for sound in listener.ids(ofOrder: id) { output.cancel(sound) }
        case .setVolume(let id, let volume, let floor):
            for sound in listener.ids(ofOrder: id) { output.setVolume(of: sound, to: volume, floor: floor) }
        case .startRing(let order): ring(order)
        case .startAlert(let order):
            ring(order.id, order.sound) { id, sound in
                RingSoundOrder(
                    id: id, sound: sound, targetNanoseconds: clock.monotonicNanoseconds(for: clock.now().boot),
                    volume: order.volume, rampSeconds: 0, floor: order.volume, plays: order.plays)
            }
        case .probeAudio:
            probing.async { [listener, output] in
                listener.listDevices()
                output.probe()
            }
        case .checkSounds(let names): soundCheck.look(for: names) { [self] in post(.sounds($0)) }
        case .loadVoice(let name, let chime): loading.async { self.loadVoice(name, chime) }
        case .loadZone(let name): loadZone(name)
        case .fetchContent(let content): fetch(content)
        case .leaveContent(let content): leave(content)
        case .keepChunk(let whole, let blob, let chunk, let bytes): content.keep(bytes, chunk: chunk, of: blob, whole)
        case .keepBlob(let whole, let blob): content.finish(blob, whole)
        case .findSound(let sound): content.find(sound)
        case .loadSound(let sound): content.load(sound)
        case .unloadSound(let sound): content.unload(sound)
        case .playSound(let order): play(order)
        case .findPack(let pack): content.find(pack)
        case .installPack(let pack): content.install(pack)
        case .dropPacks(let kept): content.drop(keeping: kept)
        case .setTimer(let token, let deadline): timers.set(token, deadline)
        case .cancelTimer(let token): timers.cancel(token)
        case .log(let level, let message): logger.log(level: Logger.Level(level), "\(message)")
        case .logRecord(let record): logger.log(level: Logger.Level(record.outcome.logLevel), "\(record.sentence)")
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

    private func publish(_ message: NodeMessage) {
        if case .reported(let document) = message {
            ringActions.withLock { $0.reported(document.wrappedValue.rings) }
        }
        let packet = MQTTMessage(message, of: node, in: topics)
        do {
            try mqtt.publish(packet)
        } catch  where error.code == .notConnected {
            // The connection broke a moment ago; the core learns it next and publishes again when it is back.
            logger.debug("cannot publish to \(packet.topic): \(error)")
        } catch {
            inbox.limited.log(.error, about: "publish", "cannot publish to \(packet.topic): \(error)")
        }
    }

    private func play(_ order: ClockNodeCore.PlayOrder) {
        let labels = labels(of: order.plan)
        let sound = loading.sync { sounds.withLock { $0.render(order.plan, labels: labels) } }
        func play(_ sound: RenderedPlan, as part: SoundsUnderWay.Sound, at target: Int64) -> Bool {
            let id = listener.add(part)
            let taken = output.play(
                ClockNodeAudio.PlayOrder(
                    id: id, sound: sound, targetNanoseconds: target, volume: order.volume,
                    trimMicroseconds: order.trimMicroseconds, silencesRings: order.silencesRings))
            if !taken { listener.remove(id) }
            return taken
        }
        let target = monotonicNanoseconds(of: order.target, audibleAt: order.audibleAt)
        warmUp(before: sound, order: order.id, at: target, order.volume, trim: order.trimMicroseconds)
        let parts = sound.prelude
        if let melody = parts?.melody {
            let start = target - sound.anchorOffsetNanoseconds + melody.anchorOffsetNanoseconds
            if !play(melody, as: .melody(order: order.id), at: start) {
                logger.warning("cannot play the melody: \(stuck)")
            }
        }
        let missing = sound.missing.map(\.name)
        guard !play(parts?.rest ?? sound, as: .play(order: order.id, missingClips: missing), at: target) else { return }
        post(.playback(id: order.id, .failed(.deviceFailed, message: stuck)))
    }

    /// Returns the frames of a plan's spoken texts.
    private func labels(of plan: AnnouncementPlan) -> [String: [Int16]] {
        var labels: [String: [Int16]] = [:]
        for case .label(let file) in plan.clips {
            let sound = ringSounds.sound(named: file)
            if sound.problem == nil { labels[file] = sound.frames }
        }
        return labels
    }

    /// Returns the sound's instant by CLOCK_MONOTONIC.
    func monotonicNanoseconds(of target: WallTime, audibleAt: BootTime) -> Int64 {
        SoundInstant.choose(
            byWall: clock.monotonicNanoseconds(for: target), asOrdered: clock.monotonicNanoseconds(for: audibleAt))
    }

    /// Plays the warm-up tone before a sound. If it is too late for the tone, the sound plays without it.
    func warmUp(before sound: RenderedPlan, order: Int, at target: Int64, _ volume: Volume, trim: Int) {
        guard let warmUpTone else { return }
        let id = listener.add(.warmUp(order: order))
        let taken = output.play(
            ClockNodeAudio.PlayOrder(
                id: id, sound: warmUpTone.sound, targetNanoseconds: warmUpTone.start(before: sound, at: target),
                volume: volume, trimMicroseconds: trim))
        if !taken { listener.remove(id) }
    }

    var stuck: String { "the output \(listener.device) is stuck; restart the node, or replug the device" }

    private func ring(_ order: RingOrder) {
        ring(order.id, order.sound) { id, sound in
            RingSoundOrder(
                id: id, sound: sound, targetNanoseconds: clock.monotonicNanoseconds(for: order.audibleAt),
                volume: order.volume, rampSeconds: order.rampSeconds, floor: order.floor,
                trimMicroseconds: order.trimMicroseconds, plays: order.plays)
        }
    }

    private func ring(_ order: Int, _ name: String, _ make: (UInt64, RingSound) -> RingSoundOrder) {
        let sound = ringSounds.sound(named: name)
        let id = listener.add(.ring(order: order, problem: sound.problem))
        guard !output.ring(make(id, sound)) else { return }
        listener.remove(id)
        post(.ring(id: order, .failed(.deviceFailed, message: stuck)))
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
                    saysDurations: sound.saysDurations, installed: voices.installed, chimes: voices.chimes,
                    chimeProblem: chimeProblems.first),
                chime: sound.ownChimeSpans))
    }

    private func ownChime(_ chime: Chime, _ problems: inout [String]) -> OwnChime? {
        guard case .own(let name) = chime else { return nil }
        let folder = voices.folder(ofChime: name)
        do throws(FatalError) {
            return OwnChime(name: name, folder: folder, anchors: try ChimeFile.anchors(folder: folder))
        } catch {
            // Without its anchors the chime would sound at the wrong time.
            problems.append("\(error); a tone sounds for chime \"\(name)\" until then")
            return nil
        }
    }
}
