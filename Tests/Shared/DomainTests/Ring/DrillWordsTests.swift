import ClockDomain
import Testing

struct DrillWordsTests {
    @Test(arguments: [
        ("Leave", "en-GB", "This is a drill. Leave. This is a drill."),
        ("Leave!", "de", "Dies ist eine Übung. Leave! Dies ist eine Übung."),
        ("Leave", "DE_at", "Dies ist eine Übung. Leave. Dies ist eine Übung."),
        ("", "de", "Dies ist eine Übung."), ("", "sv", "This is a drill."),
    ])
    func aRoomSaysInItsLanguageThatItIsADrill(text: String, language: String, said: String) {
        #expect(DrillWords.localized(DrillWords.around(text), language: language) == said)
    }

    @Test func otherWordsStay() {
        #expect(DrillWords.localized("Leave. This is a drill.", language: "de") == "Leave. This is a drill.")
    }
}
