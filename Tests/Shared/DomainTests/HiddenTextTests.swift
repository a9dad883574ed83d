import ClockDomain
import Testing

struct HiddenTextTests {
    @Test(
        "what shows nothing and acts on what is around it is hidden",
        arguments: [
            0x00, 0x07, 0x08, 0x0A, 0x0D, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0xAD, 0x034F, 0x061C, 0x115F, 0x1160,
            0x17B4, 0x180B,
            0x180E, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2061,
            0x2064,
            0x2066, 0x2067, 0x2068, 0x2069, 0x206A, 0x206F, 0x3164, 0xFE00, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFB, 0x1D173,
            0xE0001, 0xE0041, 0xE0100,
        ] as [UInt32])
    func hidden(_ value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        let text = "a\(Character(scalar))b"
        #expect(HiddenText.isIn(text))
        #expect(HiddenText.replaced(in: text, by: HiddenText.escaped) == "a\\u{\(String(value, radix: 16))}b")
        #expect(!HiddenText.isIn(HiddenText.replaced(in: text) { _ in "?" }))
    }

    @Test(
        "joiners between letters of ASCII hide, too", arguments: ["a\u{200D}b", "a\u{200C}b", "\u{200D}", "a\u{FE0F}"])
    func joiners(_ text: String) { #expect(HiddenText.isIn(text)) }

    @Test(
        "a joiner behind a hidden character stands behind its replacement",
        arguments: ["é\u{202E}\u{200D}", "👩\u{200B}\u{FE0F}", "\u{2066}\u{200C}", "é\u{7}\u{FE0E}\u{200D}"])
    func joinersBehindHidden(_ text: String) {
        for replacement in ["", " ", "?"] {
            #expect(!HiddenText.isIn(HiddenText.replaced(in: text) { _ in replacement }))
        }
    }

    @Test(
        "what is written stays",
        arguments: [
            "", "Kitchen", "Küche", "e\u{301}", "日本", "שלום", "مرحبا", "👩\u{200D}👧", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}",
            "می\u{200C}خواهم", "\u{A0}", "…", "\u{FFFD}", "\u{600}",
        ])
    func written(_ text: String) {
        #expect(!HiddenText.isIn(text))
        #expect(HiddenText.replaced(in: text) { _ in "?" } == text)
    }
}
