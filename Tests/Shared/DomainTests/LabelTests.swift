import ClockDomain
import Testing

struct LabelTests {
    @Test(arguments: [
        ("", true), ("Work", true), ("Früh 🐓", true), (String(repeating: "x", count: 64), true),
        (String(repeating: "x", count: 65), false), (String(repeating: "👩‍👩‍👧‍👦", count: 10), true),
        (String(repeating: "👩‍👩‍👧‍👦", count: 11), false), ("a\nb", false), ("a\tb", false), ("a\u{1B}[31m", false),
        ("a\u{2028}b", false), ("a\u{85}b", false), ("\r\n", false),
    ])
    func isOneShortLine(text: String, isValid: Bool) {
        #expect(Label.isValid(text) == isValid)
        #expect(Label.isValid(Label.fitted(text)))
        if isValid { #expect(Label.fitted(text) == text) }
    }

    @Test(arguments: [
        ("  two\n\t lines ", "two lines"), ("a\u{0}b", "a b"), ("\n", ""),
        (String(repeating: "x", count: 70), String(repeating: "x", count: 63) + "…"),
    ])
    func textsAreMadeToFit(text: String, fitted: String) {
        #expect(Label.fitted(text) == fitted)
    }
}
