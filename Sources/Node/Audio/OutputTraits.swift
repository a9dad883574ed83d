/// The traits that an output shows when it plays.
public struct OutputTraits: Hashable, Sendable {
    /// The longest way of a frame from the device's buffer to the converter: the depth of a sound server, a Bluetooth
    /// link or an amplifier. In steps of 100 ms, rounded up; 0 below 50 ms, for which every lead-in has room.
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

    private var deepestNanoseconds: Int64 = 0
    private var hasClock = true
    /// Frames per second.
    let rate: Int

    init(rate: Int) { self.rate = rate }

    /// - Parameters:
    ///   - pointer: the next frame to leave the device's buffer.
    ///   - position: the frame that is at the converter.
    ///   - elapsedNanoseconds: since frame 0 was started.
    mutating func note(pointer: Int, position: Int, elapsedNanoseconds: Int64) {
        deepestNanoseconds = max(deepestNanoseconds, nanoseconds(pointer - position))
        if nanoseconds(position) - elapsedNanoseconds > Self.mostAheadNanoseconds { hasClock = false }
    }

    var traits: OutputTraits {
        guard hasClock else { return OutputTraits(hasClock: false) }
        let step = Self.stepNanoseconds
        return OutputTraits(
            depthNanoseconds: deepestNanoseconds < step / 2 ? 0 : (deepestNanoseconds + step - 1) / step * step)
    }

    private func nanoseconds(_ frames: Int) -> Int64 { Int64(frames) * 1_000_000_000 / Int64(rate) }
}
