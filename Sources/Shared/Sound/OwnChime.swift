public import ClockDomain

/// Somebody's own chime as in the configuration: a folder with `hour`, `first`, `second` and `third` sound files, any
/// of which may be missing, and the moment of each that marks the quarter hour.
public struct OwnChime: Hashable, Sendable {
    public let name: String
    public let folder: String
    /// Seconds into the quarter's file; 0 when there is none.
    public let anchors: [Quarter: Double]

    public init(name: String, folder: String, anchors: [Quarter: Double]) {
        self.name = name
        self.folder = folder
        self.anchors = anchors
    }
}
