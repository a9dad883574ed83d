import ClockDomain
import Testing

struct BlobTests {
    private let id = Digest(of: [])

    @Test(arguments: [
        (1, 1, 0..<1), (49_151, 1, 0..<49_151), (49_152, 1, 0..<49_152), (49_153, 2, 49_152..<49_153),
        (4 << 20, 86, 4_177_920..<4_194_304),
    ])
    func chunksCoverItWithoutOverlap(bytes: Int, chunks: Int, last: Range<Int>) throws {
        let blob = try #require(Blob(id: id, bytes: bytes))
        #expect(blob.chunks == chunks)
        #expect(blob.range(ofChunk: chunks - 1) == last)
        var end = 0
        for chunk in 0..<chunks {
            #expect(blob.range(ofChunk: chunk).lowerBound == end)
            end = blob.range(ofChunk: chunk).upperBound
        }
        #expect(end == bytes)
    }

    @Test(arguments: [0, -1, (4 << 20) + 1, .max])
    func otherLengthsAreNone(bytes: Int) {
        #expect(Blob(id: id, bytes: bytes) == nil)
    }
}
