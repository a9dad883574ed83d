public struct StoreCheck: Hashable, Sendable {
    /// Bytes of the database and its write-ahead log; `nil` for a store without files.
    public var sizeBytes: Int?
    /// Free bytes on its file system; `nil` for a store without files.
    public var freeBytes: Int?
    /// The store's fault in one line; `nil` when there is none.
    public var problem: String?

    /// With fewer free bytes, somebody must make room.
    public static let shortBytes = 64 << 20

    public init(sizeBytes: Int?, freeBytes: Int?, problem: String?) {
        self.sizeBytes = sizeBytes
        self.freeBytes = freeBytes
        self.problem = problem
    }
}
