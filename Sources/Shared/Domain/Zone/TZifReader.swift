/// Reads the parts of a TZif file in their order, checking each.
struct TZifReader {
    private let zone: String
    private let bytes: [UInt8]
    private var position = 0

    init(zone: String, bytes: [UInt8]) {
        self.zone = zone
        self.bytes = bytes
    }

    struct Header {
        /// 1...4
        var version: Int
        var indicatorUTCount: Int
        var indicatorStandardCount: Int
        var leapSecondCount: Int
        var transitionCount: Int
        var typeCount: Int
        var abbreviationBytes: Int

        /// Bytes of the block that follows, with times of `timeLength` bytes.
        func blockLength(timeLength: Int) -> Int {
            transitionCount * (timeLength + 1) + typeCount * 6 + abbreviationBytes
                + leapSecondCount * (timeLength + 4) + indicatorStandardCount + indicatorUTCount
        }
    }

    struct Block {
        var transitionSeconds: [Int64]
        var transitionOffsets: [UInt8]
        var offsets: [ZoneOffset]
    }

    mutating func header() throws(TZifError) -> Header {
        guard try read(4, "the header").elementsEqual("TZif".utf8) else {
            throw TZifError(.format, zone: zone, "no \"TZif\" at byte \(position - 4)")
        }
        let version: Int
        switch try byte("the version") {
        case 0: version = 1
        case let digit where (UInt8(ascii: "2")...UInt8(ascii: "4")).contains(digit):
            version = Int(digit - UInt8(ascii: "0"))
        case let other: throw TZifError(.format, zone: zone, "version byte \(other) is none of 0, 50, 51 and 52")
        }
        try skip(15, "the header")
        // Far above anything the tz database holds; with them a block's length cannot overflow.
        return Header(
            version: version,
            indicatorUTCount: try count("UT indicators", in: 0...256),
            indicatorStandardCount: try count("standard time indicators", in: 0...256),
            leapSecondCount: try count("leap seconds", in: 0...1000),
            transitionCount: try count("transitions", in: 0...4096),
            typeCount: try count("local time types", in: 1...256),
            abbreviationBytes: try count("abbreviation bytes", in: 1...2048))
    }

    mutating func block(_ header: Header, timeLength: Int) throws(TZifError) -> Block {
        guard header.leapSecondCount == 0 else {
            throw TZifError(.leapSeconds, zone: zone, "its times count \(header.leapSecondCount) leap seconds")
        }
        for (what, count) in [
            ("UT", header.indicatorUTCount), ("standard time", header.indicatorStandardCount),
        ] where count != 0 && count != header.typeCount {
            throw TZifError(.value, zone: zone, "\(count) \(what) indicators for \(header.typeCount) local time types")
        }
        let transitionSeconds = try times(header.transitionCount, length: timeLength)
        let transitionOffsets = Array(try read(header.transitionCount, "the transitions' types"))
        for (index, type) in transitionOffsets.enumerated() where Int(type) >= header.typeCount {
            let limit = header.typeCount - 1
            throw TZifError(.value, zone: zone, "transition \(index) has type \(type), the last type is \(limit)")
        }
        let types = try read(header.typeCount * 6, "the local time types")
        let abbreviations = try read(header.abbreviationBytes, "the abbreviations")
        var offsets: [ZoneOffset] = []
        offsets.reserveCapacity(header.typeCount)
        for index in 0..<header.typeCount {
            offsets.append(try offset(type: index, types.dropFirst(index * 6).prefix(6), abbreviations))
        }
        try skip(header.indicatorStandardCount + header.indicatorUTCount, "the indicators")
        return Block(transitionSeconds: transitionSeconds, transitionOffsets: transitionOffsets, offsets: offsets)
    }

