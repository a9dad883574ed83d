import ClockDomain
import ClockSoundTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import ClockSound

@Suite("The sounds of rings")
struct RingSoundsTests {
    private static let builtIn = Dictionary(
        uniqueKeysWithValues: AlarmSound.allCases.map { ($0, RingSounds(folder: "/nowhere").sound(named: $0.rawValue)) }
    )

    private func sound(_ name: AlarmSound) throws -> RingSound { try #require(Self.builtIn[name]) }

    /// Returns the audible frames: the sound once, and its loop some times more.
    private func heard(_ sound: RingSound, loops: Int) -> [Int16] {
        (0..<loops).reduce(into: sound.frames) { frames, _ in frames += sound.frames[sound.loopStart...] }
    }

    @Test("A built-in sound is loud, unclipped and short, and the same every time", arguments: AlarmSound.allCases)
    func builtIn(name: AlarmSound) throws {
        let sound = try sound(name)
        #expect(sound.problem == nil)
        let loopSeconds = Double(sound.frames.count - sound.loopStart) / Double(RenderedPlan.sampleRate)
        #expect((1.5...4).contains(loopSeconds))
        let peak = sound.frames.map(\.magnitude).max() ?? 0
        #expect((20_000...29_300).contains(peak))
        #expect(RingSounds(folder: "/nowhere").sound(named: name.rawValue) == sound)
    }

    @Test(
        "It begins at once from silence, and goes on over the seam as it goes on elsewhere",
        arguments: AlarmSound.allCases)
    func seam(name: AlarmSound) throws {
        let sound = try sound(name)
        #expect(sound.frames[0].magnitude < 1500)
        #expect(sound.frames.prefix(RenderedPlan.sampleRate / 200).contains { $0.magnitude > 2000 })
        let frames = heard(sound, loops: 3)
        let length = sound.frames.count - sound.loopStart
        for seam in stride(from: sound.frames.count, to: frames.count, by: length) {
            // A step in the wave shows as a second difference that its surroundings do not have.
            func bend(_ frame: Int) -> Int {
                abs(Int(frames[frame - 1]) - 2 * Int(frames[frame]) + Int(frames[frame + 1]))
            }
            let atSeam = (seam - 2...seam + 1).map(bend).max() ?? 0
            let elsewhere = (seam + 2...seam + 1000).map(bend).max() ?? 0
            #expect(atSeam <= elsewhere + 20, "at \(seam)")
        }
    }

    private func loop(_ name: AlarmSound) -> ArraySlice<Int16> {
        Self.builtIn[name].map { $0.frames[$0.loopStart...] } ?? []
    }

    @Test("They become louder in their order, as ears hear it, and the gentle ones rise into their first round")
    func gentleToUrgent() {
        let loudness = AlarmSound.allCases.map { Loudness.unitsOfFullScale(loop($0)) }
        #expect(zip(loudness, loudness.dropFirst()).allSatisfy { $0 + 0.3 < $1 }, "\(loudness)")
        for name in [AlarmSound.harp, .bells, .marimba] {
            let opening = Self.builtIn[name]?.frames.prefix(22_050) ?? []
            #expect(Loudness.unitsOfFullScale(opening) < Loudness.unitsOfFullScale(loop(name)) - 3, "\(name)")
        }
    }

    @Test("No two built-in sounds are alike in pitch and rhythm")
    func apart() throws {
        // Of the part that repeats: zero crossings per second, and the share of 20 ms pieces that are loud.
        let traits = AlarmSound.allCases.map { name -> (name: AlarmSound, pitch: Double, busy: Double) in
            let frames = Array(loop(name))
            let crossings = zip(frames, frames.dropFirst()).count { ($0 < 0) != ($1 < 0) }
            let pieces = stride(from: 0, to: frames.count - 882, by: 882).map { start in
                frames[start..<start + 882].contains { $0.magnitude > 8000 }
            }
            return (
                name, Double(crossings) / Double(frames.count) * 44_100,
                Double(pieces.count { $0 }) / Double(pieces.count)
            )
        }
        for (index, one) in traits.enumerated() {
            for other in traits[(index + 1)...] {
                let isApart =
                    abs(one.pitch - other.pitch) > 0.15 * max(one.pitch, other.pitch)
                    || abs(one.busy - other.busy) > 0.15
                #expect(isApart, "\(one) and \(other)")
            }
        }
    }
}

@Suite("Ring sounds from files")
struct RingSoundFileTests {
    private func folder() throws -> SoundFolders { try SoundFolders() }

    @Test("A file rings by its name, bit for bit, from its beginning to its end")
    func file() throws {
        let folders = try folder()
        let wave = TestSound.triangle(milliseconds: 500)
        try folders.put("gong.wav", SoundFolders.wav(wave))
        let sound = RingSounds(folder: folders.voice).sound(named: "gong")
        #expect(sound.problem == nil)
        #expect(sound.loopStart == 0)
        #expect(sound.frames.prefix(20_000).elementsEqual(wave.prefix(20_000)))
        #expect(sound.frames.count == wave.count)
    }

