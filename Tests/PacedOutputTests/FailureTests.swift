import CALSA
import Glibc
import PacedRecording
import Testing

@Suite(.serialized)
struct FailureTests {
    private let folder: TemporaryFolder
    private let tone = [Int16](repeating: 9_000, count: 44_100)

    init() throws { folder = try TemporaryFolder() }

    private func open(_ settings: String = "") throws -> PacedPCM {
        try PacedPCM(settings: "record \"\(folder.path)\" \(settings)")
    }

    private func code(_ body: () throws -> Void) -> Int32 {
        do {
            try body()
            return 0
        } catch let failure as ALSAFailure {
            return failure.code
        } catch {
            return -EIO
        }
    }

    @Test("An output that is not fed in time underruns, has played all it was given, and can start again")
    func underrun() throws {
        let pcm = try open("granularity_us 1000 fifo_us 5000")
        try pcm.configure()
        for run in 1...2 {
            #expect(pcm.write(Array(tone[..<2_205])) == 0)
            try check(snd_pcm_start(pcm.handle), "snd_pcm_start")
            // The player only looks and never writes again.
            let limit = monotonicNow() + 2_000_000_000
            while snd_pcm_avail_update(pcm.handle) >= 0, monotonicNow() < limit { usleep(1_000) }
            #expect(snd_pcm_wait(pcm.handle, 500) == -EPIPE)
            #expect(pcm.state == SND_PCM_STATE_XRUN)
            #expect(snd_pcm_avail_update(pcm.handle) == Int(-EPIPE))
            #expect(pcm.write(tone) == -EPIPE)
            let runs = try folder.recordings()
            #expect(runs.count == run)
            #expect(try runs.last?.samples() == Array(tone[..<2_205]))
            try check(snd_pcm_prepare(pcm.handle), "snd_pcm_prepare")
        }
    }

    @Test("Asking for the delay after the buffer ran dry finds the underrun too")
    func underrunSeenByDelay() throws {
        let pcm = try open()
        try pcm.configure()
        #expect(pcm.write(Array(tone[..<441])) == 0)
        try check(snd_pcm_start(pcm.handle), "snd_pcm_start")
        usleep(15_000)
        #expect(code { _ = try pcm.delay() } == -EPIPE)
        #expect(pcm.state == SND_PCM_STATE_XRUN)
    }

    @Test("An output refuses to start without data")
    func emptyStart() throws {
        let pcm = try open()
        try pcm.configure()
        #expect(snd_pcm_start(pcm.handle) == -EPIPE)
    }

    @Test("Opening fails with EBUSY while another program has the output")
    func busy() throws {
        let file = try folder.create("busy")
        #expect(code { _ = try open("busy_while \"\(file)\"") } == -EBUSY)
        try folder.remove("busy")
        #expect(code { _ = try open("busy_while \"\(file)\"") } == 0)
    }

    @Test("An output that is unplugged fails with ENODEV, wakes who waits, and cuts the sound")
    func vanish() throws {
        let settings = "vanish_when \"\(folder.path)/gone\""
        let pcm = try open(settings)
        try pcm.configure()
        #expect(pcm.write(tone) == 0)
        try check(snd_pcm_start(pcm.handle), "snd_pcm_start")
        _ = try folder.create("gone")
        var result: Int32 = 0
        let limit = monotonicNow() + 2_000_000_000
        while result >= 0, monotonicNow() < limit {
            result = snd_pcm_wait(pcm.handle, 500)
            if result == 1 { result = pcm.write(Array(tone[..<441])) }
        }
        #expect(result == -ENODEV)
        #expect(pcm.state == SND_PCM_STATE_DISCONNECTED)
        #expect(pcm.write(tone) == -ENODEV)
        #expect(code { _ = try pcm.delay() } == -ENODEV)
        #expect(snd_pcm_prepare(pcm.handle) == -ENODEV)
        #expect(code { _ = try open(settings) } == -ENODEV)
        try folder.remove("gone")
        #expect(snd_pcm_prepare(pcm.handle) == -ENODEV)
        #expect(code { _ = try open(settings) } == 0)
        let recording = try #require(try folder.recordings().first)
        #expect(recording.frameCount < tone.count)
    }

    @Test("A slow output takes its time to open")
    func slowOpen() throws {
        let before = monotonicNow()
        let pcm = try open("open_ms 120")
        #expect(monotonicNow() - before >= 120_000_000)
        try pcm.configure()
    }

    @Test(
        "A bad setting is refused when opening",
        arguments: [
            ("recrd \"/tmp\"", EINVAL), ("ppm \"fast\"", EINVAL), ("ppm 200000", EINVAL), ("fifo_us -1", EINVAL),
            ("name \"a/b\"", EINVAL), ("record \"/nonexistent/folder\"", ENOENT), ("record \"/etc/passwd\"", ENOTDIR),
        ])
    func badSettings(settings: String, code expected: Int32) {
        #expect(code { _ = try PacedPCM(settings: settings) } == -expected)
    }
}
