internal import CALSA

/// ALSA prints its own messages about a device; our one line for the person says enough.
enum ALSAMessages {
    /// Stops printing the calling thread's messages from now on.
    static func silence() { calsa_keep_messages() }
}
