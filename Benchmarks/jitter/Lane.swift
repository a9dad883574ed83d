import Glibc

/// One direction of a relayed connection: received bytes wait until they are due.
struct Lane {
    let source: Int32
    let target: Int32
    private var waiting: [(due: Int64, bytes: ArraySlice<UInt8>)] = []
    private var hasEnded = false
    private var hasToldEnd = false
    /// True when either end is gone; the lane can relay nothing more.
    private(set) var isOver = false

    /// Pieces that wait at a time; beyond that the lane stops reading.
    private static let maximumPieces = 1_000
    private static let pieceBytes = 64 << 10
    /// The pause before another try at a full receiver.
    private static let fullPause: Int64 = 1_000_000

    init(source: Int32, target: Int32) {
        self.source = source
        self.target = target
    }

    var wantsToRead: Bool { !hasEnded && waiting.count < Lane.maximumPieces }
    /// The instant at which the next piece is due, nanoseconds of CLOCK_MONOTONIC.
    var due: Int64? { waiting.first?.due }
    /// True when everything was relayed, the end included.
    var isFinished: Bool { hasToldEnd }

    /// Receives the available bytes.
    mutating func read(at due: Int64) {
        guard wantsToRead else { return }
        var received = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Lane.pieceBytes) { buffer, count in
            received = recv(source, buffer.baseAddress, Lane.pieceBytes, Int32(MSG_DONTWAIT))
            count = max(0, received)
        }
        if received > 0 {
            // Never before an earlier piece.
            waiting.append((max(due, waiting.last?.due ?? due), bytes[...]))
        } else if received == 0 || errno != EAGAIN {
            hasEnded = true
        }
    }

    /// Relays the due pieces.
    mutating func write(upTo now: Int64) {
        while let (due, bytes) = waiting.first, due <= now {
            let sent = bytes.withUnsafeBytes { send(target, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
            if sent < 0 {
                guard errno == EAGAIN else { return isOver = true }
                waiting[0].due = now + Lane.fullPause
                return
            }
            waiting[0].bytes = bytes.dropFirst(sent)
            if waiting[0].bytes.isEmpty { waiting.removeFirst() }
        }
        guard hasEnded, waiting.isEmpty, !hasToldEnd else { return }
        hasToldEnd = true
        shutdown(target, Int32(SHUT_WR))
    }
}
