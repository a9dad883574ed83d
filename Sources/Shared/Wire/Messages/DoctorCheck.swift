/// One line of `clockctl doctor`: sentences in English, and the same as phrases for translation.
public struct DoctorCheck: Hashable, Sendable {
    public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
        case ok, warning, failed
    }

    /// The content of the sentences, for programs.
    public struct Phrases: Hashable, Sendable {
        public var subject: Phrase
        public var finding: Phrase
        /// `nil` when all is well.
        public var fix: Phrase?
    }

    /// The subject of the check: `broker`, `store`, `coordinator clock`, `kitchen audio` …
    public var subject: String
    public var verdict: Verdict
    /// The result, a sentence.
    public var finding: String
    /// The remedy; `nil` when all is well.
    public var fix: String?
    /// `nil` from a program that sends none, such as an earlier one.
    public internal(set) var phrases: Phrases?

    /// A check without phrases, for texts that need no other language.
    public init(subject: String, verdict: Verdict, finding: String, fix: String? = nil) {
        self.subject = subject
        self.verdict = verdict
        self.finding = finding
        self.fix = fix
    }

    /// A program received the request to read its configuration again, which has a mistake.
    package static func reloadRefused(of program: String, _ reason: String) -> DoctorCheck {
        DoctorCheck(.configuration(of: program), .warning, .reloadRefused(reason), fix: .mendConfiguration(of: program))
    }

    package init(_ subject: Phrase, _ verdict: Verdict, _ finding: Phrase, fix: Phrase? = nil) {
        self.init(subject: subject.text, verdict: verdict, finding: finding.text, fix: fix?.text)
        phrases = Phrases(subject: subject, finding: finding, fix: fix)
    }
}

extension DoctorCheck: Codable {
    private enum CodingKeys: String, CodingKey {
        case subject, verdict, finding, fix
        /// Of the finding.
        case code, parameters
        /// The subject's and the fix's, as objects of the same two.
        case about, remedy
    }

    /// A phrase without its English, which stands beside it.
    private struct Code: Codable {
        var code: String
        var parameters: [String: Phrase.Parameter]?

        init(_ phrase: Phrase) {
            code = phrase.code
            parameters = phrase.parameters.isEmpty ? nil : phrase.parameters
        }

        func phrase(_ text: String) -> Phrase { Phrase(code: code, parameters: parameters ?? [:], text: text) }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            subject: try container.decode(String.self, forKey: .subject),
            verdict: try container.decode(Verdict.self, forKey: .verdict),
            finding: try container.decode(String.self, forKey: .finding),
            fix: try container.decodeIfPresent(String.self, forKey: .fix))
        // A newer program may have kinds of values that are not known here: its English says the same.
        phrases = try? readPhrases(decoder)
    }

    private func readPhrases(_ decoder: any Decoder) throws -> Phrases? {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.contains(.code) else { return nil }
        let remedy = try container.decodeIfPresent(Code.self, forKey: .remedy)
        return Phrases(
            subject: try container.decode(Code.self, forKey: .about).phrase(subject),
            finding: try Code(from: decoder).phrase(finding),
            fix: remedy.flatMap { remedy in fix.map { remedy.phrase($0) } })
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(subject, forKey: .subject)
        try container.encode(verdict, forKey: .verdict)
        try container.encode(finding, forKey: .finding)
        try container.encodeIfPresent(fix, forKey: .fix)
        guard let phrases else { return }
        try Code(phrases.finding).encode(to: encoder)
        try container.encode(Code(phrases.subject), forKey: .about)
        try container.encodeIfPresent(phrases.fix.map(Code.init), forKey: .remedy)
    }
}
