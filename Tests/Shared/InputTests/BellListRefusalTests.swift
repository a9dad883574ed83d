import ClockDomain
import ClockInput
import Testing

/// Texts that are no lists of bells.
@Suite("Lists of bells: refusals")
struct BellListRefusalTests {
    @Test(
        "A fault has its line, its cause and a remedy",
        arguments: [
            (
                "Period 1 8:10-8:50\nLunch\nPeriod 2 9:00-9:40",
                "line 2 (\"Lunch\"): it has no time; write one such as 8:10"
            ),
            ("8:10 Period 1\n\nsee the office", "line 3 (\"see the office\"): it has no time; "),
            ("hello world", "line 1 (\"hello world\"): it has no time; "),
            ("Period 1\nPeriod 2\n8:10-8:50", "line 1 (\"Period 1\"): it has no time; "),
            ("Period 1\nPeriod 2 8:10-8:50", "line 1 (\"Period 1\"): it has no time; "),
            ("Period 1\nBell Schedule\n8:10", "line 1 (\"Period 1\"): it has no time; "),
            ("8:10 a\nRoom 1204", "line 2 (\"Room 1204\"): it has no time; "),
            (
                "Period 1 25:10",
                "line 1 (\"Period 1 25:10\"): \"25:10\" is not a time: hours are 0 to 23; write 8:10, 13:10"
            ),
            ("1st 8:75", "\"8:75\" is not a time: minutes are 00 to 59; write "),
            ("8.10 - 8.75 1. Stunde", "\"8.75\" is not a time"),
            ("24:00 x", "hours are 0 to 23"), ("13:10 pm", "hours before am and pm are 1 to 12"),
            ("0:10 PM", "1 to 12"),
            ("13 pm", "1 to 12"), ("8:5", "has no minutes of two digits"), ("8:100", "has no minutes of two digits"),
            ("123:10 a", "\"123:10\" is not a time"), ("8:10:30 Period 1", "\"8:10:30\" has seconds"),
            ("25 Uhr", "is not a time"),
            ("8:50 - 8:10 Period 1", "it ends before it begins; mend the times, or write am or pm behind both"),
            ("Period 4 11:14 - 12:01 a.m.", "it ends before it begins"),
            ("3:00 pm - 8:00 am", "it ends before it begins"),
            ("7:00 - 6:00", "it ends before it begins"), ("11:30 pm - 12:15", "it ends before it begins"),
            ("14:00 - 13:00", "it ends before it begins"),
            ("Recess | 9:30 | 9:30", "it ends at the time at which it begins"),
            (
                "Warning Bell | 7:55 | 7:55 | 7:55",
                "it has 3 times, which are not one range; write one bell or one range"
            ),
            ("LUNCH 11:36-12:06, then 5th Hour 12:11 – 1:04", "it has 4 times"),
            ("First 8:05, tardy 8:10", "it has 2 times"),
            ("Period 1 7:55 – 8:49 54 min Period 1 7:55 – 8:49 54 min", "it has 4 times"),
            ("3:10 Dismissal (2:10 on Wednesdays)", "it has 2 times"), ("8:05 a / 8:10", "it has 2 times"),
            ("Breakfast 7-8:15", "\"Breakfast 7-8:15\" can be read in two ways"),
            ("8:15 - 9", "can be read in two ways"), ("7 - 8 AM Breakfast", "can be read in two ways"),
            ("7 - 8:15 Breakfast", "can be read in two ways"), ("Breakfast 7 to 8:15", "can be read in two ways"),
            ("8:15 to 9 Breakfast", "can be read in two ways"), ("11-12:30 Lunch", "can be read in two ways"),
            ("8: 10 - 8:50 Period 1", "\"8: 10 Period 1\" has a time that is not clear; put blanks around times"),
            ("8:10AM8:50AM", "has a time that is not clear"), ("Session 1 AM", "the list has no bell"),
            (
                "Period,Regular,Late\n1,8:10,9:10",
                "the heading of its two times names no begin and no end; keep one schedule"
            ),
            (
                "8:00 Period 1\n2:00 Period 7\nMinimum Day Schedule\n8:00 Period 1",
                "line 4 (\"8:00 Period 1\"): here begins another schedule; read one schedule at a time"
            ),
            ("", "the list has no bell; write lines such as"), (" \n\t\n---\n", "the list has no bell"),
            ("Period,Start,End\n", "the list has no bell"), ("# 8:10 Period 1", "the list has no bell"),
            (String(repeating: "x", count: 600), "it is longer than 500 bytes"),
            (
                String(repeating: "8:10 x\n", count: 10_000),
                "the list is larger than 64 KiB; read one schedule at a time"
            ),
            (
                (0..<301).map { "\(8 + $0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60) x" }.joined(separator: "\n"),
                "line 301 (\"13:00 x\"): here begin more than 300 bells; split the list"
            ),
            ("0 periods of 40 minutes from 8:10", "0 periods are too few or too many; choose 1 to 150"),
            ("20 periods of 60 minutes, 5 between, from 8:10", "do not end before midnight; choose fewer or shorter"),
        ])
    func refused(text: String, words: String) {
        let line = BellListTests.lines(text).joined(separator: "; ")
        #expect(line.contains(words), "\(line)")
    }

