import ClockSound
import ClockTestSupport
import ClockVoice
import Testing

@testable import ClockVoiceMaking

@Suite("Clips from recordings")
struct ClipMakerTests {
    @Test(
        "silence, noise and clicks around a word are cut off, and its edges are faded to nothing",
        arguments: [0, 0.002] as [Float])
    func trimming(noise: Float) throws {
        var random = Noise(seed: 3)
        let word = Sounds.vowel(150, seconds: 0.5)
        var frames = Sounds.silence(seconds: 1.2) + word + Sounds.silence(seconds: 2)
        frames[10_000] = 0.5
        frames[140_000] = 0.4
        for index in frames.indices { frames[index] += noise * random.next() }
        let clip = try ClipMaker.make(Recording(frames: frames, rate: 44_100), format: .standard)
        #expect(abs(clip.seconds.lowerBound - 1.196) < 0.02, "\(clip.seconds)")
        #expect(abs(clip.seconds.upperBound - 1.705) < 0.02, "\(clip.seconds)")
        #expect(abs(Double(clip.frames.count) / 44_100 - 0.523) < 0.04)
        #expect(clip.frames.first == 0 && clip.frames.last == 0)
    }

    @Test(
        "a recording of any rate sounds as long and as high afterwards",
        arguments: [8_000, 22_050, 44_100, 48_000, 96_000])
    func rates(rate: Int) throws {
        let frames = Sounds.silence(seconds: 0.1, rate: rate) + Sounds.vowel(200, seconds: 0.6, rate: rate)
        let clip = try ClipMaker.make(Recording(frames: frames, rate: rate), format: .standard)
        #expect(abs(clip.seconds.upperBound - clip.seconds.lowerBound - 0.609) < 0.02)
        let measured = ClipMeasurement(Clip.recorded(clip.frames))
        #expect(abs((measured.tail?.pitch ?? 0) - 200) < 3)
        #expect(measured.head?.silence ?? 1 < 0.006)
    }

    @Test("what is no word is refused in words")
    func refusals() {
        func make(_ frames: [Float]) throws(ClipMaker.Problem) {
            _ = try ClipMaker.make(Recording(frames: frames, rate: 44_100), format: .standard)
        }
        #expect(throws: ClipMaker.Problem.silent) { try make([]) }
        #expect(throws: ClipMaker.Problem.silent) { try make(Sounds.silence(seconds: 1)) }
        // A constant is silence with an offset.
        #expect(throws: ClipMaker.Problem.silent) { try make(.init(repeating: 0.3, count: 44_100)) }
        #expect { try make(Sounds.tone(300, seconds: 31)) } throws: {
            "\($0)" == "31 s of it sound, and a clip has at most 30 s"
        }
        #expect { try make(Sounds.silence(seconds: 1) + Sounds.tone(3_000, seconds: 0.005)) } throws: {
            "\($0)".contains("no word is shorter than 20 ms")
        }
    }

    @Test(
        "files are of the format that is asked for, hold every sample, and stand whole or not at all",
        arguments: ClipFormat.Container.allCases, ClipFormat.Encoding.allCases)
    func files(container: ClipFormat.Container, encoding: ClipFormat.Encoding) throws {
        let folder = try TemporaryFolder("clip")
        let format = ClipFormat(sampleRate: 22_050, channels: 2, encoding: encoding, container: container)
        guard format.contradiction == nil else { return }
        let path = folder.file("a.\(container.rawValue)")
        let frames = Sounds.vowel(200, seconds: 0.2, rate: 22_050)
        try ClipFile.write(frames, to: path, format: format)
        let sound = try SoundFile.recorded(path: path)
        #expect(ClipFile.matches(sound, format), "\(sound.container), \(sound.encoding)")
        #expect(!ClipFile.matches(sound, .standard))
        #expect(sound.frames.count == frames.count && sound.channels == 2)
        #expect(zip(sound.frames, frames).allSatisfy { abs($0 - $1) <= 1 / 32_768 })
        // Equal clips are equal files.
        try ClipFile.write(frames, to: folder.file("b"), format: format)
        #expect(try Sounds.bytes(path) == Sounds.bytes(folder.file("b")))
        #expect(FolderListing.names(in: folder.path) == ["a.\(container.rawValue)", "b"])
        #expect { try ClipFile.write(frames, to: folder.file("none/a"), format: format) } throws: {
            "\($0)".contains("No such file or directory")
        }
    }

    @Test("CAF holds little-endian integers of 16 bits, as Core Audio's LEI16")
    func littleEndian() throws {
        let folder = try TemporaryFolder("clip")
        let path = folder.file("a.caf")
        try ClipFile.write(Sounds.tone(440, seconds: 0.1), to: path, format: ClipFormat(container: .caf))
        let bytes = try Sounds.bytes(path)
        // desc: rate as a double, lpcm, flags (2: little-endian), bytes a packet, frames a packet, channels, bits.
        let description =
            Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 32, 0x40, 0xE5, 0x88, 0x80, 0, 0, 0, 0] + Array("lpcm".utf8)
        let format: [UInt8] = [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 16]
        #expect(bytes.starts(with: Array("caff".utf8)))
        #expect(Array(bytes[8...].prefix(44)) == description + format)
    }

    @Test("a broken sound file is refused in a line, whatever is broken")
    func fuzz() throws {
        let folder = try TemporaryFolder("fuzz")
        var random = Noise(seed: 11)
        for container in ClipFormat.Container.allCases {
            let path = folder.file("good.\(container.rawValue)")
            try ClipFile.write(Sounds.vowel(200, seconds: 0.1), to: path, format: ClipFormat(container: container))
            let good = try Sounds.bytes(path)
            let broken = folder.file("broken.\(container.rawValue)")
            for round in 0..<150 {
                var bytes = good
                for _ in 0...random.index(below: 8) {
                    bytes[random.index(below: round % 2 == 0 ? 120 : bytes.count)] = random.byte()
                }
                if round % 3 == 0 { bytes.removeLast(random.index(below: bytes.count)) }
                try Sounds.write(bytes, to: broken)
                do throws(SoundFile.Problem) {
                    let recording = try Recording(path: broken, maximumSeconds: 60)
                    _ = ClipMeasurement(Clip.recorded(recording.frames))
                    // A readable file becomes a clip or is refused.
                    _ = try? ClipMaker.make(recording, format: .standard)
                } catch {
                    #expect(!error.reason.isEmpty && !error.reason.contains("\n"))
                }
            }
        }
    }
}

/// Frames as if they had been read from a file.
enum Clip {
    static func recorded(_ frames: [Float], rate: Int = 44_100) -> SoundFile.Recorded {
        let folder = try? TemporaryFolder("recorded")
        let path = folder?.file("a.wav") ?? ""
        let format = ClipFormat(sampleRate: rate, encoding: .float32)
        guard (try? ClipFile.write(frames, to: path, format: format)) != nil,
            let sound = try? SoundFile.recorded(path: path)
        else { preconditionFailure("\(frames.count) frames cannot be written and read") }
        return sound
    }
}

/// Numbers that are alike in every run.
struct Noise {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func bits() -> UInt64 {
        // Knuth's MMIX generator; its high bits are good enough here.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    /// -1 to 1.
    mutating func next() -> Float { Float(bits()) / Float(1 << 30) - 1 }

    mutating func index(below bound: Int) -> Int { Int(bits() % UInt64(max(1, bound))) }

    mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: bits() >> 8) }
}