    /// The TZ string between two newlines; `nil` for an empty one, which leaves the future open.
    mutating func footer() throws(TZifError) -> FooterRule? {
        guard try byte("the footer") == UInt8(ascii: "\n") else {
            throw TZifError(.footer, zone: zone, "the footer at byte \(position - 1) does not start with a newline")
        }
        let text = bytes[position...].prefix(256).prefix { $0 != UInt8(ascii: "\n") }
        guard text.count <= 255, text.endIndex < bytes.count else {
            throw TZifError(.footer, zone: zone, "the footer at byte \(position) does not end within 255 bytes")
        }
        position = text.endIndex + 1
        guard !text.isEmpty else { return nil }
        do {
            return try FooterRule(text)
        } catch {
            let shown = String(decoding: text, as: UTF8.self).debugDescription
            throw TZifError(
                .footer, zone: zone, "footer \(shown): expected \(error.expected) at its byte \(error.position)")
        }
    }

    func expectEnd() throws(TZifError) {
        guard position == bytes.count else {
            throw TZifError(.length, zone: zone, "\(bytes.count - position) bytes after the end at byte \(position)")
        }
    }

    mutating func skip(_ length: Int, _ what: String) throws(TZifError) { _ = try read(length, what) }

    private mutating func times(_ count: Int, length: Int) throws(TZifError) -> [Int64] {
        let raw = try read(count * length, "the transition times")
        var times: [Int64] = []
        times.reserveCapacity(count)
        for index in 0..<count {
            let time = signed(raw.dropFirst(index * length).prefix(length))
            if let last = times.last, time <= last {
                throw TZifError(.order, zone: zone, "transition \(index) at \(time) does not come after \(last)")
            }
            times.append(time)
        }
        return times
    }

    private func offset(
        type: Int, _ record: ArraySlice<UInt8>, _ abbreviations: ArraySlice<UInt8>
    ) throws(TZifError) -> ZoneOffset {
        let seconds = signed(record.prefix(4))
        let flag = record[record.startIndex + 4]
        let index = Int(record[record.startIndex + 5])
        guard let secondsEast = Int(exactly: seconds), TimeZoneRules.possibleOffsets.contains(secondsEast) else {
            throw TZifError(.value, zone: zone, "local time type \(type) is \(seconds) s off UTC, over a day")
        }
        guard flag <= 1 else {
            throw TZifError(.value, zone: zone, "local time type \(type) has daylight saving flag \(flag), not 0 or 1")
        }
        let text = abbreviations.dropFirst(index).prefix { $0 != 0 }
        guard text.endIndex < abbreviations.endIndex, let abbreviation = ZoneOffset.abbreviation(text) else {
            throw TZifError(.value, zone: zone, "local time type \(type) has no valid abbreviation at index \(index)")
        }
        return ZoneOffset(secondsEast: secondsEast, isDaylightSaving: flag == 1, abbreviation: abbreviation)
    }

    private mutating func count(_ what: String, in range: ClosedRange<Int>) throws(TZifError) -> Int {
        let value = UInt32(truncatingIfNeeded: signed(try read(4, "the header")))
        guard let count = Int(exactly: value), range.contains(count) else {
            let limits = "\(range.lowerBound) to \(range.upperBound)"
            throw TZifError(.value, zone: zone, "\(value) \(what) at byte \(position - 4), not \(limits)")
        }
        return count
    }

    private mutating func byte(_ what: String) throws(TZifError) -> UInt8 {
        let one = try read(1, what)
        return one[one.startIndex]
    }

    private mutating func read(_ length: Int, _ what: String) throws(TZifError) -> ArraySlice<UInt8> {
        guard length <= bytes.count - position else {
            throw TZifError(
                .length, zone: zone,
                "\(what) at byte \(position) needs \(length) bytes, there are \(bytes.count - position)")
        }
        defer { position += length }
        return bytes[position..<position + length]
    }

    /// A big-endian two's complement number of up to eight bytes.
    private func signed(_ raw: ArraySlice<UInt8>) -> Int64 {
        var value: Int64 = raw.first.map { $0 >= 128 ? -1 : 0 } ?? 0
        for byte in raw { value = value << 8 | Int64(byte) }
        return value
    }
}
