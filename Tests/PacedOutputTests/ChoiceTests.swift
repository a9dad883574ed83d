import CALSA
import Glibc
import PacedRecording
import Testing

@Suite("What a paced output offers, and its sleep")
struct ChoiceTests {
    @Test("An output that offers few rates, channels and formats takes those and no others")
    func choices() throws {
        let settings = "rates \"48000 96000\" channels 2 formats \"S24_3LE FLOAT_LE\""
        let pcm = try PacedPCM(settings: settings)
        #expect(throws: ALSAFailure.self) {
            try pcm.configure(rate: 44_100, channels: 2, format: SND_PCM_FORMAT_S24_3LE)
        }
        #expect(throws: ALSAFailure.self) {
            try pcm.configure(rate: 48_000, channels: 1, format: SND_PCM_FORMAT_S24_3LE)
        }
        #expect(throws: ALSAFailure.self) {
            try pcm.configure(rate: 48_000, channels: 2, format: SND_PCM_FORMAT_S16_LE)
        }
        try pcm.configure(rate: 96_000, channels: 2, format: SND_PCM_FORMAT_FLOAT_LE)
        #expect(throws: ALSAFailure.self) { _ = try PacedPCM(settings: "rates \"48000 fast\"") }
        #expect(throws: ALSAFailure.self) { _ = try PacedPCM(settings: "channels 9") }
        #expect(throws: ALSAFailure.self) { _ = try PacedPCM(settings: "formats \"MU_LAW\"") }
    }

    @Test("Samples of three bytes are recorded as they were written")
    func packed() throws {
        let folder = try TemporaryFolder()
        let pcm = try PacedPCM(settings: "record \"\(folder.path)\"")
        try pcm.configure(format: SND_PCM_FORMAT_S24_3LE)
        let samples = (0..<2000).map { Int16(truncatingIfNeeded: $0 &* 7919) }
        var bytes: [UInt8] = []
        for sample in samples {
            let bits = UInt16(bitPattern: sample)
            bytes += [0xAB, UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
        }
        #expect(pcm.write(bytes, channels: 3) == 0)
        try check(snd_pcm_drain(pcm.handle), "snd_pcm_drain")
        #expect(try folder.recordings().first?.samples() == samples)
    }

    @Test("While an output sleeps it is silent and tells ESTRPIPE; after that it can be prepared and started anew")
    func sleep() throws {
        let folder = try TemporaryFolder()
        let pcm = try PacedPCM(settings: "record \"\(folder.path)\" suspend_while \"\(folder.path)/sleep\"")
        try pcm.configure()
        #expect(pcm.write([Int16](repeating: 9000, count: 44_100)) == 0)
        try check(snd_pcm_start(pcm.handle), "snd_pcm_start")
        usleep(50_000)
        _ = try folder.create("sleep")
        #expect(snd_pcm_avail_update(pcm.handle) < 0 || pcm.state == SND_PCM_STATE_SUSPENDED)
        #expect(pcm.state == SND_PCM_STATE_SUSPENDED)
        #expect(pcm.write([Int16](repeating: 9000, count: 10)) == -ESTRPIPE)
        #expect(snd_pcm_prepare(pcm.handle) == -ESTRPIPE)
        try folder.remove("sleep")
        try check(snd_pcm_prepare(pcm.handle), "snd_pcm_prepare")
        #expect(pcm.write([Int16](repeating: 500, count: 441)) == 0)
        try check(snd_pcm_drain(pcm.handle), "snd_pcm_drain")
        let runs = try folder.recordings()
        #expect(runs.count == 2)
        #expect((1000..<44_000).contains(runs[0].frameCount))
        #expect(try runs[1].samples() == [Int16](repeating: 500, count: 441))
    }
}
