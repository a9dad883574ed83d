import ClockDomain
import ClockSoundTestSupport
import ClockVoice
import FoundationEssentials
import Testing

@testable import ClockSound

@Suite("What is heard of a voice pack, whatever state it is in")
struct VoicePackSoundTests {
    private static let sound = TestSound.triangle(milliseconds: 100)
    private static let head = "format: 1\nname: german\nlanguage: de\n"
    private static let german =
        head + """
            clips: [Uhr, eins, zwei, drei, heute, Viertel, nach]
            grammar:
              time:
                - when: minute == 15
                  say: Viertel nach number(hour)
                - say: number(hour) Uhr
              number(n):
                - pick: n
                  from: [eins, eins, zwei, drei, drei, drei, drei, drei, drei, drei, drei, drei, drei, drei, drei, drei, drei, drei, drei, drei, drei, drei, drei, drei]
              date: heute
            """

    private func folders(_ yaml: String?, clips: [String]) throws -> SoundFolders {
        let folders = try SoundFolders()
        if let yaml { try folders.put("voice.yaml", Array(yaml.utf8)) }
        for clip in clips { try folders.put("\(clip).wav", SoundFolders.wav(Self.sound)) }
        return folders
    }

    private func rendered(_ folders: SoundFolders, _ text: String, _ chime: Chime = .none) throws -> RenderedPlan {
        let time = try #require(LocalTime(hourAndMinute: text))
        return folders.library.render(.spokenTime(time, chime: chime))
    }

    @Test("The time is said by the pack's own rules, after the chime; clips of dates alone are not held")
    func ownRules() throws {
        let folders = try folders(Self.german, clips: ["Uhr", "eins", "zwei", "drei", "heute", "Viertel", "nach"])
        let library = folders.library
        #expect(library.problems == [])
        #expect(library.canSpeak)
        #expect((library.loadedSeconds - 0.6).magnitude < 0.01)
        let quarter = try rendered(folders, "2:15")
        #expect(quarter.clips == [.word("Viertel"), .word("nach"), .word("zwei")])
        #expect(quarter.clipFrames == [0, 4410, 8820])
        #expect(quarter.anchorFrame == 0)
        let hour = try rendered(folders, "3:00", .westminster)
        #expect(hour.clips == [.westminster(.hour), .strikes(3), .word("drei"), .word("Uhr")])
        // The first stroke marks the hour.
        #expect(hour.anchorFrame == hour.clipFrames[1])
    }

