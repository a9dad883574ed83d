internal import ClockNodeCore
internal import ClockRuntime
internal import ClockWire
internal import Glibc

/// The node's state on the disk: one file in the state folder, replaced as a whole.
struct StateFile: Sendable {
    let path: String

    init(folder: String) {
        path = "\(folder)/state.json"
    }

    /// What was found in the folder.
    enum Found {
        case state(NodeState)
        case nothing
        /// The file was not a state and has been put aside under another name.
        case damaged(reason: String, movedTo: String)
    }

    /// - Throws: ``SystemError`` when the file is there and cannot be read, or a damaged one cannot be put aside.
    func load() throws(SystemError) -> Found {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(path, limit: NodeState.maximumBytes)
        } catch {
            guard error.code == ENOENT else { throw error }
            return .nothing
        }
        do throws(WireError) {
            return .state(try WireCodec.decode(NodeState.self, from: bytes))
        } catch {
            let aside = path + ".damaged"
            guard rename(path, aside) == 0 else {
                throw SystemError("move the damaged file \(path) to \(aside)", code: errno)
            }
            return .damaged(reason: error.description, movedTo: aside)
        }
    }

    /// Returns when the state is on the disk.
    func save(_ state: NodeState) throws(SystemError) {
        try AtomicFile.replace(path, with: WireCodec.encode(state))
    }
}
