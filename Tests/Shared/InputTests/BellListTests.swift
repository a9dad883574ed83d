import ClockDomain
import ClockInput
import Testing

/// Bell schedules as schools publish them.
@Suite("Lists of bells")
struct BellListTests {
    static func lines(_ bells: [BellList.Bell]) -> [String] { bells.map { "\($0.time.hourAndMinute) \($0.label)" } }

    static func lines(_ text: String, warning: Int = 0) -> [String] {
        do throws(BellListError) {
            return lines(try BellListInput.list(text, warning: warning).bells)
        } catch {
            return [error.description]
        }
    }

    @Test("A published schedule has its bells", arguments: BellListSample.all)
    func samples(_ sample: BellListSample) throws {
        let list = try BellListInput.list(sample.text)
        #expect(Self.lines(list.bells) == sample.bells.split(separator: "\n").map { String($0) })
        #expect(list.leftOut.map(\.line) == sample.leftOut)
    }

    @Test(
        "A line may have any order, dash, separator and half of the day",
        arguments: [
            "8:10 - 8:50 Period 1", "Period 1 8:10-8:50", "Period 1: 8:10 – 8:50", "Period 1 — 8:10—8:50",
            "8:10–8:50: Period 1",
            "Period 1 8:10 to 8:50", "Period 1 from 8:10 until 8:50", "Period 1 8:10 bis 8:50",
            "Period 1 von 8.10 bis 8.50",
            "Period 1 08:10 AM - 08:50 AM", "Period 1 8:10 - 8:50 am", "Period 1 8:10a-8:50a",
            "Period 1 8:10 A.M. to 8:50 A.M.",
            "Period 1 8:10 a. m. - 8:50 a. m.", "Period 1\t8:10\t8:50", "Period 1,8:10,8:50", "Period 1;8:10;8:50",
            "Period 1 | 8:10 | 8:50", "|Period 1|8:10|8:50|", "Period 1    8:10    8:50", "8:10,8:50,Period 1",
            "\"Period 1\",\"8:10\",\"8:50\"", " \"Period 1\" ; 8:10 ; 8:50 ", "Period 1 (8:10 - 8:50)",
            "• Period 1 8:10 ‑ 8:50",
            "8:10 → 8:50 Period 1", "8:10 ~ 8:50 Period 1", "8:10 − 8:50 − Period 1", "Period 1 8:10 - 8:50 (40 min)",
            "Period 1 8:10 - 8:50 40 minutes", "Period 1, 8:10, 8:50, 40", "Period 1 [8:10 - 8:50]",
            "**Period 1** 8:10 - 8:50",
            "Period 1 8h10 - 8h50", "Period 1 0810-0850", "Period 1 8:10:00 - 8:50:00",
            "Period 1 starts at 8:10 and ends at 8:50",
            "1 8:10 - 8:50", "1. 8:10 - 8:50", "1) 8:10 - 8:50", "1,8:10,8:50,40", "8:10 - 8:50",
            "Period 1 8:10 … 8:50",
        ])
    func shapes(line: String) {
        #expect(Self.lines(line) == ["08:10 Period 1", "08:50 Period 1 ends"])
    }

