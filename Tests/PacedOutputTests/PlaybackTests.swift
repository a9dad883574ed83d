import CALSA
import Glibc
import PacedRecording
import Testing

/// A click of 3 frames at each of `positions`.
private func clicks(at positions: [Int], count: Int) -> [Int16] {
    var samples = [Int16](repeating: 0, count: count)
    for position in positions {
        for offset in 0..<3 { samples[position + offset] = 20_000 }
    }
    return samples
}

/// Distinct non-zero samples, so that a shifted or missing frame shows.
private func ramp(_ count: Int) -> [Int16] {
    (0..<count).map { Int16($0 % 30_000 + 1) }
}

private func sleep(milliseconds: Int) {
    usleep(UInt32(milliseconds) * 1_000)
}

@Suite(.serialized)
struct PlaybackTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ settings: String = "") throws -> PacedPCM {
        try PacedPCM(settings: "record \"\(folder.path)\" name \"room\" \(settings)")
    }

    @Test(
        "Clicks are recorded at their frames and at the time they left the converter",
        arguments: ["", "ppm 40", "granularity_us 1000", "fifo_us 5000", "ppm -40 granularity_us 1000 fifo_us 5000"])
    func clickPositions(settings: String) throws {
        let positions = [0, 1_000, 9_999, 16_384, 22_000]
        let pcm = try open(settings)
        try pcm.configure()
        let samples = clicks(at: positions, count: 22_050)
        #expect(pcm.write(Array(samples[..<20_000])) == 0)
        let before = monotonicNow()
        try check(snd_pcm_start(pcm.handle), "snd_pcm_start")
        let after = monotonicNow()
        #expect(pcm.write(Array(samples[20_000...])) == 0)
        try check(snd_pcm_drain(pcm.handle), "snd_pcm_drain")

        let recording = try #require(try folder.recordings().first)
        let ppm = settings.contains("ppm 40") ? 40.0 : settings.contains("ppm -40") ? -40.0 : 0
        let fifo: Int64 = settings.contains("fifo") ? 5_000_000 : 0
        #expect(recording.frameCount == samples.count)
        #expect(try recording.samples() == samples)
        #expect(abs(recording.header.heardRate - 44_100 * (1 + ppm / 1e6)) < 1e-5)
        let start = recording.header.startMonotonicNanoseconds - fifo
        #expect((before...after).contains(start))

        let onsets = try OnsetDetector(minimumGapMilliseconds: 10).onsets(in: recording)
        #expect(onsets.map(\.frame) == positions)
        for onset in onsets {
            let exact = Double(onset.frame) / (44_100 * (1 + ppm / 1e6)) * 1e9
            #expect(abs(Double(onset.monotonicNanoseconds - start - fifo) - exact) <= 2)
        }
    }

    @Test(
        "A status tells when a frame written next will be heard, late by at most the granularity",
        arguments: [("ppm 0", 0.0), ("ppm 40 granularity_us 1000 fifo_us 5000", 0.001)])
    func statusPairs(settings: String, granularity: Double) throws {
        let pcm = try open(settings)
        try pcm.configure()
        var written = 0
        var pairs: [(nanoseconds: Int64, heard: Int)] = []
        #expect(pcm.write(ramp(44_100)) == 0)
        written += 44_100
        try check(snd_pcm_start(pcm.handle), "snd_pcm_start")
        for _ in 0..<20 {
            #expect(pcm.write(ramp(882)) == 0)
            written += 882
            let before = monotonicNow()
            let status = try pcm.status()
            let after = monotonicNow()
            #expect((before...after).contains(status.nanoseconds))
            // A reading that was interrupted halfway says nothing.
            if after - before < 20_000 { pairs.append((status.nanoseconds, written - status.delay)) }
        }
        try check(snd_pcm_drop(pcm.handle), "snd_pcm_drop")

        let recording = try #require(try folder.recordings().first)
        try #require(pairs.count >= 5)
        for pair in pairs {
            let elapsed = Double(pair.nanoseconds - recording.header.startMonotonicNanoseconds) / 1e9
            let behind = elapsed * recording.header.heardRate - Double(pair.heard)
            #expect(behind > -2 && behind < granularity * 44_100 + 3)
        }
    }

    @Test("A clip shorter than the start threshold is heard in full when drained, FIFO included")
    func drainShortClip() throws {
        let pcm = try open("fifo_us 20000")
        try pcm.configure()
        let clip = ramp(2_205)
        #expect(pcm.write(clip) == 0)
        let before = monotonicNow()
        try check(snd_pcm_drain(pcm.handle), "snd_pcm_drain")
        #expect(monotonicNow() - before >= 50_000_000)
        #expect(pcm.state == SND_PCM_STATE_SETUP)
        #expect(try folder.recordings().map { try $0.samples() } == [clip])
    }

    @Test("A dropped output records only what was heard")
    func drop() throws {
        let pcm = try open("fifo_us 10000")
        try pcm.configure()
        #expect(pcm.write(ramp(8_820)) == 0)
        try check(snd_pcm_start(pcm.handle), "snd_pcm_start")
        sleep(milliseconds: 60)
        let before = monotonicNow()
        try check(snd_pcm_drop(pcm.handle), "snd_pcm_drop")
        let after = monotonicNow()
        let recording = try #require(try folder.recordings().first)
        let start = recording.header.startMonotonicNanoseconds
        let bounds = [before, after].map { Double($0 - start) / 1e9 * 44_100 }
        #expect(Double(recording.frameCount) >= min(bounds[0] - 1, 8_820))
        #expect(Double(recording.frameCount) <= min(bounds[1] + 1, 8_820))
        #expect(try recording.samples() == Array(ramp(8_820)[..<recording.frameCount]))
    }

    @Test("After a pause the sound goes on in a new run with the next frame")
    func pause() throws {
        let pcm = try open("granularity_us 1000 fifo_us 5000")
        try pcm.configure()
        #expect(pcm.write(ramp(44_100)) == 0)
        try check(snd_pcm_start(pcm.handle), "snd_pcm_start")
        sleep(milliseconds: 30)
        try check(snd_pcm_pause(pcm.handle, 1), "pause")
        let held = try pcm.delay()
        sleep(milliseconds: 30)
        #expect(try pcm.delay() == held)
        let before = monotonicNow()
        try check(snd_pcm_pause(pcm.handle, 0), "resume")
        try check(snd_pcm_drain(pcm.handle), "snd_pcm_drain")
        let runs = try folder.recordings()
        try #require(runs.count == 2)
        #expect(runs[1].header.startMonotonicNanoseconds >= before + 5_000_000)
        #expect(try runs[0].samples() + runs[1].samples() == ramp(44_100))
    }

    @Test("The first sound after a start is swallowed, as by an output that was asleep")
    func swallow() throws {
        let pcm = try open("swallow_ms 50")
        try pcm.configure()
        #expect(pcm.write(ramp(4_410)) == 0)
        try check(snd_pcm_drain(pcm.handle), "snd_pcm_drain")
        let heard = try #require(try folder.recordings().first).samples()
        #expect(heard == [Int16](repeating: 0, count: 2_205) + ramp(4_410)[2_205...])
    }

    @Test("Stereo frames of 32 bits and of floats are recorded as they are")
    func formats() throws {
        let wide = try open()
        try wide.configure(channels: 2, format: SND_PCM_FORMAT_S32_LE)
        let samples = ramp(2_000)
        #expect(wide.write(samples.map { Int32($0) << 16 }, channels: 2) == 0)
        try check(snd_pcm_drain(wide.handle), "snd_pcm_drain")
        let float = try open()
        try float.configure(channels: 2, format: SND_PCM_FORMAT_FLOAT_LE)
        #expect(float.write(samples.map { Float($0) / 32_767 }, channels: 2) == 0)
        try check(snd_pcm_drain(float.handle), "snd_pcm_drain")
        #expect(try folder.recordings().map { try $0.samples() } == [samples, samples])
        let right = stride(from: 1, to: 2_000, by: 2).map { samples[$0] }
        #expect(try folder.recordings()[0].samples(ofChannel: 1) == right)
    }

    @Test("A player that polls is woken once per period, with room for one")
    func pollingPlayer() throws {
        let pcm = try open("ppm 40 granularity_us 1000 fifo_us 5000")
        try pcm.configure()
        #expect(pcm.write(ramp(44_100)) == 0)
        try check(snd_pcm_start(pcm.handle), "snd_pcm_start")
        var descriptors = [pollfd](repeating: pollfd(), count: Int(snd_pcm_poll_descriptors_count(pcm.handle)))
        let count = snd_pcm_poll_descriptors(pcm.handle, &descriptors, UInt32(descriptors.count))
        #expect(count == 1)
        var written = 44_100
        var wakes = 0
        while written < 79_380, wakes < 400 {
            try #require(poll(&descriptors, nfds_t(count), 1_000) == 1)
            var events: UInt16 = 0
            try check(
                snd_pcm_poll_descriptors_revents(pcm.handle, &descriptors, UInt32(count), &events), "revents")
            wakes += 1
            guard events & UInt16(POLLOUT) != 0 else { continue }
            try #require(events & UInt16(POLLERR) == 0)
            let avail = snd_pcm_avail_update(pcm.handle)
            #expect(avail >= 882)
            #expect(try pcm.status().avail >= avail)
            #expect(pcm.write(ramp(882)) == 0)
            written += 882
        }
        // 40 periods, each with a wake of its own; a timer that fired early would double them.
        #expect(wakes <= 48)
        #expect(snd_pcm_wait(pcm.handle, 1_000) == 1)
        try check(snd_pcm_drain(pcm.handle), "snd_pcm_drain")
        #expect(try folder.recordings().first?.frameCount == written)
    }

    @Test("Without a stop threshold the output runs on in silence where nothing was written")
    func freeRunning() throws {
        let pcm = try open()
        try pcm.configure()
        var software: OpaquePointer?
        try check(snd_pcm_sw_params_malloc(&software), "snd_pcm_sw_params_malloc")
        defer { snd_pcm_sw_params_free(software) }
        try check(snd_pcm_sw_params_current(pcm.handle, software), "current")
        var boundary: UInt = 0
        try check(snd_pcm_sw_params_get_boundary(software, &boundary), "boundary")
        try check(snd_pcm_sw_params_set_stop_threshold(pcm.handle, software, boundary), "stop threshold")
        try check(snd_pcm_sw_params(pcm.handle, software), "snd_pcm_sw_params")
        #expect(pcm.write(ramp(441)) == 0)
        try check(snd_pcm_start(pcm.handle), "snd_pcm_start")
        sleep(milliseconds: 40)
        #expect(pcm.state == SND_PCM_STATE_RUNNING)
        #expect(try pcm.delay() < 0)
        try check(snd_pcm_drop(pcm.handle), "snd_pcm_drop")
        let heard = try #require(try folder.recordings().first).samples()
        #expect(heard.count >= 1_764)
        #expect(heard.elementsEqual(ramp(441) + [Int16](repeating: 0, count: heard.count - 441)))
    }
}
