internal import ClockDomain
internal import ClockWire

/// The labels that rooms say when something rings, see ``SpokenText``.
///
/// The coordinator has the labels of a room spoken in the room's voice, as a voice pack that comes into the room's
/// definition. Rooms with the same labels and the same voice share one pack. Nothing of it has a store of its own: after
/// a start the coordinator asks for each pack again. The sounds that lie on its disk make the same pack.
struct SpokenTexts: Sendable {
    /// The labels of a room and the voice that says them.
    private struct Wish: Hashable, Sendable {
        /// By the names of their files: two spellings of one word have two files.
        var texts: [String: String]
        var voice: SpeechVoice
    }

    private struct Job: Sendable {
        var number: Int
        var wish: Wish
    }

    /// The pack that the definition of a room shall have; `nil` for none.
    struct Change {
        var node: NodeID
        var pack: PackReference?
    }

    /// The most labels of a room. Speaking one takes a second or two, and makes about 100 kB.
    static let maximumTexts = 150
    private static let firstRetry: Duration = .minutes(1)
    private static let longestRetry: Duration = .minutes(16)

    /// The site's last word on an emergency: while it is on, its rooms have its text beside their labels. The broker
    /// tells it again after a start.
    var emergency: Emergency?

    private var wishes: [NodeID: Wish] = [:]
    private var made: [Wish: PackReference] = [:]
    /// Wishes whose packs lack texts, or are not there at all, until the next try.
    private var failed: Set<Wish> = []
    private var job: Job?
    private var jobCount = 0
    /// The number of times that what had failed was tried again, with failures left.
    private var rounds = 0

    /// Compares the definitions of these rooms with the labels of their rings, and orders what is missing.
    mutating func review(_ nodes: some Sequence<NodeID>, _ view: SiteView, _ out: inout Outbox) -> [Change] {
        var isAnyOther = false
        for id in nodes {
            let wish = wish(of: id, view, &out)
            guard wish != wishes[id] else { continue }
            wishes[id] = wish
            isAnyOther = true
        }
        let changes = nodes.compactMap { change(of: $0, view, &out) }
        if isAnyOther {
            let present = Set(wishes.values)
            made = made.filter { present.contains($0.key) }
            failed.formIntersection(present)
            beginNext(&out)
        }
        return changes
    }

    private func wish(of id: NodeID, _ view: SiteView, _ out: inout Outbox) -> Wish? {
        guard let node = view.nodes[id], node.foreignStore == nil else { return nil }
        let definitions = view.definitions.committed
        let alert = emergency.flatMap { $0.sounds(in: id) ? $0.text : nil }
        guard definitions.spokenCount > 0 || alert != nil else { return nil }
        let contents = definitions.contents(of: id)
        let alarms = contents.alarms.compactMap { definitions.alarms[$0]?.alarm }
            .filter { $0.isEnabled && $0.saysLabel }.map(\.label)
        let timers = contents.timers.compactMap { definitions.timers[$0]?.timer }
            .filter(\.saysLabel).map(\.name)
        let texts = Dictionary((alarms + timers).map { (SpokenText.file(of: $0), $0) }) { first, _ in first }
        guard !texts.isEmpty || alert != nil else { return nil }
        if texts.count > Self.maximumTexts {
            out.perform(
                .logLimited(
                    .error,
                    "node \(id) shall say \(texts.count) labels, and has room for \(Self.maximumTexts): the others ring with "
                        + "a tone", about: "spoken texts of \(id)"))
        }
        var kept = Dictionary(uniqueKeysWithValues: Array(texts.sorted { $0.key < $1.key }.prefix(Self.maximumTexts)))
        if let alert { kept[SpokenText.file(of: alert)] = alert }
        return Wish(texts: kept, voice: node.definition.speechVoice)
    }

    private func change(of id: NodeID, _ view: SiteView, _ out: inout Outbox) -> Change? {
        guard let node = view.nodes[id], node.foreignStore == nil else { return nil }
        let present = node.definition.packs.first { $0.name == SpokenText.name }
        guard let wish = wishes[id] else { return present == nil ? nil : Change(node: id, pack: nil) }
        // An earlier pack says at least some of the labels until the new one is there.
        guard let pack = made[wish], pack != present else { return nil }
        // It may also say one that this one lacks.
        guard present == nil || !failed.contains(wish) || rounds > 1 else { return nil }
        let packs = node.definition.packs.with(pack)
        guard packs.count <= PackLimits.packs, packs.reduce(0, { $0 + $1.bytes }) <= PackLimits.nodeBytes else {
            out.perform(
                .logLimited(
                    .error,
                    "node \(id) has no room for the labels that it shall say: take a voice pack away from it "
                        + "(clockctl voice withdraw)", about: "spoken texts of \(id)"))
            return nil
        }
        return Change(node: id, pack: pack)
    }

    private mutating func beginNext(_ out: inout Outbox) {
        guard job == nil else { return }
        if failed.isEmpty, wishes.values.allSatisfy({ made[$0] != nil }) {
            rounds = 0
            return out.cancelTimer(.spokenTexts)
        }
        let next = wishes.sorted { $0.key < $1.key }.lazy.map(\.value).first { wish in
            made[wish] == nil && !failed.contains(wish)
        }
        guard let next else { return }
        jobCount += 1
        job = Job(number: jobCount, wish: next)
        out.perform(
            .makeSpokenPack(job: jobCount, texts: next.texts.sorted { $0.key < $1.key }.map(\.value), voice: next.voice)
        )
    }

    /// A pack is made.
    ///
    /// - Parameters:
    ///   - pack: with the texts that could be spoken; `nil` when none could.
    ///   - failure: the reason for which texts are missing in it.
    /// - Returns: the rooms that wait for it.
    mutating func finish(
        _ number: Int, _ pack: PackReference?, failure: String?, at now: Now, _ out: inout Outbox
    ) -> [NodeID] {
        guard let job, job.number == number else { return [] }
        self.job = nil
        made[job.wish] = pack
        if let failure {
            if failed.isEmpty {
                let delay = min(Self.firstRetry * (1 << min(rounds, 6)), Self.longestRetry)
                out.setTimer(.spokenTexts, .boot(now.boot + delay))
            }
            failed.insert(job.wish)
            out.perform(
                .logLimited(
                    .warning, "cannot have labels spoken: \(failure); those ring with a tone until it works",
                    about: "spoken texts"))
        }
        beginNext(&out)
        return wishes.filter { $0.value == job.wish }.keys.sorted()
    }

    /// It is time to try again what has failed.
    mutating func retry(_ out: inout Outbox) {
        rounds += 1
        for wish in failed { made[wish] = nil }
        failed = []
        beginNext(&out)
    }

    /// The packs that are made, also those that no definition names yet.
    var packs: [Digest] { made.values.map(\.digest) }

    /// A file of the pack is gone from the coordinator's disk.
    mutating func lose(_ pack: Digest, _ out: inout Outbox) {
        made = made.filter { $0.value.digest != pack }
        beginNext(&out)
    }
}

extension NodeDefinition {
    /// The voice that announces the time in this room.
    var speechVoice: SpeechVoice {
        SpeechVoice(name: settings.voice, pack: packs.first { $0.name == settings.voice }?.digest)
    }
}
