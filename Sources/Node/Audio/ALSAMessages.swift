import CALSA

/// Stores ALSA's messages of the calling thread, instead of letting it print to standard error.
///
/// ALSA names the reason of a failure only in words on standard error, several lines for one cause. While this is
/// installed, it stores the first line since ``reset()`` for the failure's message and prints nothing. ALSA holds the
/// handler per thread, so other threads and libraries are not affected. Only the audio thread uses this, and installs
/// it before its first call of ALSA; the storage is the thread's own.
enum ALSAMessages {
    static func install() { calsa_keep_messages() }

    static func reset() { calsa_message().pointee = 0 }

    /// The first line since the last reset; `nil` when ALSA printed nothing.
    static var first: String? {
        let message = String(cString: calsa_message())
        return message.isEmpty ? nil : message
    }
}
