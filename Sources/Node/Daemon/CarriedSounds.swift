internal import ClockDomain
internal import ClockNodeCore
internal import ClockRuntime
internal import ClockSound
internal import Dispatch
internal import Logging
internal import Synchronization

/// Carries out what the core wants done with carried sounds, one after the other and beside its loop: digests and
/// decoding take longer than a loop should stand still.
final class CarriedSounds: Sendable {
    private let cache: SoundCache
    private let queue = DispatchQueue(label: "carried sounds")
    private let frames = Mutex<[SoundID: RenderedPlan]>([:])
    private let mailbox: Mailbox<NodeCore.Event>
    private let logger: Logger

    /// - Parameter mailbox: takes the answers.
    init(folder: String, mailbox: Mailbox<NodeCore.Event>, logger: Logger) {
        cache = SoundCache(folder: folder)
        self.mailbox = mailbox
        self.logger = logger
    }

    func find(_ sound: CarriedSound) {
        queue.async { [self] in post(.soundFound(sound.id, isThere: cache.contains(sound))) }
    }

    func keep(_ bytes: [UInt8], chunk: Int, of sound: CarriedSound) {
        attempt(sound) { cache throws(SoundCache.Loss) in
            try cache.write(bytes, chunk: chunk, of: sound)
            return nil
        }
    }

    func finish(_ sound: CarriedSound) {
        attempt(sound) { cache throws(SoundCache.Loss) in
            try cache.finish(sound)
            return .soundKept(sound.id)
        }
    }

    func load(_ sound: CarriedSound) {
        attempt(sound) { [self] cache throws(SoundCache.Loss) in
            do throws(SoundFile.Problem) {
                let read = try SoundFile.read(
                    path: cache.path(sound.id), maximumSeconds: CarriedSound.maximumSeconds)
                let plan = RenderedPlan(frames: read, anchorFrame: 0)
                frames.withLock { $0[sound.id] = plan }
            } catch {
                throw SoundCache.Loss(.unreadable, "the sound \(error.reason)")
            }
            return .soundLoaded(sound.id)
        }
    }

    /// The sound's frames, if they are in memory.
    func loaded(_ sound: SoundID) -> RenderedPlan? { frames.withLock { $0[sound] } }

    func unload(_ sound: SoundID) {
        queue.async { [self] in frames.withLock { $0[sound] = nil } }
    }

    private func post(_ event: NodeCore.Event) {
        if !mailbox.post(event), !mailbox.isClosed {
            logger.error("the node's mailbox is full; lost \(String(describing: event).prefix(80))")
        }
    }

    private func attempt(
        _ sound: CarriedSound, _ work: @escaping @Sendable (SoundCache) throws(SoundCache.Loss) -> NodeCore.Event?
    ) {
        queue.async { [self] in
            do throws(SoundCache.Loss) {
                if let event = try work(cache) { post(event) }
            } catch {
                post(.soundLost(sound.id, error.reason, detail: error.detail))
            }
        }
    }
}
