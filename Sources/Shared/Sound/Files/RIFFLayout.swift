/// Finds the sound in a WAV file (RIFF, RIFX; RF64 and BW64 by EBU Tech 3306), whatever its sizes say.
struct RIFFLayout {
    private let file: FileBytes
    private let end: Int
    private let isLittleEndian: Bool
    private var format: [UInt8] = []
    /// The bytes of the samples.
    private var sound: Range<Int> = 0..<0
    /// RF64's size of the first chunk of samples.
    private var longSize: Int?
    /// Bytes of junk behind which a chunk is found.
    private static let longestJunk = 1 << 20
    private static let headerBytes = 44
    /// Programs that write to a pipe cannot go back, and leave a size near 2 or 4 GiB; or 0.
    private static let unknownSize: UInt64 = 0x7FFF_0000

    static func parts(in file: FileBytes, _ range: Range<Int>, maximumSeconds: Int) throws(SoundFile.Problem)
        -> [SoundPart]
    {
        var layout = RIFFLayout(file, range)
        try layout.walk(from: range.lowerBound + 12)
        return try layout.parts(maximumSeconds: maximumSeconds)
    }

    private init(_ file: FileBytes, _ range: Range<Int>) {
        self.file = file
        end = range.upperBound
        isLittleEndian = !file.has("RIFX", at: range.lowerBound)
    }

    private func number(at position: Int, bytes: Int = 4) -> UInt64 {
        file.number(at: position, bytes: bytes, isLittleEndian: isLittleEndian)
    }

    /// Four characters that can name a chunk.
    private func isName(at position: Int) -> Bool {
        position + 8 <= end && (position..<position + 4).allSatisfy { (0x20..<0x7F).contains(file[$0]) }
    }

    // MARK: Chunks

    private mutating func walk(from start: Int) throws(SoundFile.Problem) {
        var position = start
        while position + 8 <= end {
            guard isName(at: position) else {
                guard sound.isEmpty, let next = nextKnown(after: position) else { return }
                position = next
                continue
            }
            let (body, size) = (position + 8, Int(number(at: position + 4)))
            if file.has("data", at: position) {
                guard sound.isEmpty else {
                    throw SoundFile.Problem(
                        reason: "has sound in two places, and nobody knows how both belong together",
                        remedy: "save it again with a sound editor")
                }
                guard let claimed = claimedSize(UInt64(size), at: body) else {
                    sound = body..<withoutSecondHeader(body)
                    return
                }
                guard claimed <= end - body + SoundPart.tolerance else {
                    throw SoundPart.cutOff(claimed: claimed, there: end - body)
                }
                sound = body..<min(end, body + claimed)
                position = sound.upperBound
            } else {
                if file.has("fmt ", at: position), format.isEmpty {
                    guard body + min(size, 14) <= end else {
                        throw SoundFile.Problem(reason: "is cut off in its header", remedy: SoundFile.copyAgain)
                    }
                    format = file.bytes(body..<min(end, body + min(size, 64)))
                } else if file.has("ds64", at: position) {
                    let claimed = number(at: body + 8, bytes: 8)
                    // 0 is what a program leaves that could not go back.
                    longSize = claimed == 0 ? nil : Int(clamping: claimed)
                } else if file.has("RIFF", at: position), file.has("WAVE", at: position + 8), !sound.isEmpty {
                    throw SoundFile.Problem(
                        reason: "is two WAV files, the second one from byte \(position) on",
                        remedy: "put each into a file of its own, or join them with a sound editor")
                }
                position = body + size
            }
            // Chunks begin at even places, and some programs do not know that.
            if (position - start) & 1 == 1, !isName(at: position) || isName(at: position + 1) { position += 1 }
        }
    }

    /// The next chunk without which there is no sound.
    private func nextKnown(after position: Int) -> Int? {
        let range = position..<min(end, position + Self.longestJunk)
        let names = format.isEmpty ? ["fmt ", "data"] : ["data"]
        return names.compactMap { file.find(Array($0.utf8), in: range) }.min()
    }

    /// Bytes of sound; `nil` where it goes to the end of the file.
    private func claimedSize(_ size: UInt64, at start: Int) -> Int? {
        if size == 0xFFFF_FFFF, let longSize { return longSize }
        let isUnknown = size == 0 ? !isFollowedByChunks(start) : size >= Self.unknownSize && size > end - start
        return isUnknown ? nil : Int(size)
    }