    @Test("A clip that is not there is told once with what to do, and a tone marks the times that need it")
    func missingClip() throws {
        let folders = try folders(Self.german, clips: ["Uhr", "eins", "drei", "Viertel", "nach"])
        #expect(
            folders.library.problems == [
                "\(folders.voice)/zwei.wav: there is no such file; make them with clockctl voice build german, and bring "
                    + "them to nodes with clockctl voice push german"
            ])
        #expect(try rendered(folders, "2:15").missing == [.word("zwei")])
        #expect(try !rendered(folders, "3:15").isFallbackTone)
    }

    @Test("A duration is said by a pack that has its rule and all of its clips")
    func durations() throws {
        let rule = "\n  duration: number((hours + minutes + seconds + 2) % 3 + 1) nach"
        let clips = ["Uhr", "eins", "zwei", "drei", "Viertel", "nach"]
        let spoken = try folders(Self.german + rule, clips: clips).library
        #expect(spoken.saysDurations)
        let plan = spoken.render(AnnouncementPlan(clips: [.duration(seconds: 301)]))
        #expect(plan.clips == [.word("drei"), .word("nach")] && plan.missing == [])
        #expect(try !folders(Self.german + rule, clips: clips.dropLast()).library.saysDurations)
        let without = try folders(Self.german, clips: clips).library
        #expect(!without.saysDurations && !SoundLibrary.empty.saysDurations)
        #expect(without.render(AnnouncementPlan(clips: [.duration(seconds: 301)])).isFallbackTone)
    }

    @Test("A pack without any clip is one line and a tone on the instant")
    func noClips() throws {
        let folders = try folders(Self.german, clips: [])
        let library = folders.library
        #expect(library.problems.count == 1)
        #expect(library.problems.first?.contains("none of the voice's 6 clips for the time is there") == true)
        #expect(library.problems.first?.contains("clockctl voice build german") == true)
        #expect(!library.canSpeak)
        let sound = try rendered(folders, "2:15")
        #expect(sound.isFallbackTone && sound.anchorFrame == 0)
    }

    @Test(
        "A voice.yaml that cannot be read is told once; English clips speak on, and without them there is a tone",
        arguments: [
            "format: 1\nname: [", "format: 2\nname: german\n", "\u{7}", "", head + "clips: [a]\ngrammar:\n  time: b",
        ])
    func unreadable(yaml: String) throws {
        let english = ["three", "fifteen", "PM"]
        let speaking = try folders(yaml, clips: english)
        #expect(speaking.library.problems.first?.contains("voice.yaml") == true)
        #expect(speaking.library.problems.first?.contains("\n") == false)
        #expect(try !rendered(speaking, "15:15").isFallbackTone)
        #expect(try rendered(speaking, "16:15").isFallbackTone)
        let silent = try folders(yaml, clips: ["a", "b"])
        #expect(silent.library.problems.count == 1)
        #expect(try rendered(silent, "15:15").isFallbackTone)
    }

    @Test("English clips need no voice.yaml, or one without a grammar that lists them")
    func english() throws {
        let words = Grammar.english.timeVocabulary()
        let bare = try folders(nil, clips: words)
        let listed = try folders(Self.head + "clips: [\(words.joined(separator: ", "))]", clips: words)
        for folders in [bare, listed] {
            #expect(folders.library.problems == [])
            #expect(try rendered(folders, "15:15").clips.map(\.name) == ["three", "fifteen", "PM"])
        }
    }

    @Test("A dozen English clips are a clock of quarter hours, without a complaint; a tone marks the other minutes")
    func dozen() throws {
        let words = Grammar.english.quarterVocabulary.sorted()
        let bare = try folders(nil, clips: words)
        let listed = try folders(Self.head + "clips: [\(words.joined(separator: ", "))]", clips: words)
        for folders in [bare, listed] {
            #expect(folders.library.problems == [])
            for quarter in 0..<96 {
                let time = LocalTime(secondOfDay: quarter * 900)
                #expect(!folders.library.render(.spokenTime(time, chime: .none)).isFallbackTone)
            }
            #expect(try rendered(folders, "15:07").isFallbackTone)
        }
    }

    @Test(
        "The longest phrases that the folder has are said, and words in place of those that it lacks",
        arguments: [
            ("two three o-clock two-o-clock three-o-clock", "two-o-clock"), ("two three o-clock", "two o-clock"),
            ("o-clock two-o-clock three-o-clock", "two-o-clock"),
        ])
    func phrases(present: String, expected: String) throws {
        let yaml =
            Self.head + """
                clips:
                  two: two
                  three: three
                  o-clock: o'clock
                  two-o-clock: {text: two o'clock, says: two o-clock}
                  three-o-clock: {text: three o'clock, says: three o-clock}
                grammar:
                  time:
                    - when: hour == 2
                      say: two o-clock
                    - say: three o-clock
                """
        let folders = try folders(yaml, clips: present.split(separator: " ").map(String.init))
        #expect(folders.library.problems == [])
        #expect(try rendered(folders, "2:00").clips.map(\.name).joined(separator: " ") == expected)
    }

    @Test("Compressed clips take no memory until a time needs them; a broken one is reported when the pack is loaded")
    func compressed() throws {
        let folders = try folders(Self.german, clips: ["eins", "zwei", "drei", "Viertel"])
        let clip = "\(ShippedVoiceTests.voices)/english/hours.flac"
        try folders.put("Uhr.flac", Array(Data(contentsOf: URL(filePath: clip))))
        try folders.put("nach.flac", Array("fLaC, but no more of it".utf8))
        let library = folders.library
        #expect((library.loadedSeconds - 0.4).magnitude < 0.01)
        #expect(library.problems.count == 1 && library.problems[0].contains("nach.flac"), "\(library.problems)")
        let hour = try rendered(folders, "3:00")
        #expect(hour.clips == [.word("drei"), .word("Uhr")] && !hour.isFallbackTone)
        #expect(hour.frameCount > 4410 + RenderedPlan.sampleRate / 5)
        #expect(try rendered(folders, "3:15").isFallbackTone)
    }

    @Test("A prompt set cannot say the time, and says so in one line; none of its clips is held")
    func promptSet() throws {
        let folders = try folders(Self.head + "clips: [always, around]", clips: ["always", "around"])
        let library = folders.library
        #expect(library.problems.count == 1)
        #expect(library.problems.first?.contains("has no grammar") == true)
        #expect(library.loadedSeconds == 0)
        #expect(try rendered(folders, "15:15").isFallbackTone)
    }

    @Test("Minutes that the rules refuse are told together, and a tone marks them; the others are said")
    func refusedMinutes() throws {
        let rules =
            Self.head + """
                clips: [a]
                grammar:
                  time:
                    - when: 60 / (minute - 7) > -100
                      say: a
                """
        let folders = try folders(rules, clips: ["a"])
        let problems = folders.library.problems
        #expect(problems.count == 1)
        #expect(
            problems.first?.contains("24 minutes of the day cannot be said, first 00:07: rule time, case 1: 60 / 0")
                == true)
        let tone = try rendered(folders, "12:07")
        #expect(tone.isFallbackTone && tone.missing.map(\.name) == ["12:07"])
        #expect(try !rendered(folders, "12:08").isFallbackTone)
    }

    @Test("A rule that never ends is a tone soon, not a wait")
    func endlessRule() throws {
        let folders = try folders(
            Self.head + "clips: [a]\ngrammar:\n  time: a loop()\n  loop(): loop() loop()", clips: ["a"])
        #expect(folders.library.problems.first?.contains("1440 minutes of the day cannot be said") == true)
        #expect(try rendered(folders, "12:07").isFallbackTone)
    }
}
