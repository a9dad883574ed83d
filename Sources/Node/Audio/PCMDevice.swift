import CALSA
import ClockSound
import Glibc

/// The one owner of an open ALSA playback handle: 16-bit frames at 44,100 Hz, never blocking.
///
/// Lives on the audio thread, which opens it for the length of an ``OutputSession``. ``close()`` frees everything; so
/// does `deinit`.
final class PCMDevice {
    /// What a call found that needs an answer of the player.
    enum Fault: Error {
        /// The buffer ran dry, or the system was suspended: prepare, write and start again.
        case underrun
        case failure(AudioFailure)
    }

    /// One look at the device.
    struct Status {
        var state: snd_pcm_state_t
        /// Frames written and not yet at the converter, the device's own FIFO included.
        var delay: Int
        /// Frames that can be written now.
        var room: Int
        /// CLOCK_MONOTONIC nanoseconds at which `delay` was so, or a little before; `nil` when it is not known.
        var nanoseconds: Int64?
    }

    let name: String
    private(set) var channels = 1
    /// Frames the device's buffer holds.
    private(set) var bufferFrames = 0

    private let handle: OpaquePointer
    /// ALSA's own configuration tree, private to this handle: nothing stays in memory between two sounds.
    private let configuration: OpaquePointer
    private let statusStorage: OpaquePointer
    private var closed = false

    /// Time asked of the device's buffer. Long, because it is what survives a busy processor.
    static let bufferNanoseconds: Int64 = 200_000_000
    /// Readings that took longer were interrupted, and are left out.
    private static let longestQueryNanoseconds: Int64 = 500_000

