import ClockDomain
import Testing

@Suite("Text files")
struct FileTextTests {
    private func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { bigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    @Test(
        "line ends of every kind are one",
        arguments: [
            ("a\nb\n", "a\nb\n"), ("a\r\nb\r\n", "a\nb\n"), ("a\r\r\nb\r\r\n", "a\nb\n"), ("a\rb\r", "a\nb\n"),
            ("a\rb\rc\n", "a\nb\nc\n"), ("a\r\rb\r", "a\n\nb\n"), ("a\r\n\r\nb", "a\n\nb"), ("", ""), ("a", "a"),
            ("\r", "\n"), ("\r\n", "\n"),
            // One within its line is none.
            ("a\rb\nc\nd\n", "a\rb\nc\nd\n"),
        ])
    func lineEnds(file: String, text: String) { #expect(FileText.text(Array(file.utf8)) == text) }

    @Test("a text is the same in every encoding", arguments: ["name: Küche 🕰\n", "x", "\u{FEFF}\u{FEFF}", "aü"])
    func encodings(text: String) {
        let mark = "\u{FEFF}"
        #expect(FileText.text(Array((mark + text).utf8)) == text)
        #expect(FileText.text(utf16(mark + text, bigEndian: true)) == text)
        #expect(FileText.text(utf16(mark + text, bigEndian: false)) == text)
        guard text.first?.isASCII == true else { return }
        #expect(FileText.text(Array(text.utf8)) == text)
        #expect(FileText.text(utf16(text, bigEndian: true)) == text)
        #expect(FileText.text(utf16(text, bigEndian: false)) == text)
    }

    @Test(
        "bytes that are no text are none",
        arguments: [[0xFF], [0xC3, 0x28], [0xFF, 0xFE, 0x41], [0xFF, 0xFE, 0x00, 0xD8], [0xFE, 0xFF, 0xDC, 0x00]])
    func none(bytes: [UInt8]) { #expect(FileText.text(bytes) == nil) }
}
