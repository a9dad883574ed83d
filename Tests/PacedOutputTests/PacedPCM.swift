import CALSA
import Glibc
import PacedRecording

struct ALSAFailure: Error, CustomStringConvertible {
    var call: String
    var code: Int32

    var description: String { "\(call): \(String(cString: snd_strerror(code)))" }
}

/// The one owner of a PCM handle of type `paced`, opened from a definition given as text. Used by one thread at a time.
final class PacedPCM {
    let handle: OpaquePointer
    private(set) var frameRate = 0

    /// - Parameter settings: the words of the definition beside the type, for example `ppm 40`.
    init(settings: String, mode: Int32 = 0) throws {
        let text = "pcm_type.paced { lib \"\(modulePath)\" }\npcm.paced { type paced \(settings) }\n"
        var top: OpaquePointer?
        try check(snd_config_top(&top), "snd_config_top")
        defer { snd_config_delete(top) }
        var input: OpaquePointer?
        try check(snd_input_buffer_open(&input, text, text.utf8.count), "snd_input_buffer_open")
        defer { snd_input_close(input) }
        try check(snd_config_load(top, input), "snd_config_load")
        var opened: OpaquePointer?
        try check(snd_pcm_open_lconf(&opened, "paced", SND_PCM_STREAM_PLAYBACK, mode, top), "snd_pcm_open_lconf")
        handle = opened!
    }

    deinit {
        snd_pcm_close(handle)
    }

    /// Starts only when told to, or when drained. The buffer holds a second, so that a busy machine does not underrun.
    func configure(
        rate: UInt32 = 44_100, channels: UInt32 = 1, format: snd_pcm_format_t = SND_PCM_FORMAT_S16_LE,
        buffer: UInt = 44_100, period: UInt = 882
    ) throws {
        frameRate = Int(rate)
        var hardware: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&hardware), "snd_pcm_hw_params_malloc")
        defer { snd_pcm_hw_params_free(hardware) }
        try check(snd_pcm_hw_params_any(handle, hardware), "any")
        try check(snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "access")
        try check(snd_pcm_hw_params_set_format(handle, hardware, format), "format")
        try check(snd_pcm_hw_params_set_channels(handle, hardware, channels), "channels")
        try check(snd_pcm_hw_params_set_rate(handle, hardware, rate, 0), "rate")
        try check(snd_pcm_hw_params_set_period_size(handle, hardware, period, 0), "period")
        try check(snd_pcm_hw_params_set_buffer_size(handle, hardware, buffer), "buffer")
        try check(snd_pcm_hw_params(handle, hardware), "snd_pcm_hw_params")

        var software: OpaquePointer?
        try check(snd_pcm_sw_params_malloc(&software), "snd_pcm_sw_params_malloc")
        defer { snd_pcm_sw_params_free(software) }
        try check(snd_pcm_sw_params_current(handle, software), "current")
        var boundary: UInt = 0
        try check(snd_pcm_sw_params_get_boundary(software, &boundary), "boundary")
        try check(snd_pcm_sw_params_set_start_threshold(handle, software, boundary), "start threshold")
        try check(snd_pcm_sw_params_set_avail_min(handle, software, period), "avail_min")
        try check(snd_pcm_sw_params_set_tstamp_mode(handle, software, SND_PCM_TSTAMP_ENABLE), "tstamp mode")
        try check(snd_pcm_sw_params_set_tstamp_type(handle, software, SND_PCM_TSTAMP_TYPE_MONOTONIC), "tstamp type")
        try check(snd_pcm_sw_params(handle, software), "snd_pcm_sw_params")
    }

    /// Writes all of `frames`, waiting for room; returns ALSA's error, or 0.
    func write<Sample>(_ frames: [Sample], channels: Int = 1) -> Int32 {
        var done = 0
        let count = frames.count / channels
        while done < count {
            let result = frames.withUnsafeBufferPointer { buffer in
                snd_pcm_writei(handle, buffer.baseAddress! + done * channels, UInt(count - done))
            }
            if result < 0 { return Int32(result) }
            done += result
        }
        return 0
    }

    var state: snd_pcm_state_t { snd_pcm_state(handle) }

    func delay() throws -> Int {
        var delay = 0
        try check(snd_pcm_delay(handle, &delay), "snd_pcm_delay")
        return delay
    }

    /// The time stamp (CLOCK_MONOTONIC, nanoseconds) and delay (frames) of one status.
    func status() throws -> (nanoseconds: Int64, delay: Int, avail: Int) {
        var status: OpaquePointer?
        try check(snd_pcm_status_malloc(&status), "snd_pcm_status_malloc")
        defer { snd_pcm_status_free(status) }
        try check(snd_pcm_status(handle, status), "snd_pcm_status")
        var stamp = timespec()
        snd_pcm_status_get_htstamp(status, &stamp)
        return (
            Int64(stamp.tv_sec) * 1_000_000_000 + Int64(stamp.tv_nsec), snd_pcm_status_get_delay(status),
            Int(snd_pcm_status_get_avail(status))
        )
    }
}

func check(_ code: Int32, _ call: String) throws {
    if code < 0 { throw ALSAFailure(call: call, code: code) }
}

func monotonicNow() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

/// The folder that the package's products, this test program among them, are built into.
let productsFolder: String = {
    guard let path = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(path) }
    let program = String(cString: path)
    return String(program[..<(program.lastIndex(of: "/") ?? program.endIndex)])
}()

let modulePath = productsFolder + "/libasound_module_pcm_paced.so"
