internal import ClockDomain
internal import ClockRuntime
internal import FoundationEssentials

/// The rooms that clicked last, with their trims at that time: the data that reading a recording needs.
///
/// This computer stores it, because a recording does not contain it. With the old trims, a second reading of a
/// recording after somebody has set the trims gives the same trims, and not the correction twice.
struct PlayedTrain: Hashable, Sendable, Codable {
    struct Room: Hashable, Sendable, Codable {
        var node: NodeID
        var trimMicroseconds: Int

        enum CodingKeys: String, CodingKey {
            case node
            case trimMicroseconds = "trim_us"
        }
    }

    var site: SiteID
    /// The instant of the clicks, by the site's clock.
    var target: WallTime
    /// In the order of the train.
    var rooms: [Room]

    private static let maximumBytes = 64 * 1024

    /// Returns the path of its file, by the XDG base directory specification; `nil` without a home.
    static func path(environment: [String: String]) -> String? {
        let folder =
            if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
                state
            } else if let home = environment["HOME"], home.hasPrefix("/") {
                "\(home)/.local/state"
            } else { String?.none }
        return folder.map { "\($0)/clocksmith/calibration.json" }
    }

    /// - Throws: ``FatalError`` naming the file.
    func keep(at path: String) throws(FatalError) {
        do {
            let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)
            try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
            try AtomicFile.replace(path, with: JSONEncoder().encode(self), mode: 0o600)
        } catch {
            throw FatalError(.cannotCreate, "cannot write down which rooms clicked: \(error)")
        }
    }

    /// Returns the last stored train; `nil` when there is none, or it is unreadable: then the person must name the
    /// rooms.
    static func kept(at path: String) -> PlayedTrain? {
        // Whatever the reason, nothing is known of the last train.
        guard let bytes = try? AtomicFile.read(path, limit: maximumBytes) else { return nil }
        // As above: a file of another version is no file.
        return try? JSONDecoder().decode(PlayedTrain.self, from: Data(bytes))
    }
}
