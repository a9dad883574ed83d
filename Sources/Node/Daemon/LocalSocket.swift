// The node's local socket: a Unix socket on which programs of its machine (clockctl --local, a button's program, a
// shell script) send requests, a line of JSON each way.
//
// One thread sleeps in poll(2). Every peer has bounds: one request under way, a line of 4 KiB, half a minute to go on.
// Its further input stays in the socket while its request is under way. If more than eight peers come at a time, the
// last comers get a refusal in one line. The file's owner, group and mode decide which programs may connect: the unit
// gives the node's process the group clocksmith.

internal import CLinux
internal import ClockRuntime
internal import ClockThreads
internal import ClockWire
internal import Glibc
internal import Logging
internal import Synchronization

final class LocalSocket: Sendable {
    static let maximumPeers = 8
    static let patience: Duration = .seconds(30)

    let path: String
    private let listener: Int32
    private let wake: WakeDescriptor
    private let shared = Mutex(Shared())
    private let logger: Logger

    /// The state that other threads leave for the socket's own.
    private struct Shared {
        /// At most one for each peer.
        var answers: [(peer: Int, bytes: [UInt8])] = []
        var isStopping = false
        var thread: OwnedThread?
    }

    /// Begins to listen. Replaces the socket of an earlier run at the path.
    ///
    /// - Throws: ``FatalError`` when the path is in use or cannot be made a socket.
    init(path: String, logger: Logger) throws(FatalError) {
        self.path = path
        self.logger = logger
        do {
            wake = try WakeDescriptor()
        } catch {
            throw FatalError(error)
        }
        // The socket's group is the process's, which the unit sets.
        listener = try UnixSocket.listen(at: path, mode: 0o660, backlog: LocalSocket.maximumPeers)
    }

    deinit { close(listener) }

    /// Starts the thread that reads requests.
    ///
    /// - Parameter ask: hands over a peer's request, on the socket's thread; returns `false` when there is no room for
    ///   it.
    func start(_ ask: @escaping @Sendable (LocalRequest, Int) -> Bool) throws(ThreadError) {
        let thread = try OwnedThread(name: "local-socket", stackBytes: 256 * 1024) { [self] in
            var door = Door(socket: self, ask: ask)
            door.serve()
        }
        shared.withLock { $0.thread = thread }
    }

    func answer(_ answer: LocalAnswer, to peer: Int) {
        let bytes = WireCodec.encode(answer) + [UInt8(ascii: "\n")]
        shared.withLock { $0.answers.append((peer, bytes)) }
        wake.signal()
    }

    /// Ends its thread and removes the socket.
    func stop() {
        let thread = shared.withLock { shared in
            shared.isStopping = true
            return shared.thread.take()
        }
        guard let thread else { return }
        wake.signal()
        thread.join()
        unlink(path)
    }

    private func drain() -> (answers: [(peer: Int, bytes: [UInt8])], isStopping: Bool) {
        shared.withLock { shared in
            defer { shared.answers = [] }
            return (shared.answers, shared.isStopping)
        }
    }

    // MARK: On its thread

    fileprivate struct Peer {
        let number: Int
        let descriptor: Int32
        var input: [UInt8] = []
        var output: [UInt8] = []
        /// Its request is under way.
        var isWaiting = false
        /// It will send no more requests.
        var hasEnded = false
        var deadline: ContinuousClock.Instant
    }

    private struct Door {
        let socket: LocalSocket
        let ask: @Sendable (LocalRequest, Int) -> Bool
        var peers: [Peer] = []
        var lastNumber = 0

        init(socket: LocalSocket, ask: @escaping @Sendable (LocalRequest, Int) -> Bool) {
            self.socket = socket
            self.ask = ask
        }

        mutating func serve() {
            while true {
                var entries = [socket.listener, socket.wake.descriptor].map {
                    pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
                }
                entries += peers.map { peer in
                    // The socket reads nothing from a peer that does not read its answers: that bounds its input.
                    let reads = !peer.isWaiting && !peer.hasEnded && peer.output.isEmpty ? Int16(POLLIN) : 0
                    return pollfd(
                        fd: peer.descriptor, events: reads | (peer.output.isEmpty ? 0 : Int16(POLLOUT)), revents: 0)
                }
                let next = peers.map(\.deadline).min().map { ContinuousClock.now.duration(to: $0) }
                let milliseconds = next.map { Int32(max(0, $0 / .milliseconds(1)).rounded(.up)) } ?? -1
                poll(&entries, nfds_t(entries.count), milliseconds)
                socket.wake.drain()
                let (answers, isStopping) = socket.drain()
                for (number, bytes) in answers { deliver(bytes, to: number) }
                for index in peers.indices where index + 2 < entries.count {
                    let happened = entries[index + 2].revents
                    if happened & Int16(POLLIN) != 0 { read(index) }
                    if happened & Int16(POLLHUP | POLLERR) != 0, happened & Int16(POLLIN) == 0 { drop(index) }
                }
                for index in peers.indices {
                    takeLine(index)
                    write(index)
                }
                if entries[0].revents != 0 { accept() }
                let now = ContinuousClock.now
                for peer in peers where peer.isOver || peer.deadline <= now || isStopping { close(peer.descriptor) }
                peers.removeAll { $0.isOver || $0.deadline <= now }
                if isStopping { return }
            }
        }

