/// One decoder of bytes from outside, under the name of its folder in `Fuzz/Corpus`.
struct Decoder: Sendable {
    var name: String
    /// Decodes the bytes, and traps when what came out of them contradicts itself.
    var run: @Sendable ([UInt8]) -> Void

    static let all = messages + requests + replies + files + texts
}
