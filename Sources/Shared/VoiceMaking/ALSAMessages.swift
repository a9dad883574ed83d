internal import CALSA

/// ALSA prints what it thinks of a device; here the one line that a person gets says it.
enum ALSAMessages {
    /// From now on the calling thread's messages are not printed.
    static func silence() { calsa_keep_messages() }
}
