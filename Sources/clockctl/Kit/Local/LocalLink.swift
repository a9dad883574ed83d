internal import ClockRuntime
internal import ClockWire
internal import Glibc

/// Asks the node of this machine on its local socket, a line each way.
struct LocalLink {
    let path: String
    let timeout: Duration

    /// - Throws: ``FatalError`` when there is no node, it refuses this user or the request, or it does not answer in
    ///   time.
    func ask(_ request: LocalRequest) throws(FatalError) -> LocalState {
        let bytes = try exchange(WireCodec.encode(request) + [UInt8(ascii: "\n")])
        let answer: LocalAnswer
        do throws(WireError) {
            answer = try WireCodec.decode(from: bytes)
        } catch {
            throw FatalError(.protocolError, "the answer of \(path) cannot be read: \(error); different versions?")
        }
        switch answer {
        case .told(let state): return state
        case .refused(let sentence): throw FatalError(.badData, sentence)
        }
    }

    private func exchange(_ question: [UInt8]) throws(FatalError) -> [UInt8] {
        let descriptor: Int32
        do throws(SystemError) {
            descriptor = try UnixSocket.connect(to: path)
        } catch {
            throw LocalLink.failure(error, path)
        }
        defer { close(descriptor) }
        var limit = timeval(
            tv_sec: Int(timeout.components.seconds),
            tv_usec: Int(timeout.components.attoseconds / 1_000_000_000_000))
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        let silence = FatalError(.temporaryFailure, "the node at \(path) did not answer within \(timeout); is it busy?")
        guard send(descriptor, question, question.count, Int32(MSG_NOSIGNAL)) == question.count else { throw silence }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while answer.count <= LocalAnswer.maximumBytes {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw silence }
            answer += buffer[..<count]
            if answer.last == UInt8(ascii: "\n") { return answer.dropLast() }
        }
        throw FatalError(.protocolError, "the answer of \(path) is too long")
    }

    private static func failure(_ error: SystemError, _ path: String) -> FatalError {
        switch error.code {
        case ENOENT, ECONNREFUSED:
            FatalError(.unavailable, "no node listens at \(path): is clock-node running? systemctl status clock-node")
        case EACCES, EPERM:
            FatalError(
                .noPermission,
                "\(path) is for root and the group clocksmith; use sudo, or join the group: "
                    + "sudo adduser $USER clocksmith, then log in again")
        default: FatalError(error, exitCode: .unavailable)
        }
    }
}
