import ClockSound

/// Converts between frames of the device's stream and frames of the mix, which is at 44,100 Hz. Both begin with frame
/// 0.
struct RateScale: Hashable, Sendable {
    /// Frames of the device that last as long as ``mix`` frames of the mix; without a common divisor.
    let device: Int
    let mix: Int

    /// - Parameter rate: the device's.
    init(deviceRate rate: Int) {
        var (divisor, remainder) = (rate, RenderedPlan.sampleRate)
        while remainder != 0 { (divisor, remainder) = (remainder, divisor % remainder) }
        // Real clocks are off by a little and report it: a difference that nobody hears as another pitch is not
        // converted.
        let isSame = (RenderedPlan.sampleRate * 998 / 1000...RenderedPlan.sampleRate * 1002 / 1000).contains(rate)
        device = isSame ? 1 : rate / divisor
        mix = isSame ? 1 : RenderedPlan.sampleRate / divisor
    }

    /// True when the device plays the mix's frames as they are.
    var isSame: Bool { device == mix }

    /// Frames of the mix in one frame of the device.
    var mixPerDevice: Double { Double(mix) / Double(device) }

    /// The first frame of the mix that is not before a frame of the device.
    func mixFrame(atDevice frame: Int) -> Int { -Self.floor(-frame * mix, device) }

    /// The last frame of the device that is not behind a frame of the mix.
    func deviceFrame(atMix frame: Int) -> Int { Self.floor(frame * device, mix) }

    static func floor(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
    }
}
