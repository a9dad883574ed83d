/// The resources that a program has used, by the kernel's figures.
public struct ProcessReading: Hashable, Sendable, Codable {
    /// Of all processors, since its start.
    public var processorMilliseconds: Int
    public var residentBytes: Int
    /// File descriptors, sockets included.
    public var openFiles: Int

    public init(processorMilliseconds: Int, residentBytes: Int, openFiles: Int) {
        self.processorMilliseconds = processorMilliseconds
        self.residentBytes = residentBytes
        self.openFiles = openFiles
    }

    enum CodingKeys: String, CodingKey {
        case processorMilliseconds = "cpu_ms"
        case residentBytes = "resident_bytes"
        case openFiles = "open_files"
    }
}
