import ClockDomain
import ClockWire

/// A stub coordinator's answers to texts and files: the online nodes play everything at once.
struct StubSounds: Sendable {
    /// Texts that were said, and the bytes of files that were played.
    private(set) var texts: [String] = []
    private(set) var files: [[UInt8]] = []
    private(set) var options: [PlayOptions] = []
    /// The outcome of a sound on these nodes, instead of being played.
    var failures: [NodeID: (outcome: SoundOutcome, reason: SoundReason, detail: String)] = [:]
    /// The sound's begin after the stub's own time; the sound is half a second long.
    var delay: Duration = .seconds(-10)
    /// True when nodes keep the sounds that they should withdraw.
    var keepsEverything = false
    /// Upload requests that are answered before the uploads so far are forgotten, once.
    var forgetsAfter: Int?

    private var uploads: [Digest: [Int: [UInt8]]] = [:]
    private var last: PlayResult?

    mutating func answer(
        _ verb: RequestVerb, _ payload: [UInt8], _ status: inout SiteStatus
    ) throws(WireError) -> [UInt8] {
        switch verb {
        case SayRequest.verb:
            let request = try WireCodec.decode(SayRequest.self, from: payload)
            texts.append(request.text)
            return WireCodec.encode(Reply(result: tell(request.how, status)))
        case AnnounceRequest.verb:
            let nodes = try WireCodec.decode(AnnounceRequest.self, from: payload).nodes
            let isKnown = nodes.allSatisfy { node in status.nodes.contains { $0.id == node } }
            let isAnybodyThere = status.nodes.contains {
                $0.availability == .online && (nodes.isEmpty || nodes.contains($0.id))
            }
            guard isKnown, isAnybodyThere else {
                let error = RequestError(
                    isKnown ? .unavailable : .unknownNode,
                    isKnown
                        ? "nobody can hear it: not online: \(nodes.map(\.rawValue).joined(separator: ", "))"
                        : "node \"\(nodes[0])\" is not known")
                return WireCodec.encode(Reply<PlayResult>(error: error))
            }
            let how = PlayOptions(targets: nodes.isEmpty ? nil : RingTargets(nodes: nodes))
            return WireCodec.encode(Reply(result: tell(how, sound: nil, status)))
        case PlayRequest.verb:
            let request = try WireCodec.decode(PlayRequest.self, from: payload)
            let chunks = uploads[request.sound] ?? [:]
            files.append(chunks.keys.sorted().flatMap { chunks[$0] ?? [] })
            return WireCodec.encode(Reply(result: tell(request.how, status)))
        case UploadRequest.verb: return upload(try WireCodec.decode(UploadRequest.self, from: payload))
        case CancelRequest.verb: return cancel(try WireCodec.decode(CancelRequest.self, from: payload), &status)
        default: return WireCodec.encode(Reply(result: outcomes(status)))
        }
    }

    private func cancel(_ request: CancelRequest, _ status: inout SiteStatus) -> [UInt8] {
        let keeping = status.nodes.filter { node in node.plays.contains { $0.id == request.id } }
        guard let play = keeping.first?.plays.first(where: { $0.id == request.id }) else {
            return WireCodec.encode(
                Reply<CancelResult>(error: RequestError(.unknownObject, "no sound \(request.id) waits to be played")))
        }
        let online = keeping.filter { $0.availability == .online }.map(\.id)
        for index in status.nodes.indices where online.contains(status.nodes[index].id) && !keepsEverything {
            status.nodes[index].plays.removeAll { $0.id == request.id }
        }
        return WireCodec.encode(
            Reply(
                result: CancelResult(
                    id: play.id, label: play.label, target: play.target, nodes: online,
                    offline: keeping.map(\.id).filter { !online.contains($0) })))
    }

    private mutating func upload(_ request: UploadRequest) -> [UInt8] {
        if let left = forgetsAfter {
            forgetsAfter = left == 0 ? nil : left - 1
            if left == 0 { uploads = [:] }
        }
        if let chunk = request.chunk {
            guard uploads[request.file] != nil else {
                return WireCodec.encode(Reply<UploadResult>(error: RequestError(.unknownObject, "no such upload")))
            }
            uploads[request.file]?[chunk.index] = chunk.bytes
        }
        let there = uploads[request.file, default: [:]]
        uploads[request.file] = there
        return WireCodec.encode(
            Reply(result: UploadResult(missing: (0..<request.chunks).filter { there[$0] == nil })))
    }

    private mutating func tell(
        _ how: PlayOptions, sound: Digest? = Digest(of: [1]), _ status: SiteStatus
    ) -> PlayResult {
        options.append(how)
        let asked = status.nodes.filter { how.targets?.nodes.contains($0.id) ?? true }
        let result = PlayResult(
            id: "stub-1", sound: sound, milliseconds: 500, target: how.at ?? status.now + delay,
            nodes: asked.filter { $0.availability == .online }.map(\.id),
            offline: how.targets == nil ? [] : asked.filter { $0.availability == .offline }.map(\.id))
        last = result
        return result
    }

    private func outcomes(_ status: SiteStatus) -> SoundOutcomes {
        guard let last else { preconditionFailure("nothing was played") }
        let isOver = last.target <= status.now
        return SoundOutcomes(
            id: last.id, target: last.target, now: status.now,
            nodes: last.nodes.map { node in
                var record = SoundRecord(
                    order: last.id, sound: last.sound, label: "bell", target: last.target, outcome: .played,
                    onsetErrorMicroseconds: 21)
                if let failure = failures[node] {
                    record.outcome = failure.outcome
                    record.reason = failure.reason
                    record.detail = failure.detail
                    record.onsetErrorMicroseconds = nil
                }
                return .init(node: node, isReady: true, isOnline: true, record: isOver ? record : nil)
            })
    }
}
