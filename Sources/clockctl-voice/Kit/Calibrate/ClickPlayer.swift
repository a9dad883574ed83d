internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockSound
internal import ClockWire
internal import ClockctlKit

/// Plays several sounds on several nodes at one instant, and reports the nodes that did not play.
struct ClickPlayer {
    struct Sound {
        var nodes: [NodeID]
        var bytes: [UInt8]
    }

    /// The orders for one instant.
    struct Played {
        var target: WallTime
        var results: [PlayResult]
    }

    /// The reason for which a node did not play.
    struct Problem: Hashable {
        var node: NodeID
        var words: String
    }

    let link: CoordinatorLink
    /// `nil`: each node's own.
    let volume: Volume?

    /// Longest time from the order of a sound to its instant.
    private static let head: Duration = .seconds(10)
    /// Time after the end of a sound for the nodes' reports.
    private static let patience: Duration = .seconds(6)
    private static let pause: Duration = .milliseconds(500)
    private static let label = "calibrate"

    /// Returns frames as a sound file.
    static func file(_ frames: [Int16]) throws(FatalError) -> [UInt8] {
        do throws(SoundFile.Problem) {
            return try SoundFileWriter.bytes(of: frames, maximumBytes: Blob.maximumBytes)
        } catch {
            throw FatalError(.systemError, "\(error.reason); \(error.remedy)")
        }
    }

    /// Sends all sounds first and then orders them, so that the upload does not make us miss the instant.
    ///
    /// - Parameter ahead: time from the orders to the instant.
    func order(_ sounds: [Sound], ahead: Duration) throws -> Played {
        let sender = SoundSender(link: link)
        let files = try sounds.map { try sender.upload($0.bytes) }
        let now = try link.status().result.now
        let target = (now + ahead).truncatedToMilliseconds
        let results = try zip(sounds, files).map { sound, file in
            let how = PlayOptions(targets: RingTargets(nodes: sound.nodes), at: target, volume: volume)
            return try sender.play(PlayRequest(sound: file, label: Self.label, isAsIs: true, how: how))
        }
        if let offline = results.flatMap(\.offline).first {
            throw FatalError(.unavailable, "\(offline) has just gone offline; leave it out or bring it back")
        }
        return Played(target: target, results: results)
    }

    /// Waits until the nodes have reported, at most some seconds longer than the sounds last.
    ///
    /// - Returns: the failures, by node.
    func problems(of played: Played, length: Duration) throws -> [Problem] {
        let sender = SoundSender(link: link)
        let deadline = Clocks.boot() + Self.head + length + Self.patience
        while true {
            let outcomes = try played.results.flatMap { try sender.outcomes(of: $0).nodes }
            let problems = outcomes.compactMap { outcome in
                outcome.record.flatMap { Self.words(on: $0) }.map { Problem(node: outcome.node, words: $0) }
            }
            let open = outcomes.filter { $0.record == nil }.map(\.node)
            if open.isEmpty || !problems.isEmpty { return problems }
            guard Clocks.boot() < deadline else {
                return open.map { Problem(node: $0, words: "it has not said that it played") }
            }
            Clocks.wait(for: [], until: Clocks.boot() + Self.pause)
        }
    }

    /// Returns `nil` for a sound that played as it should: a click more or less would look like a delay.
    private static func words(on record: SoundRecord) -> String? {
        guard record.outcome != .played || record.reason != nil else { return nil }
        return SoundOutcomeWords.short(record).plain + (record.detail.map { ": \($0)" } ?? "")
    }
}
