/// The kinds of sound file that are taken, told by their first bytes.
///
/// libsndfile reads some twenty more, most by decoders that nobody needs here. What comes over the network must not choose
/// one of those, so a file is looked at before libsndfile opens it.
enum SoundContainer: Hashable {
    case wav, aiff, caf, flac, ogg
    /// MPEG audio, layers I to III.
    case mpeg

    private static let longestPadding = 64 << 10
    private static let mostTags = 8

    /// The kind of a file, and where its sound lies between the tags that others put around it.
    ///
    /// - Throws: for a file of another kind.
    static func find(in file: FileBytes) throws(SoundFile.Problem) -> (kind: SoundContainer, range: Range<Int>) {
        let start = endOfTags(in: file)
        // Some programs leave zeros between a tag and the sound.
        let padded = (start..<min(file.count, start + longestPadding)).first { file[$0] != 0 } ?? start
        // A recording of a radio station begins in the middle of a frame.
        guard
            let kind = SoundContainer(file, at: padded)
                ?? (MPEGLayout.beginning(in: file, from: padded) == nil ? nil : .mpeg)
        else {
            throw SoundPart.unreadable(
                start > 0 ? "there is a tag, and no sound behind it" : "WAV, FLAC, Ogg, MP3, AIFF and CAF are")
        }
        return (kind, padded..<max(padded, startOfTags(in: file)))
    }

    private init?(_ file: FileBytes, at start: Int) {
        func has(_ mark: String, at offset: Int = 0) -> Bool { file.has(mark, at: start + offset) }
        if ["RIFF", "RIFX", "RF64", "BW64"].contains(where: { has($0) }), has("WAVE", at: 8) {
            self = .wav
        } else if has("FORM"), has("AIFF", at: 8) || has("AIFC", at: 8) {
            self = .aiff
        } else if has("caff") {
            self = .caf
        } else if has("fLaC") {
            self = .flac
        } else if has("OggS") {
            self = .ogg
        } else {
            return nil
        }
    }

    /// The end of the ID3 tags at a file's beginning (id3.org, ID3v2.4.0 3.1: a size of seven bits a byte, without the
    /// header and the footer of ten bytes each).
    private static func endOfTags(in file: FileBytes) -> Int {
        var position = 0
        for _ in 0..<mostTags {
            guard let size = id3Size(file, at: position, mark: "ID3") else { break }
            position += 10 + size + (file[position + 5] & 0x10 == 0 ? 0 : 10)
        }
        return min(position, file.count)
    }

    private static func id3Size(_ file: FileBytes, at position: Int, mark: String) -> Int? {
        guard file.has(mark, at: position) else { return nil }
        return (6..<10).reduce(0) { $0 << 7 | Int(file[position + $1] & 0x7F) }
    }

    /// The beginning of the tags at a file's end: ID3v1, APE (version 2), Lyrics3 (version 2), and ID3v2 with a footer.
    private static func startOfTags(in file: FileBytes) -> Int {
        var end = file.count
        for _ in 0..<mostTags {
            let tag: Int
            if file.has("TAG", at: end - 128) {
                tag = 128
            } else if file.has("APETAGEX", at: end - 32) {
                let hasHeader = file[end - 32 + 23] & 0x80 != 0
                tag = Int(file.number(at: end - 32 + 12, bytes: 4, isLittleEndian: true)) + (hasHeader ? 32 : 0)
            } else if file.has("LYRICS200", at: end - 9) {
                let size = file.bytes(end - 15..<end - 9).reduce(0) { $0 * 10 + Int($1 &- 48) % 10 }
                tag = size + 15
            } else if let size = id3Size(file, at: end - 10, mark: "3DI") {
                tag = size + 20
            } else {
                break
            }
            guard tag <= end else { break }
            end -= tag
        }
        return end
    }
}