        private mutating func accept() {
            let descriptor = Glibc.accept(socket.listener, nil, nil)
            // The peer may have left again. Without a free descriptor the peer waits for one, as the next would.
            guard descriptor >= 0 else { return }
            // A new descriptor has neither flag yet, and setting them does not fail.
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            guard peers.count < LocalSocket.maximumPeers else {
                socket.logger.warning(
                    "\(LocalSocket.maximumPeers) programs ask at \(socket.path) already: another one was refused")
                let refusal = line(.refused("\(LocalSocket.maximumPeers) programs ask already; try again"))
                send(descriptor, refusal, refusal.count, Int32(MSG_NOSIGNAL))
                close(descriptor)
                return
            }
            lastNumber += 1
            peers.append(Peer(number: lastNumber, descriptor: descriptor, deadline: .now + LocalSocket.patience))
        }

        private mutating func read(_ index: Int) {
            var bytes = [UInt8](repeating: 0, count: LocalRequest.maximumBytes)
            let count = recv(peers[index].descriptor, &bytes, bytes.count, 0)
            if count > 0 {
                peers[index].input += bytes[..<count]
            } else if count == 0 {
                peers[index].hasEnded = true
                // A last line may lack its end.
                if !peers[index].input.isEmpty { peers[index].input.append(UInt8(ascii: "\n")) }
            } else if errno != EAGAIN, errno != EINTR {
                drop(index)
            }
        }

        /// Hands over the request in the next whole line.
        private mutating func takeLine(_ index: Int) {
            while !peers[index].isWaiting, peers[index].output.isEmpty {
                guard let end = peers[index].input.firstIndex(of: UInt8(ascii: "\n")) else {
                    if peers[index].input.count > LocalRequest.maximumBytes {
                        refuse(index, "a request is one line of at most \(LocalRequest.maximumBytes) bytes")
                        peers[index].input = []
                        peers[index].hasEnded = true
                    }
                    return
                }
                let text = Array(peers[index].input[..<end])
                peers[index].input.removeFirst(end + 1)
                if text.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
                peers[index].deadline = .now + LocalSocket.patience
                do throws(WireError) {
                    let request: LocalRequest = try WireCodec.decode(from: text)
                    peers[index].isWaiting = ask(request, peers[index].number)
                    if !peers[index].isWaiting { refuse(index, "the node is busy; try again") }
                } catch {
                    refuse(index, "\(error.description); ask like {\"v\":1,\"action\":\"stop\"}")
                }
            }
        }

        private mutating func refuse(_ index: Int, _ sentence: String) {
            peers[index].output += line(.refused(sentence))
        }

        private func line(_ answer: LocalAnswer) -> [UInt8] { WireCodec.encode(answer) + [UInt8(ascii: "\n")] }

        private mutating func deliver(_ bytes: [UInt8], to number: Int) {
            // The peer may have left meanwhile.
            guard let index = peers.firstIndex(where: { $0.number == number }) else { return }
            peers[index].isWaiting = false
            peers[index].output += bytes
            peers[index].deadline = .now + LocalSocket.patience
        }

        private mutating func write(_ index: Int) {
            guard !peers[index].output.isEmpty else { return }
            let count = send(
                peers[index].descriptor, peers[index].output, peers[index].output.count, Int32(MSG_NOSIGNAL))
            if count > 0 {
                peers[index].output.removeFirst(count)
                // Its input behind the last line has waited for this.
                if peers[index].output.isEmpty { takeLine(index) }
            } else if errno != EAGAIN, errno != EINTR {
                drop(index)
            }
        }

        /// The peer is gone: nothing of it is under way any more.
        private mutating func drop(_ index: Int) {
            peers[index].input = []
            peers[index].output = []
            peers[index].isWaiting = false
            peers[index].hasEnded = true
        }
    }
}

extension LocalSocket.Peer {
    fileprivate var isOver: Bool { hasEnded && !isWaiting && output.isEmpty && input.isEmpty }
}
