// The two hours of a year in which clocks jump, some in unusual ways. A node announces each pass of a time: it says the
// local time.

extension Scenario {
    static var changesOfClocks: [Scenario] {
        [
            jump(
                "dst-gap-berlin", "clocks jump from 02:00 to 03:00", .berlin, from: "2027-03-28T00:20Z",
                [
                    ("2027-03-28T00:30Z", "one thirty AM"), ("2027-03-28T00:45Z", "one forty-five AM"),
                    ("2027-03-28T01:00Z", "strike three AM"), ("2027-03-28T01:15Z", "three fifteen AM"),
                ]),
            jump(
                "dst-fold-berlin", "clocks go back from 03:00 to 02:00 and say each time twice", .berlin,
                from: "2027-10-31T00:20Z",
                [
                    ("2027-10-31T00:30Z", "two thirty AM"), ("2027-10-31T00:45Z", "two forty-five AM"),
                    ("2027-10-31T01:00Z", "strike two AM"), ("2027-10-31T01:15Z", "two fifteen AM"),
                    ("2027-10-31T01:30Z", "two thirty AM"), ("2027-10-31T01:45Z", "two forty-five AM"),
                    ("2027-10-31T02:00Z", "strike three AM"),
                ]),
            jump(
                "dst-gap-new-york", "clocks jump from 02:00 to 03:00, three weeks before Europe's", .newYork,
                from: "2027-03-14T06:20Z",
                [
                    ("2027-03-14T06:30Z", "one thirty AM"), ("2027-03-14T06:45Z", "one forty-five AM"),
                    ("2027-03-14T07:00Z", "strike three AM"), ("2027-03-14T07:15Z", "three fifteen AM"),
                ]),
            jump(
                "dst-gap-lord-howe", "clocks jump by half an hour", .lordHowe, from: "2027-10-02T15:05Z",
                [
                    ("2027-10-02T15:15Z", "one forty-five AM"), ("2027-10-02T15:30Z", "two thirty AM"),
                    ("2027-10-02T15:45Z", "two forty-five AM"), ("2027-10-02T16:00Z", "strike three AM"),
                ]),
            jump(
                "dst-fold-lord-howe", "clocks go back by half an hour", .lordHowe, from: "2027-04-03T14:20Z",
                [
                    ("2027-04-03T14:30Z", "one thirty AM"), ("2027-04-03T14:45Z", "one forty-five AM"),
                    ("2027-04-03T15:00Z", "one thirty AM"), ("2027-04-03T15:15Z", "one forty-five AM"),
                    ("2027-04-03T15:30Z", "strike two AM"),
                ]),
            jump(
                "dst-gap-chatham", "clocks that are three quarters of an hour off jump at 02:45", .chatham,
                from: "2027-09-25T13:35Z",
                [
                    ("2027-09-25T13:45Z", "two thirty AM"), ("2027-09-25T14:00Z", "three forty-five AM"),
                    ("2027-09-25T14:15Z", "strike four AM"),
                ]),
            jump(
                "dst-gap-cairo", "midnight does not exist: the day begins at one", .cairo, from: "2027-04-29T21:20Z",
                [
                    ("2027-04-29T21:30Z", "eleven thirty PM"), ("2027-04-29T21:45Z", "eleven forty-five PM"),
                    ("2027-04-29T22:00Z", "strike one AM"), ("2027-04-29T22:15Z", "one fifteen AM"),
                ]),
            jump(
                "dst-fold-santiago", "the last hour of a day comes twice", .santiago, from: "2027-04-04T02:20Z",
                [
                    ("2027-04-04T02:30Z", "eleven thirty PM"), ("2027-04-04T02:45Z", "eleven forty-five PM"),
                    ("2027-04-04T03:00Z", "strike eleven PM"), ("2027-04-04T03:15Z", "eleven fifteen PM"),
                    ("2027-04-04T03:30Z", "eleven thirty PM"), ("2027-04-04T03:45Z", "eleven forty-five PM"),
                    ("2027-04-04T04:00Z", "strike twelve AM"),
                ]),
        ]
    }

    private static func jump(
        _ name: String, _ summary: String, _ zone: SimulatedZone, from start: String,
        _ said: [(instant: String, words: String)]
    ) -> Scenario { Scenario(name, summary, plan: .site(1, from: start, hours: 2, zones: [zone])) { $0.said(0, said) } }
}
