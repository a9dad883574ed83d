internal import ClockDomain
internal import ClockNodeCore
internal import ClockRuntime
internal import Dispatch
internal import Logging

/// Carries out what the core wants done with voice packs, one after the other and beside its loop.
final class NodePacks: Sendable {
    private let folder: PackFolder
    // Behind everything that is to be heard: a pack has time.
    private let queue = DispatchQueue(label: "voice packs", qos: .utility)
    private let mailbox: Mailbox<NodeCore.Event>
    private let logger: Logger

    /// - Parameters:
    ///   - folder: where packs are kept; made with the first.
    ///   - mailbox: takes the answers.
    init(folder: String, mailbox: Mailbox<NodeCore.Event>, logger: Logger) {
        self.folder = PackFolder(root: folder)
        self.mailbox = mailbox
        self.logger = logger
    }

    func find(_ pack: PackReference) {
        attempt(pack.digest) { folder throws(PackFolder.Problem) in
            .packFound(pack.digest, try folder.find(pack))
        }
    }

    func keep(_ bytes: [UInt8], chunk: Int, of file: CarriedSound, in pack: SoundID) {
        attempt(pack) { folder throws(PackFolder.Problem) in
            try folder.write(bytes, chunk: chunk, of: file, in: pack)
            return nil
        }
    }

    func finish(_ file: CarriedSound, in pack: SoundID) {
        attempt(pack) { folder throws(PackFolder.Problem) in
            try folder.finish(file, in: pack)
            return .packFileKept(pack, file: file.id)
        }
    }

    func install(_ pack: PackReference) {
        attempt(pack.digest) { folder throws(PackFolder.Problem) in
            try folder.install(pack)
            return .packInstalled(pack.digest)
        }
    }

    func drop(keeping packs: [PackReference]) {
        queue.async { [self] in
            let dropped = folder.drop(keeping: packs)
            if !dropped.isEmpty { post(.packsDropped(dropped)) }
        }
    }

    private func post(_ event: NodeCore.Event) {
        if !mailbox.post(event), !mailbox.isClosed {
            logger.error("the node's mailbox is full; lost \(String(describing: event).prefix(80))")
        }
    }

    private func attempt(
        _ pack: SoundID,
        _ work: @escaping @Sendable (PackFolder) throws(PackFolder.Problem) -> NodeCore.Event?
    ) {
        queue.async { [self] in
            do throws(PackFolder.Problem) {
                if let event = try work(folder) { post(event) }
            } catch {
                post(.packFailed(pack, reason: error.reason))
            }
        }
    }
}
