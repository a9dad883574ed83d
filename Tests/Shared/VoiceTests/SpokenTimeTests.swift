import ClockDomain
import ClockVoice
import Testing

@Suite("What each language says at which time")
struct SpokenTimeTests {
    /// The times of every column below.
    private static let times = [
        "0:00", "0:15", "0:30", "0:45", "1:00", "1:01", "11:45", "12:00", "12:30", "13:00", "15:15", "15:40", "15:45",
        "21:07", "23:59",
    ]

    private func check(_ name: String, _ expected: [String]) throws {
        let pack = try ShippedPacks.pack(name)
        let grammar = try #require(pack.grammar)
        #expect(expected.count == Self.times.count)
        for (text, expected) in zip(Self.times, expected) {
            let said = try pack.sentence(try grammar.clips(time: try time(text)))
            #expect(said == expected, "\(name) at \(text)")
        }
    }

    @Test func english() throws {
        try check(
            "english",
            [
                "twelve A.M.", "twelve fifteen A.M.", "twelve thirty A.M.", "twelve forty five A.M.", "one A.M.",
                "one oh one A.M.", "eleven forty five A.M.", "twelve P.M.", "twelve thirty P.M.", "one P.M.",
                "three fifteen P.M.", "three forty P.M.", "three forty five P.M.", "nine oh seven P.M.",
                "eleven fifty nine P.M.",
            ])
    }

    @Test func englishOn24Hours() throws {
        try check(
            "english-24h",
            [
                "zero hundred hours", "zero zero fifteen hours", "zero zero thirty hours", "zero zero forty five hours",
                "zero one hundred hours", "zero one zero one hours", "eleven forty five hours", "twelve hundred hours",
                "twelve thirty hours", "thirteen hundred hours", "fifteen fifteen hours", "fifteen forty hours",
                "fifteen forty five hours", "twenty one zero seven hours", "twenty three fifty nine hours",
            ])
    }

    @Test func englishRelative() throws {
        try check(
            "english-relative",
            [
                "midnight", "quarter past twelve", "half past twelve", "quarter to one", "one o'clock",
                "one minute past one", "quarter to twelve", "noon", "half past twelve", "one o'clock",
                "quarter past three", "twenty to four", "quarter to four", "seven minutes past nine",
                "one minute to twelve",
            ])
    }

    @Test func german() throws {
        try check(
            "german",
            [
                "null Uhr", "Viertel nach zwölf", "halb eins", "Viertel vor eins", "ein Uhr", "ein Uhr eins",
                "Viertel vor zwölf", "zwölf Uhr", "halb eins", "dreizehn Uhr", "Viertel nach drei",
                "fünfzehn Uhr vierzig", "Viertel vor vier", "einundzwanzig Uhr sieben",
                "dreiundzwanzig Uhr neunundfünfzig",
            ])
    }

    @Test func french() throws {
        try check(
            "french",
            [
                "minuit", "minuit et quart", "minuit et demi", "une heure moins le quart du matin",
                "une heure du matin", "une heure une du matin", "midi moins le quart", "midi", "midi et demi",
                "une heure de l'après-midi", "trois heures et quart de l'après-midi",
                "trois heures quarante de l'après-midi", "quatre heures moins le quart de l'après-midi",
                "neuf heures sept du soir", "onze heures cinquante-neuf du soir",
            ])
    }

    @Test func spanish() throws {
        try check(
            "spanish",
            [
                "las doce de la noche", "las doce y cuarto de la noche", "las doce y media de la noche",
                "la una menos cuarto de la noche", "la una de la madrugada", "la una y un minuto de la madrugada",
                "las doce menos cuarto de la mañana", "las doce del mediodía", "las doce y media del mediodía",
                "la una de la tarde", "las tres y cuarto de la tarde", "las cuatro menos veinte de la tarde",
                "las cuatro menos cuarto de la tarde", "las nueve y siete de la noche",
                "las once y cincuenta y nueve de la noche",
            ])
    }

    @Test func dutch() throws {
        try check(
            "dutch",
            [
                "twaalf uur", "kwart over twaalf", "half één", "kwart voor één", "één uur", "één minuut over één",
                "kwart voor twaalf", "twaalf uur", "half één", "één uur", "kwart over drie", "tien over half vier",
                "kwart voor vier", "zeven over negen", "één minuut voor twaalf",
            ])
    }

    @Test func italian() throws {
        try check(
            "italian",
            [
                "mezzanotte", "mezzanotte e un quarto", "mezzanotte e mezza", "l'una meno un quarto di notte",
                "l'una di notte", "l'una e un minuto di notte", "mezzogiorno meno un quarto", "mezzogiorno",
                "mezzogiorno e mezzo", "l'una del pomeriggio", "le tre e un quarto del pomeriggio",
                "le quattro meno venti del pomeriggio", "le quattro meno un quarto del pomeriggio",
                "le nove e sette di sera", "le undici e cinquantanove di sera",
            ])
    }

    @Test func portuguese() throws {
        try check(
            "portuguese",
            [
                "meia-noite", "meia-noite e quinze", "meia-noite e meia", "quinze para a uma da madrugada",
                "uma hora da madrugada", "uma e um minuto da madrugada", "quinze para o meio-dia", "meio-dia",
                "meio-dia e meia", "uma hora da tarde", "três e quinze da tarde", "vinte para as quatro da tarde",
                "quinze para as quatro da tarde", "nove e sete da noite", "onze e cinquenta e nove da noite",
            ])
    }