    /// Opens and sets up the device.
    ///
    /// May block while the sound server behind the name wakes up.
    /// - Parameters:
    ///   - name: ALSA's PCM name, such as `default` or `plughw:CARD=Device`.
    ///   - configurationFile: an ALSA configuration file instead of the system's; `nil` for the system's.
    init(name: String, configurationFile: String?) throws(AudioFailure) {
        ALSAMessages.reset()
        self.name = name
        configuration = try Self.loadConfiguration(file: configurationFile, device: name)
        var opened: OpaquePointer?
        let error = snd_pcm_open_lconf(&opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK), configuration)
        var status: OpaquePointer?
        guard error == 0, let opened, snd_pcm_status_malloc(&status) == 0, let status else {
            if let opened { snd_pcm_close(opened) }
            snd_config_delete(configuration)
            throw Self.openFailure(error < 0 ? error : -ENOMEM, device: name)
        }
        handle = opened
        statusStorage = status
        try setUp()
    }

    deinit { close() }

    func close() {
        guard !closed else { return }
        closed = true
        snd_pcm_status_free(statusStorage)
        snd_pcm_close(handle)
        snd_config_delete(configuration)
    }

    /// What the device calls itself, with its card's name where it has one.
    var hardwareName: String {
        var info: OpaquePointer?
        guard snd_pcm_info_malloc(&info) == 0, let info else { return name }
        defer { snd_pcm_info_free(info) }
        guard snd_pcm_info(handle, info) == 0 else { return name }
        let pcmName = snd_pcm_info_get_name(info).map { String(cString: $0) } ?? ""
        var cardName: UnsafeMutablePointer<CChar>?
        let card = snd_pcm_info_get_card(info)
        if card >= 0, snd_card_get_name(card, &cardName) == 0, let cardName {
            defer { free(cardName) }
            return "\(String(cString: cardName)) (\(pcmName))"
        }
        return pcmName.isEmpty ? name : pcmName
    }

    /// Makes the device ready for writing from frame 0.
    func prepare() throws(Fault) {
        try check(snd_pcm_prepare(handle), doing: "prepare")
    }

    /// Starts the converter; something must have been written.
    func start() throws(Fault) {
        try check(snd_pcm_start(handle), doing: "start")
    }

    /// Writes up to `frames` frames of `channels` samples each; returns how many the device took.
    func write(_ samples: UnsafePointer<Int16>, frames: Int) throws(Fault) -> Int {
        let written = snd_pcm_writei(handle, samples, snd_pcm_uframes_t(frames))
        if written == -Int(EAGAIN) { return 0 }
        try check(Int32(clamping: min(0, written)), doing: "write")
        return written
    }

    func status() throws(Fault) -> Status {
        let before = MonotonicClock.nanoseconds
        try check(snd_pcm_status(handle, statusStorage), doing: "read the position")
        let after = MonotonicClock.nanoseconds
        let state = snd_pcm_status_get_state(statusStorage)
        if state == SND_PCM_STATE_XRUN || state == SND_PCM_STATE_SUSPENDED { throw .underrun }
        if state == SND_PCM_STATE_DISCONNECTED { try check(-ENODEV, doing: "read the position") }
        return Status(
            state: state, delay: snd_pcm_status_get_delay(statusStorage),
            room: Int(snd_pcm_status_get_avail(statusStorage)), nanoseconds: moment(before: before, after: after))
    }

    /// Takes back up to `frames` frames that were written and not played, but not the next `kept` ones to be played;
    /// returns how many, 0 when it cannot.
    func rewind(_ frames: Int, keeping kept: Int) -> Int {
        let possible = min(frames, Int(snd_pcm_rewindable(handle)) - kept)
        guard possible > 0 else { return 0 }
        return max(0, Int(snd_pcm_rewind(handle, snd_pcm_uframes_t(possible))))
    }

    /// Stops at once; what is written and not played is dropped.
    func drop() {
        // The handle is closed next, which ends a device that does not even stop.
        _ = snd_pcm_drop(handle)
    }

    /// When the status that lies in `statusStorage` was true.
    ///
    /// A card stamps its last pointer update, which may be some time before the query: then that stamp counts. A stamp
    /// from within the query may be older than the delay that came with it, so the query's end counts: a reading that
    /// looks a little late does no harm, see ``OutputClock``.
    private func moment(before: Int64, after: Int64) -> Int64? {
        guard after - before <= Self.longestQueryNanoseconds else { return nil }
        var stamp = snd_htimestamp_t()
        snd_pcm_status_get_htstamp(statusStorage, &stamp)
        let stamped = Int64(stamp.tv_sec) * 1_000_000_000 + Int64(stamp.tv_nsec)
        let isUsable = stamped < before && before - stamped < 1_000_000_000
        return isUsable ? stamped : after
    }

    private func check(_ error: Int32, doing action: String) throws(Fault) {
        switch error {
        case 0...: return
        case -EPIPE, -ESTRPIPE: throw .underrun
        case -ENODEV, -ENXIO, -ENOTCONN:
            throw .failure(
                AudioFailure(
                    kind: .lost, message: "audio device \(name) went away while it was playing; check its connection"))
        default:
            throw .failure(
                AudioFailure(kind: .failed, message: "audio device \(name) could not \(action): \(Self.words(error))"))
        }
    }

    static func words(_ error: Int32) -> String {
        let words = snd_strerror(error).map { String(cString: $0) } ?? "error \(error)"
        guard let message = ALSAMessages.first else { return words }
        return "\(words) (\(message))"
    }
}

// MARK: Opening

extension PCMDevice {
    private static func loadConfiguration(file: String?, device: String) throws(AudioFailure) -> OpaquePointer {
        var top: OpaquePointer?
        var update: OpaquePointer?
        let error = snd_config_update_r(&top, &update, file)
        if let update { snd_config_update_free(update) }
        guard error >= 0, let top else {
            if let top { snd_config_delete(top) }
            throw AudioFailure(
                kind: .failed,
                message: "ALSA's configuration \(file ?? "of this system") cannot be read: \(words(error)); correct it")
        }
        return top
    }

