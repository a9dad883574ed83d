/// The traits that an output shows when it plays.
public struct OutputTraits: Hashable, Sendable {
    /// The longest way of a frame from the device's buffer to the converter: the depth of a sound server, a Bluetooth
    /// link or an amplifier. For a server whose word on it is wrong at first, longer by the time until it is right, as
    /// far as a lead-in has no room for that. In steps of 100 ms, rounded up; 0 below 50 ms, for which every lead-in has
    /// room.
    public var depthNanoseconds: Int64
    /// True when it plays at the pace of a clock. ALSA's `null` and `file` accept everything at once: on them nothing
    /// is heard at an instant.
    public var hasClock: Bool

    public init(depthNanoseconds: Int64 = 0, hasClock: Bool = true) {
        self.depthNanoseconds = depthNanoseconds
        self.hasClock = hasClock
    }
}

/// Learns an output's traits from the readings of one run.
struct OutputObservation {
    private static let stepNanoseconds: Int64 = 100_000_000
    /// No device and no server gets so far ahead of the clock when it starts.
    private static let mostAheadNanoseconds: Int64 = 1_000_000_000

    /// The run of a server that takes longer to tell its depth counts as disturbed.
    private static let longestSettlingNanoseconds: Int64 = 6_000_000_000
    /// The part of a lead-in in which a server may settle: without the queue, and without the readings that then count.
    private static let settlingRoomNanoseconds: Int64 = 1_200_000_000
    /// A card's pointer may move in longer steps, but falls back by no more.
    private static let fallNanoseconds: Int64 = 20_000_000

    private(set) var deepestNanoseconds: Int64 = 0
    /// The time that the stream was behind the clock when it last fell back, and the time from the start until then.
    private var behindNanoseconds: Int64?
    private var settlingNanoseconds: Int64 = 0
    private var elapsedNanoseconds: Int64 = 0
    private var hasClock = true
    /// Frames per second.
    let rate: Int

    init(rate: Int) { self.rate = rate }

    /// - Parameters:
    ///   - pointer: the next frame to leave the device's buffer.
    ///   - position: the frame that is at the converter.
    ///   - elapsedNanoseconds: from the start of frame 0 to the reading; `nil` for an interrupted one.
    mutating func note(pointer: Int, position: Int, elapsedNanoseconds: Int64?) {
        deepestNanoseconds = max(deepestNanoseconds, nanoseconds(pointer - position))
        guard let elapsedNanoseconds else { return }
        let behind = elapsedNanoseconds - nanoseconds(position)
        if -behind > Self.mostAheadNanoseconds { hasClock = false }
        // After an underrun the stream starts again.
        if elapsedNanoseconds < self.elapsedNanoseconds { behindNanoseconds = nil }
        self.elapsedNanoseconds = elapsedNanoseconds
        guard let known = behindNanoseconds else { return behindNanoseconds = behind }
        guard behind > known + Self.fallNanoseconds, elapsedNanoseconds < Self.longestSettlingNanoseconds else {
            return
        }
        behindNanoseconds = behind
        settlingNanoseconds = max(settlingNanoseconds, elapsedNanoseconds)
    }

    var traits: OutputTraits {
        guard hasClock else { return OutputTraits(hasClock: false) }
        let step = Self.stepNanoseconds
        let depth = deepestNanoseconds + max(0, settlingNanoseconds - Self.settlingRoomNanoseconds)
        return OutputTraits(depthNanoseconds: depth < step / 2 ? 0 : (depth + step - 1) / step * step)
    }

    private func nanoseconds(_ frames: Int) -> Int64 { Int64(frames) * 1_000_000_000 / Int64(rate) }
}
