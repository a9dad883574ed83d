public import ClockDomain

/// Somebody's own chime as it is configured: a folder with `hour`, `first`, `second` and `third` sound files, any of which
/// may be left out, and which moment of each marks the quarter hour.
public struct OwnChime: Hashable, Sendable {
    public let name: String
    public let folder: String
    /// Seconds into the quarter's file; 0 where there is none.
    public let anchors: [Quarter: Double]

    public init(name: String, folder: String, anchors: [Quarter: Double]) {
        self.name = name
        self.folder = folder
        self.anchors = anchors
    }
}
