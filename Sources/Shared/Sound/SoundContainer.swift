/// The kinds of sound file that we accept, recognized by their first bytes.
///
/// libsndfile reads some twenty more, most by decoders that nobody needs here. A file from the network must not choose
/// one of those, so we examine it before libsndfile opens it.
enum SoundContainer: Hashable {
    case wav
    case aiff
    case caf
    case flac
    case ogg
    /// MPEG audio of layer III, with ID3 tags before it or without.
    case mp3

    /// Bytes at a file's beginning that show its kind.
    static let headBytes = 12

    init?(head: [UInt8]) {
        func has(_ mark: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: mark.utf8) }
        if has("RIFF"), has("WAVE", at: 8) {
            self = .wav
        } else if has("FORM"), has("AIFF", at: 8) || has("AIFC", at: 8) {
            self = .aiff
        } else if has("caff") {
            self = .caf
        } else if has("fLaC") {
            self = .flac
        } else if has("OggS") {
            self = .ogg
        } else if has("ID3") || MP3Frame(in: head, at: 0) != nil {
            self = .mp3
        } else {
            return nil
        }
    }
}
