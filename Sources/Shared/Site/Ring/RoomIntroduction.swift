public import ClockDomain
public import ClockWire

/// A path by which a program asks the site's coordinator.
public protocol SiteAsking {
    /// - Throws: ``RequestError`` in the coordinator's words, or the path's own error.
    func answer<Request: SiteRequest>(to request: Request) async throws -> Request.Result
}

/// The first words of a room that was just let in: its name, and then the time.
///
/// The program that let it in asks for both, as people do. So the door needs no right to speak, and a room that comes
/// back says nothing.
public enum RoomIntroduction {
    /// The room's first words.
    public enum Outcome: Hashable, Sendable {
        case nameAndTime
        /// - Parameter reason: in the coordinator's words, for a name that nobody can speak.
        case timeAlone(reason: String)
    }

    /// The sentence in the voices that the project ships; every other voice says the English one.
    private static let sentences = [
        "dutch": ("Hier is ", "."), "french": ("Ici ", "."), "german": ("Hier ist ", "."), "italian": ("Qui ", "."),
        "japanese": ("", "です。"), "mandarin": ("我是", "。"), "polish": ("Tu ", "."), "portuguese": ("Aqui ", "."),
        "spanish": ("Aquí ", "."), "swedish": ("Här är ", "."),
    ]
    private static let patience: Duration = .seconds(120)
    private static let betweenLooks: Duration = .seconds(2)
    /// The time of a look that nobody answers.
    private static let unanswered: Duration = .seconds(20)

    /// - Parameter voice: the name of the room's voice.
    public static func sentence(_ room: String, voice: String) -> String {
        let (before, after) = sentences[voice] ?? ("I am the ", ".")
        return "\(before)\(room.replacing("-", with: " "))\(after)"
    }

    /// Waits until a room speaks in trusted time, and has it introduce itself.
    ///
    /// - Returns: `nil` for a room that is not there within two minutes.
    /// - Throws: the error for which it did not say the time.
    public static func of(
        _ id: NodeID, asking site: some SiteAsking, pause: (Duration) async throws -> Void
    ) async throws -> Outcome? {
        guard let node = try await arrival(of: id, site, pause) else { return nil }
        let outcome: Outcome
        do {
            let how = PlayOptions(targets: RingTargets(nodes: [id]))
            let text = sentence(node.room, voice: node.settings.voice)
            let record = try await record(of: site.answer(to: SayRequest(text: text, how: how)), site, pause)
            outcome =
                record?.outcome == .played
                ? .nameAndTime
                : .timeAlone(reason: record?.detail ?? "the room has not confirmed that it said its name")
        } catch let error as RequestError {
            outcome = .timeAlone(reason: error.message)
        }
        _ = try await site.answer(to: AnnounceRequest(nodes: [id]))
        return outcome
    }

    private static func arrival(
        of id: NodeID, _ site: some SiteAsking, _ pause: (Duration) async throws -> Void
    ) async throws -> NodeStatus? {
        var left = patience
        while left > .zero {
            do {
                if let node = try await find(id, site), node.availability == .online, node.clock?.trusted == true {
                    return node
                }
            } catch {
                // The coordinator may be away for a moment.
                left -= unanswered
            }
            try await pause(betweenLooks)
            left -= betweenLooks
        }
        return nil
    }

    private static func find(_ id: NodeID, _ site: some SiteAsking) async throws -> NodeStatus? {
        var status = try await site.answer(to: StatusRequest())
        while let last = status.nextPage { status.append(try await site.answer(to: StatusRequest(after: last))) }
        return status.nodes.first { $0.id == id }
    }

    /// Waits until a sound is over: two sounds at once are two voices.
    ///
    /// - Returns: the room's line; `nil` if it has not come three seconds later.
    private static func record(
        of sound: PlayResult, _ site: some SiteAsking, _ pause: (Duration) async throws -> Void
    ) async throws -> SoundRecord? {
        while true {
            let outcomes = try await site.answer(to: OutcomeRequest(id: sound.id))
            if let record = outcomes.nodes.first?.record { return record }
            if outcomes.now > outcomes.target + .milliseconds(sound.milliseconds + 3_000) { return nil }
            try await pause(.milliseconds(500))
        }
    }
}
