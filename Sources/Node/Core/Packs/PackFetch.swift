internal import ClockDomain
internal import ClockWire

/// Files of one voice pack on their way: what has been asked for, what has come. Asking goes file by file in the order of
/// the list, so many chunks at a time; what others asked for and comes here as well is taken, too.
struct PackFetch: Sendable, Equatable {
    /// Chunks that are asked for at a time: the broker keeps 1,000 messages for a client, and other things are in there.
    static let window = 16
    /// How long nothing may come before what was asked for is asked for again; doubled each time up to the longest.
    static let firstPatience: Duration = .seconds(2)
    static let longestPatience: Duration = .seconds(60)

    let pack: PackReference
    /// Whether it is the list that comes.
    let isList: Bool
    /// What has not come, in order.
    private var files: [CarriedSound]
    /// Chunks of those that have not come.
    private var missing: [SoundID: Set<Int>]
    /// Of the missing ones, those that were asked for.
    private var asked: [SoundID: Set<Int>] = [:]
    /// All of their chunks have come; they are being looked at.
    private(set) var keeping: [SoundID: Int] = [:]
    /// Bytes of the pack that are there.
    private(set) var have: Int
    private var lastMoved: BootTime
    private var patience = PackFetch.firstPatience

    /// - Parameters:
    ///   - files: each content once.
    ///   - have: bytes of the pack's files that are there.
    init(_ pack: PackReference, files: [CarriedSound], isList: Bool, have: Int, at now: BootTime) {
        self.pack = pack
        self.isList = isList
        self.files = files
        self.have = have
        missing = Dictionary(uniqueKeysWithValues: files.map { ($0.id, Set(0..<$0.chunks)) })
        lastMoved = now
    }

    var isDone: Bool { files.isEmpty && keeping.isEmpty }
    /// When it is to be asked again if nothing comes; `nil` while nothing is awaited.
    var nextAsking: BootTime? { asked.isEmpty ? nil : lastMoved + patience }

    private var askedCount: Int { asked.values.reduce(0) { $0 + $1.count } }

    /// A chunk of a file that is lacking.
    ///
    /// - Returns: the file, if the chunk had not come.
    mutating func take(_ chunk: Int, of id: SoundID, bytes: Int, at now: BootTime) -> (
        file: CarriedSound, isWhole: Bool
    )? {
        guard let index = files.firstIndex(where: { $0.id == id }), missing[id]?.contains(chunk) == true,
            files[index].range(ofChunk: chunk).count == bytes
        else { return nil }
        let file = files[index]
        missing[id]?.remove(chunk)
        asked[id]?.remove(chunk)
        if asked[id]?.isEmpty == true { asked[id] = nil }
        lastMoved = now
        patience = Self.firstPatience
        let isWhole = missing[id]?.isEmpty == true
        if isWhole {
            missing[id] = nil
            files.remove(at: index)
            keeping[id] = file.bytes
        }
        return (file, isWhole)
    }

    /// The file is on the disk and what its name says.
    mutating func kept(_ id: SoundID) {
        guard let bytes = keeping.removeValue(forKey: id), !isList else { return }
        // A content under two names counts twice in the pack's length and comes once.
        have = min(pack.bytes, have + bytes)
    }

    /// What to ask for now that there is room for it; none while enough is under way.
    mutating func nextParts(at now: BootTime) -> [PackPart] {
        var room = Self.window - askedCount
        guard room >= Self.window / 2 else { return [] }
        var parts: [PackPart] = []
        for file in files where room > 0 {
            let chunks = (missing[file.id] ?? []).subtracting(asked[file.id] ?? []).sorted().prefix(room)
            guard !chunks.isEmpty else { continue }
            room -= chunks.count
            asked[file.id, default: []].formUnion(chunks)
            parts.append(PackPart(file: file, chunks: Array(chunks)))
        }
        if !parts.isEmpty { lastMoved = now }
        return parts
    }

    /// What was asked for and has not come, to be asked for again.
    mutating func overdueParts(at now: BootTime) -> [PackPart] {
        lastMoved = now
        patience = min(patience * 2, Self.longestPatience)
        return files.compactMap { file in
            asked[file.id].map { PackPart(file: file, chunks: $0.sorted()) }
        }
    }

    /// The connection is another one: what was asked for on the last one may be lost.
    mutating func connected(at now: BootTime) {
        asked = [:]
        lastMoved = now
        patience = Self.firstPatience
    }
}
