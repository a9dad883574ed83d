package import ClockDomain
internal import ClockRuntime
package import ClockWire

/// Sends files to the coordinator and has them played.
package struct SoundSender {
    package let link: CoordinatorLink

    package init(link: CoordinatorLink) { self.link = link }

    /// Chunks under way at a time.
    private static let window = 4

    /// Sends a file, or the parts of it that the coordinator lacks.
    ///
    /// - Parameter progress: receives the bytes that are there and the total, after each chunk.
    /// - Throws: ``RequestError`` or ``FatalError`` for the person.
    package func upload(_ bytes: [UInt8], progress: (Int, Int) -> Void = { _, _ in }) throws -> Digest {
        let file = Digest(of: bytes)
        let question = UploadRequest(file: file, bytes: bytes.count)
        // The coordinator may restart meanwhile, and then knows nothing of the file.
        for _ in 0..<3 {
            let missing = try link.request(question).result.missing
            if missing.isEmpty { return file }
            do {
                try send(missing, of: bytes, as: question, progress)
            } catch let error as RequestError where error.code == .unknownObject {
                continue
            }
        }
        throw FatalError(.temporaryFailure, "the coordinator loses the file again and again; see its log")
    }

    private func send(
        _ chunks: [Int], of bytes: [UInt8], as question: UploadRequest, _ progress: (Int, Int) -> Void
    ) throws {
        var done = bytes.count - chunks.reduce(0) { $0 + question.range(ofChunk: $1).count }
        var underWay: [(ticket: CoordinatorLink.Ticket, bytes: Int)] = []
        func awaitFirst() throws {
            let (ticket, count) = underWay.removeFirst()
            _ = try link.wait(for: ticket, as: UploadResult.self)
            done += count
            progress(done, bytes.count)
        }
        for chunk in chunks {
            if underWay.count == Self.window { try awaitFirst() }
            let range = question.range(ofChunk: chunk)
            var request = question
            request.chunk = UploadRequest.Chunk(index: chunk, bytes: Array(bytes[range]))
            underWay.append((try link.send(request), range.count))
        }
        while !underWay.isEmpty { try awaitFirst() }
    }

    /// Has a file played that the coordinator has.
    package func play(_ request: PlayRequest) throws -> PlayResult {
        try link.request(request).result
    }

    /// Returns the outcomes so far.
    package func outcomes(of result: PlayResult) throws -> SoundOutcomes {
        try link.request(OutcomeRequest(id: result.id)).result
    }
}
