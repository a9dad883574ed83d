import CALSA
import ClockSound

/// Finds the settings that a device offers, and sets it up with the best of them.
///
/// Best is a device that needs no conversion: 44,100 Hz, one channel, 16 bits. A name that would convert by itself
/// (`plughw:`, `default`) is first asked not to change the rate, because its conversion is poor and cannot rewind; if
/// no rate fits, it may.
struct DeviceSetup {
    let handle: OpaquePointer
    let name: String

    /// Tried in this order; otherwise the nearest to 44,100 Hz.
    static let preferredRates: [UInt32] = [UInt32(RenderedPlan.sampleRate), 48_000]

    /// - Returns: the device's settings, and the number of frames in its buffer.
    func run() throws(AudioFailure) -> (DeviceFormat, bufferFrames: Int) {
        var hardware: OpaquePointer?
        var software: OpaquePointer?
        defer {
            if let hardware { snd_pcm_hw_params_free(hardware) }
            if let software { snd_pcm_sw_params_free(software) }
        }
        guard snd_pcm_hw_params_malloc(&hardware) == 0, let hardware,
            snd_pcm_sw_params_malloc(&software) == 0, let software
        else { throw AudioFailure(kind: .failed, message: "no memory to set up audio device \(name)") }

        try begin(hardware, convertsRate: false)
        var rate = chooseRate(hardware)
        if rate == nil {
            try begin(hardware, convertsRate: true)
            rate = chooseRate(hardware)
        }
        guard let rate else { throw unsuitable("a rate between 8000 and 192000 Hz") }
        let format = DeviceFormat(
            rate: rate, channels: try chooseChannels(hardware), encoding: try chooseEncoding(hardware))
        let frames = try chooseBuffer(hardware, format)
        try setStart(software)
        return (format, frames)
    }

    private func begin(_ hardware: OpaquePointer, convertsRate: Bool) throws(AudioFailure) {
        try require(snd_pcm_hw_params_any(handle, hardware), "any settings at all")
        // A device without rate conversion refuses this.
        _ = snd_pcm_hw_params_set_rate_resample(handle, hardware, convertsRate ? 1 : 0)
        try require(snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "interleaved frames")
    }

    private func chooseRate(_ hardware: OpaquePointer) -> Int? {
        for rate in Self.preferredRates where snd_pcm_hw_params_set_rate(handle, hardware, rate, 0) == 0 {
            return Int(rate)
        }
        var rate = UInt32(RenderedPlan.sampleRate)
        guard snd_pcm_hw_params_set_rate_near(handle, hardware, &rate, nil) == 0, (8_000...192_000).contains(rate)
        else { return nil }
        return Int(rate)
    }

    private func chooseChannels(_ hardware: OpaquePointer) throws(AudioFailure) -> Int {
        var least: UInt32 = 0
        try require(snd_pcm_hw_params_get_channels_min(hardware, &least), "a number of channels")
        guard (1...UInt32(DeviceFormat.mostChannels)).contains(least),
            snd_pcm_hw_params_set_channels(handle, hardware, least) == 0
        else { throw unsuitable("1 to \(DeviceFormat.mostChannels) channels, but at least \(least)") }
        return Int(least)
    }

    private func chooseEncoding(_ hardware: OpaquePointer) throws(AudioFailure) -> DeviceFormat.Encoding {
        for encoding in DeviceFormat.Encoding.allCases
        where snd_pcm_hw_params_set_format(handle, hardware, encoding.format) == 0 { return encoding }
        throw unsuitable("samples of 16, 24 or 32 bits or floating point")
    }

    private func chooseBuffer(_ hardware: OpaquePointer, _ format: DeviceFormat) throws(AudioFailure) -> Int {
        var buffer = UInt32(PCMDevice.bufferNanoseconds / 1000)
        try require(snd_pcm_hw_params_set_buffer_time_near(handle, hardware, &buffer, nil), "a buffer of 200 ms")
        // Short periods let a card that reports its position only once a period report it often. Not every card can. A
        // server's plugin needs none. PipeWire's hands over at most eight periods at a time, which must last for a
        // cycle of its graph, up to 186 ms.
        var period: UInt32 = snd_pcm_type(handle) == SND_PCM_TYPE_IOPLUG ? 40_000 : 10_000
        _ = snd_pcm_hw_params_set_period_time_near(handle, hardware, &period, nil)
        try require(
            snd_pcm_hw_params(handle, hardware),
            "\(format.rate) Hz, \(format.channels) channels, \(format.encoding) together")
        var frames: snd_pcm_uframes_t = 0
        try require(snd_pcm_hw_params_get_buffer_size(hardware, &frames), "a known buffer size")
        return Int(clamping: frames)
    }

    private func setStart(_ software: OpaquePointer) throws(AudioFailure) {
        try require(snd_pcm_sw_params_current(handle, software), "a start by the program")
        // The converter starts on command, never by itself: the first write may be a short one.
        try require(
            snd_pcm_sw_params_set_start_threshold(handle, software, snd_pcm_uframes_t(Int32.max)),
            "a start by the program")
        try require(snd_pcm_sw_params_set_tstamp_mode(handle, software, SND_PCM_TSTAMP_ENABLE), "time stamps")
        // If this is refused, the stamps are of another clock, too far off for use, and the query's time counts.
        _ = snd_pcm_sw_params_set_tstamp_type(handle, software, SND_PCM_TSTAMP_TYPE_MONOTONIC)
        try require(snd_pcm_sw_params(handle, software), "a start by the program")
    }

    private func require(_ error: Int32, _ what: String) throws(AudioFailure) {
        guard error >= 0 else { throw unsuitable("\(what) (\(PCMDevice.words(error)))") }
    }

    private func unsuitable(_ what: String) -> AudioFailure {
        AudioFailure(
            kind: .failed,
            message: "audio device \(name) does not offer \(what); use its plughw: or default name, which converts")
    }
}

extension DeviceFormat.Encoding: CustomStringConvertible {
    var format: snd_pcm_format_t {
        switch self {
        case .signed16: SND_PCM_FORMAT_S16_LE
        case .signed32: SND_PCM_FORMAT_S32_LE
        case .signed24Packed: SND_PCM_FORMAT_S24_3LE
        case .signed24: SND_PCM_FORMAT_S24_LE
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        }
    }

    /// ALSA's name.
    var description: String { snd_pcm_format_name(format).map { String(cString: $0) } ?? "format \(format.rawValue)" }
}
