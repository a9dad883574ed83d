import CSndfile
import ClockSoundTestSupport
import Testing

@testable import ClockSound

@Suite("Kinds of sound file")
struct SoundKindTests {
    /// 1.3 s, which is no whole number of MP3's frames at any rate.
    private func tone(rate: Int = 44_100) -> [Int16] {
        (0..<rate * 13 / 10).map { Int16(12_000 * sine(500, $0 * 44_100 / rate)) }
    }

    private func read(_ bytes: [UInt8], maximumSeconds: Int = SoundFile.maximumSeconds) throws -> [Int16] {
        let folders = try SoundFolders()
        try folders.put("x", bytes)
        return try SoundFile.read(path: "\(folders.voice)/x", maximumSeconds: maximumSeconds)
    }

    private func reason(_ bytes: [UInt8], maximumSeconds: Int = SoundFile.maximumSeconds) throws -> String? {
        do {
            _ = try read(bytes, maximumSeconds: maximumSeconds)
            return nil
        } catch let problem as SoundFile.Problem {
            return problem.reason
        }
    }

    /// The MP3 as LAME writes it to a pipe: without the frame that holds the count. Short frames have no room for that
    /// anyway.
    private func withoutCount(_ mp3: [UInt8]) throws -> [UInt8] {
        let first = try #require(MPEGFrame(in: mp3, at: 0))
        let mark = String(decoding: mp3[first.mainDataOffset...].prefix(4), as: UTF8.self)
        return ["Info", "Xing"].contains(mark) ? Array(mp3[first.byteCount...]) : mp3
    }

    @Test(
        "Whole files of every kind are read, and what was cut off of any is refused",
        arguments: EncodedSound.Kind.allCases)
    func everyKind(kind: EncodedSound.Kind) throws {
        guard EncodedSound.hasMP3 || ![.constantMP3, .varyingMP3].contains(kind) else { return }
        let bytes = try EncodedSound.bytes(tone(), kind)
        #expect(abs(try read(bytes).count - tone().count) < 10)
        for share in [30, 50, 60, 95] {
            #expect(try reason(Array(bytes.prefix(bytes.count * share / 100))) != nil, "\(share) % of it")
        }
        // Of the others too little is left for libsndfile to know what it is.
        let half = try reason(Array(bytes.prefix(bytes.count / 2)))
        #expect(half?.contains("cut off") == true || kind == .caf || kind == .ogg, "\(half ?? "taken")")
    }

    @Test(
        "An MP3 that tells no number of frames is read to its end, at any bit rate",
        .enabled(if: EncodedSound.hasMP3, "this libsndfile has no MP3s"),
        arguments: [EncodedSound.Kind.constantMP3, .varyingMP3], [8_000, 16_000, 22_050, 44_100, 48_000])
    func uncounted(kind: EncodedSound.Kind, rate: Int) throws {
        for compression in [0.0, 0.3, 0.6, 0.9] {
            let mp3 = try withoutCount(
                try EncodedSound.bytes(tone(rate: rate), kind, rate: rate, compression: compression))
            let frame = try #require(MPEGFrame(in: mp3, at: 0))
            let frames = try read(mp3)
            // The encoder's delay and the rest of the last frame are not told either.
            let most = (Double(tone(rate: rate).count + 3 * frame.sampleCount) * 44_100 / Double(rate)).rounded(.up)
            #expect((57_330...Int(most)).contains(frames.count), "\(compression): \(frames.count)")
        }
    }

    @Test(
        "Tags around an MP3, and a last frame that is not whole, do no harm",
        .enabled(if: EncodedSound.hasMP3, "this libsndfile has no MP3s"))
    func tags() throws {
        let mp3 = try EncodedSound.bytes(tone(), .constantMP3)
        let id3: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 2, 0] + .init(repeating: 7, count: 256)
        let last: [UInt8] = Array("TAG".utf8) + .init(repeating: 32, count: 125)
        let expected = try read(mp3)
        #expect(try read(id3 + mp3 + last) == expected)
        #expect(try read(id3 + .init(repeating: 0, count: 100) + mp3) == expected)
        let uncounted = try withoutCount(mp3)
        #expect(try read(uncounted + uncounted.prefix(50)) == read(uncounted))
    }

    @Test(
        "An MP3 that is longer than what is played is refused",
        .enabled(if: EncodedSound.hasMP3, "this libsndfile has no MP3s"))
    func longMP3() throws {
        let mp3 = try withoutCount(try EncodedSound.bytes(tone(), .varyingMP3))
        let long = Array([[UInt8]](repeating: mp3, count: 4).joined())
        #expect(try reason(long, maximumSeconds: 4) == "is longer than the 4 s that are played")
        #expect(try reason(long, maximumSeconds: 6) == nil)
    }

    @Test("A FLAC file from a pipe, which tells no length, is read to its end, and refused where that is missing")
    func uncountedFLAC() throws {
        var flac = try EncodedSound.bytes(tone(), .flac)
        // The 36 bits of STREAMINFO's number of samples.
        flac[21] &= 0xF0
        flac.replaceSubrange(22..<26, with: [0, 0, 0, 0])
        #expect(try read(flac) == tone())
        #expect(try #require(try reason(Array(flac.prefix(flac.count / 2)))).contains("cut off"))
        #expect(try reason(flac, maximumSeconds: 1) == "is longer than the 1 s that are played")
    }

    @Test(
        "No other decoder of libsndfile is reached, whatever the file is called",
        arguments: [
            SF_FORMAT_AU, SF_FORMAT_SVX, SF_FORMAT_NIST, SF_FORMAT_VOC, SF_FORMAT_IRCAM, SF_FORMAT_W64, SF_FORMAT_MAT4,
            SF_FORMAT_MAT5, SF_FORMAT_PVF, SF_FORMAT_SDS, SF_FORMAT_AVR, SF_FORMAT_WVE, SF_FORMAT_MPC2K,
            SF_FORMAT_PAF, SF_FORMAT_HTK, SF_FORMAT_XI,
        ].map { Int32($0) })
    func otherKinds(container: Int32) throws {
        let encoding =
            switch Int(container) {
            case Int(SF_FORMAT_XI): Int32(SF_FORMAT_DPCM_16)
            case Int(SF_FORMAT_WVE): Int32(SF_FORMAT_ALAW)
            default: Int32(SF_FORMAT_PCM_16)
            }
        let rate = Int(container) == Int(SF_FORMAT_WVE) ? 8_000 : 44_100
        let bytes = try EncodedSound.bytes(tone(), format: container | encoding, rate: rate)
        let refusal = "is not a sound file that can be read (WAV, FLAC, Ogg, MP3, AIFF and CAF are)"
        #expect(try reason(bytes) == refusal)
        // libsndfile looks behind an ID3 tag for whatever may follow.
        let tagged = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0] + bytes
        #expect(try #require(try reason(tagged)).hasPrefix("is not a sound file"))
    }
}
