internal import CALSA
public import ClockRuntime
internal import Glibc

/// A microphone through ALSA; the one owner of its handle, which `deinit` closes.
///
/// For one thread.
public final class Microphone {
    /// The requested frames per second; the device's real ones are in ``rate``.
    private static let wantedRate: UInt32 = 44_100
    /// Frames of one read: 50 ms, as often as a meter changes.
    private static let chunkFrames = 2_205

    public let rate: Int
    private let handle: OpaquePointer
    private let channels: Int
    private var buffer: [Int16]

    /// Opens a device of that name, mono if it can.
    ///
    /// - Throws: ``FatalError`` when there is none, or it is unusable.
    public init(device: String) throws(FatalError) {
        ALSAMessages.silence()
        var opened: OpaquePointer?
        let code = snd_pcm_open(&opened, device, SND_PCM_STREAM_CAPTURE, 0)
        guard code == 0, let handle = opened else {
            throw FatalError(
                .unavailable,
                "microphone \(device) cannot be opened: \(Self.words(code)); name another by --device (see arecord -L)"
            )
        }
        do throws(FatalError) {
            (rate, channels) = try Self.setUp(handle, device)
        } catch {
            snd_pcm_close(handle)
            throw error
        }
        self.handle = handle
        buffer = [Int16](repeating: 0, count: Self.chunkFrames * channels)
    }

    deinit { snd_pcm_close(handle) }

    private static func setUp(_ handle: OpaquePointer, _ device: String) throws(FatalError) -> (
        rate: Int, channels: Int
    ) {
        var parameters: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&parameters) == 0, let parameters else {
            throw FatalError(.systemError, "microphone \(device): out of memory")
        }
        defer { snd_pcm_hw_params_free(parameters) }
        var rate = wantedRate
        var channels: UInt32 = 1
        var direction: Int32 = 0
        let steps: [(String, () -> Int32)] = [
            ("settings", { snd_pcm_hw_params_any(handle, parameters) }),
            ("interleaved", { snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED) }),
            ("16 bits", { snd_pcm_hw_params_set_format(handle, parameters, SND_PCM_FORMAT_S16) }),
            ("channels", { snd_pcm_hw_params_set_channels_near(handle, parameters, &channels) }),
            ("rate", { snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, &direction) }),
            ("start", { snd_pcm_hw_params(handle, parameters) }),
        ]
        for (what, step) in steps {
            let code = step()
            guard code >= 0 else {
                throw FatalError(.unavailable, "microphone \(device) cannot be used (\(what)): \(words(code))")
            }
        }
        guard (1...8).contains(channels), (4_000...384_000).contains(rate) else {
            throw FatalError(
                .unavailable, "microphone \(device) has \(channels) channels at \(rate) Hz, which is no use")
        }
        return (Int(rate), Int(channels))
    }

    /// Waits for the next 50 ms of sound, mono.
    ///
    /// - Throws: ``FatalError`` when the device gives no more sound.
    public func read() throws(FatalError) -> [Float] {
        while true {
            let count = snd_pcm_readi(handle, &buffer, UInt(Self.chunkFrames))
            if count > 0 {
                return (0..<count).map { frame in
                    var sum: Float = 0
                    for channel in 0..<channels { sum += Float(buffer[frame * channels + channel]) }
                    return sum / Float(channels) / 32_768
                }
            }
            // Nobody read for a while: the sound of that time is lost, and the recording goes on.
            guard snd_pcm_recover(handle, Int32(count), 1) == 0, count != 0 else {
                throw FatalError(.unavailable, "the microphone gives no sound any more: \(Self.words(Int32(count)))")
            }
        }
    }

    /// Drops the sound so far.
    public func drop() {
        snd_pcm_drop(handle)
        snd_pcm_prepare(handle)
    }

    private static func words(_ code: Int32) -> String {
        snd_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
