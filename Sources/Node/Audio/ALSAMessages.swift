import CALSA

/// Keeps what ALSA says on the calling thread, instead of letting it print to standard error.
///
/// ALSA tells the reason of a failure only in words on standard error, several lines for one cause. While this is
/// installed, the first line since ``reset()`` is kept for the failure's message and nothing is printed. ALSA holds the
/// handler per thread, so other threads and libraries are not touched. Used by the audio thread only, which installs it
/// before its first call of ALSA; the storage is the thread's own.
enum ALSAMessages {
    static func install() { calsa_keep_messages() }

    static func reset() { calsa_message().pointee = 0 }

    /// The first line since the last reset; `nil` when ALSA said nothing.
    static var first: String? {
        let message = String(cString: calsa_message())
        return message.isEmpty ? nil : message
    }
}
