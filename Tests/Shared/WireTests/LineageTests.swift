import ClockDomain
import ClockWire
import Foundation
import Testing

/// A document of a store goes on from an earlier one of its lineage only.
struct LineageTests {
    private static func generation(_ text: String) -> StoreGeneration { StoreGeneration(text)! }

    @Test(arguments: ["0", "1-bcdf", "999999999-zzzz"]) func aGenerationIsReadAsItIsWritten(text: String) throws {
        #expect(try #require(StoreGeneration(text)).description == text)
    }

    @Test(arguments: ["", "1", "0-bcdf", "-1-bcdf", "1-", "1-bcd", "1-bcdf-", "1000000000-bcdf", "x-bcdf"])
    func anythingElseIsNone(text: String) { #expect(StoreGeneration(text) == nil) }

    @Test func revisionsOfOneGenerationShareAMark() {
        var lineage = Lineage()
        lineage.revise(to: 8, in: .uncounted, from: 7)
        #expect(lineage.marks.isEmpty)
        lineage.revise(to: 9, in: Self.generation("1-bcdf"), from: 8)
        lineage.revise(to: 10, in: Self.generation("1-bcdf"), from: 9)
        lineage.revise(to: 11, in: Self.generation("4-ghjk"), from: 10)
        #expect(lineage.marks.map(\.revision) == [8, 10, 11])
        #expect(lineage.generation == Self.generation("4-ghjk"))
        for (revision, text, isIncluded) in [
            (8, "0", true), (9, "0", false), (10, "1-bcdf", true), (11, "1-bcdf", false), (9, "1-ghjk", false),
            (11, "4-ghjk", true), (1, "2-bcdf", false),
        ] {
            #expect(lineage.includes(revision, of: Self.generation(text), own: 11) == isIncluded)
        }
    }

    @Test func theOldestMarksAreForgotten() {
        var lineage = Lineage()
        for number in 1...100 {
            lineage.revise(
                to: number + 1, in: StoreGeneration(number: number, tag: GenerationTag(code: number)), from: number)
        }
        #expect(lineage.marks.count == Lineage.maximumMarks && lineage.marks.last?.revision == 101)
    }

    @Test func marksThatDoNotAscendAreRefused() throws {
        func read(_ json: String) throws -> Lineage {
            try JSONDecoder().decode(Lineage.self, from: Data(json.utf8))
        }
        let whole = #"[{"generation":"0","revision":7},{"generation":"2-bcdf","revision":9}]"#
        #expect(try read(whole).marks.count == 2)
        #expect(throws: DecodingError.self) {
            try read(#"[{"generation":"2-bcdf","revision":9},{"generation":"0","revision":7}]"#)
        }
        #expect(throws: DecodingError.self) {
            try read(#"[{"generation":"2-bcdf","revision":9},{"generation":"3-bcdf","revision":7}]"#)
        }
        let many = (1...65).map { #"{"generation":"\#($0)-bcdf","revision":\#($0)}"# }.joined(separator: ",")
        #expect(throws: DecodingError.self) { try read("[\(many)]") }
    }
}