    @Test(
        "A file of whole waves goes round as one tone, at any rate: no dip, no kink",
        arguments: [44_100, 48_000, 22_050, 96_000], [0.25, 0])
    func seamless(rate: Int, phase: Double) throws {
        let folders = try folder()
        // 997 frames are no whole number of frames at another rate.
        let wave = (0..<20 * 997).map {
            Int16((16_000 * sin(2 * .pi * (180 * Double($0) / (20 * 997) + phase))).rounded())
        }
        try folders.put("tone.wav", SoundFolders.wav(wave, rate: UInt32(rate)))
        let sound = RingSounds(folder: folders.voice).sound(named: "tone")
        let round = sound.frames.count - sound.loopStart
        #expect(abs(Double(round) - Double(wave.count) * 44_100 / Double(rate)) <= 0.5)
        let frames = heard(sound, loops: 4)
        // From the end of the first round to the end of the third, over two seams.
        let fit = TestSound.fit(
            frames[(round / 2)...].prefix(2 * round + round / 2), step: 2 * .pi * 180 / Double(round))
        #expect(abs(fit.amplitude - 16_000) < 30)
        #expect(fit.residue < 2)
        // It begins from silence.
        #expect(frames[0].magnitude <= 64)
        #expect(TestSound.steepestStep(of: frames.prefix(1000)) < 3000)
    }

    private func heard(_ sound: RingSound, loops: Int) -> [Int16] {
        (0..<loops).reduce(into: sound.frames) { frames, _ in frames += sound.frames[sound.loopStart...] }
    }

    @Test(
        "A file that stops in mid-wave makes no click where it begins again",
        arguments: [25..<20_026, 25..<20_076, 10..<20_033])
    func roughFile(part: Range<Int>) throws {
        let folders = try folder()
        let wave = Array(TestSound.triangle(milliseconds: 500)[part])
        try folders.put("gong.wav", SoundFolders.wav(wave))
        let sound = RingSounds(folder: folders.voice).sound(named: "gong")
        #expect(TestSound.steepestStep(of: heard(sound, loops: 2)) <= 2 * TestSound.steepestStep(of: wave))
    }

    @Test(
        "What is missing, broken or silent rings as a loud chime, and says why",
        arguments: [
            ("gong", nil, "no such file"),
            ("gong", FileBytes(SoundFolders.wav(.init(repeating: 300, count: 50_000))), "silent"),
            ("gong", FileBytes(Array("ding dong".utf8)), "not a sound file"),
            ("", nil, "cannot be the name"),
            ("../english/three", nil, "cannot be the name"), (".gong", nil, "cannot be the name"),
            (String(repeating: "g", count: 5000), nil, "cannot be the name"),
        ] as [(String, FileBytes?, String)])
    func fallback(name: String, file: FileBytes?, reason: String) throws {
        let folders = try folder()
        if let file { try folders.put("gong.wav", file.bytes) }
        let sound = RingSounds(folder: folders.voice).sound(named: name)
        let problem = try #require(sound.problem)
        #expect(problem.reason.contains(reason), "\(problem)")
        #expect(problem.name == name)
        #expect(!problem.description.contains("\n") && problem.description.utf8.count < 700)
        #expect(sound.frames.count == 2 * RenderedPlan.sampleRate)
        #expect((25_000...29_300).contains(sound.frames.map(\.magnitude).max() ?? 0))
        #expect(sound.frames.prefix(441).contains { $0.magnitude > 2000 })
    }

    @Test("The files of the folder are listed by the names that rings know them by, each as the one that rings")
    func files() throws {
        let folders = try folder()
        let sounds = RingSounds(folder: folders.voice)
        let wave = SoundFolders.wav(TestSound.triangle(milliseconds: 500))
        for name in [
            "gong.wav", "gong.ogg", "owl.FLAC", "harp.wav", "Big Ben (2)_loud.Wav", "Müller.wav", "notes.txt", ".wav",
            "ringtone.mp3", "rooster.m4a", "☃.wav",
        ] {
            try folders.put(name, wave)
        }
        let files = sounds.listing().files
        #expect(files.map(\.name) == ["big-ben-2-loud", "gong", "muller", "owl", "ringtone"])
        for file in files { #expect(sounds.problem(named: file.name) == nil, "\(file.name)") }
        // Every file that looks like a sound is listed or has a line.
        let ignored = Dictionary(grouping: sounds.listing().ignored, by: \.name).mapValues { $0[0].reason }
        #expect(
            ignored == [
                "gong-ogg": "is ignored: gong.wav has the same name",
                "harp-wav": "is ignored: harp is a built-in sound",
                "rooster": "is ignored: files of the kind .m4a are not read",
                "unnamed": "is ignored: its name has no letter and no digit",
            ])
        #expect(sounds.problem(named: "rooster")?.file.hasSuffix("/rooster.m4a") == true)
        // Only the ringing one is another file now.
        let longer = SoundFolders.wav(TestSound.triangle(milliseconds: 600))
        try folders.put("gong.wav", longer)
        try folders.put("gong.ogg", longer)
        let changed = zip(files, sounds.listing().files).filter { $0 != $1 }.map(\.0.name)
        #expect(changed == ["gong"])
        #expect(sounds.problem(named: "gong") == nil && sounds.problem(named: "harp") == nil)
        #expect(sounds.problem(named: "cuckoo")?.reason == "there is no such file")
        #expect(RingSounds(folder: "/nowhere").listing() == .init())
    }

    @Test("A folder that is not there is told as that, and built-in sounds need none")
    func missingFolder() {
        let sounds = RingSounds(folder: "/nowhere/sounds")
        #expect(sounds.sound(named: "gong").problem?.reason.contains("/nowhere/sounds") == true)
        #expect(sounds.sound(named: "bells").problem == nil)
    }
}
