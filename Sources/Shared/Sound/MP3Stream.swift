// Measures the length of an MP3 and finds out if it is complete.
//
// Problem. An MP3 is a row of frames, and nothing marks the last one. A header in the first frame may give the number
// of frames; LAME leaves it out when it writes to a pipe. Decoders then divide the file's size by the size of a frame.
// That estimate is up to a frame too high at a constant bit rate, and may be anything at a varying one. As a promise,
// the estimate makes whole files look cut off, and of other files the decoder never plays the second half.
//
// Method. We count the frames. We compare the header's number with the count, and refuse a file that was cut off. The
// decoder gets the frames alone, without tags and other bytes around them. If the file has no header with the number of
// frames, we put one before them.

/// The frames of an MP3.
struct MP3Stream {
    /// The decoder's input: a frame that gives the number of frames, then the frames.
    let bytes: [UInt8]
    /// Number of whole frames of sound.
    let frameCount: Int
    /// Number of frames according to the file's own header.
    let promisedCount: Int?
    /// The first one.
    let frame: MP3Frame

    /// Bytes in which the first frame must begin.
    private static let longestPadding = 65_536

    /// True when frames are missing. Some programs count the header's own frame too, so one less than promised is
    /// complete.
    var isCutOff: Bool { promisedCount.map { frameCount + 1 < $0 } ?? false }

    /// - Parameter file: the bytes after the tags at a file's beginning.
    /// - Returns: `nil` when it has no two frames in a row near its beginning.
    init?(_ file: [UInt8]) {
        guard let start = (0..<min(file.count, Self.longestPadding)).first(where: { Self.beginsRow(at: $0, in: file) }),
            let first = MP3Frame(in: file, at: start)
        else { return nil }
        var sound: [UInt8] = []
        sound.reserveCapacity(file.count)
        var count = 0
        let header = CountHeader(in: file, at: start, first)
        var position = header == nil ? start : start + first.byteCount
        var isInRow = true
        while position < file.count {
            guard let frame = MP3Frame(in: file, at: position), frame.isLike(first),
                isInRow || Self.beginsRow(at: position, in: file)
            else {
                isInRow = false
                position += 1
                continue
            }
            let end = position + frame.byteCount
            guard end <= file.count else { break }
            sound += file[position..<end]
            count += 1
            position = end
            isInRow = true
        }
        frame = first
        frameCount = count
        promisedCount = header?.count
        bytes =
            header?.isKnownToDecoders == true
            ? file[start..<start + first.byteCount] + sound
            : CountHeader.frame(count: count, like: file[start..<start + MP3Frame.headerBytes]) + sound
    }

    /// True when another frame, or the end of the file, follows the frame at a position: four bytes look like a frame's
    /// beginning by chance.
    private static func beginsRow(at position: Int, in file: [UInt8]) -> Bool {
        guard let frame = MP3Frame(in: file, at: position) else { return false }
        let next = position + frame.byteCount
        return next == file.count || MP3Frame(in: file, at: next)?.isLike(frame) == true
    }

    /// The header that the first frame may hold in the place of sound: it gives the number of frames.
    private struct CountHeader {
        var count: Int?
        var isKnownToDecoders: Bool

        /// Reads Xing's header, which LAME and all others write too, or Fraunhofer's.
        init?(in file: [UInt8], at start: Int, _ frame: MP3Frame) {
            func number(_ offset: Int) -> Int {
                file[start + offset..<start + offset + 4].reduce(0) { $0 << 8 | Int($1) }
            }
            func has(_ mark: String, at offset: Int) -> Bool { file[(start + offset)...].starts(with: mark.utf8) }
            guard start + frame.byteCount <= file.count else { return nil }
            let (xing, fraunhofer) = (frame.mainDataOffset, MP3Frame.headerBytes + 32)
            if xing + 12 <= frame.byteCount, has("Xing", at: xing) || has("Info", at: xing) {
                count = number(xing + 4) & 1 == 1 ? number(xing + 8) : nil
                isKnownToDecoders = count != nil
            } else if fraunhofer + 18 <= frame.byteCount, has("VBRI", at: fraunhofer) {
                count = number(fraunhofer + 14)
                isKnownToDecoders = false
            } else {
                return nil
            }
        }

        /// Returns a frame with Xing's header, for a stream whose frames begin like `header`.
        static func frame(count: Int, like header: ArraySlice<UInt8>) -> [UInt8] {
            var bytes = Array(header)
            // No checksum, no padding, and a middle bit rate, which has room at every sample rate.
            bytes[1] |= 1
            bytes[2] = bytes[2] & 0b0000_1100 | 8 << 4
            guard let frame = MP3Frame(in: bytes, at: 0) else { preconditionFailure("no frame begins with \(bytes)") }
            bytes += [UInt8](repeating: 0, count: frame.byteCount - bytes.count)
            let content =
                Array("Info".utf8) + [0, 0, 0, 1] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
            bytes.replaceSubrange(frame.mainDataOffset..<frame.mainDataOffset + content.count, with: content)
            return bytes
        }
    }
}
