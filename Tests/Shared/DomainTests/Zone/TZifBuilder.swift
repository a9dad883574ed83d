/// Writes TZif files, right and wrong ones, for tests.
struct TZifBuilder {
    struct LocalType {
        var seconds: Int32
        var flag: UInt8 = 0
        var abbreviationIndex: UInt8 = 0
    }

    /// 1...4, or anything else to be refused.
    var version = 2
    var transitions: [(second: Int64, type: UInt8)] = []
    var types = [LocalType(seconds: 0)]
    var abbreviations = "UTC\0"
    /// Between its two newlines.
    var footer = ""
    var leapSeconds: [(second: Int64, correction: Int32)] = []
    var indicatorsUT: [UInt8] = []
    var indicatorsStandard: [UInt8] = []
    /// The counts of the main header in file order, in place of the true ones.
    var counts: [Int: UInt32] = [:]

    func build() -> [UInt8] {
        guard version > 1 else { return block(timeLength: 4) }
        return TZifBuilder(version: version).block(timeLength: 4) + block(timeLength: 8) + "\n\(footer)\n".utf8
    }

    private func block(timeLength: Int) -> [UInt8] {
        let trueCounts = [
            indicatorsUT.count, indicatorsStandard.count, leapSeconds.count, transitions.count, types.count,
            abbreviations.utf8.count,
        ]
        var bytes = Array("TZif".utf8)
        bytes.append(version == 1 ? 0 : UInt8(ascii: "0") + UInt8(version))
        bytes += [UInt8](repeating: 0, count: 15)
        for (index, count) in trueCounts.enumerated() { bytes += bigEndian(counts[index] ?? UInt32(count)) }
        for transition in transitions { bytes += time(transition.second, timeLength) }
        for transition in transitions { bytes.append(transition.type) }
        for type in types { bytes += bigEndian(type.seconds) + [type.flag, type.abbreviationIndex] }
        bytes += abbreviations.utf8
        for leap in leapSeconds { bytes += time(leap.second, timeLength) + bigEndian(leap.correction) }
        return bytes + indicatorsStandard + indicatorsUT
    }

    private func time(_ second: Int64, _ length: Int) -> [UInt8] {
        length == 4 ? bigEndian(Int32(truncatingIfNeeded: second)) : bigEndian(second)
    }

    private func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
