/// Finds the sound in a Core Audio file. A size of -1 goes to the end of the file.
enum CAFLayout {
    static func parts(in file: FileBytes, _ range: Range<Int>) throws(SoundFile.Problem) -> [SoundPart] {
        let end = range.upperBound
        let spliced = SplicedFile(file)
        spliced.append(range.lowerBound..<min(end, range.lowerBound + 8))
        var (hasSound, position) = (false, range.lowerBound + 8)
        while position + 12 <= end, (0x20..<0x7F).contains(file[position]) {
            let body = position + 12
            let claimed = Int(truncatingIfNeeded: file.number(at: position + 4, bytes: 8))
            let isSound = file.has("data", at: position)
            var size = claimed
            if isSound, claimed == -1 || claimed == 0 { size = end - body }
            guard size >= 0, size <= end - body + (isSound ? SoundPart.tolerance : 0) else {
                // A chunk behind the sound may be cut off.
                guard !hasSound else { break }
                throw SoundPart.cutOff(claimed: claimed, there: end - body)
            }
            size = min(size, end - body)
            if !file.has("free", at: position) {
                spliced.append(position..<position + 4)
                spliced.append((0..<8).map { UInt8(truncatingIfNeeded: size >> (56 - 8 * $0)) })
                spliced.append(body..<body + size)
            }
            // The sound follows four bytes that count edits.
            if isSound { hasSound = size > 4 }
            position = body + size
        }
        guard hasSound else { throw SoundFile.noSound }
        return [SoundPart(file: spliced)]
    }
}
