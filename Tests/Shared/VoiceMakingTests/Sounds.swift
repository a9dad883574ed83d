import ClockSound
import ClockTestSupport
import ClockVoice
import FoundationEssentials
import Glibc

@testable import ClockVoiceMaking

/// Sounds and packs that tests make.
enum Sounds {
    static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
    static let voices = root + "/Tests/Voices"

    static func tone(_ hertz: Double, seconds: Double, rate: Int = 44_100, amplitude: Float = 0.25) -> [Float] {
        (0..<Int(seconds * Double(rate))).map {
            amplitude * Float(sin(2 * .pi * hertz * Double($0) / Double(rate)))
        }
    }

    /// Something like a vowel: pulses at a pitch through one resonance, with soft edges.
    static func vowel(_ hertz: Double, seconds: Double, rate: Int = 44_100, amplitude: Float = 0.2) -> [Float] {
        let count = Int(seconds * Double(rate))
        let edge = 0.02 * Double(rate)
        return (0..<count).map { index in
            let time = Double(index) / Double(rate)
            let sum = (1...12).reduce(0.0) { $0 + sin(2 * .pi * hertz * Double($1) * time) / Double($1) }
            let ease = min(1, Double(min(index, count - 1 - index)) / edge)
            return amplitude * Float(sum * ease)
        }
    }

    static func silence(seconds: Double, rate: Int = 44_100) -> [Float] {
        .init(repeating: 0, count: Int(seconds * Double(rate)))
    }

    /// A clip of the English pack that is shipped.
    static func english(_ name: String) throws -> [Float] {
        try Recording(path: "\(voices)/english/\(name).wav", maximumSeconds: 5).frames
    }

    static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

    static func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

    /// A pack that says "one two" at every minute.
    static func pack(_ folder: TemporaryFolder, format: String = "") throws -> VoicePack {
        try folder.write(
            """
            format: 1
            name: pair
            language: en
            author: nobody
            licence: none
            \(format)
            clips:
              one: one
              two: two
            grammar:
              time:
                - say: one two
            """, to: VoicePack.fileName)
        return try VoicePack.read(folder: folder.path)
    }
}
