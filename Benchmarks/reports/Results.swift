import BenchmarkSupport

/// The printed results, as JSON.
struct Results: Encodable {
    /// One report at a time.
    var single: Single
    /// Many nodes at once.
    var fleet: Burst
    /// One node that was away.
    var backlog: Burst
    /// Entries that the coordinator's store must hold now.
    var entries: Int

    struct Single: Encodable {
        /// From publishing a report until its acknowledgement arrives.
        var acked: Spread
        /// From publishing the same bytes until a bare subscriber has them.
        var bare: Spread
        /// A 4 KiB append with fsync.
        var fsync: Spread
    }

    struct Burst: Encodable {
        var nodes: Int
        var messages: Int
        var entries: Int
        /// From publishing the first until the last is acknowledged.
        var acked: Spread
        /// From publishing the first of the same messages until a bare subscriber has the last.
        var bare: Spread
    }
}
