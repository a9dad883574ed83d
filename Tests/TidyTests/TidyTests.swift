import Foundation
import Testing

/// Rules of CONTRIBUTING.md that a compiler does not check, held against the sources as they stand.
struct TidyTests {
    /// Folders whose code must be pure: no clock, no randomness, no tasks, no system.
    static let pureFolders = [
        "Sources/Shared/Domain", "Sources/Shared/Input", "Sources/Shared/Wire", "Sources/Node/Core",
        "Sources/Coordinator/Core",
        "Sources/Web/Core", "Sources/Pairing/Core",
    ]
    /// Folders of the machines.
    static let cores = ["Sources/Node/Core", "Sources/Coordinator/Core", "Sources/Web/Core", "Sources/Pairing/Core"]
    /// The files of a pure folder that turn bytes into values, with Foundation's JSON and base 64.
    static let codecs = ["Sources/Shared/Wire/WireCodec.swift", "Sources/Shared/Wire/Base64.swift"]

    @Test(arguments: [
        "import Foundation", "import Glibc", "import Dispatch", "Date()", "ContinuousClock", "SuspendingClock",
        ".random(", "SystemRandomNumberGenerator", "Task {", "Task.detached", "clock_gettime", "DispatchQueue",
    ])
    func pureCodeHasNo(_ banned: String) throws {
        let offenders = try Self.pureFolders.flatMap(Self.swiftFiles(below:))
            .filter { !Self.codecs.contains($0) }
            .flatMap { file in try Self.lines(of: file).filter { $0.code.contains(banned) } }
        #expect(offenders.isEmpty, "\(banned) in pure code: \(offenders.map(\.place).joined(separator: ", "))")
    }

    @Test func unfinishedWorkIsNotCommitted() throws {
        let words: Set = ["TODO", "FIXME", "XXX", "HACK"]
        let offenders = try Self.allSwiftFiles().flatMap { file in
            try Self.lines(of: file).filter { line in
                !words.isDisjoint(with: line.comment.split { !$0.isLetter }.map(String.init))
            }
        }
        #expect(offenders.isEmpty, "\(offenders.map(\.place))")
    }

    /// A sentence that opens with a question word has a relative clause for its subject, and is read twice. The old
    /// word for "again" is, too.
    @Test func commentsOpenWithTheirSubject() throws {
        let openers: Set = ["What", "Whether", "Who", "Whose", "Whoever", "Where", "Which", "When", "How", "Why"]
        let offenders = try Self.allSwiftFiles().flatMap { file in
            try Self.lines(of: file).filter { line in
                let words: [String] = line.comment.split { !$0.isLetter }.map(String.init)
                if words.contains("anew") { return true }
                guard line.code.allSatisfy(\.isWhitespace) else { return false }
                return words.first.map { openers.contains($0) } ?? false
            }
        }
        #expect(offenders.isEmpty, "\(offenders.map(\.place))")
    }

    /// These words say that something happens, and not what: enqueue, receive, apply, record, check, report do.
    @Test(arguments: ["take", "see", "judge", "tell", "settle", "hear"])
    func functionsHaveNamesOfTheField(_ vague: String) throws {
        let offenders = try Self.swiftFiles(below: "Sources").flatMap { file in
            try Self.lines(of: file).filter { $0.code.contains("func \(vague)(") }
        }
        #expect(offenders.isEmpty, "\(vague): \(offenders.map(\.place).joined(separator: ", "))")
    }

    @Test func errorsAreNotTrappedOrForced() throws {
        let banned = ["fatalError(", "try!", "as!"]
        let offenders = try Self.swiftFiles(below: "Sources").flatMap { file in
            try Self.lines(of: file).filter { line in banned.contains { line.code.contains($0) } }
        }
        #expect(offenders.isEmpty, "\(offenders.map(\.place))")
    }

    /// `try?` needs its reason in a comment on the same line or within the three before it.
    @Test func droppedErrorsSayWhy() throws {
        for file in try Self.swiftFiles(below: "Sources") {
            let lines = try Self.lines(of: file)
            for (index, line) in lines.enumerated() where line.code.contains(/\btry\?/) {
                let around = lines[max(0, index - 3)...index]
                #expect(around.contains { $0.text.contains("//") }, "\(line.place): try? without a reason beside it")
            }
        }
    }

    @Test func filesStayShort() throws {
        for file in try Self.allSwiftFiles() {
            let count = try Self.lines(of: file).count
            // A machine of a core stays whole.
            let limit = Self.cores.contains(where: file.hasPrefix) ? 900 : 400
            #expect(count <= limit, "\(file) has \(count) lines; split it before it passes \(limit)")
        }
    }

    /// Wire's topics are spelled in one place only.
    @Test func topicsAreSpelledOnce() throws {
        let offenders = try Self.swiftFiles(below: "Sources")
            .filter { $0 != "Sources/Shared/Wire/Topics.swift" }
            .flatMap { file in try Self.lines(of: file).filter { $0.code.contains("\"clock/v1") } }
        #expect(offenders.isEmpty, "\(offenders.map(\.place))")
    }

    // MARK: Reading

    struct Line {
        var file: String
        var number: Int
        var text: String

        var place: String { "\(file):\(number)" }
        /// The line without its comment. A `//` inside a string cuts too much off; a rule is only laxer there.
        var code: String { text.range(of: "//").map { String(text[..<$0.lowerBound]) } ?? text }
        /// The rest of the line, from `//` on.
        var comment: String { String(text.dropFirst(code.count)) }
    }

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func allSwiftFiles() throws -> [String] {
        try ["Sources", "Tests", "Benchmarks", "Fuzz/Sources"].flatMap(swiftFiles(below:))
    }

    static func swiftFiles(below folder: String) throws -> [String] {
        let base = root.appendingPathComponent(folder).path
        let names = try FileManager.default.subpathsOfDirectory(atPath: base)
        let files = names.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
        try #require(!files.isEmpty, "no Swift files below \(base)")
        return files
    }

    static func lines(of file: String) throws -> [Line] {
        let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { Line(file: file, number: $0.offset + 1, text: String($0.element)) }
    }
}
