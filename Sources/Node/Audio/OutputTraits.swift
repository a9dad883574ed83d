/// The traits that an output shows when it plays.
public struct OutputTraits: Hashable, Sendable {
    /// The longest way of a frame from the device's buffer to the converter: the depth of a sound server, a Bluetooth
    /// link or an amplifier. In steps of 100 ms, rounded up; 0 below 50 ms, for which every lead-in has room.
    public var depthNanoseconds: Int64
    /// The time from the start until the word of a server on its depth is right; at most the depth. Rounded likewise.
    public var settlingNanoseconds: Int64
    /// True when it plays at the pace of a clock. ALSA's `null` and `file` accept everything at once: on them nothing
    /// is heard at an instant.
    public var hasClock: Bool

    /// The part of a lead-in in which a server may settle: without the queue, and without the readings that then count.
    private static let settlingRoomNanoseconds: Int64 = 1_200_000_000
    /// An output of this depth is a server's, and may need twice its depth until its word on it is right.
    private static let serverDepthNanoseconds: Int64 = 500_000_000
    /// The shortest run that shows the whole of an output that is no deep server's.
    private static let shortestRunNanoseconds: Int64 = 300_000_000

    public init(depthNanoseconds: Int64 = 0, settlingNanoseconds: Int64 = 0, hasClock: Bool = true) {
        self.depthNanoseconds = depthNanoseconds
        self.settlingNanoseconds = settlingNanoseconds
        self.hasClock = hasClock
    }

    /// The time by which an order must come earlier than the lead-in.
    public var advanceNanoseconds: Int64 {
        depthNanoseconds + max(0, settlingNanoseconds - Self.settlingRoomNanoseconds)
    }

    /// The same for an order in a hurry, whose short lead-in has no room for settling.
    public var hurriedAdvanceNanoseconds: Int64 { depthNanoseconds + settlingNanoseconds }

    /// True when a run of that length has shown all that there is to see.
    func isWhole(_ seen: OutputTraits, after nanoseconds: Int64) -> Bool {
        // The output may be as deep as before, and the run too short for that depth.
        let depth = max(depthNanoseconds, seen.depthNanoseconds)
        return nanoseconds >= Self.shortestRunNanoseconds + (depth >= Self.serverDepthNanoseconds ? 2 * depth : 0)
    }

    /// Returns what is known after a run of that length. One that was cut short may only add to it.
    func learning(_ seen: OutputTraits, after nanoseconds: Int64) -> OutputTraits {
        isWhole(seen, after: nanoseconds) ? seen : joined(with: seen)
    }

    /// Returns these traits with those that a run has shown beyond them.
    func joined(with other: OutputTraits) -> OutputTraits {
        OutputTraits(
            depthNanoseconds: max(depthNanoseconds, other.depthNanoseconds),
            settlingNanoseconds: max(settlingNanoseconds, other.settlingNanoseconds),
            hasClock: hasClock && other.hasClock)
    }
}

/// Learns an output's traits from the readings of one run.
struct OutputObservation {
    private static let stepNanoseconds: Int64 = 100_000_000
    /// No device and no server gets so far ahead of the clock when it starts.
    private static let mostAheadNanoseconds: Int64 = 1_000_000_000
    /// A card's pointer may move in longer steps, but falls back by no more.
    private static let fallNanoseconds: Int64 = 20_000_000
    /// An output that plays on for so long after a fall is not about to stand still.
    private static let motionNanoseconds: Int64 = 250_000_000

    private struct Fall {
        var position: Int
        var elapsedNanoseconds: Int64
    }

    private(set) var deepestNanoseconds: Int64 = 0
    /// The time that the stream was behind the clock when it last fell back.
    private var behindNanoseconds: Int64?
    /// The frame of the last reading.
    private var position = 0
    /// The last fall, until the output has played on for long enough.
    private var fall: Fall?
    private var settlingNanoseconds: Int64 = 0
    private var hasClock = true
    /// Frames per second.
    let rate: Int

    init(rate: Int) { self.rate = rate }

    /// The stream starts again at frame 0.
    mutating func restart() {
        behindNanoseconds = nil
        fall = nil
    }

    /// - Parameters:
    ///   - pointer: the next frame to leave the device's buffer.
    ///   - position: the frame that is at the converter.
    ///   - elapsedNanoseconds: from the start of frame 0 to the reading; `nil` for an interrupted one.
    mutating func note(pointer: Int, position: Int, elapsedNanoseconds: Int64?) {
        deepestNanoseconds = max(deepestNanoseconds, nanoseconds(pointer - position))
        guard let elapsedNanoseconds else { return }
        let behind = elapsedNanoseconds - nanoseconds(position)
        if -behind > Self.mostAheadNanoseconds { hasClock = false }
        defer { self.position = position }
        guard let known = behindNanoseconds else {
            behindNanoseconds = behind
            return
        }
        // An output that stands still falls behind too, but tells nothing by that.
        let hasFallen = behind > known + Self.fallNanoseconds && position != self.position
        if hasFallen {
            behindNanoseconds = behind
            // A server's word is right once its depth has been played: what is later is a disturbance.
            let isSettling = elapsedNanoseconds <= deepestNanoseconds
            fall = isSettling ? Fall(position: position, elapsedNanoseconds: elapsedNanoseconds) : nil
        } else if let fall, nanoseconds(position - fall.position) >= Self.motionNanoseconds {
            settlingNanoseconds = max(settlingNanoseconds, fall.elapsedNanoseconds)
            self.fall = nil
        }
    }

    var traits: OutputTraits {
        guard hasClock else { return OutputTraits(hasClock: false) }
        return OutputTraits(
            depthNanoseconds: Self.rounded(deepestNanoseconds), settlingNanoseconds: Self.rounded(settlingNanoseconds))
    }

    private static func rounded(_ nanoseconds: Int64) -> Int64 {
        let step = stepNanoseconds
        return nanoseconds < step / 2 ? 0 : (nanoseconds + step - 1) / step * step
    }

    private func nanoseconds(_ frames: Int) -> Int64 { Int64(frames) * 1_000_000_000 / Int64(rate) }
}