    @Test func polish() throws {
        try check(
            "polish",
            [
                "północ", "kwadrans po północy", "wpół do pierwszej", "za kwadrans pierwsza", "pierwsza",
                "pierwsza zero jeden", "za kwadrans dwunasta", "dwunasta", "wpół do pierwszej", "trzynasta",
                "kwadrans po trzeciej", "piętnasta czterdzieści", "za kwadrans czwarta",
                "dwudziesta pierwsza zero siedem", "dwudziesta trzecia pięćdziesiąt dziewięć",
            ])
    }

    @Test func swedish() throws {
        try check(
            "swedish",
            [
                "klockan tolv", "kvart över tolv", "halv ett", "kvart i ett", "klockan ett", "en minut över ett",
                "kvart i tolv", "klockan tolv", "halv ett", "klockan ett", "kvart över tre", "tjugo i fyra",
                "kvart i fyra", "sju minuter över nio", "en minut i tolv",
            ])
    }

    @Test func japanese() throws {
        try check(
            "japanese",
            [
                "ごぜんれいじ", "ごぜんれいじじゅうごふん", "ごぜんれいじはん", "ごぜんれいじよんじゅうごふん", "ごぜんいちじ",
                "ごぜんいちじいっぷん", "ごぜんじゅういちじよんじゅうごふん", "しょうご", "ごごれいじはん", "ごごいちじ",
                "ごごさんじじゅうごふん", "ごごさんじよんじゅっぷん", "ごごさんじよんじゅうごふん", "ごごくじななふん",
                "ごごじゅういちじごじゅうきゅうふん",
            ])
    }

    @Test func mandarin() throws {
        try check(
            "mandarin",
            [
                "凌晨零点", "凌晨零点一刻", "凌晨零点半", "凌晨零点三刻", "凌晨一点", "凌晨一点零一分", "上午十一点三刻",
                "中午十二点", "中午十二点半", "下午一点", "下午三点一刻", "下午三点四十分", "下午三点三刻", "晚上九点零七分",
                "晚上十一点五十九分",
            ])
    }

    @Test(
        "Times at which a language has a way of its own",
        arguments: [
            ("german", "2:00", "zwei Uhr"), ("german", "21:21", "einundzwanzig Uhr einundzwanzig"),
            ("french", "9:21", "neuf heures vingt et une du matin"), ("french", "23:45", "minuit moins le quart"),
            ("french", "2:30", "deux heures et demie du matin"), ("spanish", "2:30", "las dos y media de la madrugada"),
            ("spanish", "12:45", "la una menos cuarto del mediodía"),
            ("spanish", "15:31", "las tres y treinta y uno de la tarde"),
            ("dutch", "15:20", "tien voor half vier"), ("dutch", "15:25", "vijf voor half vier"),
            ("dutch", "13:16", "veertien voor half twee"), ("dutch", "13:31", "één minuut over half twee"),
            ("italian", "23:45", "mezzanotte meno un quarto"),
            ("italian", "18:28", "le sei e ventotto di sera"), ("portuguese", "2:00", "duas horas da madrugada"),
            ("portuguese", "23:45", "quinze para a meia-noite"), ("portuguese", "14:02", "duas e dois da tarde"),
            ("polish", "23:30", "wpół do dwunastej"), ("polish", "23:45", "za kwadrans dwunasta"),
            ("polish", "12:15", "kwadrans po dwunastej"), ("polish", "0:01", "jedna minuta po północy"),
            ("polish", "0:22", "dwadzieścia dwie minuty po północy"), ("polish", "0:12", "dwanaście minut po północy"),
            ("polish", "22:41", "dwudziesta druga czterdzieści jeden"), ("swedish", "15:25", "fem i halv fyra"),
            ("swedish", "15:35", "fem över halv fyra"), ("swedish", "15:23", "sju minuter i halv fyra"),
            ("swedish", "15:52", "åtta minuter i fyra"), ("japanese", "4:04", "ごぜんよじよんぷん"),
            ("japanese", "7:10", "ごぜんしちじじゅっぷん"), ("japanese", "12:01", "ごごれいじいっぷん"),
            ("mandarin", "2:22", "凌晨两点二十二分"), ("mandarin", "14:00", "下午两点"), ("mandarin", "8:10", "早上八点十分"),
            ("english-relative", "12:31", "twenty nine minutes to one"),
            ("english-24h", "20:00", "twenty hundred hours"),
        ] as [(String, String, String)])
    func ownWays(name: String, at text: String, expected: String) throws {
        let pack = try ShippedPacks.pack(name)
        let clips = try #require(pack.grammar).clips(time: try time(text))
        #expect(try pack.sentence(clips) == expected)
    }

    @Test("The grammar for clips without a voice.yaml says what the English pack says")
    func builtIn() throws {
        let english = try ShippedPacks.grammar("english")
        for minute in 0..<1440 {
            let time = LocalTime(secondOfDay: minute * 60)
            #expect(try Grammar.english.clips(time: time) == english.clips(time: time))
        }
        #expect(Grammar.english.timeVocabulary() == english.timeVocabulary())
    }
}