    private static func openFailure(_ error: Int32, device: String) -> AudioFailure {
        switch error {
        case -ENOENT, -ENODEV, -ENXIO:
            return AudioFailure(
                kind: .missing,
                message: "audio device \(device) is not there: \(words(error)); `aplay -L` lists the devices")
        case -EBUSY, -EAGAIN:
            let holders = DeviceHolders.describe()
            let who = holders.isEmpty ? "another program has it open" : holders.joined(separator: ", ")
            return AudioFailure(
                kind: .busy, message: "audio device \(device) is busy: \(who); end that, or use a device that mixes")
        case -EACCES, -EPERM:
            return AudioFailure(
                kind: .failed,
                message: "audio device \(device) may not be opened: \(words(error)); add the user to the group audio")
        default:
            return AudioFailure(
                kind: .failed, message: "audio device \(device) could not be opened: \(words(error))")
        }
    }

    private func setUp() throws(AudioFailure) {
        var hardware: OpaquePointer?
        var software: OpaquePointer?
        defer {
            if let hardware { snd_pcm_hw_params_free(hardware) }
            if let software { snd_pcm_sw_params_free(software) }
        }
        guard snd_pcm_hw_params_malloc(&hardware) == 0, let hardware,
            snd_pcm_sw_params_malloc(&software) == 0, let software
        else { throw AudioFailure(kind: .failed, message: "no memory to set up audio device \(name)") }

        try require(snd_pcm_hw_params_any(handle, hardware), "no settings at all")
        try require(
            snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "interleaved frames")
        try require(snd_pcm_hw_params_set_format(handle, hardware, SND_PCM_FORMAT_S16_LE), "16-bit samples")
        if snd_pcm_hw_params_set_channels(handle, hardware, 1) < 0 {
            try require(snd_pcm_hw_params_set_channels(handle, hardware, 2), "mono or stereo")
            channels = 2
        }
        var rate = UInt32(RenderedPlan.sampleRate)
        try require(snd_pcm_hw_params_set_rate_near(handle, hardware, &rate, nil), "44100 Hz")
        // Real clocks are off by a little and say so; a pitch that people hear is not taken.
        guard (RenderedPlan.sampleRate * 998 / 1000...RenderedPlan.sampleRate * 1002 / 1000).contains(Int(rate)) else {
            throw unsuitable("44100 Hz, only \(rate) Hz")
        }
        var buffer = UInt32(Self.bufferNanoseconds / 1000)
        try require(snd_pcm_hw_params_set_buffer_time_near(handle, hardware, &buffer, nil), "a buffer of 200 ms")
        // Short periods let a card that tells its position only once a period tell it often. Not every one can.
        var period: UInt32 = 10_000
        _ = snd_pcm_hw_params_set_period_time_near(handle, hardware, &period, nil)
        try require(snd_pcm_hw_params(handle, hardware), "16-bit 44100 Hz")

        var frames: snd_pcm_uframes_t = 0
        try require(snd_pcm_hw_params_get_buffer_size(hardware, &frames), "a known buffer size")
        bufferFrames = Int(clamping: frames)

        try require(snd_pcm_sw_params_current(handle, software), "a start by the program")
        // The converter starts when it is told to, never by itself: the first write may be a short one.
        try require(
            snd_pcm_sw_params_set_start_threshold(handle, software, snd_pcm_uframes_t(Int32.max)),
            "a start by the program")
        try require(
            snd_pcm_sw_params_set_tstamp_mode(handle, software, SND_PCM_TSTAMP_ENABLE), "time stamps")
        // Where this is refused the stamps are of another clock, too far off to be used, and the query's time counts.
        _ = snd_pcm_sw_params_set_tstamp_type(handle, software, SND_PCM_TSTAMP_TYPE_MONOTONIC)
        try require(snd_pcm_sw_params(handle, software), "a start by the program")
    }

    private func require(_ error: Int32, _ what: String) throws(AudioFailure) {
        guard error >= 0 else { throw unsuitable("\(what) (\(Self.words(error)))") }
    }

    private func unsuitable(_ what: String) -> AudioFailure {
        AudioFailure(
            kind: .failed,
            message: "audio device \(name) does not offer \(what); use its plughw: or default name, which converts")
    }
}
