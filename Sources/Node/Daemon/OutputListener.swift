internal import CLinux
internal import ClockNodeAudio
internal import ClockNodeCore
internal import ClockSound
internal import ClockWire
internal import Logging
internal import Synchronization

/// Maps the core's orders to the output's sounds, and reports their outcomes to the core.
final class OutputListener: Sendable {
    /// ALSA name of the output.
    let device: String
    private let inbox: NodeInbox
    private let logger: Logger
    private let underWay = Mutex(SoundsUnderWay())
    /// The machine's outputs, as they were before the last probe.
    private let devices = Mutex<[AudioDeviceReport]>([])

    init(device: String, inbox: NodeInbox, logger: Logger) {
        self.device = device
        self.inbox = inbox
        self.logger = logger
    }

    /// - Returns: the sound's id for the output.
    func add(_ sound: SoundsUnderWay.Sound) -> UInt64 { underWay.withLock { $0.add(sound) } }

    /// The output has refused the sound.
    func remove(_ id: UInt64) { _ = underWay.withLock { $0.remove(id) } }

    /// Returns the ids of the core's order, in the order in which they were added.
    func ids(ofOrder order: Int) -> [UInt64] { underWay.withLock { $0.ids(ofOrder: order) } }

    /// Lists the machine's outputs for the report of the next probe. ALSA reads all of its configuration for that, so
    /// not on the output's thread: something may ring.
    func listDevices() {
        let found = AudioDevices.list().map { AudioDeviceReport(name: $0.name, description: $0.description) }
        devices.withLock { $0 = found }
    }

    /// Called on the output's thread.
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
            inbox.post(
                .ring(
                    id: order,
                    .started(onsetErrorNanoseconds: report.onsetErrorNanoseconds, missingSound: problem?.description)))
        case .ringSilent(let id, let nanoseconds):
            guard case .ring(let order, _) = underWay.withLock({ $0[id] }) else { break }
            inbox.post(.ring(id: order, .silent(nanoseconds: nanoseconds)))
        case .ringEnded(let id):
            guard case .ring(let order, _) = underWay.withLock({ $0.remove(id) }) else { break }
            inbox.post(.ring(id: order, .ended))
        case .learned(let traits):
            inbox.post(
                .outputLearned(
                    depth: .nanoseconds(traits.advanceNanoseconds),
                    hurriedDepth: .nanoseconds(traits.hurriedAdvanceNanoseconds), hasClock: traits.hasClock))
        case .trouble(let message): logger.warning("\(message)")
        case .probed(.ok(let name)):
            inbox.post(.audio(AudioReport(device: name, state: .ok, devices: devices.withLock { $0 })))
        case .probed(.failed(let failure)):
            logger.warning("\(failure.message)")
            inbox.post(
                .audio(
                    AudioReport(
                        device: device, state: AudioReport.State(failure.kind), detail: failure.message,
                        devices: devices.withLock { $0 })))
        }
        // ALSA reads its whole configuration for every opening; a quarter of an hour is long to keep that memory.
        malloc_trim(0)
    }

    private func ended(_ id: UInt64, _ result: PlaybackResult) {
        switch (underWay.withLock { $0.remove(id) }, result) {
        case (.play(let order, let missing), .finished(let onsetError, let underruns, _)):
            inbox.post(
                .playback(
                    id: order,
                    .finished(onsetErrorNanoseconds: onsetError, underruns: underruns, missingClips: missing)))
        case (.play(let order, _), .failed), (.play(let order, _), .cancelled): inbox.post(.playback(id: order, result))
        case (.melody, .failed(_, let message)):
            logger.warning("cannot play the melody before the quarter hour: \(message)")
        case (.warmUp, .failed(_, let message)): logger.debug("cannot play the warm-up tone: \(message)")
        case (.melody, .finished), (.melody, .cancelled), (.warmUp, .finished), (.warmUp, .cancelled): break
        case (.ring(let order, _), .failed(let failure, let message)):
            inbox.post(.ring(id: order, .failed(failure, message: message)))
        case (.ring, .finished), (.ring, .cancelled), (nil, _): break
        }
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
