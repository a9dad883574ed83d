public import ClockDomain
import ClockThreads
import Glibc

/// One audio device, played by one thread of its own.
///
/// Any thread may post orders, which returns at once. The output's thread opens the device ahead of the first instant,
/// runs it on silence, places each sound on its own instant, mixes simultaneous ones, and closes the device when
/// nothing is left, or some time after. Without an order it sleeps and never wakes. Announcements are softer while
/// something rings.
public final class AudioOutput: Sendable {
    public struct Configuration: Hashable, Sendable {
        /// ALSA's name of the device, such as `default` or `plughw:CARD=Device`.
        public var device: String
        /// Microseconds of delay beyond the device's own report (an amplifier, a television): the sound is sent that
        /// much earlier. Negative for a device that reports too much. Within ±1,000,000.
        public var latencyTrimMicroseconds: Int
        /// Seconds for which the device stays open on silence after the last sound, so that it is awake for the next;
        /// 0 closes it at once, which frees it for other programs and costs nothing. Within ``keepOpenRange``.
        public var keepOpenSeconds: Int
        /// The setting for the card's own volume; `nil` to leave it alone.
        public var mixer: MixerSetting?
        /// An ALSA configuration file read instead of the system's; `nil` for the system's.
        public var alsaConfigurationFile: String?
        /// True when the thread asks for real-time priority, which systems often refuse; it is not needed.
        public var asksForRealTimePriority: Bool

        public static let latencyTrimRange = -1_000_000...1_000_000
        public static let keepOpenRange = 0...86_400

        /// - Precondition: the numbers are in their ranges.
        public init(
            device: String = "default", latencyTrimMicroseconds: Int = 0, keepOpenSeconds: Int = 0,
            mixer: MixerSetting? = nil, alsaConfigurationFile: String? = nil, asksForRealTimePriority: Bool = true
        ) {
            precondition(Self.keepOpenRange.contains(keepOpenSeconds), "kept open for \(keepOpenSeconds) s")
            precondition(
                Self.latencyTrimRange.contains(latencyTrimMicroseconds),
                "latency trim \(latencyTrimMicroseconds) us is not within ±1 s")
            self.device = device
            self.latencyTrimMicroseconds = latencyTrimMicroseconds
            self.keepOpenSeconds = keepOpenSeconds
            self.mixer = mixer
            self.alsaConfigurationFile = alsaConfigurationFile
            self.asksForRealTimePriority = asksForRealTimePriority
        }
    }

    /// Orders that may wait; the output refuses one more with a failure.
    public static let maximumPendingOrders = 16
    /// Sounds that may be on the device or within their lead-in at the same time; one more ends in a failure.
    public static let maximumSounds = 16

    /// The longest wait of ``stop()`` for the thread.
    static let stopNanoseconds: Int64 = 2_000_000_000

    private let mailbox: AudioMailbox

    /// Starts the thread, which does not open the device yet.
    ///
    /// - Parameter handler: called on the audio thread for every event; must not block.
    /// - Throws: ``AudioFailure`` when the system gives no thread or descriptor.
    public init(
        _ configuration: Configuration, handler: @escaping @Sendable (AudioEvent) -> Void
    ) throws(AudioFailure) {
        do throws(ThreadError) {
            mailbox = try AudioMailbox()
            try AudioThread(configuration: configuration, mailbox: mailbox, handler: handler).start()
        } catch {
            throw AudioFailure(kind: .failed, message: "no audio thread: \(error)")
        }
    }

    deinit { mailbox.postStop() }

    /// Plays a sound at its instant. Ends in one `finished`, `failed` or `cancelled` event.
    ///
    /// - Returns: `false` when ``maximumPendingOrders`` are waiting because the thread is stuck in the device, or after
    ///   ``stop()``; then the output ignores the order and sends no event about it.
    public func play(_ order: PlayOrder) -> Bool { mailbox.post(.play(order)) }

    /// Rings from an instant on, or at once when that is past, until it is cancelled. Sends one `ringStarted` event if
    /// it is heard, however briefly, and ends in one `ringEnded` or `failed` event after that.
    ///
    /// - Returns: `false` as for ``play(_:)``.
    public func ring(_ order: RingSoundOrder) -> Bool { mailbox.post(.ring(order)) }

    /// Ends a sound with a short fade, within 50 ms, or removes one that has not begun. Ignores unknown ids: the sound
    /// may just have ended.
    ///
    /// Two kinds of device are slower: those that cannot rewind, and those with over 100 ms behind their buffer. There
    /// an announcement alone ends at once with a click, and one among other sounds can take 250 ms.
    public func cancel(_ id: UInt64) { mailbox.postCancellation(of: id) }

    /// Changes the volume of a sound, and a ring's least volume, over 50 ms, also while it is heard. A ring that rises
    /// goes on rising, to the new volume. Ignores unknown ids: the sound may just have ended.
    public func setVolume(of id: UInt64, to volume: Volume, floor: Volume) {
        mailbox.post(AudioMailbox.VolumeChange(id: id, volume: volume, floor: floor))
    }

    /// Sounds play at the pace of a clock that gains on CLOCK_MONOTONIC by this, in nanoseconds a second: that of the
    /// clock in which the instants are meant. 0 at first. Holds for sounds that play already too.
    public func follow(ratePPB: Int64) { mailbox.postRate(ratePPB) }

    /// Opens the device, plays silence on it, and reports in a `probed` event, within 2 s, that it moves or does not.
    /// Goes on until the traits are known, which a `learned` event tells if they are news, or until something else is
    /// to be done. If the device moves later, or fails, another `probed` event says so. While a sound plays, the device
    /// is open already and the result is `ok`. Several waiting probes get one answer.
    public func probe() { mailbox.postProbe() }

    /// Ends all sounds and the thread, and waits for it up to 2 s. Unfinished sounds are reported as cancelled, rings
    /// as ended.
    ///
    /// - Returns: `false` when the thread is stuck inside the device; it then ends by itself when the device returns,
    ///   and sends no more events.
    @discardableResult
    public func stop() -> Bool {
        mailbox.postStop()
        let ended = mailbox.waitForEnd(upTo: Self.stopNanoseconds)
        mailbox.silence()
        return ended
    }
}
