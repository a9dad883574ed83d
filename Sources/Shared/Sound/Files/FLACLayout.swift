/// Finds the streams in a FLAC file (RFC 9639): one, or several behind one another.
enum FLACLayout {
    private static let informationBytes = 34

    static func parts(in file: FileBytes, _ range: Range<Int>) throws(SoundFile.Problem) -> [SoundPart] {
        var parts: [SoundPart] = []
        var start = range.lowerBound
        while let part = try part(of: file, &start, end: range.upperBound) { parts.append(part) }
        guard !parts.isEmpty else { throw SoundPart.unreadable("a FLAC file without a header") }
        return parts
    }

    /// - Parameter start: where a stream begins; afterwards where the next one does.
    private static func part(of file: FileBytes, _ start: inout Int, end: Int) throws(SoundFile.Problem) -> SoundPart? {
        let information = start + 8
        guard information + informationBytes <= end, isStart(file, at: start) else { return nil }
        var position = start + 4
        var isLast = false
        while !isLast {
            guard position + 4 <= end else { throw SoundPart.cutOff(claimed: position - start, there: end - start) }
            isLast = file[position] & 0x80 != 0
            position += 4 + Int(file.number(at: position + 1, bytes: 3))
        }
        guard position <= end else { throw SoundPart.cutOff(claimed: position - start, there: end - start) }
        var next = end
        for mark in [[0], [0x80]] as [[UInt8]] {
            let pattern = Array("fLaC".utf8) + mark + [0, 0, UInt8(informationBytes)]
            if let found = file.find(pattern, in: position..<next) { next = found }
        }
        start = next
        let spliced = SplicedFile(file)
        let promised = appendHead(to: spliced, file.bytes(information..<information + informationBytes))
        spliced.append(position..<next)
        return SoundPart(file: spliced, promised: promised)
    }

    private static func isStart(_ file: FileBytes, at position: Int) -> Bool {
        file.has("fLaC", at: position) && file[position + 4] & 0x7F == 0
            && file.number(at: position + 5, bytes: 3) == informationBytes
    }

    /// A header without the number of frames and their digest: the decoder then reads whatever follows.
    ///
    /// - Parameter information: STREAMINFO (section 8.2).
    /// - Returns: the number of frames that was there; `nil` where it was unknown.
    static func appendHead(to spliced: SplicedFile, _ information: [UInt8]) -> Int? {
        var information = information
        let count = information[14..<18].reduce(Int(information[13] & 0x0F)) { $0 << 8 | Int($1) }
        information[13] &= 0xF0
        information.replaceSubrange(14..., with: [UInt8](repeating: 0, count: informationBytes - 14))
        spliced.append(Array("fLaC".utf8) + [0x80, 0, 0, UInt8(informationBytes)] + information)
        return count > 0 ? count : nil
    }
}
