internal import ClockDomain
internal import ClockNodeCore
internal import ClockRuntime
internal import ClockSound
internal import Dispatch
internal import Glibc
internal import Logging
internal import Synchronization

/// Sounds and voice packs on the node's disk. Carries out the core's effects on them, beside its loop: digests and
/// decoding take longer than a loop should stand still.
///
/// All blobs are on one shelf. Those of a voice pack also have their names in its folder, as links; of the others, 32
/// MiB are kept.
final class NodeContent: Sendable {
    /// The reason for which content is missing, as the core records it.
    struct Loss: Error {
        var reason: SoundReason
        var detail: String

        init(_ reason: SoundReason, _ detail: String) {
            self.reason = reason
            self.detail = detail
        }
    }

    private static let maximumBytes = 32 << 20

    private let shelf: BlobShelf
    private let packs: InstalledPacks
    /// The work on sounds, one after the other.
    private let soundQueue = DispatchQueue(label: "sounds")
    // After everything audible: a pack has time.
    private let packQueue = DispatchQueue(label: "voice packs", qos: .utility)
    private let frames = Mutex<[Digest: RenderedPlan]>([:])
    private let mailbox: Mailbox<NodeCore.Event>
    private let logger: Logger

    /// - Parameters:
    ///   - stateFolder: the folder of the shelf, and of the voice packs' folder, which comes with the first pack.
    ///   - mailbox: receives the answers.
    init(stateFolder: String, mailbox: Mailbox<NodeCore.Event>, logger: Logger) {
        let path = "\(stateFolder)/content"
        // Version 0.1 kept sounds on a shelf of their own.
        _ = rename("\(stateFolder)/sounds", path)
        shelf = BlobShelf(folder: path, maximumBytes: Self.maximumBytes)
        packs = InstalledPacks(root: "\(stateFolder)/voices", shelf: shelf)
        self.mailbox = mailbox
        self.logger = logger
        // If this fails, the first chunk reports the reason: a node with a read-only disk speaks all the same.
        try? shelf.prepare()
    }

    // MARK: Blobs

    func keep(_ bytes: [UInt8], chunk: Int, of blob: Blob, _ content: Content) {
        attempt(content) { [self] () throws(Loss) in
            if case .sound = content, !shelf.hasPart(of: blob.id) {
                shelf.makeRoom(for: blob.bytes, besides: packs.isInFolder)
            }
            do throws(SystemError) {
                try shelf.write(bytes, at: blob.range(ofChunk: chunk).lowerBound, of: blob.id)
            } catch {
                throw Loss(.noSpace, "\(error)")
            }
            return nil
        }
    }

    func finish(_ blob: Blob, _ content: Content) {
        attempt(content) { [self] () throws(Loss) in
            let digest: Digest?
            do throws(SystemError) {
                digest = try shelf.finish(blob.id)
            } catch {
                throw Loss(.noSpace, "\(error)")
            }
            guard digest == blob.id else {
                throw Loss(
                    .mismatch, "the chunks together are \(digest?.short ?? "gone"), not the blob \(blob.id.short)")
            }
            if case .pack(let pack) = content {
                do throws(InstalledPacks.Problem) {
                    try packs.add(blob.id, to: pack.digest)
                } catch {
                    throw Loss(.noSpace, error.reason)
                }
            }
            return .blobKept(blob.id, of: content.digest)
        }
    }

    // MARK: Sounds

    func find(_ sound: Blob) {
        soundQueue.async { [self] in post(.soundFound(sound.id, isThere: shelf.isIntact(sound.id))) }
    }

    func load(_ sound: Blob) {
        attempt(.sound(sound)) { [self] () throws(Loss) in
            do throws(SoundFile.Problem) {
                let read = try SoundFile.read(path: shelf.path(sound.id), maximumSeconds: Blob.maximumSeconds)
                let plan = RenderedPlan(frames: read, anchorFrame: 0)
                frames.withLock { $0[sound.id] = plan }
            } catch {
                throw Loss(.unreadable, "the sound \(error.reason)")
            }
            return .soundLoaded(sound.id)
        }
    }

    /// Returns the sound's frames; `nil` when they are not in memory.
    func loaded(_ sound: Digest) -> RenderedPlan? { frames.withLock { $0[sound] } }

    func unload(_ sound: Digest) { soundQueue.async { [self] in frames.withLock { $0[sound] = nil } } }

    // MARK: Voice packs

    func find(_ pack: PackReference) {
        attempt(pack) { packs throws(InstalledPacks.Problem) in .packFound(pack.digest, try packs.find(pack)) }
    }

    func install(_ pack: PackReference) {
        attempt(pack) { packs throws(InstalledPacks.Problem) in
            try packs.install(pack)
            return .packInstalled(pack.digest)
        }
    }

    func drop(keeping kept: [PackReference]) {
        packQueue.async { [self] in
            let dropped = packs.drop(keeping: kept)
            if !dropped.isEmpty { post(.packsDropped(dropped)) }
        }
    }

    // MARK: Answers

    private func post(_ event: NodeCore.Event) {
        if !mailbox.post(event), !mailbox.isClosed {
            logger.error("the node's mailbox is full; lost \(String(describing: event).prefix(80))")
        }
    }

    private func attempt(_ content: Content, _ work: @escaping @Sendable () throws(Loss) -> NodeCore.Event?) {
        let queue =
            switch content {
            case .sound: soundQueue
            case .pack: packQueue
            }
        queue.async { [self] in
            do throws(Loss) {
                if let event = try work() { post(event) }
            } catch {
                post(.contentLost(content.digest, error.reason, detail: error.detail))
            }
        }
    }

    private func attempt(
        _ pack: PackReference,
        _ work: @escaping @Sendable (InstalledPacks) throws(InstalledPacks.Problem) -> NodeCore.Event
    ) {
        packQueue.async { [self] in
            do throws(InstalledPacks.Problem) {
                post(try work(packs))
            } catch {
                post(.packFailed(pack.digest, reason: error.reason))
            }
        }
    }
}
