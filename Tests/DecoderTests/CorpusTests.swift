import FoundationEssentials
import Testing

@testable import Decoders

/// Every seed of the fuzz targets, without libFuzzer. A decoder traps when what it read contradicts itself.
///
/// One at a time: they share a file in memory.
@Suite(.serialized)
struct CorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fuzz/Corpus")

    private static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("each decoder has seeds, and each folder of seeds a decoder")
    func folders() throws {
        #expect(try Self.names(in: Self.corpus) == Decoder.all.map(\.name).sorted())
    }

    @Test("a decoder reads its seeds or refuses them", arguments: Decoder.all.map(\.name))
    func seeds(name: String) throws {
        let decoder = try #require(Decoder.all.first { $0.name == name })
        let folder = Self.corpus.appendingPathComponent(name)
        let seeds = try Self.names(in: folder)
        #expect(!seeds.isEmpty)
        for seed in seeds {
            decoder.run(Array(try Data(contentsOf: folder.appendingPathComponent(seed))))
        }
    }
}
