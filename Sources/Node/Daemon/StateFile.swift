internal import ClockNodeCore
internal import ClockRuntime
internal import ClockWire
internal import Glibc

/// The node's state on the disk: one file in the state folder, replaced as a whole.
struct StateFile: Sendable {
    let path: String

    init(folder: String) { path = "\(folder)/state.json" }

    /// The result of ``load()``.
    enum Found {
        case state(NodeState)
        case nothing
        /// The file is no state, or the disk cannot return it. The file was moved aside under another name; `nil` when
        /// that failed, as on a read-only disk.
        case damaged(reason: String, movedTo: String?)
    }

    /// Loads the state. Removes the leftovers of a run that was killed while it saved.
    ///
    /// - Throws: ``SystemError`` when the file is there and this process may not read it.
    func load() throws(SystemError) -> Found {
        AtomicFile.removeLeftOvers(of: path)
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(path, limit: NodeState.maximumBytes)
        } catch {
            switch error.code {
            case ENOENT: return .nothing
            case EIO, EUCLEAN, EFBIG: return putAside(error.description)
            default: throw error
            }
        }
        do throws(WireError) {
            return .state(try WireCodec.decode(NodeState.self, from: bytes))
        } catch {
            return putAside(error.description)
        }
    }

    private func putAside(_ reason: String) -> Found {
        let aside = path + ".damaged"
        return .damaged(reason: reason, movedTo: rename(path, aside) == 0 ? aside : nil)
    }

    /// Returns when the state is on the disk.
    func save(_ state: NodeState) throws(SystemError) { try AtomicFile.replace(path, with: WireCodec.encode(state)) }
}
