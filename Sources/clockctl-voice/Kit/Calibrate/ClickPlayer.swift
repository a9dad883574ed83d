internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockSound
internal import ClockWire
internal import ClockctlKit

/// Plays several sounds on several nodes at one instant, and says which of them did not.
struct ClickPlayer {
    /// One sound and where it is to be heard.
    struct Sound {
        var nodes: [NodeID]
        /// A sound file.
        var bytes: [UInt8]
    }

    /// What was ordered.
    struct Played {
        var target: WallTime
        var results: [PlayResult]
    }

    /// Why a node did not play.
    struct Problem: Hashable {
        var node: NodeID
        var words: String
    }

    let link: CoordinatorLink
    /// `nil`: each node's own.
    let volume: Volume?

    /// How far ahead a sound is ordered at most.
    private static let head: Duration = .seconds(10)
    /// How long after the end the nodes' words are waited for.
    private static let patience: Duration = .seconds(6)
    private static let pause: Duration = .milliseconds(500)
    private static let label = "calibrate"

    /// Frames as a file to be played.
    static func file(_ frames: [Int16]) throws(FatalError) -> [UInt8] {
        do throws(SoundFile.Problem) {
            return try SoundFileWriter.bytes(of: frames, maximumBytes: Blob.maximumBytes)
        } catch {
            throw FatalError(.systemError, "\(error.reason); \(error.remedy)")
        }
    }

    /// Hands all sounds over and then orders them, so that the instant is not missed for the hand-over.
    ///
    /// - Parameter ahead: how far the instant lies ahead of the orders.
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

    /// Waits until the nodes have told what became of it, at most some seconds longer than the sounds last.
    ///
    /// - Returns: what went wrong, by node.
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

    /// `nil` for what was played as it should be: a click more or less would be taken for a delay.
    private static func words(on record: SoundRecord) -> String? {
        guard record.outcome != .played || record.reason != nil else { return nil }
        return SoundOutcomeWords.short(record).plain + (record.detail.map { ": \($0)" } ?? "")
    }
}
