import ClockDomain
import ClockSound

/// The factors of a sound's frames, and the least of them while it rises.
struct Loudness: Hashable, Sendable {
    /// The factor at its volume.
    var gain: Float
    /// The least factor of a ring, at most `gain`.
    var floor: Float

    init(volume: Volume, floor: Volume) {
        gain = max(volume.gain, floor.gain)
        self.floor = floor.gain
    }

    private init(gain: Float, floor: Float) {
        self.gain = gain
        self.floor = floor
    }

    /// Returns the factors on the way to others, from 0 to 1.
    func toward(_ other: Loudness, _ share: Float) -> Loudness {
        Loudness(gain: gain + share * (other.gain - gain), floor: floor + share * (other.floor - floor))
    }
}
