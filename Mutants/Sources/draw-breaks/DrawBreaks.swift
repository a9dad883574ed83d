// Draws random one-line breaks from the syntax of sources and writes them into these sources, each behind a switch.
// scripts/mutants --random calls it on a copy of the sources.
//
// Each kind of break is as likely as the others, and each place of a kind as likely as its other places. Breaks never
// overlap. A break that does not compile stays in the draw but not in the sources: the caller names it after --without.

internal import Foundation
internal import SwiftOperators
internal import SwiftParser
internal import SwiftSyntax

@main
struct DrawBreaks {
    private var root = "."
    private var count = 60
    private var seed: UInt64 = 1
    private var left: Set<Int> = []
    private var folders: [String] = []

    static func main() throws {
        guard let draw = DrawBreaks(arguments: CommandLine.arguments.dropFirst()) else {
            FileHandle.standardError.write(
                Data("usage: draw-breaks --root FOLDER --count N --seed S [--without N,N...] FOLDER...\n".utf8))
            exit(64)
        }
        try draw.run()
    }

    private init?(arguments: ArraySlice<String>) {
        var rest = arguments
        while let argument = rest.popFirst() {
            switch argument {
            case "--root":
                guard let value = rest.popFirst() else { return nil }
                root = value
            case "--count":
                guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else { return nil }
                count = value
            case "--seed":
                guard let value = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
                seed = value
            case "--without":
                guard let value = rest.popFirst() else { return nil }
                left = Set(value.split(separator: ",").compactMap { Int($0) })
            default: folders.append(argument)
            }
        }
        if folders.isEmpty { return nil }
    }

    /// Prints one line a break that is in the sources: its number, its first and last line there, and its sentence,
    /// parted by tabs.
    private func run() throws {
        let paths = folders.flatMap { sources(in: $0) }.sorted()
        var texts: [String: String] = [:]
        var places: [Break.Kind: [Break]] = [:]
        for path in paths {
            let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
            texts[path] = text
            let folded = OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) { _ in }
            guard let tree = folded.as(SourceFileSyntax.self) else { continue }
            let finder = BreakFinder(path: path, tree: tree)
            finder.walk(tree)
            for place in finder.breaks { places[place.kind, default: []].append(place) }
        }
        let drawn = draw(&places)
        for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
            let here = drawn.enumerated().filter { $0.element.path == path && !left.contains($0.offset + 1) }
            if !here.isEmpty { try write(here, into: path, text) }
        }
    }

    private func sources(in folder: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.compactMap { $0 as? String } ?? []
        return found.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
    }

    private func draw(_ places: inout [Break.Kind: [Break]]) -> [Break] {
        var generator = SplitMix64(seed: seed)
        var drawn: [Break] = []
        while drawn.count < count {
            let kinds = Break.Kind.allCases.filter { places[$0]?.isEmpty == false }
            guard !kinds.isEmpty else { break }
            let kind = kinds[generator.below(kinds.count)]
            guard let index = places[kind].map({ generator.below($0.count) }),
                let place = places[kind]?.remove(at: index)
            else { continue }
            if !drawn.contains(where: place.overlaps) { drawn.append(place) }
        }
        return drawn
    }

    private func write(_ breaks: [(offset: Int, element: Break)], into path: String, _ text: String) throws {
        let bytes = Array(text.utf8)
        var written: [UInt8] = []
        if !text.contains("import ClockDomain"), !path.hasPrefix("Sources/Shared/Domain/") {
            written += Array("internal import ClockDomain; ".utf8)
        }
        var (next, line) = (0, 1)
        func append(_ more: some Collection<UInt8>) {
            line += more.count { $0 == UInt8(ascii: "\n") }
            written += more
        }
        for (index, place) in breaks.sorted(by: { $0.element.range.lowerBound < $1.element.range.lowerBound }) {
            append(bytes[next..<place.range.lowerBound])
            let (first, number) = (line, index + 1)
            let replacement = place.replacement.replacingOccurrences(of: "MUTANT", with: "Mutant.isOn(\(number))")
            append(Array(replacement.utf8))
            next = place.range.upperBound
            let after = place.after.isEmpty ? "goes" : "becomes \(place.after)"
            let sentence = "\(place.kind.rawValue), \(path):\(place.line): \(place.before) \(after)"
            print(number, path, first, line, sentence, separator: "\t")
        }
        append(bytes[next...])
        try Data(written).write(to: URL(filePath: "\(root)/\(path)"))
    }
}
