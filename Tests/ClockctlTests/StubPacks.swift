import ClockDomain
import ClockWire

/// A stub coordinator's answers about voice packs: it takes uploads, and online nodes have a pack at once.
struct StubPacks: Sendable {
    /// The packs that were told of, and the bytes of their files.
    private(set) var lists: [Digest: PackList] = [:]
    private(set) var files: [Digest: [UInt8]] = [:]
    /// Digests of files that were uploaded, in order.
    private(set) var uploaded: [Digest] = []
    /// The state of a pack on these nodes, instead of ready.
    var states: [NodeID: PackReport.State] = [:]

    private var wanted: [Digest: Blob] = [:]

    /// True while the next uploads are of packs.
    var isUploading: Bool { !wanted.isEmpty }

    mutating func answer(
        _ verb: RequestVerb, _ payload: [UInt8], _ status: inout SiteStatus
    ) throws(WireError) -> [UInt8] {
        switch verb {
        case PackRequest.verb:
            let list = try WireCodec.decode(PackRequest.self, from: payload).list
            lists[list.reference.digest] = list
            let missing = list.contents.filter { files[$0.id]?.count != $0.bytes }
            wanted = Dictionary(uniqueKeysWithValues: missing.map { ($0.id, $0) })
            return WireCodec.encode(
                Reply(result: PackResult(pack: list.reference.digest, missing: missing.map(\.id))))
        case UploadRequest.verb: return upload(try WireCodec.decode(UploadRequest.self, from: payload))
        case PushRequest.verb:
            let request = try WireCodec.decode(PushRequest.self, from: payload)
            guard let pack = lists[request.pack]?.reference else {
                return WireCodec.encode(Reply<SetResult>(error: RequestError(.unknownObject, "no such pack")))
            }
            return change(request.nodes, &status) { packs, node in
                packs.removeAll { $0.name == pack.name }
                packs.append(PackReport(pack, states[node] ?? .ready))
            }
        default:
            let request = try WireCodec.decode(WithdrawRequest.self, from: payload)
            return change(request.nodes, &status) { packs, _ in packs.removeAll { $0.name == request.name } }
        }
    }

    private mutating func upload(_ request: UploadRequest) -> [UInt8] {
        if let chunk = request.chunk {
            if chunk.index == 0 { uploaded.append(request.file) }
            files[request.file, default: []] += chunk.bytes
            if files[request.file]?.count == request.bytes { wanted[request.file] = nil }
        }
        return WireCodec.encode(Reply(result: UploadResult(missing: [])))
    }

    private func change(
        _ nodes: [NodeID], _ status: inout SiteStatus, _ change: (inout [PackReport], NodeID) -> Void
    ) -> [UInt8] {
        var result: [SetResult.NodeRevision] = []
        for index in status.nodes.indices where nodes.isEmpty || nodes.contains(status.nodes[index].id) {
            change(&status.nodes[index].packs, status.nodes[index].id)
            result.append(
                .init(node: status.nodes[index].id, revision: 9, settings: status.nodes[index].settings))
        }
        return WireCodec.encode(Reply(result: SetResult(nodes: result)))
    }
}

/// Scores as a stub coordinator keeps them.
struct StubScores: Sendable {
    var scores: [WordScore] = []

    mutating func answer(
        _ verb: RequestVerb, _ payload: [UInt8], status: SiteStatus
    ) throws(WireError) -> [UInt8] {
        guard verb == ScoreRequest.verb else {
            let request = try WireCodec.decode(ScoresRequest.self, from: payload)
            let shown = scores.filter { score in
                request.learner.map { $0 == score.key.learner } ?? true
                    && request.list.map { $0 == score.key.list } ?? true
            }
            return WireCodec.encode(Reply(result: ScoresPage(now: status.now, scores: shown, next: nil)))
        }
        let request = try WireCodec.decode(ScoreRequest.self, from: payload)
        for answer in request.answers {
            let key = ScoreKey(learner: request.learner, list: request.list, word: answer.word)!
            scores.append(WordScore(key, known: answer.known, at: status.now))
        }
        scores.sort { $0.key < $1.key }
        return WireCodec.encode(Reply(result: ScoreResult(scores: scores)))
    }
}
