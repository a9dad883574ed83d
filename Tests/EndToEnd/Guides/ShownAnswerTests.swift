import Testing

struct ShownAnswerTests {
    @Test(
        "an answer may have other times, ids and line breaks than the page, but not other words or numbers",
        arguments: [
            ("on disk in kitchen", "on disk in kitchen\n", true),
            ("on disk in kitchen", "on disk in office\n", false),
            ("2 rooms, 1 group", "3 rooms, 1 group", false),
            ("next Mon 08:05", "next today 7:00", true),
            ("next Mon 08:05", "next Mon", false),
            ("5-kfdp (in 4 h 15 min), Tuesday, 1 December", "1-bghz (in 20 s), Sunday, 29 November", true),
            ("store 00112233aabbccdd, a1kfdp", "store\n  e9a7f36087410413, a7bghz", true),
            ("by office@desk (clockctl)", "by ada@hub (clockctl)", true),
            ("Take this? [y/N] y\ntaken", "Take this? [y/N] taken", true),
            ("one\n…\nfour", "one\ntwo\nthree\nfour\n", true),
            ("one\n…\nfour", "one\ntwo\n", false),
            ("…\nfour", "one\nfour\nfive\n", false),
            ("one …", "two one\n", false),
            ("one", "one\ntwo\n", false),
        ])
    func comparison(shown: String, printed: String, isMet: Bool) {
        #expect(ShownAnswer(shown).isMet(by: printed) == isMet)
    }
}
