/// Finds the sound in an AIFF or AIFF-C file, whatever its sizes say.
enum AIFFLayout {
    /// Bytes of a sample by AIFF-C's name of an encoding.
    private static let sampleBytes = [
        "in24": 3, "in32": 4, "fl32": 4, "FL32": 4, "fl64": 8, "FL64": 8, "alaw": 1, "ALAW": 1, "ulaw": 1, "ULAW": 1,
    ]
    private static let unknownSize = 0x7FFF_0000

    static func parts(in file: FileBytes, _ range: Range<Int>) throws(SoundFile.Problem) -> [SoundPart] {
        let (start, end) = (range.lowerBound, range.upperBound)
        var common: [UInt8] = []
        var sound: Range<Int>?
        var position = start + 12
        while position + 8 <= end {
            let (body, size) = (position + 8, Int(file.number(at: position + 4, bytes: 4)))
            var next = body + size + size & 1
            if file.has("COMM", at: position), common.isEmpty {
                common = file.bytes(body..<min(end, body + min(size, 300)))
            } else if file.has("SSND", at: position), sound == nil, body + 8 <= end {
                let offset = Int(file.number(at: body, bytes: 4))
                let there = end - body
                if size == 0 || size >= unknownSize && size > there {
                    next = end
                } else if size > there + SoundPart.tolerance {
                    throw SoundPart.cutOff(claimed: size, there: there)
                }
                let first = min(end, body + 8 + offset)
                sound = first..<max(first, min(end, size == 0 ? end : body + size))
            } else if file.has("FORM", at: position), sound != nil {
                throw SoundFile.Problem(
                    reason: "is two AIFF files, the second one from byte \(position) on",
                    remedy: "put each into a file of its own, or join them with a sound editor")
            }
            position = next
        }
        guard common.count >= 18 else { throw SoundPart.unreadable("an AIFF file without a format") }
        guard let sound, !sound.isEmpty else { throw SoundFile.noSound }
        return [part(of: file, common, sound, isCompressible: file.has("AIFC", at: start + 8))]
    }

    private static func part(of file: FileBytes, _ common: [UInt8], _ sound: Range<Int>, isCompressible: Bool)
        -> SoundPart
    {
        func bytes(_ value: Int, _ count: Int = 4) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
        }
        func number(_ offset: Int) -> Int { Int(common[offset]) << 8 | Int(common[offset + 1]) }
        let encoding = isCompressible && common.count >= 22 ? String(decoding: common[18..<22], as: UTF8.self) : "NONE"
        let plain = ["NONE", "twos", "sowt", "raw "].contains(encoding) ? (number(6) + 7) / 8 : sampleBytes[encoding]
        let block = (plain ?? 0) * number(0)
        var (common, sound, promised) = (common, sound, Int?.none)
        if block > 0 {
            sound = sound.prefix(sound.count / block * block)
            promised = sound.count / block
            common.replaceSubrange(2..<6, with: bytes(sound.count / block))
        }
        let padding = [UInt8](repeating: 0, count: common.count & 1)
        let spliced = SplicedFile(file)
        spliced.append(
            Array("FORM".utf8) + bytes(4 + 8 + common.count + padding.count + 16 + sound.count)
                + Array((isCompressible ? "AIFC" : "AIFF").utf8) + Array("COMM".utf8) + bytes(common.count) + common
                + padding + Array("SSND".utf8) + bytes(sound.count + 8) + bytes(0) + bytes(0))
        spliced.append(sound)
        return SoundPart(file: spliced, promised: promised)
    }
}
