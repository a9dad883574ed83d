internal import ClockDomain
internal import ClockWire

extension SiteLink {
    /// The coordinator prepares a sound for sending before it answers.
    private static let playTimeout: Duration = .seconds(20)
    /// Most uploads of one file: the coordinator may restart meanwhile, and then knows nothing of it.
    private static let maximumUploads = 3

    /// Sends the coordinator a sound and plays it in rooms, as soon as all of them have it.
    ///
    /// - Parameters:
    ///   - file: of any format that the coordinator reads.
    ///   - label: its name, for people.
    ///   - volume: `nil`: each room's own.
    /// - Throws: ``RequestError`` in the coordinator's words, or ``LinkError``.
    func play(
        _ file: [UInt8], label: String, in nodes: [NodeID], volume: Volume?, as role: ClientRole
    ) async throws -> PlayResult {
        let how = PlayOptions(targets: RingTargets(nodes: nodes), volume: volume)
        let request = PlayRequest(sound: try await upload(file, as: role), label: Label.fitted(label), how: how)
        return try await ask(request, as: role, timeout: Self.playTimeout).result
    }

    /// Sends the parts of a file that the coordinator lacks.
    private func upload(_ file: [UInt8], as role: ClientRole) async throws -> Digest {
        let question = UploadRequest(file: Digest(of: file), bytes: file.count)
        for _ in 0..<Self.maximumUploads {
            let missing = try await ask(question, as: role).result.missing
            if missing.isEmpty { return question.file }
            do {
                for chunk in missing where (0..<question.chunks).contains(chunk) {
                    var request = question
                    request.chunk = UploadRequest.Chunk(
                        index: chunk, bytes: Array(file[question.range(ofChunk: chunk)]))
                    _ = try await ask(request, as: role)
                }
            } catch let error as RequestError where error.code == .unknownObject {
                continue
            }
        }
        throw LinkError(code: .unavailable, message: "The coordinator does not keep the sound that it is sent.")
    }
}
