import ClockDomain
import ClockSound
import FoundationEssentials
import Testing

@Suite("The voice that comes with the project")
struct ShippedVoiceTests {
    static let voices = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(component: "voices").path

    private static let library = SoundLibrary(voiceFolder: "\(voices)/english", chime: .none)

    @Test("It is complete")
    func complete() {
        #expect(Self.library.problems == [])
        // Its clips are compressed, and decoded when a time needs them.
        #expect(Self.library.loadedSeconds == 0)
    }

    @Test("What is left of a timer is said within the time that is kept free", arguments: [60, 2_250, 4_499, 179_999])
    func durations(seconds: Int) {
        #expect(Self.library.saysDurations)
        let sound = Self.library.render(AnnouncementPlan(clips: [.duration(seconds: seconds)]))
        #expect(!sound.isFallbackTone)
        #expect(sound.frameCount < RenderedPlan.sampleRate * 11 / 2, "\(sound.frameCount) frames")
    }

    @Test("Minutes of the day are said, in a few seconds and without a step at a join")
    func everyMinute() throws {
        // 7 and 60 have no common factor, so every minute of an hour is among these.
        for minuteOfDay in stride(from: 0, to: 24 * 60, by: 7) {
            let time = try #require(LocalTime(hour: minuteOfDay / 60, minute: minuteOfDay % 60))
            let sound = Self.library.render(.spokenTime(time, chime: .none))
            try #require(!sound.isFallbackTone, "\(time): \(sound.missing)")
            #expect((RenderedPlan.sampleRate / 2..<RenderedPlan.sampleRate * 6).contains(sound.frameCount))
            #expect(sound.segments.count == sound.clips.count)
            // Every clip ends and begins near zero, so at a join nothing jumps.
            for (clip, next) in zip(sound.segments, sound.segments.dropFirst()) {
                try #require(clip.end == next.start)
                let step = Int(next.frames.first ?? 0) - Int(clip.frames.last ?? 0)
                #expect(abs(step) <= 200, "\(time) at frame \(next.start)")
            }
        }
    }

    @Test("Each date is said with what rings next, within the time that the button keeps free")
    func everyDate() throws {
        let next = try #require(LocalTime(hourAndMinute: "21:07"))
        // From 2028-01-01 on. 11 and 7 have no common factor, so every weekday is among these.
        for day in stride(from: 0, to: 366, by: 11) {
            let date = CivilDate(daysSinceEpoch: 21_184 + Int64(day))
            let sound = Self.library.render(.spokenDay(date, next: next))
            #expect(!sound.isFallbackTone, "\(date): \(sound.missing)")
            #expect(sound.frameCount < RenderedPlan.sampleRate * 11, "\(date): \(sound.frameCount) frames")
        }
    }
}
