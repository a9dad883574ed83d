import ClockDomain
import ClockTestSupport
import FoundationEssentials
import Testing

@testable import ClockSound

/// A voice folder and the folder of a chime that tests fill with sounds, good and bad.
final class SoundFolders {
    let voice: String
    let chime: String
    private let root: TemporaryFolder

    init() throws {
        root = try TemporaryFolder("sounds")
        voice = root.file("voice")
        chime = root.file("cuckoo")
        for folder in [voice, chime] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    func put(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: "\(voice)/\(name)"))
    }

    func putChime(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: "\(chime)/\(name)"))
    }

    var library: SoundLibrary { SoundLibrary(voiceFolder: voice, chime: .none) }

    /// With the chime folder's files as somebody's own chime.
    func library(anchors: [Quarter: Double]) -> SoundLibrary {
        SoundLibrary(
            voiceFolder: voice, chime: .own("cuckoo"),
            ownChime: OwnChime(name: "cuckoo", folder: chime, anchors: anchors))
    }

    /// A WAV file of one value.
    static func constant(seconds: Int) -> [UInt8] {
        wav([], claimedFrames: seconds * 44_100) + [UInt8](repeating: 0, count: seconds * 88_200)
    }

    /// A WAV file of 16-bit frames; `claimedFrames` is the count in its header.
    static func wav(
        _ samples: [Int16], rate: UInt32 = 44_100, channels: UInt16 = 1, claimedFrames: Int? = nil
    ) -> [UInt8] {
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian, Array.init)
        }
        let dataBytes = UInt32(truncatingIfNeeded: (claimedFrames ?? samples.count / Int(channels)) * 2 * Int(channels))
        let header: [[UInt8]] = [
            Array("RIFF".utf8), bytes(dataBytes &+ 36), Array("WAVEfmt ".utf8), bytes(UInt32(16)), bytes(UInt16(1)),
            bytes(channels), bytes(rate), bytes(rate * UInt32(channels) * 2), bytes(channels * 2), bytes(UInt16(16)),
            Array("data".utf8), bytes(dataBytes),
        ]
        return header.flatMap { $0 } + samples.flatMap(bytes)
    }
}

/// A file's bytes as a test's argument, which a log would otherwise show one by one.
struct FileBytes: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var testDescription: String { "\(bytes.count) bytes" }
}
