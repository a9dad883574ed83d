import ClockDomain
import ClockTestSupport
import FoundationEssentials
import Glibc
import PacedRecording

/// A microphone between the rooms of a site: the sum of their outputs' sounds.
struct Microphone {
    let site: Site
    /// Delays behind an output that the output does not report: an amplifier, a television.
    var latencies: [String: Duration] = [:]

    private static let rate = 44_100

    /// Writes what it hears in a span of the site's time to a WAV file (16 bits, mono).
    func record(from start: WallTime, to end: WallTime, to path: String) throws {
        let count = Int((end - start).secondsWithFraction * Double(Self.rate))
        var heard = [Double](repeating: 0, count: count)
        for room in site.rooms {
            let latency = latencies[room.id] ?? .zero
            for recording in try Recording.list(in: site.folder.file("heard/\(room.id)")) {
                let wall = (start - latency - site.clockOffset).nanoseconds
                let position = recording.frame(atWallNanoseconds: wall)
                try add(recording, from: position, to: &heard)
            }
        }
        let frames = heard.map { Int16(max(-32_768, min(32_767, ($0 / 2).rounded()))) }
        try Data(Self.wav(frames)).write(to: URL(filePath: path))
    }

    /// Adds a recording so that its frame `position` comes first, by a windowed sinc of 24 frames.
    private func add(_ recording: Recording, from position: Double, to heard: inout [Double]) throws {
        let step = recording.header.heardRate / Double(Self.rate)
        let first = max(0, Int(position) - 24)
        let samples = try recording.samples(
            ofChannel: 0, in: first..<max(first, Int(position + step * Double(heard.count)) + 24)
        ).map(Double.init)
        let half = 12
        for index in heard.indices {
            let place = position + step * Double(index) - Double(first)
            let whole = Int(place.rounded(.down))
            guard whole >= half, whole + half < samples.count,
                samples[whole] != 0 || samples[whole - half + 1] != 0 || samples[whole + half] != 0
            else { continue }
            for tap in (whole - half + 1)...(whole + half) {
                let x = place - Double(tap)
                let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
                heard[index] += samples[tap] * sinc * (1 + cos(.pi * x / Double(half))) / 2
            }
        }
    }

    private static func wav(_ frames: [Int16]) -> [UInt8] {
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian, Array.init)
        }
        let size = UInt32(frames.count * 2)
        let header: [[UInt8]] = [
            Array("RIFF".utf8), bytes(size + 36), Array("WAVEfmt ".utf8), bytes(UInt32(16)), bytes(UInt16(1)),
            bytes(UInt16(1)), bytes(UInt32(rate)), bytes(UInt32(rate * 2)), bytes(UInt16(2)), bytes(UInt16(16)),
            Array("data".utf8), bytes(size),
        ]
        return header.flatMap { $0 } + frames.flatMap(bytes)
    }
}