    @Test("A warning has 1 to 60 minutes")
    func otherWarnings() {
        for warning in [-1, 61, .min, .max] {
            #expect(message { try BellListInput.list("8:10 a", warning: warning) }?.contains("choose 1 to 60") == true)
        }
    }

    @Test(
        "Equal periods have useful numbers",
        arguments: [
            (0, 40, 3, "choose 1 to 150"), (.max, .max, .max, "choose 1 to 150"), (8, 0, 3, "choose 1 to 600"),
            (8, .max, 3, "choose 1 to 600"), (8, 40, -1, "choose 0 to 600"), (8, 40, .max, "choose 0 to 600"),
            (150, 600, 600, "before midnight"), (1, 600, 0, ""), (2, 475, 0, "before midnight"),
        ] as [(Int, Int, Int, String)])
    func otherPeriods(count: Int, minutes: Int, between: Int, words: String) {
        let refusal = message {
            try BellListInput.periods(count: count, minutes: minutes, between: between, from: at("08:10"))
        }
        #expect(words.isEmpty ? refusal == nil : refusal?.contains(words) == true)
    }

    @Test("A refusal is one line that a terminal can show")
    func safe() throws {
        let text = "8:10 a\nLun\u{1B}[31mch\u{202E}\u{7}\u{200B} " + String(repeating: "e\u{301}", count: 200)
        let error = #expect(throws: BellListError.self) { try BellListInput.list(text) }
        #expect(error?.line == 2)
        #expect(try #require(error).text.count <= 60)
        #expect(error.map { !HiddenText.isIn($0.description) && $0.description.utf8.count < 400 } == true)
    }

    // MARK: Noise

    /// A list that is well formed, or one line that is.
    static func check(_ text: String, warning: Int = 0) {
        do throws(BellListError) {
            let list = try BellListInput.list(text, warning: warning)
            #expect((1...BellListInput.maximumBells).contains(list.bells.count))
            #expect(list.bells.allSatisfy { Label.isValid($0.label) && !$0.label.isEmpty && $0.time.second == 0 })
            #expect(!list.bells.contains { HiddenText.isIn($0.label) })
            #expect(zip(list.bells, list.bells.dropFirst()).allSatisfy { $0.time <= $1.time })
            #expect(Set(BellListTests.lines(list.bells)).count == list.bells.count)
            #expect(list.leftOut.allSatisfy { $0.text.count <= 60 && !HiddenText.isIn($0.text) })
        } catch {
            #expect(!HiddenText.isIn(error.description) && error.description.utf8.count < 600, "\(error)")
            #expect(!error.problem.isEmpty && !error.advice.isEmpty)
        }
    }

    @Test("Changed schedules are read or refused", arguments: 1...6 as ClosedRange<UInt64>)
    func mutations(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces: [Character] = Array("0123456789:.-–,;|\t\n\r\" '()#*/hHapmAPM&é½１\u{0}\u{202E}\u{200D}\u{301}👩")
        for _ in 0..<300 {
            var text = Array(BellListSample.all.randomElement(using: &random)!.text)
            for _ in 0..<(1 + random.next() % 6) {
                guard !text.isEmpty else { break }
                let place = Int(random.next() % UInt64(text.count))
                let last = min(text.count, place + Int(random.next() % 12))
                switch random.next() % 5 {
                case 0: text[place] = pieces.randomElement(using: &random)!
                case 1: text.insert(pieces.randomElement(using: &random)!, at: place)
                case 2: text.removeSubrange(place..<last)
                case 3: text.insert(contentsOf: text[place..<last], at: Int(random.next() % UInt64(text.count)))
                default: text.swapAt(place, Int(random.next() % UInt64(text.count)))
                }
            }
            Self.check(String(text), warning: Int(random.next() % 3))
        }
    }

    @Test("Noise is read or refused", arguments: 1...4 as ClosedRange<UInt64>)
    func noise(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "8:10", "8", ":", ".", "10", "am", "pm", "a.m.", "-", "–", " to ", " bis ", " ", "  ", "\t", "|", ",",
            ";", "\"", "\n", "\r\n", "Period 1", "Lunch", "noon", "Uhr", "h", "0810", "1204", "25:10", "(", ")",
            "40 min", "Passing", "Schedule", "#", "/", " / ", "until", "1.", "1,", "99999999999999999999", "é",
            "👩‍👧", "\u{0}", "\u{301}", "１", "½", "eight periods of 40 minutes", ", 3 between", " from ", "12:00",
            "12:30 am", "11:59 pm", "0:00", "23:59",
        ]
        for _ in 0..<800 {
            Self.check((0..<(random.next() % 24)).map { _ in pieces.randomElement(using: &random)! }.joined())
        }
    }

    @Test(
        "The largest texts are read or refused",
        arguments: [
            "8:10 - ", "1", "a", "(", "(1 min)", "\"", "\",", "8:10 / ", ",1 mni", "\n", "Lunhc 1\n8:10\n", "|", "é\n",
        ])
    func largest(piece: String) {
        Self.check(String(repeating: piece, count: BellListInput.maximumBytes / piece.utf8.count))
        Self.check(String(repeating: String(repeating: piece, count: 480 / piece.utf8.count) + "\n8:10\n", count: 30))
    }
}
