import CALSA
import Glibc

/// Keeps what ALSA says on the calling thread, instead of letting it print to standard error.
///
/// ALSA tells the reason of a failure only in words on standard error, several lines for one cause. While this is
/// installed, the first line since ``reset()`` is kept for the failure's message and nothing is printed. ALSA holds the
/// handler per thread, so other threads and libraries are not touched. Used by the audio thread only, which installs it
/// before its first call of ALSA; the storage is the thread's own.
enum ALSAMessages {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let error = pthread_key_create(&key) { $0?.deallocate() }
        precondition(error == 0, "no thread-specific key is left (error \(error))")
        return key
    }()
    private static let capacity = 256

    static func install() {
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: capacity)
        buffer.initialize(repeating: 0, count: capacity)
        pthread_setspecific(key, buffer)
        snd_lib_error_set_local { _, _, _, _, format, arguments in
            guard let buffer = ALSAMessages.buffer, buffer[0] == 0, let format,
                let arguments = ALSAMessages.optional(arguments)
            else { return }
            vsnprintf(buffer, ALSAMessages.capacity, format, arguments)
        }
    }

    static func reset() { buffer?[0] = 0 }

    /// The first line since the last reset; `nil` when ALSA said nothing.
    static var first: String? {
        guard let buffer, buffer[0] != 0 else { return nil }
        return String(cString: buffer)
    }

    /// Swift sees C's argument list as optional on x86-64, where it is a pointer, and not on arm64; this takes both.
    private static func optional(_ arguments: CVaListPointer?) -> CVaListPointer? { arguments }

    private static var buffer: UnsafeMutablePointer<CChar>? {
        pthread_getspecific(key)?.assumingMemoryBound(to: CChar.self)
    }
}
