import CALSA
import Glibc

/// The one owner of an open ALSA playback handle, which never blocks.
///
/// Lives on the audio thread, which opens it for the length of an ``OutputSession``. ``close()`` frees everything; so
/// does `deinit`.
final class PCMDevice {
    /// A finding of a call that the player must handle.
    enum Fault: Error {
        /// The buffer ran dry: prepare, write and start again.
        case underrun
        /// The computer is going to sleep or waking up: the same, as soon as the device allows it.
        case suspended
        case failure(AudioFailure)
    }

    /// One reading of the device.
    struct Status {
        var state: snd_pcm_state_t
        /// Frames written and not yet at the converter, the device's own FIFO included.
        var delay: Int
        /// Frames that can be written now.
        var room: Int
        /// CLOCK_MONOTONIC nanoseconds at which `delay` was so, or a little before; `nil` when it is not known.
        var nanoseconds: Int64?
    }

    /// The device's ability to rewind written frames before it plays them.
    enum Rewinding {
        /// Not tested yet.
        case unknown
        case works
        /// A converting plugin without it.
        case refused
        /// Reported to work, but the part behind it goes on with its copy: a sound server's plugin.
        case pretended
    }

    let name: String
    /// The device's own name, with its card's name if it has one.
    let hardwareName: String
    let format: DeviceFormat
    /// Frames the device's buffer holds.
    let bufferFrames: Int

    private let handle: OpaquePointer
    /// ALSA's own configuration tree, private to this handle: nothing stays in memory between two sounds.
    private let configuration: OpaquePointer
    private let statusStorage: OpaquePointer
    private var closed = false
    private(set) var rewinding = Rewinding.unknown

    /// The time asked of the device's buffer. Long, because it survives a busy processor.
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
        configuration = try Self.loadConfiguration(file: configurationFile)
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
        hardwareName = Self.hardwareName(of: opened, name: name)
        do {
            (format, bufferFrames) = try DeviceSetup(handle: opened, name: name).run()
        } catch {
            snd_pcm_status_free(status)
            snd_pcm_close(opened)
            snd_config_delete(configuration)
            throw error
        }
    }

    deinit { close() }

    func close() {
        guard !closed else { return }
        closed = true
        snd_pcm_status_free(statusStorage)
        snd_pcm_close(handle)
        snd_config_delete(configuration)
    }

    private static func hardwareName(of handle: OpaquePointer, name: String) -> String {
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
    func prepare() throws(Fault) { try check(snd_pcm_prepare(handle), doing: "prepare") }

    /// Starts the converter; something must have been written.
    func start() throws(Fault) { try check(snd_pcm_start(handle), doing: "start") }

    /// Writes whole frames; returns the number that the device accepted.
    func write(_ frames: UnsafeRawBufferPointer) throws(Fault) -> Int {
        let written = snd_pcm_writei(handle, frames.baseAddress, snd_pcm_uframes_t(frames.count / format.frameBytes))
        if written == -Int(EAGAIN) { return 0 }
        try check(Int32(clamping: min(0, written)), doing: "write")
        return written
    }

    func status() throws(Fault) -> Status {
        let before = MonotonicClock.nanoseconds
        try check(snd_pcm_status(handle, statusStorage), doing: "read the position")
        let after = MonotonicClock.nanoseconds
        let state = snd_pcm_status_get_state(statusStorage)
        if state == SND_PCM_STATE_XRUN { throw .underrun }
        if state == SND_PCM_STATE_SUSPENDED { throw .suspended }
        if state == SND_PCM_STATE_DISCONNECTED { try check(-ENODEV, doing: "read the position") }
        return Status(
            state: state, delay: snd_pcm_status_get_delay(statusStorage),
            room: Int(snd_pcm_status_get_avail(statusStorage)), nanoseconds: moment(before: before, after: after))
    }

    /// Tests, while only silence is written, if it can be rewound: rewinds a quarter of it, and forwards again.
    ///
    /// - Returns: the number of frames rewound and not forwarded.
    func learnRewinding() throws(Fault) -> Int {
        guard rewinding == .unknown else { return 0 }
        let before = try status().delay
        let wanted = Int(snd_pcm_rewindable(handle)) / 4
        guard wanted > 0, case let taken = snd_pcm_rewind(handle, snd_pcm_uframes_t(wanted)), taken > 0 else {
            rewinding = .refused
            return 0
        }
        let after = try status().delay
        rewinding = before - after > taken / 2 ? .works : .pretended
        return taken - max(0, snd_pcm_forward(handle, snd_pcm_uframes_t(taken)))
    }

    /// Rewinds up to `frames` frames that were written and not played, but not the next `kept` ones to be played;
    /// returns the number, 0 when it cannot.
    func rewind(_ frames: Int, keeping kept: Int) -> Int {
        guard rewinding == .works else { return 0 }
        let possible = min(frames, Int(snd_pcm_rewindable(handle)) - kept)
        guard possible > 0 else { return 0 }
        return max(0, Int(snd_pcm_rewind(handle, snd_pcm_uframes_t(possible))))
    }

    /// Stops at once; drops the written frames that were not played.
    func drop() {
        // The handle is closed next, which ends a device that does not even stop.
        _ = snd_pcm_drop(handle)
    }

    /// Returns the time of the status in `statusStorage`.
    ///
    /// A card stamps its last pointer update, which may be some time before the query: then that stamp counts. A stamp
    /// from within the query may be older than the delay that came with it, so the query's end counts: a reading that
    /// seems a little late does no harm, see ``OutputClock``.
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
        case -EPIPE: throw .underrun
        // Only `prepare` reports this, for a device that is not awake yet.
        case -ESTRPIPE, -EAGAIN: throw .suspended
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
    /// Returns ALSA's configuration, which the caller deletes.
    ///
    /// - Parameter file: instead of the system's.
    static func loadConfiguration(file: String?) throws(AudioFailure) -> OpaquePointer {
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
            let holders = DeviceHolders.describe(device: device)
            let who = holders.isEmpty ? "another program has it open" : holders.joined(separator: ", ")
            return AudioFailure(
                kind: .busy, message: "audio device \(device) is busy: \(who); end that, or use a device that mixes")
        case -EACCES, -EPERM:
            return AudioFailure(
                kind: .failed,
                message: "audio device \(device) may not be opened: \(words(error)); add the user to the group audio")
        default:
            return AudioFailure(kind: .failed, message: "audio device \(device) could not be opened: \(words(error))")
        }
    }
}
