/// A command's answer on a page, held against the answer that came.
///
/// These may differ: instants, dates, days of the week, spans of time, ids, who types, and where a line is broken. A `…` stands for
/// any words. All else has to be the same, numbers too.
struct ShownAnswer {
    private let parts: [Substring]

    init(_ text: String) {
        parts = Self.general(text).split(separator: "…", omittingEmptySubsequences: false)
    }

    func isMet(by answer: String) -> Bool {
        var rest = Self.general(answer)[...]
        for (index, part) in parts.enumerated() {
            let words = part.split(separator: " ").joined(separator: " ")
            if index == parts.count - 1, index > 0, !words.isEmpty { return rest.hasSuffix(words) }
            guard let found = words.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: words),
                index > 0 || found.lowerBound == rest.startIndex
            else { return false }
            rest = rest[found.upperBound...]
        }
        return parts.count > 1 || rest.isEmpty
    }

    /// The words with one space between them and a sign for each thing that may differ.
    static func general(_ text: String) -> String {
        // A person types the answer to the question.
        var text = text.replacing("[y/N] y", with: "[y/N]")
        text.replace(/[a-z]+@\S+ \(clockctl\)/, with: "PERSON")
        text.replace(/\x1b\[[0-9;?]*[A-Za-z]/, with: "")
        text.replace(/\b[0-9a-f]{16}\b|\b\d+-[a-z]{4}\b|\b[a-z]+\d[a-z0-9]{3,}\b/, with: "ID")
        text.replace(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?|\d{8}T\d{6}Z/, with: "DATE")
        text.replace(/\b(today|tomorrow|Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?\b,?/, with: "DAY")
        text.replace(/\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/, with: "DATE")
        text.replace(/\b\d{1,2}:\d\d(:\d\d(\.\d+)?)?\b/, with: "TIME")
        text.replace(/[+−±-]?\b\d+(\.\d+)? ?(ms|s|min|h|days?)\b/, with: "SPAN")
        text.replace(/SPAN( SPAN)+/, with: "SPAN")
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
