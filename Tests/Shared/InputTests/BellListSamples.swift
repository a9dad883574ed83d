/// Schedules in the shapes in which schools publish them, each with its bells.
struct BellListSample: Sendable, CustomStringConvertible {
    var name: String
    var text: String
    /// A bell in each line: `08:10 Period 1`.
    var bells: String
    /// Lines of the text that name no bell.
    var leftOut: [Int] = []

    var description: String { name }

    static let all = tables + others

    private static let tables: [BellListSample] = [
        BellListSample(
            name: "ranges without am and pm, lunches that overlap",
            text: """
                RIVERBEND HIGH SCHOOL
                Regular Bell Schedule 2026-27

                1st Period   8:10 - 8:58
                2nd Period   9:03 – 9:51
                3rd Period   9:56—10:44
                4th Period   10:49 to 11:25
                Lunch A      11:30-12:00
                Lunch B      12:05-12:35
                4th period A 12:05-1:05
                Lunch C      11:50-12:20
                6th Period   1:10 - 1:58
                7th Period   2:03 - 2:50
                """,
            bells: """
                08:10 1st Period
                08:58 1st Period ends
                09:03 2nd Period
                09:51 2nd Period ends
                09:56 3rd Period
                10:44 3rd Period ends
                10:49 4th Period
                11:25 4th Period ends
                11:30 Lunch A
                11:50 Lunch C
                12:00 Lunch A ends
                12:05 Lunch B
                12:05 4th period A
                12:20 Lunch C ends
                12:35 Lunch B ends
                13:05 4th period A ends
                13:10 6th Period
                13:58 6th Period ends
                14:03 7th Period
                14:50 7th Period ends
                """, leftOut: [1, 2]),
        BellListSample(
            name: "a table of a school's page, with passing time and lengths",
            text: """
                Minimum Day
                Description / Period\tStart Time\tEnd Time\tLength
                Homeroom Advisory\t8:30 AM\t9:10 AM\t40 min
                Passing\t9:10 AM\t9:15 AM\t5 min
                1 or 2\t9:15 AM\t10:37 AM\t82 min
                Break\t10:37 AM\t10:45 AM\t8 min
                Passing\t10:45 AM\t10:50 AM\t5 min
                3 or 4\t10:50 AM\t12:12 PM\t82 min
                Lunch\t12:12 PM\t12:42 PM\t30 min
                Passing Period\t12:42 PM\t12:47 PM\t5 min
                Dismissal\t2:15 PM\t—\t—
                """,
            bells: """
                08:30 Homeroom Advisory
                09:10 Homeroom Advisory ends
                09:15 1 or 2
                10:37 Break
                10:45 Break ends
                10:50 3 or 4
                12:12 Lunch
                12:42 Lunch ends
                12:47 Passing Period ends
                14:15 Dismissal
                """, leftOut: [1, 2]),
        BellListSample(
            name: "the same with blanks between the columns",
            text: """
                Description / Period Start Time End Time Length
                Period 1/2 8:30 AM 9:40 AM 70 min
                Break 9:40 AM 9:48 AM 8 min
                Passing 9:48 AM 9:53 AM 5 min
                Period 3/4 9:53 AM 11:01 AM 68 min
                5 6 11:06 AM 12:12 PM 66
                """,
            bells: """
                08:30 Period 1/2
                09:40 Break
                09:48 Break ends
                09:53 Period 3/4
                11:01 Period 3/4 ends
                11:06 5 6
                12:12 5 6 ends
                """, leftOut: [1]),
        BellListSample(
            name: "German, the times first and with dots",
            text: """
                Gymnasium am Weidenbach
                Unterrichtszeiten ab Schuljahr 2026/27

                8.10 - 8.55 1. Stunde
                9.00 - 9.45 2. Stunde
                Große Pause (20 min)
                10.05 – 10.50 Uhr 3. Stunde
                10.55 bis 11.40 4.
                13.15 Uhr Ganztag
                """,
            bells: """
                08:10 1. Stunde
                08:55 1. Stunde ends
                09:00 2. Stunde
                09:45 2. Stunde ends
                10:05 3. Stunde
                10:50 3. Stunde ends
                10:55 4. Stunde
                11:40 4. Stunde ends
                13:15 Ganztag
                """, leftOut: [1, 2, 6]),
        BellListSample(
            name: "German, a table of Markdown",
            text: """
                | Stunde | Art | Zeit |
                |---|---|---|
                | 1. | Einzelstunde | 07:30 bis 08:15 Uhr |
                | 2. | Einzelstunde | 08:20 bis 09:05 Uhr |
                | Einlass | | ab 7.15 Uhr |
                | 6. | Einzelstunde | 12:15 bis 13:00 Uhr |
                | 7. | Einzelstunde | 13:00 bis 13:45 Uhr |
                """,
            bells: """
                07:15 Einlass
                07:30 1. Einzelstunde
                08:15 1. Einzelstunde ends
                08:20 2. Einzelstunde
                09:05 2. Einzelstunde ends
                12:15 6. Einzelstunde
                13:00 7. Einzelstunde
                13:45 7. Einzelstunde ends
                """, leftOut: [1]),
        BellListSample(
            name: "CSV with names, begins and ends",
            text: #"""
                Period,Start,End
                1,8:10,8:50
                "Lunch, recess",11:30,12:00
                "5th ""Hour""","12:05 PM","12:45 PM"
                Period 6,12:50,1:30,40
                7,1:35,2:15,0:40
                """#,
            bells: """
                08:10 Period 1
                08:50 Period 1 ends
                11:30 Lunch, recess
                12:00 Lunch, recess ends
                12:05 5th "Hour"
                12:45 5th "Hour" ends
                12:50 Period 6
                13:30 Period 6 ends
                13:35 Period 7
                14:15 Period 7 ends
                """, leftOut: [1]),
        BellListSample(
            name: "CSV with names and begins",
            text:
                "Name,Time\r\nFirst bell,7:45\r\nPeriod 1,7:50\r\nPeriod 5,12:22\r\nPeriod 6,1:00\r\nEnd,2:50\r\n",
            bells: """
                07:45 First bell
                07:50 Period 1
                12:22 Period 5
                13:00 Period 6
                14:50 End
                """, leftOut: [1]),
        BellListSample(
            name: "a spreadsheet with semicolons and seconds",
            text: """
                start;end;name
                8:00:00 AM;8:45:00 AM;Block A
                08:45:00 AM;09:30:00 AM;Block B
                1:00:00 PM;1:45:00 PM;Block C
                """,
            bells: """
                08:00 Block A
                08:45 Block B
                09:30 Block B ends
                13:00 Block C
                13:45 Block C ends
                """, leftOut: [1]),
        BellListSample(
            name: "times first, a bell in each line",
            text: """
                Time Description
                7:05 AM Teachers due in school
                7:35 AM 1st Period Bell
                7:40 AM Tardy Bell – 1st Block
                9:00 AM Dismissal – 1st Block
                11:15 AM 3rd Block – Begin Lunch A
                11:39 AM End Lunch A
                1:00 PM End Lunch D – Dismissal – 3rd Block
                2:25 p.m.  Dismissal
                3PM Buses leave
                """,
            bells: """
                07:05 Teachers due in school
                07:35 1st Period Bell
                07:40 Tardy Bell – 1st Block
                09:00 Dismissal – 1st Block
                11:15 3rd Block – Begin Lunch A
                11:39 End Lunch A
                13:00 End Lunch D – Dismissal – 3rd Block
                14:25 Dismissal
                15:00 Buses leave
                """, leftOut: [1]),
        BellListSample(
            name: "bells on a clock with twelve hours and two digits",
            text: """
                Time | Bell |
                ⇒ | 09:00 | 5 minute warning |
                ⇒ | 09:05 | class bell (first period starts) |
                ⇒ | 12:27 | class bell (third period ends/lunch starts) |
                ⇒ | 01:07 | warning bell |
                ⇒ | 01:10 | class bell (lunch ends/fourth period starts) |
                ⇒ | 03:10 | dismissal |
                """,
            bells: """
                09:00 5 minute warning
                09:05 class bell (first period starts)
                12:27 class bell (third period ends/lunch starts)
                13:07 warning bell
                13:10 class bell (lunch ends/fourth period starts)
                15:10 dismissal
                """, leftOut: [1]),
        BellListSample(
            name: "names above their times",
            text: """
                Daily Bell Schedule

                ZERO PERIOD

                8:15 AM - 8:40 AM

                BLOCK 1

                8:45 AM - 10:00 AM

                (75 min.)

                Warning Bell: 8:44 AM

                LUNCH
                12:01
                12:36
                35 min
                """,
            bells: """
                08:15 ZERO PERIOD
                08:40 ZERO PERIOD ends
                08:44 Warning Bell
                08:45 BLOCK 1
                10:00 BLOCK 1 ends
                12:01 LUNCH
                12:36 LUNCH ends
                """, leftOut: [1, 11, 18]),
        BellListSample(
            name: "bullets, words between the times, lengths in parentheses",
            text: """
                # Maple Grove Middle School
                ## Two-Hour Delay
                • Period 1: 10:10 AM–10:40 AM (30 min)
                * Period 2 from 10:43 to 11:13
                - **Lunch**: 11:15 until 11:45 (30 minutes)
                – Period 3 (11:48 – 12:20)
                ▪ Dismissal at 3:10
                """,
            bells: """
                10:10 Period 1
                10:40 Period 1 ends
                10:43 Period 2
                11:13 Period 2 ends
                11:15 Lunch
                11:45 Lunch ends
                11:48 Period 3
                12:20 Period 3 ends
                15:10 Dismissal
                """, leftOut: [1, 2]),
    ]
}
