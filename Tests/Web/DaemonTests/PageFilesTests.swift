import Testing

@testable import WebDaemon

struct PageFilesTests {
    @Test(
        "a script comes without its lines of comments, and lines keep their numbers",
        arguments: [
            ("/* one */ let a;\nlet b;", " let a;\nlet b;"), ("/*\n * end */ \nlet a;", "\n \nlet a;"),
            ("// first\nlet a = 1; // kept\n    // gone\nlet b;\n", "\nlet a = 1; // kept\n\nlet b;\n"),
            ("/** one line */\nlet a;", "\nlet a;"), ("/**\n * more\n * lines\n */\nlet a;\n", "\n\n\n\nlet a;\n"),
            (
                "const url = `\nhttps://x/*`;\nlet a /* kept */ = 2;",
                "const url = `\nhttps://x/*`;\nlet a /* kept */ = 2;"
            ),
        ])
    func comments(script: String, served: String) {
        #expect(String(decoding: PageFiles.withoutComments(Array(script.utf8)), as: UTF8.self) == served)
    }
}
