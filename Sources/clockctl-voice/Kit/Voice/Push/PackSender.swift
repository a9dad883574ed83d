internal import ClockDomain
internal import ClockRuntime
internal import ClockWire
internal import ClockctlKit

/// Sends the coordinator the missing parts of voice packs, and has it push the packs to nodes.
struct PackSender {
    let link: CoordinatorLink

    /// Files under way at a time.
    private static let window = 8

    /// - Parameter progress: receives the bytes that are there and the total, after each chunk.
    /// - Throws: ``RequestError`` or ``FatalError`` for the person.
    func upload(_ pack: PushedPack, progress: (Int, Int) -> Void) throws {
        let all = pack.list.contents.reduce(0) { $0 + $1.bytes }
        // The coordinator may restart meanwhile, and then needs the list again; the files that it has stay.
        for _ in 0..<4 {
            let request = PackRequest(list: pack.list)
            let missing = Set(try link.request(request).result.missing)
            let files = pack.list.contents.filter { missing.contains($0.id) }
            if files.isEmpty { return }
            var done = all - files.reduce(0) { $0 + $1.bytes }
            do {
                try send(files, pack) { bytes in
                    done += bytes
                    progress(done, all)
                }
            } catch let error as RequestError where error.code == .unknownObject {
                continue
            }
        }
        throw FatalError(.temporaryFailure, "the coordinator loses the files again and again; see its log")
    }

    private func send(_ files: [Blob], _ pack: PushedPack, sent: (Int) -> Void) throws {
        var underWay: [(ticket: CoordinatorLink.Ticket, bytes: Int)] = []
        func awaitFirst() throws {
            let (ticket, bytes) = underWay.removeFirst()
            _ = try link.wait(for: ticket, as: UploadResult.self)
            sent(bytes)
        }
        for file in files {
            guard let path = pack.paths[file.id] else { continue }
            let bytes = try PushedPack.bytes(path)
            guard Digest(of: bytes) == file.id else {
                throw FatalError(.badData, "\(path) was changed just now: push the pack again")
            }
            var request = UploadRequest(file: file.id, bytes: file.bytes)
            for chunk in 0..<request.chunks {
                if underWay.count == Self.window { try awaitFirst() }
                let range = request.range(ofChunk: chunk)
                request.chunk = UploadRequest.Chunk(index: chunk, bytes: Array(bytes[range]))
                underWay.append((try link.send(request), range.count))
            }
        }
        while !underWay.isEmpty { try awaitFirst() }
    }

    /// Returns the known nodes' packs by name, and their availability.
    func reports(of pack: PackReference, nodes: [NodeID]) throws -> [PushedNode] {
        let status = try link.status().result
        return nodes.compactMap { id in
            status.nodes.first { $0.id == id }.map { node in
                PushedNode(
                    node: id, isOnline: node.availability == .online,
                    report: node.packs.first { $0.name == pack.name && $0.digest == pack.digest })
            }
        }
    }
}

struct PushedNode: Encodable, Equatable {
    var node: NodeID
    var isOnline: Bool
    /// `nil` when the node shall no longer have it.
    var report: PackReport?

    enum CodingKeys: String, CodingKey {
        case node, report
        case isOnline = "online"
    }

    /// True when there is nothing more to wait for now.
    var isSettled: Bool {
        switch report?.state {
        case .ready, .failed, nil: true
        case .waiting, .coming: !isOnline
        }
    }
}
