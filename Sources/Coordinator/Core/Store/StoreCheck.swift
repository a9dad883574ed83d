/// What a look at the store found.
public struct StoreCheck: Hashable, Sendable {
    /// Bytes of the database and its write-ahead log; `nil` where it has no files.
    public var sizeBytes: Int?
    /// Bytes that are free for it on its file system; `nil` where it has no files.
    public var freeBytes: Int?
    /// What is wrong with it, one line; `nil` when all is well.
    public var problem: String?

    /// With fewer free bytes, somebody has to make room.
    public static let shortBytes = 64 << 20

    public init(sizeBytes: Int?, freeBytes: Int?, problem: String?) {
        self.sizeBytes = sizeBytes
        self.freeBytes = freeBytes
        self.problem = problem
    }
}
