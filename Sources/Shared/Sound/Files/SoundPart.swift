// Other programs' files.
//
// Problem. A header tells how much sound follows it, and many headers are wrong: programs that write to a pipe leave 0 or
// 4 GiB, recorders that were killed leave whatever was there, tags lie before and behind, and files are put one behind the
// other. A decoder that believes the header plays half of such a file or none of it, without a word.
//
// Method. The structure of each file is read here. For a decoder the sound alone is put together, behind a header that is
// right, and each sound that was put behind another is a part of its own. Where a file says that it had more sound than is
// there, it was cut off, and is refused: half a word should not be spoken.

/// Sound of one rate and number of channels, ready for its decoder. A file has one or more, which are heard one behind the
/// other.
struct SoundPart {
    enum Decoder {
        case library
        /// - Parameters:
        ///   - skipped: frames at the beginning that the encoder added.
        ///   - count: frames that follow those.
        case mpeg(skipped: Int, count: Int)
    }

    let file: SplicedFile
    var decoder = Decoder.library
    /// Frames that the file says there are; fewer is a file that was cut off.
    var promised: Int?

    /// Bytes that may be missing at the end of a sound: programs that count a header's bytes as sound are that wrong, and
    /// nobody hears the loss.
    static let tolerance = 64

    static func cutOff(claimed: some BinaryInteger, there: Int) -> SoundFile.Problem {
        SoundFile.Problem(
            reason: "is cut off: its header says \(claimed) bytes of sound, the file has \(there)",
            remedy: SoundFile.copyAgain)
    }

    static func unreadable(_ what: String) -> SoundFile.Problem {
        SoundFile.Problem(reason: "is not a sound file that can be read (\(what))", remedy: SoundFile.replace)
    }
}
