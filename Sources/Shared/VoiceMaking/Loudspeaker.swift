internal import CALSA
public import ClockRuntime
internal import Glibc

/// Plays sound on this machine through ALSA. The handle lives inside ``play(_:rate:device:)`` and nowhere else.
public enum Loudspeaker {
    /// Microseconds of sound that the device holds.
    private static let latency: UInt32 = 200_000

    /// Plays mono frames and waits for their end.
    ///
    /// - Throws: ``FatalError`` when there is no such device, or it is unusable.
    public static func play(_ frames: [Int16], rate: Int, device: String) throws(FatalError) {
        func failure(_ code: Int) -> FatalError {
            let reason = snd_strerror(Int32(code)).map { String(cString: $0) } ?? "error \(code)"
            return FatalError(
                .unavailable,
                "output \(device) cannot play: \(reason); name another by --device (see aplay -L), or rooms by --node"
            )
        }
        ALSAMessages.silence()
        var opened: OpaquePointer?
        var code = snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, 0)
        guard code == 0, let handle = opened else { throw failure(Int(code)) }
        defer { snd_pcm_close(handle) }
        code = snd_pcm_set_params(
            handle, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(rate), 1, latency)
        guard code == 0 else { throw failure(Int(code)) }
        var written = 0
        while written < frames.count {
            let count = frames.withUnsafeBufferPointer { frames in
                snd_pcm_writei(handle, frames.baseAddress! + written, UInt(frames.count - written))
            }
            guard count >= 0 else {
                guard snd_pcm_recover(handle, Int32(count), 1) == 0 else { throw failure(count) }
                continue
            }
            written += count
        }
        code = snd_pcm_drain(handle)
        guard code == 0 else { throw failure(Int(code)) }
    }
}
