/// A first frame with numbers in the place of sound: Xing's header, which LAME and all others write too, or Fraunhofer's.
struct MPEGHeader {
    /// Frames that follow.
    var count: Int?
    /// Bytes of all frames, with this one or without.
    var bytes: Int?
    /// Samples that the encoder put before the sound and behind it (LAME's part).
    var (delay, padding): (Int?, Int?)

    init?(_ file: FileBytes, at start: Int, _ frame: MPEGFrame) {
        let (xing, fraunhofer) = (start + frame.mainDataOffset, start + MPEGFrame.headerBytes + 32)
        let end = start + frame.byteCount
        func number(_ position: Int, bytes: Int = 4) -> Int { Int(file.number(at: position, bytes: bytes)) }
        if xing + 8 <= end, file.has("Xing", at: xing) || file.has("Info", at: xing) {
            let flags = number(xing + 4)
            var position = xing + 8
            if flags & 1 != 0 {
                count = number(position)
                position += 4
            }
            if flags & 2 != 0 {
                bytes = number(position)
                position += 4
            }
            position += (flags & 4 != 0 ? 100 : 0) + (flags & 8 != 0 ? 4 : 0)
            // Nine bytes name the encoder, and twelve more come before both numbers of twelve bits.
            if position + 24 <= end, file[position] != 0 {
                let both = number(position + 21, bytes: 3)
                (delay, padding) = (both >> 12, both & 0xFFF)
            }
        } else if fraunhofer + 18 <= end, file.has("VBRI", at: fraunhofer) {
            (bytes, count) = (number(fraunhofer + 10), number(fraunhofer + 14))
        } else {
            return nil
        }
    }
}