    /// Festival writes its header once more behind the sound, with the sizes that it knows by then.
    private func withoutSecondHeader(_ start: Int) -> Int {
        let header = end - Self.headerBytes
        let isHeader = header >= start && file.has("RIFF", at: header) && file.has("WAVEfmt ", at: header + 8)
        return isHeader ? header : end
    }

    /// `true` where chunks follow to the end of the file, so that an empty chunk before them is empty.
    private func isFollowedByChunks(_ start: Int) -> Bool {
        var position = start
        while position + 8 <= end {
            guard isName(at: position) else { return false }
            position += 8 + Int(number(at: position + 4))
            position += position & 1
        }
        return position <= end + 1
    }

    // MARK: Format

    private func formatNumber(_ offset: Int, bytes: Int) -> Int {
        guard offset + bytes <= format.count else { return 0 }
        let field = format[offset..<offset + bytes]
        return (isLittleEndian ? Array(field.reversed()) : Array(field)).reduce(0) { $0 << 8 | Int($1) }
    }

    private func parts(maximumSeconds: Int) throws(SoundFile.Problem) -> [SoundPart] {
        guard format.count >= 14 else { throw SoundPart.unreadable("a WAV file without a format") }
        guard !sound.isEmpty else { throw SoundFile.noSound }
        let tag = formatNumber(0, bytes: 2)
        let kind = tag == 0xFFFE ? formatNumber(24, bytes: 2) : tag
        if kind == 0x50 || kind == 0x55 { return try MPEGLayout.parts(in: file, sound, maximumSeconds: maximumSeconds) }
        guard [1, 2, 3, 6, 7, 0x11].contains(kind) else {
            throw SoundPart.unreadable("a WAV file of the encoding 0x\(String(kind, radix: 16))")
        }
        return [try part(isPCM: [1, 3, 6, 7].contains(kind), maximumSeconds: maximumSeconds)]
    }

    private func part(isPCM: Bool, maximumSeconds: Int) throws(SoundFile.Problem) -> SoundPart {
        let (channels, rate) = (formatNumber(2, bytes: 2), formatNumber(4, bytes: 4))
        try SoundFile.checkBounds(rate: rate, channels: channels)
        var format = format
        var block = formatNumber(12, bytes: 2)
        func set(_ value: Int, at offset: Int, bytes: Int) {
            let little = (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            format.replaceSubrange(offset..<offset + bytes, with: isLittleEndian ? little : little.reversed())
        }
        if isPCM {
            guard format.count >= 16 else { throw SoundPart.unreadable("a WAV file without a format") }
            if block == 0 { block = channels * ((formatNumber(14, bytes: 2) + 7) / 8) }
            set(block, at: 12, bytes: 2)
            set(rate * block, at: 8, bytes: 4)
        }
        guard block > 0 else { throw SoundPart.unreadable("a WAV file without a format") }
        let whole = isPCM ? sound.count / block * block : sound.count
        // Of other encodings a frame has four bits at least.
        let most = (maximumSeconds + 1) * rate * (isPCM ? block : channels)
        guard whole <= most else {
            throw SoundFile.Problem(
                reason: isPCM
                    ? "claims to be \(whole / block / rate) s long, at most \(maximumSeconds) s are played"
                    : "is longer than the \(maximumSeconds) s that are played", remedy: "cut it")
        }
        return SoundPart(file: spliced(format, bytes: whole), promised: isPCM ? whole / block : nil)
    }

    private func spliced(_ format: [UInt8], bytes: Int) -> SplicedFile {
        let spliced = SplicedFile(file)
        func size(_ value: Int) -> [UInt8] {
            let little = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittleEndian ? little : little.reversed()
        }
        let chunk = format.count & ~1
        spliced.append(Array((isLittleEndian ? "RIFF" : "RIFX").utf8) + size(20 + chunk + bytes) + Array("WAVE".utf8))
        spliced.append(Array("fmt ".utf8) + size(chunk) + format.prefix(chunk) + Array("data".utf8) + size(bytes))
        spliced.append(sound.prefix(bytes))
        return spliced
    }
}