    @Test(
        "A time without am or pm has one reading",
        arguments: [
            ("12:22; 1:00", "12:22 13:00"), ("7:45; 2:50", "07:45 14:50"), ("12:15; 12:45; 1:15", "12:15 12:45 13:15"),
            ("5:30; 6:00; 12:00; 1:00", "05:30 06:00 12:00 13:00"), ("1:09; 2:02", "13:09 14:02"),
            ("4:59; 5:00", "16:59 17:00"), ("5:00; 4:59", "05:00 16:59"), ("6:00 pm; 6:50; 7:40", "18:00 18:50 19:40"),
            ("8:00; 3:10; 6:00", "08:00 15:10 18:00"), ("8:00; 3:10; 7:30", "07:30 08:00 15:10"),
            ("8:00; 12:40; 12:05", "08:00 12:05 12:40"), ("8:00; 1:10; 12:40", "08:00 12:40 13:10"),
            ("8:00; 11:50; 11:30", "08:00 11:30 11:50"), ("12:57; 14:06; 2:30", "12:57 14:06 14:30"),
            ("0:30; 8:00", "00:30 08:00"), ("00:30; 1:10", "00:30 01:10"), ("noon; 1:05", "12:00 13:05"),
            ("10 am; 3 pm", "10:00 15:00"), ("8:00 Uhr; 13 Uhr; 14 Uhr 30", "08:00 13:00 14:30"),
            ("12:30 am; 12:30 pm", "00:30 12:30"),
            ("11:30-12:10; 12:15-12:55; 1:00-1:40", "11:30 12:10 12:15 12:55 13:00 13:40"),
            ("1:00-2:00 am", "01:00 02:00"), ("11:30-12:30 pm", "11:30 12:30"), ("8:00 - 3:00 pm", "08:00 15:00"),
            ("7:00 - 19:30", "07:00 19:30"), ("8:00 am - 3:00", "08:00 15:00"), ("6:00 - 7:30 pm", "18:00 19:30"),
        ])
    func noon(times: String, bells: String) {
        let text = times.split(separator: ";").joined(separator: "\n")
        #expect(Self.lines(text).map { String($0.prefix(5)) }.joined(separator: " ") == bells)
    }

    @Test(
        "A warning rings before each begin",
        arguments: [
            (
                "Period 1 8:10-8:50\nPassing 8:50-8:55\nPeriod 2 8:55-9:35\nDismissal 3:10",
                "08:05 Warning: Period 1; 08:10 Period 1; 08:50 Period 1 ends; 08:50 Warning: Period 2; "
                    + "08:55 Period 2; 09:35 Period 2 ends; 15:10 Dismissal"
            ),
            (
                "Period 1,8:10\nTardy bell,8:13\nWarning bell,8:50\nEnd of day,3:10",
                "08:05 Warning: Period 1; 08:08 Warning: Tardy bell; 08:10 Period 1; 08:13 Tardy bell; "
                    + "08:50 Warning bell; 15:10 End of day"
            ),
            (
                "2 periods of 40 minutes from 8:10",
                "08:05 Warning: Period 1; 08:10 Period 1; 08:45 Warning: Period 2; 08:50 Period 2; 09:30 Period 2 ends"
            ),
            ("Night 0:03 am - 1:00", "\"0:03 am\" is not a time"),
            (
                "Night 0:03 - 1:00 am",
                "line 1 (\"Night 0:03 - 1:00 am\"): its warning would ring on the day before; choose"
            ),
        ])
    func warnings(text: String, bells: String) {
        let line = Self.lines(text, warning: 5).joined(separator: "; ")
        #expect(line == bells || line.hasPrefix("line") && line.contains(bells), "\(line)")
    }

    @Test("Bells have their kinds")
    func kinds() throws {
        let text = "Warning bell 8:05\nPeriod 1 8:10-8:50\nDismissal 3:10\nBreakfast until 7:50"
        #expect(try BellListInput.list(text).bells.map(\.kind) == [.end, .warning, .begin, .end, .end])
    }

    @Test("Equal periods are bells")
    func periods() throws {
        let bells = try BellListInput.periods(count: 3, minutes: 40, between: 0, from: at("08:10"), warning: 2)
        #expect(
            Self.lines(bells) == [
                "08:08 Warning: Period 1", "08:10 Period 1", "08:48 Warning: Period 2", "08:50 Period 2",
                "09:28 Warning: Period 3", "09:30 Period 3", "10:10 Period 3 ends",
            ])
        #expect(try BellListInput.periods(count: 150, minutes: 5, between: 2, from: at("06:00")).count == 300)
    }

    @Test("A long label is cut, and keeps its ending")
    func longLabels() throws {
        let list = try BellListInput.list("8:10-8:50 \(String(repeating: "Grade 5 ", count: 20))\n9:00-9:10 👩‍👧\u{301}")
        #expect(list.bells.allSatisfy { Label.isValid($0.label) && !$0.label.isEmpty })
        #expect(list.bells[1].label.hasSuffix("… ends") && list.bells[0].label.hasSuffix("…"))
    }
}
