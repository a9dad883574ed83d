import Foundation
import Testing

/// The pages that people read name only what is there.
struct PageTests {
    @Test func linksLeadToFilesAndHeadings() throws {
        for page in try Self.pages() {
            for link in try Self.text(of: page).matches(of: /\]\(([^)\s]+)\)/) where !link.1.hasPrefix("https://") {
                let parts = link.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let target =
                    parts[0].isEmpty
                    ? page : URL(fileURLWithPath: String(parts[0]), relativeTo: page.deletingLastPathComponent())
                guard FileManager.default.fileExists(atPath: target.path) else {
                    Issue.record("\(page.lastPathComponent): there is no \(link.1)")
                    continue
                }
                guard parts.count == 2 else { continue }
                #expect(
                    try Self.anchors(of: target).contains(String(parts[1])),
                    "\(page.lastPathComponent): \(link.1) names no heading")
            }
        }
    }

    /// Comments, help texts and scripts name pages by their path from the root.
    @Test(arguments: ["Sources", "Tests", "scripts", "deploy"])
    func pagesThatAreNamedAreThere(below folder: String) throws {
        let base = TidyTests.root.appendingPathComponent(folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: base.path).sorted()
        try #require(!names.isEmpty)
        for name in names {
            // Sounds and pictures are no text.
            guard let text = try? Self.text(of: base.appendingPathComponent(name)) else { continue }
            for page in text.matches(of: /\bdocs\/[a-z\/-]+\.md\b/) {
                let path = TidyTests.root.appendingPathComponent(String(page.0)).path
                #expect(FileManager.default.fileExists(atPath: path), "\(folder)/\(name): there is no \(page.0)")
            }
        }
    }

    // MARK: Reading

    private static func pages() throws -> [URL] {
        let below = try FileManager.default.subpathsOfDirectory(
            atPath: TidyTests.root.appendingPathComponent("docs").path)
        let names = below.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
        try #require(!names.isEmpty)
        return (["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + names).map(TidyTests.root.appendingPathComponent)
    }

    private static func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// The names by which a page's headings can be linked to, as GitHub makes them.
    private static func anchors(of page: URL) throws -> Set<String> {
        let headings = try text(of: page).split(separator: "\n").filter { $0.hasPrefix("#") }
        return Set(
            headings.map { heading in
                let words = heading.drop { $0 == "#" }.dropFirst().lowercased()
                return String(
                    words.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.map { $0 == " " ? "-" : $0 })
            })
    }
}
