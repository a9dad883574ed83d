import ClockDomain
import ClockWire
import Foundation
import Testing

/// Each phrase of the programs has a code, and each language of the pages has a sentence for it.
struct PhraseTests {
    private static let project = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let words = "Sources/Web/Pages/app/words"

    /// English templates by code.
    private static let templates = Dictionary(
        PhraseExamples.all.map { ($0.code, $0.template) }, uniquingKeysWith: { first, _ in first })

    @Test("every code has an example, and one sentence")
    func examples() {
        let codes = PhraseCode.allCases.map(\.rawValue)
        #expect(codes.filter { Self.templates[$0] == nil } == [])
        for phrase in PhraseExamples.all { #expect(phrase.template == Self.templates[phrase.code]) }
        #expect(codes.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isLowercase || $0 == "-" } })
    }

    @Test("English is the template with its values, and a place for each")
    func english() {
        for phrase in PhraseExamples.all {
            #expect(Self.places(in: phrase.template).isSuperset(of: phrase.parameters.keys), "\(phrase)")
            #expect(!phrase.text.contains("{") && !phrase.text.isEmpty, "\(phrase)")
        }
    }

    @Test("German has a sentence for every code and for no other, with the same places")
    func german() throws {
        let german = try Self.table("phrases-de.js")
        #expect(Set(german.keys) == Set(Self.templates.keys))
        for (code, template) in Self.templates {
            #expect(Self.places(in: german[code] ?? "") == Self.places(in: template), "\(code)")
        }
    }

    @Test("the English table of the pages is these phrases")
    func tables() throws {
        var table =
            "// Made from the phrases in Sources/Shared/Wire/Phrases: CLOCKSMITH_RECORD=1 swift test --filter PhraseTests\n\n"
        table += "export default {\n"
        for code in PhraseCode.allCases.map(\.rawValue) {
            let template = Self.templates[code] ?? ""
            let quoted = template.replacingOccurrences(of: "\\", with: "\\\\")
                .replacingOccurrences(of: "\"", with: "\\\"")
            table += "    \"\(code)\": \"\(quoted)\",\n"
        }
        table += "};\n"
        try Self.expect(table, at: "\(Self.words)/phrases-en.js")
        // The pages must show each of these whole.
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let examples = try PhraseExamples.all.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        try Self.expect("[\n\(examples.joined(separator: ",\n"))\n]\n", at: "Tests/Browser/Fixtures/phrases.json")
    }

    @Test("a check is read as it was written, and one with values of an unknown kind keeps its English")
    func check() throws {
        let check = DoctorCheck(
            .audio(of: NodeID("kitchen")!), .failed,
            .audioIs(AudioReport(device: "hw:0", state: .missing, detail: "No such device")),
            fix: .letSpeak(NodeID("kitchen")!))
        let bytes = try JSONEncoder().encode(check)
        #expect(try JSONDecoder().decode(DoctorCheck.self, from: bytes) == check)
        let newer = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: #""room":"#, with: #""colour":"#)
        let read = try JSONDecoder().decode(DoctorCheck.self, from: Data(newer.utf8))
        #expect(read.phrases == nil && read.finding == check.finding && read.fix == check.fix)
    }

    @Test("a report of very many checks has no phrases of those that are well, and fits into a message")
    func many() throws {
        let nodes = try (1...1_000).map { try #require(NodeID("room-\($0)")) }
        let checks = nodes.flatMap { node in
            (1...8).map { _ in
                DoctorCheck(.audio(of: node), .ok, .audioIs(AudioReport(device: "default", state: .ok)))
            } + [DoctorCheck(.node(node), .warning, .nodeOffline(since: WallTime(seconds: 0)), fix: .findNode(node))]
        }
        let report = DoctorReport(bounding: checks)
        #expect(report.checks.allSatisfy { ($0.phrases == nil) == ($0.verdict == .ok) })
        #expect(WireCodec.encode(Reply(result: report)).count <= Reply<DoctorReport>.maximumBytes)
        #expect(DoctorReport(bounding: Array(checks.prefix(100))).checks.allSatisfy { $0.phrases != nil })
    }

    @Test("what pages know of sentences that are text alone is what programs write, with the same places")
    func sayings() throws {
        let sources = try ["Sources/Node", "Sources/Coordinator", "Sources/Shared", "Sources/Web/Daemon"]
            .flatMap(Self.swiftFiles).map { try Self.literals(Self.text($0)) }.joined()
        let text = try Self.text("\(Self.words)/said-de.js")
        let pairs = text.matches(of: /\n {4}\["((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"\],/)
        #expect(pairs.count > 80)
        // The operating system's messages stand in nobody's source.
        let foreign =
            text.components(separatedBy: "// Of the operating system.").last?.components(separatedBy: "\n\n")
            .first ?? ""
        for pair in pairs {
            let (english, german) = (Self.unescaped(pair.1), Self.unescaped(pair.2))
            #expect(Self.places(in: german).isSubset(of: Self.places(in: english)), "\(english)")
            guard !foreign.contains("[\"\(pair.1)\"") else { continue }
            for piece in english.split(separator: /\{[a-z]+\}/).flatMap({ $0.split(separator: "; ") })
            where piece.count > 8 {
                let piece = piece.trimmingCharacters(in: .whitespaces.union([":"]))
                let isSaid = sources.contains(piece)
                #expect(isSaid, "nobody says \"\(piece)\" of \"\(english)\"")
            }
        }
    }

    @Test("pages have the German of each message of a room's outputs")
    func outputs() throws {
        let place = /\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/
        let messages = try Self.swiftFiles(below: "Sources/Node/Audio").flatMap { file in
            try Self.text(file).replacing(/"\s*\+\s*"/, with: "").matches(
                of: /message:\s*"((?:\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\\"|[^"\\])*)"/
            )
            .map { Self.unescaped(Substring($0.1.replacing(place, with: "{}"))) }
        }
        #expect(messages.count > 12)
        let known = try Set(
            Self.text("\(Self.words)/said-de.js").matches(of: /\n {4}\["((?:[^"\\]|\\.)*)", "/)
                .map { Self.unescaped($0.1).replacing(/\{[a-z]+\}/, with: "{}") })
        #expect(messages.filter { !known.contains($0) } == [])
    }

    // MARK: Reading

    private static func places(in template: String) -> Set<String> {
        Set(template.matches(of: /\{([a-z]+)/).map { String($0.1) })
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: project.appendingPathComponent(path), encoding: .utf8)
    }

    /// The keys and texts of a table of words.
    private static func table(_ name: String) throws -> [String: String] {
        let pairs = try text("\(words)/\(name)").matches(of: /\n {4}"?([a-z-]+)"?: "((?:[^"\\]|\\.)*)",/)
        return Dictionary(uniqueKeysWithValues: pairs.map { (String($0.1), unescaped($0.2)) })
    }

    private static func unescaped(_ text: Substring) -> String {
        text.replacingOccurrences(of: "\\\"", with: "\"").replacingOccurrences(of: "\\\\", with: "\\")
    }

    /// A file's code with the literals that are split over lines put together, and quotes as people read them.
    private static func literals(_ code: String) -> String {
        code.replacing(/"\s*\+\s*"/, with: "").replacing(/\\\n\s*/, with: "").replacing("\\\"", with: "\"")
    }

    private static func swiftFiles(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: project.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
    }

    /// With CLOCKSMITH_RECORD=1 the file is written again.
    private static func expect(_ text: String, at path: String) throws {
        let file = project.appendingPathComponent(path)
        if ProcessInfo.processInfo.environment["CLOCKSMITH_RECORD"] != nil {
            return try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "record \(path) with CLOCKSMITH_RECORD=1")
    }
}
