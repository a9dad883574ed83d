extension BellListSample {
    static let others: [BellListSample] = [
        BellListSample(
            name: "am and pm behind the second time only",
            text: """
                MONDAY
                Period 1 8:00 - 8:50 a.m.
                Period 4 11:14 a.m. - 12:01
                Lunch 12:01 - 12:36 p.m.
                Period 5 11:40 - 12:25 p.m.
                Period 6 1:33 - 2:20 p.m.
                Club 11:30 - noon
                """,
            bells: """
                08:00 Period 1
                08:50 Period 1 ends
                11:14 Period 4
                11:30 Club
                11:40 Period 5
                12:00 Club ends
                12:01 Lunch
                12:25 Period 5 ends
                12:36 Lunch ends
                13:33 Period 6
                14:20 Period 6 ends
                """, leftOut: [1]),
        BellListSample(
            name: "French hours",
            text: """
                M1 : 7h50 - 8h45
                M2 : 8h45 à 9h40
                Repas : 11h45 - 13h
                S1 : 13 h 15 – 14 h 10
                Sortie : 17h
                """,
            bells: """
                07:50 M1
                08:45 M2
                09:40 M2 ends
                11:45 Repas
                13:00 Repas ends
                13:15 S1
                14:10 S1 ends
                17:00 Sortie
                """),
        BellListSample(
            name: "four digits",
            text: """
                0810-0855 Period 1
                Period 2 0900-0945
                Room 1204: 1200 - 1245
                1300 Drill
                """,
            bells: """
                08:10 Period 1
                08:55 Period 1 ends
                09:00 Period 2
                09:45 Period 2 ends
                12:00 Room 1204
                12:45 Room 1204 ends
                13:00 Drill
                """),
        BellListSample(
            name: "24 hours, into the evening",
            text: """
                Day & evening school – Monday to Thursday
                07:45  Doors
                12:57 - 14:06  Period 4
                14:06 - 14:31  Office Hours
                18:00 - 18:45  Evening 1
                20:15 - 21:00  Evening 2
                """,
            bells: """
                07:45 Doors
                12:57 Period 4
                14:06 Office Hours
                14:31 Office Hours ends
                18:00 Evening 1
                18:45 Evening 1 ends
                20:15 Evening 2
                21:00 Evening 2 ends
                """, leftOut: [1]),
        BellListSample(
            name: "care after school, breakfast last",
            text: """
                School 8:00 - 3:00
                After care 3:00 - 6:00
                Choir 6:15 - 7:30
                Breakfast 7:15 until 7:50 a.m.
                """,
            bells: """
                07:15 Breakfast
                07:50 Breakfast ends
                08:00 School
                15:00 After care
                18:00 After care ends
                18:15 Choir
                19:30 Choir ends
                """),
        BellListSample(
            name: "an afternoon and its lunches",
            text: """
                5th Hour 12:11 – 1:04
                6th Hour 1:09 – 2:02
                Lunch Schedule
                1st Lunch 12:15 - 12:40
                2nd Lunch 12:40 - 1:05
                """,
            bells: """
                12:11 5th Hour
                12:15 1st Lunch
                12:40 2nd Lunch
                13:04 5th Hour ends
                13:05 2nd Lunch ends
                13:09 6th Hour
                14:02 6th Hour ends
                """, leftOut: [3]),
        BellListSample(
            name: "several bells in a line, a line of several",
            text: "First bell 8:05 / Tardy bell 8:10\nLunch A 11:30-12:00 / Lunch B 12:05-12:35",
            bells: """
                08:05 First bell
                08:10 Tardy bell
                11:30 Lunch A
                12:00 Lunch A ends
                12:05 Lunch B
                12:35 Lunch B ends
                """),
        BellListSample(
            name: "a title with a bell, cells below each other",
            text: """
                Bell Schedules
                REGULAR DAY - DISMISSAL AT 2:30 PM
                | Description / Period |
                Start Time |
                End Time |
                Length |
                | Gates Open |
                7:50 AM |
                8:05 AM |
                15 min |
                | School Begins |
                8:05 AM |
                — |
                | Recess |
                10:10 AM |
                10:30 AM |
                """,
            bells: """
                07:50 Gates Open
                08:05 School Begins
                10:10 Recess
                10:30 Recess ends
                14:30 REGULAR DAY - DISMISSAL
                """, leftOut: [1, 3, 4, 5, 6, 10]),
        BellListSample(
            name: "numbers that are no hours, a remark, a footnote",
            text: """
                Bell Times
                Session 1 AM
                #8:05 no bell in winter
                #1,8:10*,8:50*
                Grade 7 - 9:15
                2 - 10:00
                8:10 - 1 Math
                11:00-11:20 (Recess)
                Period 5 2:15 p.m. (weather permitting)
                """,
            bells: """
                08:10 Period 1
                08:10 1 Math
                08:50 Period 1 ends
                09:15 Grade 7
                10:00 Period 2
                11:00 Recess
                11:20 Recess ends
                14:15 Period 5 (weather permitting)
                """, leftOut: [1, 2, 3]),
        BellListSample(
            name: "times alone", text: "8:10 - 8:50\n8:53 - 9:33\n9:33-10:13",
            bells: """
                08:10 Period 1
                08:50 Period 1 ends
                08:53 Period 2
                09:33 Period 3
                10:13 Period 3 ends
                """),
        BellListSample(
            name: "instants alone, one of them twice", text: "8:10\n8:50\n\n8:10\nBreakfast until 7:50",
            bells: "07:50 Breakfast ends\n08:10 Bell\n08:50 Bell"),
        BellListSample(
            name: "odd blanks and marks",
            text: "\u{FEFF}8：10\u{A0}–\u{202F}8∶50\u{200B} Period\u{202E} 1\u{2028}9:00\u{202F}AM Bell *",
            bells: "08:10 Period 1\n08:50 Period 1 ends\n09:00 Bell"),
        BellListSample(
            name: "the phrase for equal periods", text: " eight periods of 40 minutes, 3 between, from 8:10\n",
            bells: """
                08:10 Period 1
                08:50 Period 1 ends
                08:53 Period 2
                09:33 Period 2 ends
                09:36 Period 3
                10:16 Period 3 ends
                10:19 Period 4
                10:59 Period 4 ends
                11:02 Period 5
                11:42 Period 5 ends
                11:45 Period 6
                12:25 Period 6 ends
                12:28 Period 7
                13:08 Period 7 ends
                13:11 Period 8
                13:51 Period 8 ends
                """),
        BellListSample(
            name: "the phrase in German", text: "2 Stunden zu je 45 Minuten ab 8 Uhr",
            bells: "08:00 Period 1\n08:45 Period 2\n09:30 Period 2 ends"),
    ]
}
